// Whether polygons are one valid area: OGC Simple Features, validity of a MultiPolygon.
import { boxTree, ringBoxes, type BoxTree } from "./box-tree.ts";
import { ringArea } from "./ring.ts";
import { pointTest, sideBoxes, type PointTest } from "./ring-sides.ts";
import type { Work } from "./ring-sweep.ts";

/** x, y pairs, not closed. */
type Ring = readonly number[];
export type Polygon = { readonly shell: Ring; readonly holes: readonly Ring[] };

export type AreaFault =
  | "area_hole_crosses"
  | "area_hole_outside"
  | "area_polygons_overlap"
  /** So many sides are at the same place that a search would take too long. */
  | "area_too_complex";

/** Steps that a valid area may cost: some, and more for each vertex. */
const FREE_STEPS = 200_000;
const STEPS_PER_VERTEX = 500;

/** Every ring of the polygons; `hole` is -1 for a shell. */
type Part = { readonly ring: Ring; readonly polygon: number; readonly hole: number };

/** The first fault of the polygons, or null. Rings that only touch do not cross. */
export function areaFault(
  polygons: readonly Polygon[],
  work: Work = { steps: 0 },
): AreaFault | null {
  const parts = polygons.flatMap(({ shell, holes }, polygon): Part[] => [
    { ring: shell, polygon, hole: -1 },
    ...holes.map((ring, hole) => ({ ring, polygon, hole })),
  ]);
  if (parts.length === 1) return null;
  const vertices = parts.reduce((sum, { ring }) => sum + ring.length / 2, 0);
  const most = work.steps + FREE_STEPS + STEPS_PER_VERTEX * vertices;
  const isOver = () => work.steps > most;

  const crossing = crossingFault(parts, work, isOver);
  if (crossing !== null) return crossing;
  const tests = new Map<Ring, PointTest>();
  /** True if most vertices of `inner` are inside `outer`: single ones may touch its edge. */
  const liesIn = (inner: Ring, outer: Ring) => {
    let test = tests.get(outer);
    if (test === undefined) tests.set(outer, (test = pointTest(outer, 0, outer.length / 2, work)));
    let inside = 0;
    for (let v = 0; v < inner.length; v += 2) if (test(inner[v]!, inner[v + 1]!)) inside += 1;
    return inside * 4 > inner.length;
  };
  for (const { shell, holes } of polygons) {
    for (const hole of holes) {
      if (!liesIn(hole, shell)) return "area_hole_outside";
      if (isOver()) return "area_too_complex";
    }
  }
  const shells = treeOf(
    parts.filter(({ hole }) => hole < 0),
    work,
  );
  const holes = treeOf(
    parts.filter(({ hole }) => hole >= 0),
    work,
  );
  const sizes = polygons.map(({ shell }) => Math.abs(ringArea(shell, 0, shell.length / 2)));
  let fault: AreaFault | null = null;
  for (const [small, { shell }] of polygons.entries()) {
    shells.around(shell, ({ ring, polygon: large }) => {
      const isLarger =
        sizes[large]! > sizes[small]! || (sizes[large] === sizes[small] && large < small);
      if (large === small || !isLarger || !liesIn(shell, ring)) return isOver();
      let isIsland = false;
      holes.around(shell, (hole) => {
        if (hole.polygon === large && liesIn(shell, hole.ring)) isIsland = true;
        return isIsland || isOver();
      });
      if (!isIsland) fault = "area_polygons_overlap";
      return !isIsland || isOver();
    });
    if (isOver()) return "area_too_complex";
    if (fault !== null) return fault;
  }
  return null;
}

/** Finds the parts whose bounding boxes share a point with that of a ring, until `visit` returns true. */
function treeOf(parts: readonly Part[], work: Work) {
  const xy = parts.flatMap(({ ring }) => ring);
  const offsets = [0];
  for (const { ring } of parts) offsets.push(offsets.at(-1)! + ring.length / 2);
  const tree: BoxTree = boxTree(ringBoxes(xy, offsets), work);
  return {
    around(ring: Ring, visit: (part: Part) => boolean) {
      const [minX, minY, maxX, maxY] = ringBoxes(ring, [0, ring.length / 2]) as unknown as [
        number,
        number,
        number,
        number,
      ];
      tree.search(minX, minY, maxX, maxY, (at) => (visit(parts[at]!) ? -1 : Infinity));
    },
  };
}

/** A crossing of a hole and its shell, or of two shells. */
function crossingFault(
  parts: readonly Part[],
  work: Work,
  isOver: () => boolean,
): AreaFault | null {
  const sides = parts.reduce((sum, { ring }) => sum + ring.length / 2, 0);
  const boxes = new Float64Array(sides * 4);
  const partOf = new Uint32Array(sides);
  const first = new Uint32Array(parts.length);
  let at = 0;
  for (const [index, { ring }] of parts.entries()) {
    first[index] = at;
    boxes.set(sideBoxes(ring, 0, ring.length / 2), at * 4);
    partOf.fill(index, at, at + ring.length / 2);
    at += ring.length / 2;
  }
  const tree = boxTree(boxes, work);
  let fault: AreaFault | null = null;
  for (let side = 0; side < sides && fault === null; side++) {
    const one = parts[partOf[side]!]!;
    const box = side * 4;
    tree.search(boxes[box]!, boxes[box + 1]!, boxes[box + 2]!, boxes[box + 3]!, (found) => {
      if (isOver()) fault = "area_too_complex";
      if (found >= side) return fault === null ? side : -1;
      const other = parts[partOf[found]!]!;
      const areShells = one.hole < 0 && other.hole < 0;
      const isHoleOfShell = one.polygon === other.polygon && one.hole < 0 !== other.hole < 0;
      if ((areShells && one !== other) || isHoleOfShell) {
        const [k, l] = [side - first[partOf[side]!]!, found - first[partOf[found]!]!];
        if (sidesCross(one.ring, k, other.ring, l)) {
          fault = areShells ? "area_polygons_overlap" : "area_hole_crosses";
        }
      }
      return fault === null ? side : -1;
    });
  }
  return fault;
}

function turn(ring: Ring, a: number, b: number, x: number, y: number): number {
  const ax = ring[a * 2]!;
  const ay = ring[a * 2 + 1]!;
  return (ring[b * 2]! - ax) * (y - ay) - (ring[b * 2 + 1]! - ay) * (x - ax);
}

/** True if the side that ends at vertex i of a ring crosses the one that ends at vertex k of the other. */
function sidesCross(ring: Ring, i: number, other: Ring, k: number): boolean {
  const j = (i === 0 ? ring.length / 2 : i) - 1;
  const l = (k === 0 ? other.length / 2 : k) - 1;
  const first = turn(ring, j, i, other[k * 2]!, other[k * 2 + 1]!);
  const second = turn(ring, j, i, other[l * 2]!, other[l * 2 + 1]!);
  const third = turn(other, l, k, ring[i * 2]!, ring[i * 2 + 1]!);
  const fourth = turn(other, l, k, ring[j * 2]!, ring[j * 2 + 1]!);
  return first * second < 0 && third * fourth < 0;
}
