// Which level of the hierarchy a zoom shows, and the rows of it that are in view.
import { CULL_ROWS, type ComponentMesh } from "../../domain/component/component-mesh.ts";

/** A component smaller than this on the screen gives way to its parent. */
export const LEAST_PIXELS = 2;

/** [from, to) metres per pixel at which a level is drawn. */
export type DetailRange = readonly [from: number, to: number];
/** Rows [from, to) in one draw call; both multiples of CULL_ROWS, save the end of the mesh. */
export type RowRange = readonly [from: number, to: number];

/**
 * The range of each level, given the component sizes in metres, finest level first.
 * The ranges cover every scale without overlap; a level no larger than the one below is never drawn.
 */
export function detailRanges(sizes: readonly number[], minPixels = LEAST_PIXELS): DetailRange[] {
  let from = 0;
  return sizes.map((size, index) => {
    const last = index === sizes.length - 1;
    const to = last ? Infinity : Math.max(from, size / minPixels);
    const range: DetailRange = [from, to];
    from = to;
    return range;
  });
}

/** Index of the level drawn at this scale. */
export function levelAt(ranges: readonly DetailRange[], metresPerPixel: number): number {
  return ranges.findIndex(([from, to]) => metresPerPixel >= from && metresPerPixel < to);
}

/** [min x, min y, max x, max y] in plane metres. */
export type PlaneBox = readonly [number, number, number, number];

/** A draw call costs more than a few hundred hidden rows, so ranges nearer than this are merged. */
const MERGE_BOXES = 1;
const MOST_RANGES = 48;

/** The rows whose culling boxes touch the view, as few ascending ranges. */
export function visibleRanges(mesh: Pick<ComponentMesh, "bounds" | "count">, view: PlaneBox) {
  const ranges = touchingBoxes(mesh.bounds, view, MERGE_BOXES);
  let merge = MERGE_BOXES;
  let boxes = ranges;
  while (boxes.length > MOST_RANGES) {
    merge *= 2;
    boxes = touchingBoxes(mesh.bounds, view, merge);
  }
  return boxes.map(([from, to]): RowRange => [
    from * CULL_ROWS,
    Math.min(mesh.count, to * CULL_ROWS),
  ]);
}

function touchingBoxes(bounds: Float32Array, view: PlaneBox, merge: number): [number, number][] {
  const [minX, minY, maxX, maxY] = view;
  const ranges: [number, number][] = [];
  let last: [number, number] | undefined;
  for (let box = 0; box * 4 < bounds.length; box += 1) {
    const at = box * 4;
    const touches =
      bounds[at]! <= maxX &&
      bounds[at + 2]! >= minX &&
      bounds[at + 1]! <= maxY &&
      bounds[at + 3]! >= minY;
    if (!touches) continue;
    if (last && box - last[1] <= merge) last[1] = box + 1;
    else ranges.push((last = [box, box + 1]));
  }
  return ranges;
}
