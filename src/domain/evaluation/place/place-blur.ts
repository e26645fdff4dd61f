// What a blurred picture shows of the edges of components.
//
// The pattern of the edges is for sharp pictures: rough at an edge, even beside it. A blur makes a ramp of each edge.
// The slopes on both sides of a narrow gap then lie further apart than its edges, and its middle is even. A sharp
// pattern fits one of the two slopes: the place was up to 9 cm wrong along the row, and often in all windows alike. So
// the pattern is blurred as the picture is.
import type { Picture } from "./place-feature.ts";

/** Standard deviations in pixels that are compared. */
export const PLACE_BLURS = [0.55, 0.8, 1.1, 1.5, 2, 2.7] as const;

/** Standard deviations up to which the normal curve is summed up. */
const REACH = 3;
/** Cover over two pixels below which a slope is noise. */
const LEAST_SLOPE = 0.03;

/**
 * Logarithm of the slopes of what components cover, seen through a Gaussian blur, less their faces: both weigh the
 * same, as in `Pattern.edges`.
 */
export function softEdges({ width, height, values }: Picture, sigma: number): Picture {
  const kernel = kernelOf(sigma);
  const soft = softenedDown(softenedAcross(values, kernel, width), kernel, width);
  const edges = new Float32Array(values.length);
  let [edge, face] = [0, 0];
  for (let row = 1; row < height - 1; row++) {
    for (let at = row * width + 1; at < (row + 1) * width - 1; at++) {
      const slope = Math.hypot(
        soft[at + 1]! - soft[at - 1]!,
        soft[at + width]! - soft[at - width]!,
      );
      edges[at] = Math.log1p(slope / LEAST_SLOPE);
      edge += edges[at]!;
      face += soft[at]!;
    }
  }
  const weight = face > 0 ? edge / face : 0;
  for (let at = 0; at < edges.length; at++) edges[at]! -= weight * soft[at]!;
  return { width, height, values: edges };
}

/** Weights of a value and of those to one side; all of them together are 1. */
function kernelOf(sigma: number): readonly number[] {
  const kernel = Array.from({ length: Math.ceil(REACH * sigma) + 1 }, (_, at) =>
    Math.exp(-0.5 * (at / sigma) ** 2),
  );
  const whole = kernel.reduce((sum, one, at) => sum + (at === 0 ? one : 2 * one), 0);
  return kernel.map((one) => one / whole);
}

/** Nothing lies beyond the picture. */
function softenedAcross(values: Float32Array, kernel: readonly number[], width: number) {
  const soft = new Float32Array(values.length);
  for (let from = 0; from < values.length; from += width) {
    for (let column = 0; column < width; column++) {
      const at = from + column;
      let sum = values[at]! * kernel[0]!;
      for (let k = 1; k < kernel.length; k++) {
        if (column >= k) sum += kernel[k]! * values[at - k]!;
        if (column + k < width) sum += kernel[k]! * values[at + k]!;
      }
      soft[at] = sum;
    }
  }
  return soft;
}

/** Row by row: what lies together is read together. */
function softenedDown(values: Float32Array, kernel: readonly number[], width: number) {
  const soft = new Float32Array(values.length);
  for (let k = 1 - kernel.length; k < kernel.length; k++) {
    const weight = kernel[Math.abs(k)]!;
    const end = Math.min(values.length, values.length - k * width);
    for (let at = Math.max(0, -k * width); at < end; at++)
      soft[at]! += weight * values[at + k * width]!;
  }
  return soft;
}
