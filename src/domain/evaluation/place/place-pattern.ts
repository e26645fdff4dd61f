// The pattern that the components of a plant make in a window of a raster.
import { visitSpans, windowOf } from "../zone.ts";
import type { Picture } from "./place-feature.ts";

export type Pattern = {
  /** Share of each pixel that components cover. */
  readonly cover: Picture;
  /** -1 on the face of a component, positive along its edge, 0 elsewhere; the edges weigh as much as the faces. */
  readonly edges: Picture;
};

/** Each pixel is sampled this many times along each side: gaps between modules are narrower than a pixel. */
const PARTS = 5;
/** Pixels from the edge of a component at which its face begins, and at which its edge ends. */
const FACE = 1.5;
const EDGE = 0.8;

/**
 * Share of each pixel that components cover.
 * @param rings of the components in pixels of the window
 */
export function coverOf(
  rings: readonly Float64Array[],
  { width, height }: Pick<Picture, "width" | "height">,
): Picture {
  const cover = new Float32Array(width * height);
  const fine = { width: width * PARTS, height: height * PARTS };
  const share = PARTS ** -2;
  for (const ring of rings) {
    const own = ring.map((value) => value * PARTS);
    const around = windowOf(own, fine);
    if (!around) continue;
    visitSpans(own, around, 0, (row, first, last) => {
      const from = Math.floor(row / PARTS) * width;
      const [begin, end] = [Math.floor(first / PARTS), Math.floor(last / PARTS)];
      for (let at = from + begin; at <= from + end; at++) cover[at]! += share * PARTS;
      // Of the first and the last pixel only a part.
      cover[from + begin]! -= share * (first - begin * PARTS);
      cover[from + end]! -= share * ((end + 1) * PARTS - 1 - last);
    });
  }
  return { width, height, values: cover };
}

/** @param rings of the components in pixels of the window */
export function patternOf(
  rings: readonly Float64Array[],
  size: Pick<Picture, "width" | "height">,
): Pattern {
  const { width, height } = size;
  const edges = new Float32Array(width * height);
  let [face, edge] = [0, 0];
  for (const ring of rings) {
    const window = windowOf(ring, size);
    if (!window) continue;
    visitSpans(ring, window, 0, (row, first, last) => {
      for (let at = row * width + first; at <= row * width + last; at++) edges[at] = 1;
      edge += last - first + 1;
    });
    visitSpans(ring, window, EDGE, (row, first, last) => {
      for (let at = row * width + first; at <= row * width + last; at++) edges[at] = 0;
      edge -= last - first + 1;
    });
    visitSpans(ring, window, FACE, (row, first, last) => {
      for (let at = row * width + first; at <= row * width + last; at++) edges[at] = -1;
      face += last - first + 1;
    });
  }
  const weight = edge > 0 ? face / edge : 0;
  return {
    cover: coverOf(rings, size),
    edges: { width, height, values: edges.map((one) => (one > 0 ? weight : one)) },
  };
}
