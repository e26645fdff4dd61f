// Components without parts, drawn where their own level has given way to a finer one.
import { ancestorTypesOf, type ComponentType } from "../../domain/component/component.ts";
import type { ComponentMesh } from "../../domain/component/component-mesh.ts";
import { SELECTED } from "../../state/plant/column/row-flag.ts";
import type { ComponentData } from "./component-data.ts";
import type { DetailRange } from "./level-of-detail.ts";
import { levelOf, type Level } from "./level.ts";
import { levelRanges } from "./shown-level.ts";

export type ChildlessLevel = {
  readonly level: Level;
  readonly mesh: ComponentMesh;
  /** Bits of row-flag.ts; a component with parts counts as filtered out. */
  readonly mask: { readonly bytes: Uint8Array; readonly version: number };
  readonly detail: DetailRange;
};

/** @param finest the type whose parts are drawn, of the key figure or the finest of the plant */
export function childlessLevels(
  { levels, childless, rowFlags }: ComponentData,
  finest: ComponentType,
  minPixels: number,
): ChildlessLevel[] {
  const types = [finest, ...ancestorTypesOf(finest)];
  const chain = types.map((type) => levelOf(levels, type)).filter((level) => level !== undefined);
  const ranges = levelRanges(chain, minPixels);
  return chain.flatMap((level, index): ChildlessLevel[] => {
    const { mesh, type } = level;
    const found = childless.get(type);
    if (index === 0 || !mesh || !found) return [];
    const bytes = maskBytes(found.hasParts, rowFlags.of(type), rowFlags.version);
    const detail = [0, ranges[index]![0]] as const;
    return [{ level, mesh, detail, mask: { bytes, version: rowFlags.version } }];
  });
}

const known = new WeakMap<Uint8Array, { bytes: Uint8Array; version: number }>();

/** The selection still outlines them. */
function maskBytes(hasParts: Uint8Array, flags: Uint8Array | undefined, version: number) {
  const before = known.get(hasParts);
  if (before?.version === version) return before.bytes;
  const bytes = before?.bytes ?? new Uint8Array(hasParts.length);
  for (let row = 0; row < bytes.length; row += 1) {
    bytes[row] = hasParts[row]! | ((flags?.[row] ?? 0) & SELECTED);
  }
  known.set(hasParts, { bytes, version });
  return bytes;
}
