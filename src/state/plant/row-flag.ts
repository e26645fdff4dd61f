// One byte per component: what filters and selection say of it. The map uploads the bytes as they are.
import { atom } from "jotai";
import type { ComponentType } from "../../domain/component/component.ts";
import { heldByPlant, nextVersion, perPlant } from "../shell/lifetime.ts";

/** The component does not pass the filters. */
export const FILTERED_OUT = 1;
/** The component is selected. */
export const SELECTED = 2;

const rowFlags = heldByPlant(() => new Map<ComponentType, Uint8Array>());

/** Another number whenever the bytes of any level have changed. */
export const rowFlagVersionAtom = perPlant(0);

/** The bytes of a level in row order (FILTERED_OUT | SELECTED), or undefined where none is marked. */
export function rowFlagsOf(type: ComponentType): Uint8Array | undefined {
  return rowFlags().get(type);
}

/** The bytes of a level, made where there are none yet; `count` rows. */
export function ensureRowFlags(type: ComponentType, count: number): Uint8Array {
  const known = rowFlags().get(type);
  if (known && known.length >= count) return known;
  const bytes = new Uint8Array(count);
  if (known) bytes.set(known);
  rowFlags().set(type, bytes);
  return bytes;
}

/** Says that bytes have changed. */
export const publishRowFlags = atom(null, (_get, set) => set(rowFlagVersionAtom, nextVersion()));

/** Takes over the outcome of the filters (1 passes); levels that are not named pass altogether. */
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
