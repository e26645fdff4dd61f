// Draws the plant's solids and the ground in a Cesium scene.
import {
  BoundingSphere,
  Cartesian2,
  Cartesian3,
  Cartesian4,
  DrawCommand,
  Matrix4,
  Pass,
  PrimitiveType,
  RenderState,
  ShaderProgram,
  type Context,
  type FrameState,
  type VertexArray,
  type ScenePrimitive,
} from "cesium";
import type { Dimensions } from "../../domain/twin-view/dimension.ts";
import type { GroundSurface } from "../../domain/twin-view/ground-surface.ts";
import type { Pose } from "../../domain/twin-view/pose.ts";
import type { DrawnLevel } from "./drawn-level.ts";
import { gpuTextures, type GpuTextures } from "./gpu-textures.ts";
import { GROUND_HALF, groundOf } from "./ground.ts";
import { reachOf, solidPieces, type Piece } from "./solid-pieces.ts";
import { attributeLocations, fragmentSource, vertexSource } from "./solid-shader.ts";
import { upload, type OnGpu } from "./solid-upload.ts";
import type { Placed } from "./twin-camera.ts";

/** Red, green, blue, opacity from 0 to 1. */
export type Ink = readonly [number, number, number, number];

export type SolidScene = {
  readonly levels: readonly DrawnLevel[];
  readonly pose: Pose;
  readonly dimensions: Dimensions;
  /** Null for flat ground. */
  readonly ground: GroundSurface | null;
  readonly placed: Placed;
  /** Metres per pixel one metre before the eye. */
  readonly perPixelAt1: number;
  /** Towards the sun; east, north, up. */
  readonly sun: readonly [number, number, number];
  readonly inks: {
    readonly missing: Ink;
    readonly select: Ink;
    readonly ground: Ink;
    readonly sky: Ink;
  };
  /** Of the components, 0 to 1: nothing shines through a solid, so they fade to the ground's colour. */
  readonly opacity: number;
  /** Patterns for severity beside the colours. */
  readonly pattern: boolean;
  /** The components throw shadows on the ground; they keep the colours of the legend themselves. */
  readonly shadows: boolean;
};

/** Light from the north-west, as on maps, while the sun is down. */
const MAP_LIGHT = [-0.5, 0.5, 0.7] as const;
const by = { ramp: 0, class: 1, severity: 2 } as const;

/**
 * @param frame east, north, up at the plant's origin to Cesium's fixed frame
 * @param sceneNow what is drawn now; null draws nothing
 * @param askFrame asks for another frame, where pieces are missing
 */
export function solidPrimitive(
  frame: Matrix4,
  sceneNow: () => SolidScene | null,
  askFrame: () => void,
): ScenePrimitive & { pieces: ReadonlyMap<string, Piece>; count: { commands: number } } {
  const onGpu = new Map<Piece, OnGpu>();
  const pieces = solidPieces((piece) => {
    onGpu.get(piece)?.vertexArray.destroy();
    onGpu.delete(piece);
  });
  const count = { commands: 0 };
  let textures: GpuTextures | null = null;
  let program: ShaderProgram | null = null;
  let ground: ReturnType<typeof groundOf> | null = null;
  let isEnded = false;
  const primitive = {
    pieces: pieces.built,
    count,
    update({ context, commandList, passes }: FrameState) {
      const scene = sceneNow();
      if (!scene || !passes.render) return;
      textures ??= gpuTextures(context);
      program ??= programOf(context, vertexSource, fragmentSource, attributeLocations);
      if (ground?.surface !== scene.ground) {
        ground?.program.destroy();
        ground?.vertexArray.destroy();
        ground = null;
      }
      ground ??= groundOf(context, scene.ground);
      const groundInks = {
        u_ground: () => vector(scene.inks.ground),
        u_sky: () => vector(scene.inks.sky),
        u_eye: () => new Cartesian3(...scene.placed.eye),
        u_relief: () => (scene.ground ? 1 : 0),
        u_light: () => new Cartesian3(...(scene.sun[2] > 0 ? scene.sun : MAP_LIGHT)),
      };
      const { levels, perPixelAt1 } = scene;
      const { drawn, isMissing } = pieces.frame(levels, scene, perPixelAt1);
      const uniformMaps = new Map<DrawnLevel, Readonly<Record<string, () => unknown>>>();
      for (const { level, piece } of drawn) {
        const { indices } = piece.solids;
        if (indices.length === 0) continue;
        const uniformMap = uniformMaps.get(level) ?? uniformsOf(level, scene, textures);
        uniformMaps.set(level, uniformMap);
        const held = onGpu.get(piece) ?? upload(context, piece.solids);
        onGpu.set(piece, held);
        commandList.push(
          command(primitive, frame, {
            ...held,
            program,
            uniformMap,
            count: indices.length,
            shadow: scene.shadows ? "casts" : null,
          }),
        );
      }
      // What stands on the ground hides it, so the ground comes last.
      commandList.push(
        command(primitive, frame, {
          ...ground,
          uniformMap: groundInks,
          shadow: scene.shadows ? "receives" : null,
          bounds: new BoundingSphere(Cartesian3.ZERO, GROUND_HALF * 1.5),
        }),
      );
      count.commands = drawn.length;
      textures.sweep();
      if (isMissing) askFrame();
    },
    isDestroyed: () => isEnded,
    destroy() {
      isEnded = true;
      pieces.clear();
      textures?.destroy();
      program?.destroy();
      ground?.program.destroy();
      ground?.vertexArray.destroy();
    },
  };
  return primitive;
}

let renderState: RenderState | null = null;
/** Asked for once there is a context. */
const depthTested = () => (renderState ??= RenderState.fromCache({ depthTest: { enabled: true } }));

function command(
  owner: object,
  modelMatrix: Matrix4,
  drawn: {
    vertexArray: VertexArray;
    program: ShaderProgram;
    count: number;
    uniformMap: Readonly<Record<string, () => unknown>>;
    bounds: BoundingSphere;
    shadow: "casts" | "receives" | null;
  },
): DrawCommand {
  const { vertexArray, program: shaderProgram, count, uniformMap, bounds, shadow } = drawn;
  return new DrawCommand({
    owner,
    primitiveType: PrimitiveType.TRIANGLES,
    vertexArray,
    count,
    shaderProgram,
    renderState: depthTested(),
    uniformMap,
    pass: Pass.OPAQUE,
    castShadows: shadow === "casts",
    receiveShadows: shadow === "receives",
    modelMatrix,
    boundingVolume: BoundingSphere.transform(bounds, modelMatrix, new BoundingSphere()),
  });
}

const vector = (ink: Ink) => new Cartesian4(...ink);

function uniformsOf(
  level: DrawnLevel,
  scene: SolidScene,
  textures: GpuTextures,
): Readonly<Record<string, () => unknown>> {
  const { values, colouring, mask, geometry } = level;
  const { inks, placed, perPixelAt1 } = scene;
  const [from, to] = reachOf(level, perPixelAt1);
  const hasMask = mask !== null && mask.bytes.length >= geometry.count;
  const valueTexture = values && values.length > 0 ? textures.column(values) : textures.blank();
  const rampTexture = colouring ? textures.ramp(colouring.ramp) : textures.blank();
  const maskTexture = hasMask ? textures.mask(mask) : textures.blank();
  const limits = new Cartesian4(...(colouring?.limits ?? [0, 0, 0, 0]));
  const domain = new Cartesian2(...(colouring?.domain ?? [0, 1]));
  const eye = new Cartesian3(...placed.eye);
  const sun = new Cartesian3(...scene.sun);
  const reach = new Cartesian2(from, to);
  const [missing, select, ground] = [inks.missing, inks.select, inks.ground].map(vector);
  return {
    u_values: () => valueTexture,
    u_ramp: () => rampTexture,
    u_mask: () => maskTexture,
    u_missing: () => missing,
    u_select: () => select,
    u_ground: () => ground,
    u_limits: () => limits,
    u_domain: () => domain,
    u_eye: () => eye,
    u_base: () => placed.base,
    u_sun: () => sun,
    u_reach: () => reach,
    u_by: () => (colouring ? by[colouring.by] : 0),
    u_bytes: () => (values instanceof Uint8Array ? 1 : 0),
    u_count: () => (colouring && values ? values.length : 0),
    u_masked: () => (hasMask ? 1 : 0),
    u_opacity: () => scene.opacity,
    u_pattern: () => (scene.pattern ? 1 : 0),
    // A tube is at least this many pixels wide.
    u_pixel: () => perPixelAt1,
    u_tube: () => scene.dimensions.tube_diameter_mm / 2000,
  };
}

function programOf(
  context: Context,
  vertexShaderSource: string,
  fragmentShaderSource: string,
  locations: Readonly<Record<string, number>>,
): ShaderProgram {
  return ShaderProgram.fromCache({
    context,
    vertexShaderSource,
    fragmentShaderSource,
    attributeLocations: locations,
  });
}
