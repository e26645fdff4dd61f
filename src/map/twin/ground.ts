// The ground of the 3D view: a grid around the plant, finer near it.
import {
  Buffer,
  BufferUsage,
  ComponentDatatype,
  IndexDatatype,
  ShaderProgram,
  VertexArray,
  type Context,
} from "cesium";
import { groundFragmentSource, groundVertexSource } from "./solid-shader.ts";

/** Metres from the plant's origin to the edge. */
export const GROUND_HALF = 20_000;
const CELLS = 48;
const SIDE = CELLS + 1;
export const GROUND_INDICES = CELLS * CELLS * 6;
/** Below the feet of posts. */
const HEIGHT = -0.02;

/** Metres east or north of a grid line. */
const lineAt = (i: number) => {
  const share = (2 * i) / CELLS - 1;
  return Math.sign(share) * Math.abs(share) ** 2 * GROUND_HALF;
};

export function groundOf(context: Context) {
  const positions = new Float32Array(SIDE * SIDE * 3);
  const indices = new Uint32Array(GROUND_INDICES);
  let next = 0;
  for (let row = 0; row < SIDE; row += 1)
    for (let column = 0; column < SIDE; column += 1) {
      const at = row * SIDE + column;
      positions.set([lineAt(column), lineAt(row), HEIGHT], at * 3);
      if (row === CELLS || column === CELLS) continue;
      for (const corner of [0, 1, SIDE + 1, 0, SIDE + 1, SIDE]) indices[next++] = at + corner;
    }
  const usage = BufferUsage.STATIC_DRAW;
  return {
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
