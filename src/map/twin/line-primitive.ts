// Draws lines and dots in a Cesium scene: routes, outlines, rays of cameras.
import {
  BlendingState,
  BoundingSphere,
  Cartesian3,
  ComponentDatatype,
  IndexDatatype,
  Matrix4,
  PrimitiveType,
} from "cesium";
import type { Rgba } from "../../domain/colour/colour.ts";
import {
  Buffer,
  BufferUsage,
  DrawCommand,
  Pass,
  RenderState,
  ShaderProgram,
  VertexArray,
  type Context,
  type FrameState,
  type ScenePrimitive,
} from "./cesium-private.ts";
import { attributeLocations, fragmentSource, vertexSource } from "./line-shader.ts";
import type { Point3 } from "./twin-camera.ts";

export type SceneLine = {
  /** East, north, up in metres from the plant's origin. Two points at one place are a dot. */
  readonly points: readonly Point3[];
  /** The colour at each point, or one for all. */
  readonly inks: readonly Rgba[];
  /** CSS pixels, the rim included. */
  readonly width_px: number;
  /** The colour of the outermost pixel on each side. */
  readonly rim?: Rgba;
};

/** A dot, as wide as `width_px`. */
export const dotAt = (point: Point3, ink: Rgba, width_px: number, rim?: Rgba): SceneLine => ({
  points: [point, point],
  inks: [ink],
  width_px,
  ...(rim && { rim }),
});

const FLOATS = 17;
const BYTES = 4;
const clear: Rgba = [0, 0, 0, 0];
/** The attributes as they lie beside each other: how many numbers each has. */
const parts = [3, 3, 4, 4, 3] as const;

/** Four corners for each segment, `FLOATS` numbers each, in the order of `parts`. */
export function lineVertices(lines: readonly SceneLine[]): Float32Array<ArrayBuffer> {
  const segments = lines.reduce((sum, { points }) => sum + Math.max(0, points.length - 1), 0);
  const vertices = new Float32Array(segments * 4 * FLOATS);
  let at = 0;
  const put = (numbers: readonly number[]) => {
    vertices.set(numbers, at);
    at += numbers.length;
  };
  for (const { points, inks, width_px, rim = clear } of lines) {
    const inkAt = (i: number) => (inks[i] ?? inks[0] ?? clear).map((part) => part / 255);
    const rimInk = rim.map((part) => part / 255);
    for (let i = 1; i < points.length; i += 1) {
      for (const end of [0, 1]) {
        for (const side of [-1, 1]) {
          put(points[i - 1]!);
          put(points[i]!);
          put(inkAt(i - 1 + end));
          put(rimInk);
          put([end, side, width_px]);
        }
      }
    }
  }
  return vertices;
}

function lineIndices(segments: number): Uint32Array<ArrayBuffer> {
  const indices = new Uint32Array(segments * 6);
  for (let i = 0; i < segments; i += 1) {
    indices.set(
      [0, 1, 2, 2, 1, 3].map((corner) => i * 4 + corner),
      i * 6,
    );
  }
  return indices;
}

type Uploaded = {
  readonly lines: readonly SceneLine[];
  readonly vertexArray: VertexArray | null;
  readonly count: number;
  readonly bounds: BoundingSphere;
};

/**
 * @param frame east, north, up at the plant's origin to Cesium's fixed frame
 * @param viewNow metres per CSS pixel one metre before the eye; null draws nothing
 * @param linesNow the lines of this frame; they are sent to the GPU again when it answers another list
 * @param isAlwaysSeen nothing hides them: marks that are looked for
 */
export function linePrimitive(
  frame: Matrix4,
  viewNow: () => { readonly perPixelAt1: number } | null,
  linesNow: () => readonly SceneLine[],
  isAlwaysSeen = false,
): ScenePrimitive {
  let program: ShaderProgram | null = null;
  let held: Uploaded | null = null;
  let isEnded = false;
  const drop = () => {
    held?.vertexArray?.destroy();
    held = null;
  };
  const primitive: ScenePrimitive = {
    update({ context, commandList, passes }: FrameState) {
      const view = viewNow();
      if (!view || !passes.render) return;
      const lines = linesNow();
      if (held?.lines !== lines) {
        drop();
        held = upload(context, lines);
      }
      const { vertexArray, count, bounds } = held;
      if (!vertexArray) return;
      program ??= ShaderProgram.fromCache({
        context,
        vertexShaderSource: vertexSource,
        fragmentShaderSource: fragmentSource,
        attributeLocations,
      });
      commandList.push(
        new DrawCommand({
          owner: primitive,
          primitiveType: PrimitiveType.TRIANGLES,
          vertexArray,
          count,
          shaderProgram: program,
          // Solids hide lines; lines do not hide each other, for their soft edges would be seen.
          renderState: RenderState.fromCache({
            depthTest: { enabled: !isAlwaysSeen },
            depthMask: false,
            blending: BlendingState.ALPHA_BLEND,
          }),
          uniformMap: { u_pixel: () => view.perPixelAt1 },
          pass: Pass.TRANSLUCENT,
          modelMatrix: frame,
          boundingVolume: BoundingSphere.transform(bounds, frame, new BoundingSphere()),
        }),
      );
    },
    isDestroyed: () => isEnded,
    destroy() {
      isEnded = true;
      drop();
      program?.destroy();
    },
  };
  return primitive;
}

function upload(context: Context, lines: readonly SceneLine[]): Uploaded {
  const typedArray = lineVertices(lines);
  const segments = typedArray.length / FLOATS / 4;
  const points = lines.flatMap((line) => line.points.map((point) => new Cartesian3(...point)));
  const bounds = BoundingSphere.fromPoints(points);
  if (segments === 0) return { lines, vertexArray: null, count: 0, bounds };
  const vertexBuffer = Buffer.createVertexBuffer({
    context,
    typedArray,
    usage: BufferUsage.STATIC_DRAW,
  });
  const attributes = parts.map((componentsPerAttribute, index) => ({
    index,
    vertexBuffer,
    componentsPerAttribute,
    componentDatatype: ComponentDatatype.FLOAT,
    strideInBytes: FLOATS * BYTES,
    offsetInBytes: parts.slice(0, index).reduce((sum, part) => sum + part, 0) * BYTES,
  }));
  const indexBuffer = Buffer.createIndexBuffer({
    context,
    typedArray: lineIndices(segments),
    usage: BufferUsage.STATIC_DRAW,
    indexDatatype: IndexDatatype.UNSIGNED_INT,
  });
  return {
    lines,
    vertexArray: new VertexArray({ context, attributes, indexBuffer }),
    count: segments * 6,
    bounds,
  };
}
