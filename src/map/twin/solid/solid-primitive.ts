// Draws the plant's solids and the ground in a Cesium scene.
import { BlendingState, Matrix4, PrimitiveType } from "cesium";
import type { PieceSource } from "../../../state/map/twin-piece.ts";
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
import { groundDrawing } from "./ground-draw.ts";
import { shadowFragmentSource, shadowVertexSource } from "./ground-shader.ts";
import { levelUniforms, uniformsOf, type LevelUniforms } from "./level-uniforms.ts";
import { solidPieces, type Piece } from "./solid-pieces.ts";
import type { SolidScene } from "./solid-scene.ts";
import { attributeLocations, fragmentSource, vertexSource } from "./solid-shader.ts";
import { upload, type OnGpu } from "./solid-upload.ts";
import { volumeOf, type Volume } from "./solid-volume.ts";

/** One that is not drawn as a solid. */
const isShadow = ({ as }: DrawnLevel) => as === "shadow";

/**
 * @param frame east, north, up at the plant's origin to Cesium's fixed frame
 * @param sceneNow what is drawn now; null draws nothing
 * @param source makes the pieces
 * @param askFrame asks for another frame, where pieces have come
 */
export function solidPrimitive(
  frame: Matrix4,
  sceneNow: () => SolidScene | null,
  source: PieceSource,
  askFrame: () => void,
): ScenePrimitive & {
  pieces: ReadonlyMap<string, Piece>;
  count: { commands: number };
  /** By how much coarser than its pixels allow the view was drawn last: 1 as a rule. */
  coarseness(): number;
  /** Whether pieces in view were still to come in the last frame. */
  isMissing(): boolean;
  /** The soft shadows, which are drawn after all that lies on the ground. */
  readonly shadows: ScenePrimitive;
} {
  type Held = OnGpu & { command?: DrawCommand };
  const onGpu = new Map<Piece, Held>();
  let contextNow: Context | null = null;
  const pieces = solidPieces(source, {
    take: (piece) => void (contextNow && onGpu.set(piece, upload(contextNow, piece.solids))),
    discard(piece) {
      onGpu.get(piece)?.vertexArray.destroy();
      onGpu.delete(piece);
    },
    onCome: askFrame,
  });
  let isMissing = false;
  let coarseness = 1;
  const count = { commands: 0 };
  /** By the ID of the level. */
  const uniforms = new Map<string, LevelUniforms>();
  let textures: GpuTextures | null = null;
  let programs: { readonly solid: ShaderProgram; readonly shadow: ShaderProgram } | null = null;
  let shadowCommands: DrawCommand[] = [];
  let shown: SolidScene | null = null;
  let isEnded = false;
  const placedNow = () => shown?.placed ?? null;
  const shadows: ScenePrimitive = {
    update({ commandList, passes }: FrameState) {
      if (passes.render) commandList.push(...shadowCommands);
    },
    isDestroyed: () => isEnded,
    destroy() {},
  };
  const primitive = {
    shadows,
    pieces: pieces.built,
    count,
    isMissing: () => isMissing,
    coarseness: () => coarseness,
    update({ context, commandList, passes }: FrameState) {
      const scene = sceneNow();
      if (!scene || !passes.render) return;
      shown = scene;
      contextNow = context;
      textures ??= gpuTextures(context);
      programs ??= {
        solid: programOf(context, vertexSource, fragmentSource),
        shadow: programOf(context, shadowVertexSource, shadowFragmentSource),
      };
      const taken = pieces.frame(scene.levels, scene, scene.perPixelAt1);
      const { drawn } = taken;
      coarseness = taken.perPixelAt1 / scene.perPixelAt1;
      const current = new Set<DrawnLevel>();
      shadowCommands = [];
      for (const { level, piece, indices } of drawn) {
        const own = uniforms.get(level.id) ?? levelUniforms();
        uniforms.set(level.id, own);
        if (!current.has(level)) own.set(uniformsOf(level, scene, textures, taken.perPixelAt1));
        current.add(level);
        const held = onGpu.get(piece)!;
        held.command ??= command(primitive, frame, {
          vertexArray: held.vertexArray,
          program: programs[isShadow(level) ? "shadow" : "solid"],
          renderState: isShadow(level) ? shadowState() : solidState(),
          uniformMap: own.map,
          bounds: volumeOf(piece.solids.box, frame, placedNow),
        });
        held.command.offset = indices[0];
        held.command.count = indices[1] - indices[0];
        held.command.castShadows = scene.shadows && !isShadow(level);
        (isShadow(level) ? shadowCommands : commandList).push(held.command);
      }
      // What stands on the ground hides it, so the ground comes last.
      commandList.push(...ground.commands(context, scene));
      count.commands = drawn.length;
      textures.sweep();
      ({ isMissing } = taken);
      // What has come and was not taken over waits for the next frame.
      if (taken.isWaiting) askFrame();
    },
    isDestroyed: () => isEnded,
    destroy() {
      isEnded = true;
      pieces.clear();
      textures?.destroy();
      programs?.solid.destroy();
      programs?.shadow.destroy();
      ground.destroy();
    },
  };
  const ground = groundDrawing(primitive, frame);
  return primitive;
}

/** Asked for once there is a context. */
const states: { solid?: RenderState; shadow?: RenderState } = {};
const solidState = () => (states.solid ??= RenderState.fromCache({ depthTest: { enabled: true } }));
const shadowState = () =>
  (states.shadow ??= RenderState.fromCache({
    depthTest: { enabled: true },
    depthMask: false,
    blending: BlendingState.ALPHA_BLEND,
  }));

function command(
  owner: object,
  modelMatrix: Matrix4,
  drawn: {
    vertexArray: VertexArray;
    program: ShaderProgram;
    renderState: RenderState;
    uniformMap: Readonly<Record<string, () => unknown>>;
    bounds: Volume;
  },
): DrawCommand {
  const { vertexArray, program: shaderProgram, renderState, uniformMap, bounds } = drawn;
  return new DrawCommand({
    owner,
    primitiveType: PrimitiveType.TRIANGLES,
    vertexArray,
    count: 0,
    shaderProgram,
    renderState,
    uniformMap,
    pass: Pass.OPAQUE,
    modelMatrix,
    boundingVolume: bounds,
  });
}

function programOf(
  context: Context,
  vertexShaderSource: string,
  fragmentShaderSource: string,
): ShaderProgram {
  return ShaderProgram.fromCache({
    context,
    vertexShaderSource,
    fragmentShaderSource,
    attributeLocations,
  });
}
