// Draws the plant's solids and the ground in a Cesium scene.
import { Cartesian2, Cartesian3, Cartesian4, Matrix4, PrimitiveType } from "cesium";
import type { Dimensions } from "../../../domain/twin-view/dimension.ts";
import type { GroundSurface } from "../../../domain/twin-view/ground-surface.ts";
import type { Pose } from "../../../domain/twin-view/pose.ts";
import {
  DrawCommand,
  Pass,
  RenderState,
  ShaderProgram,
  type Context,
  type FrameState,
  type VertexArray,
  type ScenePrimitive,
} from "../cesium-private.ts";
import type { DrawnLevel } from "./drawn-level.ts";
import { gpuTextures, type GpuTextures } from "./gpu-textures.ts";
import { GROUND_HALF, groundOf } from "./ground.ts";
import { volumeOf, type Volume } from "./solid-volume.ts";
import { reachOf, solidPieces, type Piece } from "./solid-pieces.ts";
import { attributeLocations, fragmentSource, vertexSource } from "./solid-shader.ts";
import { upload, type OnGpu } from "./solid-upload.ts";
import type { Placed } from "../twin-camera.ts";

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
  const onGpu = new Map<Piece, OnGpu & { readonly command: DrawCommand }>();
  const pieces = solidPieces((piece) => {
    onGpu.get(piece)?.vertexArray.destroy();
    onGpu.delete(piece);
  });
  const count = { commands: 0 };
  /** By the ID of the level. */
  const uniforms = new Map<string, LevelUniforms>();
  let textures: GpuTextures | null = null;
  let program: ShaderProgram | null = null;
  let ground: (ReturnType<typeof groundOf> & { readonly command: DrawCommand }) | null = null;
  let shown: SolidScene | null = null;
  let isEnded = false;
  const placedNow = () => shown?.placed ?? null;
  const primitive = {
    pieces: pieces.built,
    count,
    update({ context, commandList, passes }: FrameState) {
      const scene = sceneNow();
      if (!scene || !passes.render) return;
      shown = scene;
      textures ??= gpuTextures(context);
      program ??= programOf(context, vertexSource, fragmentSource, attributeLocations);
      const { levels, perPixelAt1, shadows } = scene;
      const { drawn, isMissing } = pieces.frame(levels, scene, perPixelAt1);
      const current = new Set<DrawnLevel>();
      for (const { level, piece, indices } of drawn) {
        const own = uniforms.get(level.id) ?? levelUniforms();
        uniforms.set(level.id, own);
        if (!current.has(level)) own.set(uniformsOf(level, scene, textures));
        current.add(level);
        let held = onGpu.get(piece);
        if (!held) {
          const made = upload(context, piece.solids);
          const bounds = volumeOf(piece.solids.box, frame, placedNow);
          const what = { ...made, program, uniformMap: own.map, count: 0, bounds };
          held = { ...made, command: command(primitive, frame, what) };
          onGpu.set(piece, held);
        }
        held.command.offset = indices[0];
        held.command.count = indices[1] - indices[0];
        held.command.castShadows = shadows;
        commandList.push(held.command);
      }
      // What stands on the ground hides it, so the ground comes last.
      commandList.push(groundCommand(context, scene));
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

  function groundCommand(context: Context, scene: SolidScene): DrawCommand {
    if (ground && ground.surface !== scene.ground) {
      ground.program.destroy();
      ground.vertexArray.destroy();
      ground = null;
    }
    if (!ground) {
      const made = groundOf(context, scene.ground);
      const { lowest = 0, highest = 0 } = scene.ground ?? {};
      const half = GROUND_HALF;
      const bounds = volumeOf([-half, -half, lowest - 1, half, half, highest], frame, placedNow);
      const uniformMap = groundUniforms(() => shown ?? scene);
      ground = { ...made, command: command(primitive, frame, { ...made, uniformMap, bounds }) };
    }
    ground.command.receiveShadows = scene.shadows;
    return ground.command;
  }
}

const groundUniforms = (shown: () => SolidScene) => ({
  u_ground: () => vector(shown().inks.ground),
  u_sky: () => vector(shown().inks.sky),
  u_eye: () => new Cartesian3(...shown().placed.eye),
  u_relief: () => (shown().ground ? 1 : 0),
  u_light: () => {
    const { sun } = shown();
    return new Cartesian3(...(sun[2] > 0 ? sun : MAP_LIGHT));
  },
});

type Uniforms = ReturnType<typeof uniformsOf>;
type LevelUniforms = {
  /** The values for the frames from now on. */
  set(values: Uniforms): void;
  /** For commands, which live longer than the values: one that is made again costs more than it draws. */
  readonly map: Readonly<Record<string, () => unknown>>;
};

function levelUniforms(): LevelUniforms {
  let now: Uniforms;
  const map: Record<string, () => unknown> = {};
  return {
    set(values) {
      now = values;
      for (const name of Object.keys(values) as (keyof Uniforms)[]) map[name] ??= () => now[name];
    },
    map,
  };
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
    bounds: Volume;
  },
): DrawCommand {
  const { vertexArray, program: shaderProgram, count, uniformMap, bounds } = drawn;
  return new DrawCommand({
    owner,
    primitiveType: PrimitiveType.TRIANGLES,
    vertexArray,
    count,
    shaderProgram,
    renderState: depthTested(),
    uniformMap,
    pass: Pass.OPAQUE,
    modelMatrix,
    boundingVolume: bounds,
  });
}

const vector = (ink: Ink) => new Cartesian4(...ink);

function uniformsOf(level: DrawnLevel, scene: SolidScene, textures: GpuTextures) {
  const { values, colouring, mask, geometry } = level;
  const { inks, placed, perPixelAt1 } = scene;
  const hasMask = mask !== null && mask.bytes.length >= geometry.count;
  return {
    u_values: values && values.length > 0 ? textures.column(values) : textures.blank(),
    u_ramp: colouring ? textures.ramp(colouring.ramp) : textures.blank(),
    u_mask: hasMask ? textures.mask(mask) : textures.blank(),
    u_missing: vector(inks.missing),
    u_select: vector(inks.select),
    u_ground: vector(inks.ground),
    u_limits: new Cartesian4(...(colouring?.limits ?? [0, 0, 0, 0])),
    u_domain: new Cartesian2(...(colouring?.domain ?? [0, 1])),
    u_eye: new Cartesian3(...placed.eye),
    u_base: placed.base,
    u_sun: new Cartesian3(...scene.sun),
    u_reach: new Cartesian2(...reachOf(level, perPixelAt1)),
    u_by: colouring ? by[colouring.by] : 0,
    u_bytes: values instanceof Uint8Array ? 1 : 0,
    u_count: colouring && values ? values.length : 0,
    u_masked: hasMask ? 1 : 0,
    u_hides: level.hidesFiltered ? 1 : 0,
    u_opacity: scene.opacity,
    u_pattern: scene.pattern ? 1 : 0,
    // A tube is at least this many pixels wide.
    u_pixel: perPixelAt1,
    u_tube: scene.dimensions.tube_diameter_mm / 2000,
    u_cells: level.type === "module" ? 1 : 0,
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
