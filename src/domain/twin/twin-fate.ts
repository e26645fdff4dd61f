// What an import did to each component of one type.
import { NO_ROW, type Geometry, type Names } from "../component/component-index.ts";
import type { ComponentType } from "../component/component.ts";
import { polygonIndex, ringOfRow } from "../geometry/geometry-rows.ts";
import type { PreviousLevel } from "./twin-match.ts";

/**
 * `absent`: removed by an earlier import, and still removed. `changed`: the same place, but another name,
 * parent, height or outline. A component has exactly one fate.
 */
export const fates = ["absent", "kept", "new", "changed", "moved", "removed", "returned"] as const;
export type Fate = (typeof fates)[number];

export type TypeChanges = Readonly<Record<Exclude<Fate, "absent">, number>> & {
  readonly component_type: ComponentType;
  /** Components without a parent although their parent type is present. */
  readonly orphans: number;
};

/** Metres. Files round coordinates to about a centimetre, so smaller differences are none. */
const SAME_OUTLINE_M = 0.05;

/** Whether each point of `a` has one of `b` at its place, and the other way round. */
function isSameRing(a: readonly number[], b: readonly number[]): boolean {
  const covers = (one: readonly number[], other: readonly number[]) => {
    for (let i = 0; i < one.length; i += 2) {
      let isFound = false;
      for (let k = 0; k < other.length && !isFound; k += 2) {
        isFound = Math.hypot(one[i]! - other[k]!, one[i + 1]! - other[k + 1]!) <= SAME_OUTLINE_M;
      }
      if (!isFound) return false;
    }
    return true;
  };
  return a.length === b.length && covers(a, b) && covers(b, a);
}

/**
 * The fate of each row as an index into `fates`.
 * @param isMade outlines are drawn around children; they change with them, and do not move
 */
export function fatesOf(
  before: PreviousLevel | undefined,
  geometry: Geometry,
  names: Names,
  isMade = false,
): Uint8Array {
  const fate = new Uint8Array(geometry.count);
  const polygons = polygonIndex(geometry);
  const polygonsBefore = before === undefined ? null : polygonIndex(before.geometry);
  const survivor = ({ geometry: old, names: oldNames }: PreviousLevel, row: number): Fate => {
    const dx = geometry.centreX[row]! - old.centreX[row]!;
    const dy = geometry.centreY[row]! - old.centreY[row]!;
    if (Math.hypot(dx, dy) > SAME_OUTLINE_M) return isMade ? "changed" : "moved";
    const isSame =
      geometry.parent[row] === old.parent[row] &&
      names.pcs(row) === oldNames.pcs(row) &&
      Math.abs(geometry.height[row]! - old.height[row]!) <= SAME_OUTLINE_M;
    if (!isSame) return "changed";
    const [at, atBefore] = [polygons[row]!, polygonsBefore![row]!];
    const isEqual =
      at === NO_ROW &&
      atBefore === NO_ROW &&
      geometry.length[row] === old.length[row] &&
      geometry.width[row] === old.width[row] &&
      geometry.rotation[row] === old.rotation[row];
    const ring = () => ringOfRow(geometry, row, at);
    return isEqual || isSameRing(ring(), ringOfRow(old, row, atBefore)) ? "kept" : "changed";
  };
  for (let row = 0; row < geometry.count; row++) {
    const isHere = geometry.length[row] !== 0;
    const known = before !== undefined && row < before.geometry.count ? before : null;
    const wasHere = known !== null && known.geometry.length[row] !== 0;
    const found: Fate = isHere
      ? known === null
        ? "new"
        : wasHere
          ? survivor(known, row)
          : "returned"
      : wasHere
        ? "removed"
        : "absent";
    fate[row] = fates.indexOf(found);
  }
  return fate;
}

/** Components by fate. */
export function changesOf(
  component_type: ComponentType,
  fate: Uint8Array,
  orphans: number,
): TypeChanges {
  const counts = fates.map(() => 0);
  for (const code of fate) counts[code]! += 1;
  const count = (name: Fate) => counts[fates.indexOf(name)]!;
  return {
    component_type,
    kept: count("kept"),
    new: count("new"),
    changed: count("changed"),
    moved: count("moved"),
    removed: count("removed"),
    returned: count("returned"),
    orphans,
  };
}
