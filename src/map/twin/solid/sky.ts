// The sky of the 3D view: from the horizon to the zenith, and the ground beyond the grid.
import {
  BoundingSphere,
  Cartesian3,
  ComponentDatatype,
  IndexDatatype,
  Matrix4,
  PrimitiveType,
} from "cesium";
import {
  Buffer,
  BufferUsage,
  DrawCommand,
  Pass,
  RenderState,
  ShaderProgram,
  VertexArray,
  type Context,
} from "../cesium-private.ts";
import { farthestDrawn } from "../cesium-scene.ts";
import { FIELD_OF_VIEW, onPlane, rayOf, type Placed } from "../twin-camera.ts";
import { GROUND_HALF } from "./ground.ts";
import { skyFragmentSource, skyVertexSource } from "./ground-shader.ts";

/** The share of the farthest metres at which it is drawn, and of its volume around that. */
const PLACE = 0.96;
const DEPTH = 0.03;
/** Beyond this share of the grid there may be none. */
const SURE = 0.9;

export type Sky = {
  /** Null where all that is seen is ground of the grid: a sky that is not in view costs nothing. */
  command(placed: Placed, aspect: number): DrawCommand | null;
  destroy(): void;
};

/** True if a corner of the view shows more than the grid of the ground. */
export function isSkySeen(placed: Placed, aspect: number): boolean {
  const size = { width: aspect, height: 1 };
  const corners = [
    [0, 0],
    [aspect, 0],
    [0, 1],
    [aspect, 1],
  ] as const;
  return corners.some(([x, y]) => {
    const at = onPlane(placed.eye, rayOf(placed, size, x, y), placed.base);
    return !at || Math.max(Math.abs(at[0]), Math.abs(at[1])) > SURE * GROUND_HALF;
  });
}

/**
 * @param owner of the command
 * @param frame east, north, up at the plant's origin to Cesium's fixed frame
 * @param inks the uniforms of its colours, `u_ground`, `u_horizon`, `u_zenith`, and of the eye, `u_eye`, `u_base`
 */
export function skyOf(
  context: Context,
  owner: object,
  frame: Matrix4,
  inks: Readonly<Record<string, () => unknown>>,
): Sky {
  const usage = BufferUsage.STATIC_DRAW;
  const vertexArray = new VertexArray({
    context,
    attributes: [
      {
        index: 0,
        vertexBuffer: Buffer.createVertexBuffer({
          context,
          typedArray: Float32Array.of(-1, -1, 1, -1, 1, 1, -1, 1),
          usage,
        }),
        componentsPerAttribute: 2,
        componentDatatype: ComponentDatatype.FLOAT,
      },
    ],
    indexBuffer: Buffer.createIndexBuffer({
      context,
      typedArray: Uint32Array.of(0, 1, 2, 0, 2, 3),
      usage,
      indexDatatype: IndexDatatype.UNSIGNED_INT,
    }),
  });
  const shaderProgram = ShaderProgram.fromCache({
    context,
    vertexShaderSource: skyVertexSource,
    fragmentShaderSource: skyFragmentSource,
    attributeLocations: { corner: 0 },
  });
  const half = Math.tan(FIELD_OF_VIEW / 2);
  const now = {
    forward: new Cartesian3(),
    aside: new Cartesian3(),
    above: new Cartesian3(),
    away: 0,
  };
  const boundingVolume = new BoundingSphere();
  const command = new DrawCommand({
    owner,
    primitiveType: PrimitiveType.TRIANGLES,
    vertexArray,
    count: 6,
    shaderProgram,
    renderState: RenderState.fromCache({ depthTest: { enabled: true }, depthMask: false }),
    uniformMap: {
      ...inks,
      u_forward: () => now.forward,
      u_aside: () => now.aside,
      u_above: () => now.above,
      u_away: () => now.away,
    },
    pass: Pass.OPAQUE,
    modelMatrix: frame,
    boundingVolume,
  });
  return {
    command(placed, aspect) {
      if (!isSkySeen(placed, aspect)) return null;
      const far = farthestDrawn(placed);
      const times = (axis: Placed["forward"], by: number) =>
        new Cartesian3(axis[0] * by, axis[1] * by, axis[2] * by);
      now.forward = times(placed.forward, 1);
      // A little more than the view: its edges are not cut by rounding.
      now.aside = times(placed.right, 1.01 * half * aspect);
      now.above = times(placed.up, 1.01 * half);
      now.away = PLACE * far;
      const [x, y, z] = placed.eye.map((part, axis) => part + placed.forward[axis]! * now.away);
      Matrix4.multiplyByPoint(frame, new Cartesian3(x, y, z), boundingVolume.center);
      boundingVolume.radius = DEPTH * far;
      return command;
    },
    destroy() {
      vertexArray.destroy();
      shaderProgram.destroy();
    },
  };
}
