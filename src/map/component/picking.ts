// Finds the components under the pointer, in a box or in a lasso, from the arrays instead of the GPU.
import type { Geometry } from "../../domain/component/component-index.ts";
import { NO_ROW } from "../../domain/component/component-index.ts";
import { CULL_ROWS, type ComponentMesh } from "../../domain/component/component-mesh.ts";
import { insideRing, nearestOnEdge, ringOf, type PlaneRing } from "../../domain/component/ring.ts";
import { FILTERED_OUT } from "../../state/plant/column/row-flag.ts";

export type Pickable = {
  readonly geometry: Geometry;
  readonly mesh: ComponentMesh;
  /** One byte per row; filtered-out rows are not picked. */
  readonly mask?: Uint8Array | null;
};

/**
 * The row at a point.
 * @param x,y plane metres
 * @param reach metres within which a miss still counts, the nearest outline first; 0 for none
 * @returns the row drawn last where several overlap; NO_ROW where there is none
 */
export function pickPoint(target: Pickable, x: number, y: number, reach = 0): number {
  const { mesh, geometry, mask } = target;
  const { bounds } = mesh;
  let near = NO_ROW;
  let nearest = reach * reach;
  for (let box = bounds.length / 4 - 1; box >= 0; box -= 1) {
    const at = box * 4;
    if (x < bounds[at]! - reach || x > bounds[at + 2]! + reach) continue;
    if (y < bounds[at + 1]! - reach || y > bounds[at + 3]! + reach) continue;
    const end = Math.min(mesh.count, (box + 1) * CULL_ROWS);
    for (let row = end - 1; row >= box * CULL_ROWS; row -= 1) {
      const dx = geometry.centreX[row]! - x;
      const dy = geometry.centreY[row]! - y;
      const length = geometry.length[row]!;
      const radius = length + geometry.width[row]! + 1 + reach;
      if (length === 0 || (mask && mask[row]! & FILTERED_OUT)) continue;
      if (dx * dx + dy * dy > radius * radius) continue;
      const ring = drawnRing(target, row);
      if (insideRing(ring, x, y)) return row;
      const distance = reach > 0 ? squaredDistance(ring, x, y) : Infinity;
      if (distance < nearest || (distance === nearest && near === NO_ROW)) {
        near = row;
        nearest = distance;
      }
    }
  }
  return near;
}

function drawnRing({ geometry, mesh }: Pickable, row: number): PlaneRing {
  const ring = geometry.polygons.rows.length > 0 ? ringOf(geometry, row) : null;
  return ring ?? mesh.positions.subarray(row * 8, row * 8 + 8);
}

/** Of a point from the nearest edge. */
function squaredDistance(ring: PlaneRing, x: number, y: number): number {
  let least = Infinity;
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
    const [px, py] = nearestOnEdge(ring, j, i, x, y);
    least = Math.min(least, (px - x) ** 2 + (py - y) ** 2);
  }
  return least;
}

/**
 * The rows whose centre is in a ring: a lasso, or the corners of a box, also on a rotated map.
 * @returns ascending rows without removed and filtered-out ones
 */
export function pickRing({ geometry, mesh, mask }: Pickable, ring: PlaneRing): Uint32Array {
  if (ring.length < 6) return new Uint32Array(0);
  const { centreX, centreY, length } = geometry;
  const found = new Uint32Array(mesh.count);
  let count = 0;
  const [minX, minY, maxX, maxY] = ringBox(ring);
  for (let box = 0; box * 4 < mesh.bounds.length; box += 1) {
    const at = box * 4;
    const west = mesh.bounds[at]!;
    const south = mesh.bounds[at + 1]!;
    const east = mesh.bounds[at + 2]!;
    const north = mesh.bounds[at + 3]!;
    if (!(west <= maxX && east >= minX && south <= maxY && north >= minY)) continue;
    // Only the edges at the height of this box matter: a freehand lasso has hundreds, a few per box.
    const edges = edgesBetween(ring, south, north);
    const whole =
      !edgesTouch(edges, west, south, east, north) &&
      crossesLeft(edges, (west + east) / 2, (south + north) / 2);
    const end = Math.min(mesh.count, (box + 1) * CULL_ROWS);
    for (let row = box * CULL_ROWS; row < end; row += 1) {
      if (length[row] === 0 || (mask && mask[row]! & FILTERED_OUT)) continue;
      if (whole || crossesLeft(edges, centreX[row]!, centreY[row]!)) found[count++] = row;
    }
  }
  return found.slice(0, count);
}

function ringBox(ring: PlaneRing): [number, number, number, number] {
  const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < ring.length; i += 2) {
    box[0] = Math.min(box[0], ring[i]!);
    box[1] = Math.min(box[1], ring[i + 1]!);
    box[2] = Math.max(box[2], ring[i]!);
    box[3] = Math.max(box[3], ring[i + 1]!);
  }
  return box;
}

/** Edges as x1, y1, x2, y2 whose span of y meets [south, north]. */
function edgesBetween(ring: PlaneRing, south: number, north: number): number[] {
  const edges: number[] = [];
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
    const y1 = ring[j + 1]!;
    const y2 = ring[i + 1]!;
    if (Math.max(y1, y2) < south || Math.min(y1, y2) > north) continue;
    edges.push(ring[j]!, y1, ring[i]!, y2);
  }
  return edges;
}

function edgesTouch(
  edges: readonly number[],
  west: number,
  south: number,
  east: number,
  north: number,
): boolean {
  for (let i = 0; i < edges.length; i += 4) {
    const x1 = edges[i]!;
    const x2 = edges[i + 2]!;
    // The bounding box of the edge is enough: a false positive only costs a test per row.
    if (Math.max(x1, x2) < west || Math.min(x1, x2) > east) continue;
    if (Math.max(edges[i + 1]!, edges[i + 3]!) < south) continue;
    if (Math.min(edges[i + 1]!, edges[i + 3]!) > north) continue;
    return true;
  }
  return false;
}

/** Even-odd rule over loose edges. */
function crossesLeft(edges: readonly number[], x: number, y: number): boolean {
  let inside = false;
  for (let i = 0; i < edges.length; i += 4) {
    const y1 = edges[i + 1]!;
    const y2 = edges[i + 3]!;
    if (y1 > y === y2 > y) continue;
    if (x < ((edges[i]! - edges[i + 2]!) * (y - y2)) / (y1 - y2) + edges[i + 2]!) inside = !inside;
  }
  return inside;
}

/** Corners of a box given by two opposite ones. */
export function boxRing(x1: number, y1: number, x2: number, y2: number): number[] {
  return [x1, y1, x2, y1, x2, y2, x1, y2];
}
