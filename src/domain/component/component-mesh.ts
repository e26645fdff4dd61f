// The triangle mesh of one component type, for drawing and picking.
//
// A rectangle has four vertices in row order, so that row = vertex / 4 and a vertex stores only its
// position. Components that are no rectangles are in a second, smaller mesh with a row per vertex; their
// rectangle is collapsed to a point.
import earcut from "earcut";
import { upperMedianOf } from "../median.ts";
import type { ComponentType } from "./component.ts";
import type { Geometry, Polygons } from "./component-index.ts";

/** Rows per culling box: a sixteenth of a block, so that a close view draws hundreds, not thousands. */
export const CULL_ROWS = 256;

/**
 * Minimum width in metres at which a type is drawn and picked. An absorber tube is 12 cm wide on the axis
 * of a trough six metres wide: at its real width it could be neither seen nor clicked.
 */
const drawnWidths: Partial<Record<ComponentType, number>> = { absorber_tube: 1.2 };

export type ComponentMesh = {
  readonly type: ComponentType;
  readonly count: number;
  /** Four corners by row as drawn, 8 floats each, counter-clockwise, plane metres. */
  readonly positions: Float32Array;
  /** [min x, min y, max x, max y] per CULL_ROWS rows in plane metres; empty: [Inf, Inf, -Inf, -Inf]. */
  readonly bounds: Float32Array;
  /** [min x, min y, max x, max y] of all rows; the empty box without rows. */
  readonly extent: readonly [number, number, number, number];
  /** Median square root of the area of a component as drawn, in metres; 0 without components. */
  readonly size: number;
  /** Median short side of a component as drawn, in metres; 0 without components. */
  readonly breadth: number;
  readonly polygons: PolygonMesh | null;
};

export type PolygonMesh = {
  /** x, y pairs in plane metres. */
  readonly positions: Float32Array;
  /** Row by vertex. */
  readonly rows: Float32Array;
  /** Three vertices per triangle, in row order. */
  readonly indices: Uint32Array;
  /** First index of each culling box, and the number of indices at the end. */
  readonly firstIndex: Uint32Array;
};

/** All buffers of a mesh, to transfer it from a worker to the page without a copy. */
export function meshBuffers(mesh: ComponentMesh): ArrayBuffer[] {
  const { polygons } = mesh;
  const arrays = [mesh.positions, mesh.bounds];
  const rest = polygons
    ? [polygons.positions, polygons.rows, polygons.indices, polygons.firstIndex]
    : [];
  return [...arrays, ...rest].map((array) => array.buffer as ArrayBuffer);
}

/** The mesh of a component type; removed rows draw nothing. */
export function buildComponentMesh(geometry: Geometry): ComponentMesh {
  const { count, centreX, centreY, length, width, rotation } = geometry;
  const leastWidth = drawnWidths[geometry.type] ?? 0;
  const positions = new Float32Array(count * 8);
  let angle = NaN;
  let cos = 1;
  let sin = 0;
  for (let row = 0; row < count; row += 1) {
    const turn = rotation[row]!;
    // Most neighbours have the same direction, so the last cosine and sine are reused.
    if (turn !== angle) {
      angle = turn;
      cos = Math.cos(turn);
      sin = Math.sin(turn);
    }
    const x = centreX[row]!;
    const y = centreY[row]!;
    const along = length[row]! / 2;
    const across = along === 0 ? 0 : Math.max(leastWidth, width[row]!) / 2;
    const ax = along * cos;
    const ay = along * sin;
    const bx = -across * sin;
    const by = across * cos;
    const at = row * 8;
    positions[at] = x - ax - bx;
    positions[at + 1] = y - ay - by;
    positions[at + 2] = x + ax - bx;
    positions[at + 3] = y + ay - by;
    positions[at + 4] = x + ax + bx;
    positions[at + 5] = y + ay + by;
    positions[at + 6] = x - ax + bx;
    positions[at + 7] = y - ay + by;
  }
  const bounds = cullBounds(geometry, positions);
  const polygons = buildPolygonMesh(geometry.polygons, count);
  collapse(geometry, positions);
  return {
    type: geometry.type,
    count,
    positions,
    bounds,
    extent: extentOf(bounds),
    size: medianMeasure(geometry, (length, width) => Math.sqrt(length * width)),
    breadth: medianMeasure(geometry, Math.min),
    polygons,
  };
}

function cullBounds({ count, length }: Geometry, positions: Float32Array): Float32Array {
  const boxes = Math.ceil(count / CULL_ROWS);
  const bounds = new Float32Array(boxes * 4);
  for (let box = 0; box < boxes; box += 1) {
    let minX = Infinity;
    let minY = Infinity;
    let maxX = -Infinity;
    let maxY = -Infinity;
    const end = Math.min(count, (box + 1) * CULL_ROWS);
    for (let row = box * CULL_ROWS; row < end; row += 1) {
      if (length[row] === 0) continue;
      for (let at = row * 8; at < row * 8 + 8; at += 2) {
        const x = positions[at]!;
        const y = positions[at + 1]!;
        if (x < minX) minX = x;
        if (x > maxX) maxX = x;
        if (y < minY) minY = y;
        if (y > maxY) maxY = y;
      }
    }
    bounds[box * 4] = minX;
    bounds[box * 4 + 1] = minY;
    bounds[box * 4 + 2] = maxX;
    bounds[box * 4 + 3] = maxY;
  }
  return bounds;
}

function extentOf(bounds: Float32Array): [number, number, number, number] {
  const extent: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at < bounds.length; at += 4) {
    extent[0] = Math.min(extent[0], bounds[at]!);
    extent[1] = Math.min(extent[1], bounds[at + 1]!);
    extent[2] = Math.max(extent[2], bounds[at + 2]!);
    extent[3] = Math.max(extent[3], bounds[at + 3]!);
  }
  return extent;
}

/** Rows with a polygon of their own become a point, which draws nothing; removed rows are one already. */
function collapse({ centreX, centreY, polygons }: Geometry, to: Float32Array): void {
  for (const row of polygons.rows) {
    for (let at = row * 8; at < row * 8 + 8; at += 2) {
      to[at] = centreX[row]!;
      to[at + 1] = centreY[row]!;
    }
  }
}

function medianMeasure(
  { type, count, length, width }: Geometry,
  measure: (length: number, width: number) => number,
): number {
  const leastWidth = drawnWidths[type] ?? 0;
  // A sample of a few thousand rows is enough to choose a level of detail.
  const stride = Math.max(1, Math.floor(count / 4096));
  const sizes: number[] = [];
  for (let row = 0; row < count; row += stride) {
    if (length[row]! > 0) sizes.push(measure(length[row]!, Math.max(leastWidth, width[row]!)));
  }
  return sizes.length === 0 ? 0 : upperMedianOf(sizes);
}

function buildPolygonMesh({ rows, offsets, xy }: Polygons, count: number): PolygonMesh | null {
  if (rows.length === 0) return null;
  const boxes = Math.ceil(count / CULL_ROWS);
  const firstIndex = new Uint32Array(boxes + 1);
  const vertexRows = new Float32Array(xy.length / 2);
  const indices: number[] = [];
  let box = 0;
  rows.forEach((row, ring) => {
    const start = offsets[ring]!;
    const end = offsets[ring + 1]!;
    while (box <= Math.floor(row / CULL_ROWS)) firstIndex[box++] = indices.length;
    vertexRows.fill(row, start, end);
    // Relative to the first vertex: earcut compares areas, and far from the origin they cancel.
    const x0 = xy[start * 2]!;
    const y0 = xy[start * 2 + 1]!;
    const flat: number[] = [];
    for (let at = start; at < end; at += 1) flat.push(xy[at * 2]! - x0, xy[at * 2 + 1]! - y0);
    for (const vertex of earcut(flat)) indices.push(start + vertex);
  });
  while (box <= boxes) firstIndex[box++] = indices.length;
  return {
    positions: xy.slice(),
    rows: vertexRows,
    indices: Uint32Array.from(indices),
    firstIndex,
  };
}
