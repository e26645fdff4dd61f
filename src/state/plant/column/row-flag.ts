// One byte of flags per component: filtered out, selected. The map uploads the bytes as they are.
import { atom } from "jotai";
import type { ComponentType } from "../../../domain/component/component.ts";
import { perPlantValue, nextVersion, perPlant } from "../../shell/lifetime.ts";

/** The component does not pass the filters. */
export const FILTERED_OUT = 1;
/** The component is selected. */
export const SELECTED = 2;

const rowFlags = perPlantValue(() => new Map<ComponentType, Uint8Array>());

/** Changes whenever the flags of any level have changed. */
export const rowFlagVersionAtom = perPlant(0);

/** The flags of a level in row order (FILTERED_OUT | SELECTED); undefined where none was ever set. */
export function rowFlagsOf(type: ComponentType): Uint8Array | undefined {
  return rowFlags().get(type);
}

/** The flags of a level with `count` rows; created where there are none yet. */
export function ensureRowFlags(type: ComponentType, count: number): Uint8Array {
  const known = rowFlags().get(type);
  if (known && known.length >= count) return known;
  const bytes = new Uint8Array(count);
  if (known) bytes.set(known);
  rowFlags().set(type, bytes);
  return bytes;
}

/** Announces that flags were changed in place. */
export const publishRowFlags = atom(null, (_get, set) => set(rowFlagVersionAtom, nextVersion()));

/** Writes the outcome of the filters (1 means it passes) into the flags; in all other levels every row passes. */
export const applyFilterMasks = atom(
  null,
  (_get, set, masks: readonly { type: ComponentType; mask: Uint8Array }[]) => {
    for (const [type, bytes] of rowFlags()) {
      if (masks.some((one) => one.type === type)) continue;
      for (let row = 0; row < bytes.length; row += 1) bytes[row]! &= ~FILTERED_OUT;
    }
    for (const { type, mask } of masks) {
      const bytes = ensureRowFlags(type, mask.length);
      for (let row = 0; row < mask.length; row += 1) {
        bytes[row] = (bytes[row]! & ~FILTERED_OUT) | (mask[row] === 1 ? 0 : FILTERED_OUT);
      }
    }
    set(rowFlagVersionAtom, nextVersion());
  },
);
