// Writes the components of a level into their rows.
import { NO_ROW, type Geometry, type Names } from "../component/component-index.ts";
import type { ComponentType } from "../component/component.ts";
import { METRE_STEP } from "../geometry/geometry-codec.ts";
import { blockBoundsOf } from "../geometry/geometry-rows.ts";
import { polygonsOf, type ProjectedLevel } from "./twin-level.ts";
import type { PreviousLevel } from "./twin-match.ts";

/** Greater numbers are not continued: there are never as many components. */
const MAX_CONTINUED = 1e12;

/** Generated IDs are `type-number`. The next number is above all existing ones. */
function nextNumber(type: ComponentType, idLists: readonly (readonly (string | null)[])[]): number {
  let next = 1;
  const prefix = `${type}-`;
  for (const ids of idLists) {
    for (const id of ids) {
      if (id === null || !id.startsWith(prefix)) continue;
      const number = Number(id.slice(prefix.length));
      if (Number.isInteger(number) && number < MAX_CONTINUED) next = Math.max(next, number + 1);
    }
  }
  return next;
}

/** The last parents of removed rows, or null if no removed row had one. */
function removedParents(
  length: Float32Array,
  previous: PreviousLevel | undefined,
): Uint32Array | null {
  if (previous === undefined) return null;
  const { geometry } = previous;
  const parents = new Uint32Array(length.length).fill(NO_ROW);
  for (let row = 0; row < geometry.count; row++) {
    if (length[row] !== 0) continue;
    const isLeaving = geometry.length[row] !== 0;
    parents[row] = isLeaving ? geometry.parent[row]! : (geometry.removedParent?.[row] ?? NO_ROW);
  }
  return parents.some((parent) => parent !== NO_ROW) ? parents : null;
}

/** How many components that existed before have another name now than the one that they had. */
export function renamedCount(
  rows: Uint32Array,
  names: Names,
  previous: PreviousLevel | undefined,
): number {
  let count = 0;
  for (const row of rows) {
    if (previous === undefined || row >= previous.names.count) continue;
    const before = previous.geometry.length[row] === 0 ? "" : previous.names.pcs(row);
    if (before !== "" && names.pcs(row) !== before) count += 1;
  }
  return count;
}

/**
 * Geometry and names by row. Rows of the previous twin that no component has become removed rows.
 * @param rows row of each component
 * @param parentRow row of each component's parent
 */
export function writeRows(
  { draft, ...level }: ProjectedLevel,
  { rows, total }: { readonly rows: Uint32Array; readonly total: number },
  parentRow: Uint32Array,
  previous: PreviousLevel | undefined,
  givenIds: readonly (readonly (string | null)[])[],
): { readonly geometry: Geometry; readonly names: Names } {
  const before = previous?.names.count ?? 0;
  const floats = (name: "centreX" | "centreY" | "width" | "rotation" | "height") => {
    const values = new Float32Array(total);
    if (previous !== undefined) values.set(previous.geometry[name]);
    return values;
  };
  const geometry = {
    type: draft.type,
    count: total,
    parent: new Uint32Array(total).fill(NO_ROW),
    centreX: floats("centreX"),
    centreY: floats("centreY"),
    length: new Float32Array(total),
    width: floats("width"),
    rotation: floats("rotation"),
    height: floats("height"),
    polygons: polygonsOf({ draft, ...level }, rows),
  };
  const dtIds = Array.from<string>({ length: total }).fill("");
  const pcs = Array.from<string>({ length: total }).fill("");
  for (let row = 0; row < before; row++) {
    dtIds[row] = previous!.names.dtId(row);
    pcs[row] = previous!.names.pcs(row);
  }
  for (let i = 0; i < draft.count; i++) {
    const row = rows[i]!;
    geometry.parent[row] = parentRow[i]!;
    geometry.centreX[row] = level.centreX[i]!;
    geometry.centreY[row] = level.centreY[i]!;
    geometry.length[row] = level.length[i]!;
    geometry.width[row] = level.width[i]!;
    geometry.rotation[row] = level.rotation[i]!;
    // What the file does not say stays as it is.
    const height = draft.height?.[i] ?? NaN;
    if (!Number.isNaN(height))
      geometry.height[row] = Math.round(height / METRE_STEP) * METRE_STEP + 0;
    const name = draft.pcs[i]!;
    if (name !== "" && !(draft.hasSpareNames && pcs[row] !== "")) pcs[row] = name;
    dtIds[row] = draft.dtId[i] ?? dtIds[row]!;
  }
  let number = nextNumber(draft.type, [...givenIds, dtIds]);
  for (let row = before; row < total; row++) {
    if (dtIds[row] === "") dtIds[row] = `${draft.type}-${number++}`;
  }
  const removedParent = removedParents(geometry.length, previous);
  return {
    geometry: {
      ...geometry,
      ...(removedParent && { removedParent }),
      blockBounds: blockBoundsOf(geometry),
    },
    names: { count: total, dtId: (row) => dtIds[row] ?? "", pcs: (row) => pcs[row] ?? "" },
  };
}
