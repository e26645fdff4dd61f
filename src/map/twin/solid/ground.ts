// The ground of the 3D view: a grid around the plant, finer near it.
import { ComponentDatatype, IndexDatatype } from "cesium";
import type { GroundSurface } from "../../../domain/twin-view/ground-surface.ts";
import {
  Buffer,
  BufferUsage,
  ShaderProgram,
  VertexArray,
  type Context,
} from "../cesium-private.ts";
import { groundFragmentSource, groundVertexSource } from "./ground-shader.ts";

/** Metres from the plant's origin to the edge. */
export const GROUND_HALF = 20_000;
const CELLS = 48;
/** Below the feet of posts. */
const HEIGHT = -0.02;

/** Metres east or north of the grid lines: finer near the plant. */
const usualLines = Array.from({ length: CELLS + 1 }, (_, i) => {
  const share = (2 * i) / CELLS - 1;
  return Math.sign(share) * share ** 2 * GROUND_HALF;
});

/** The lines of the heights, and the usual ones beyond them. */
function linesWith(heights: readonly number[] | undefined): readonly number[] {
  if (!heights) return usualLines;
  const [first = 0, last = 0] = [heights[0], heights.at(-1)];
  return [
    ...usualLines.filter((line) => line < first - 1),
    ...heights,
    ...usualLines.filter((line) => line > last + 1),
  ];
}

/** @param surface null for flat ground */
export function groundOf(context: Context, surface: GroundSurface | null) {
  const [xs, ys] = [linesWith(surface?.xs), linesWith(surface?.ys)];
  const side = xs.length;
  const positions = new Float32Array(side * ys.length * 3);
  const indices = new Uint32Array((side - 1) * (ys.length - 1) * 6);
  let next = 0;
  for (const [row, y] of ys.entries())
    for (const [column, x] of xs.entries()) {
      const at = row * side + column;
      positions.set([x, y, HEIGHT + (surface?.at(x, y) ?? 0)], at * 3);
      if (row === ys.length - 1 || column === side - 1) continue;
      for (const corner of [0, 1, side + 1, 0, side + 1, side]) indices[next++] = at + corner;
    }
  const usage = BufferUsage.STATIC_DRAW;
  return {
    surface,
    count: indices.length,
    vertexArray: new VertexArray({
      context,
      attributes: [
        {
          index: 0,
          vertexBuffer: Buffer.createVertexBuffer({ context, typedArray: positions, usage }),
          componentsPerAttribute: 3,
          componentDatatype: ComponentDatatype.FLOAT,
        },
      ],
      indexBuffer: Buffer.createIndexBuffer({
        context,
        typedArray: indices,
        usage,
        indexDatatype: IndexDatatype.UNSIGNED_INT,
      }),
    }),
    program: ShaderProgram.fromCache({
      context,
      vertexShaderSource: groundVertexSource,
      fragmentShaderSource: groundFragmentSource,
      attributeLocations: { position: 0 },
    }),
  };
}
