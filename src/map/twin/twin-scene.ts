// The plant's solids on their ground in a scene, drawn on request.
import {
  Cartesian3,
  Color,
  DirectionalLight,
  Matrix4,
  Transforms,
  type PrimitiveCollection,
  type Scene,
} from "cesium";
import type { LonLat } from "../../domain/geometry/plane.ts";
import type { PieceSource } from "../../state/map/twin-piece.ts";
import { type ScenePrimitive } from "./cesium-private.ts";
import { isSmooth } from "../canvas/graphics.ts";
import { openScene } from "./cesium-scene.ts";
import { motionCost } from "./motion-cost.ts";
import type { Piece } from "./solid/solid-pieces.ts";
import { solidPrimitive } from "./solid/solid-primitive.ts";
import type { SolidScene } from "./solid/solid-scene.ts";

/** Sine of the sun's elevation below which it lights nothing: three degrees. */
const LOWEST_SUN = 0.05;

/** Why a view cannot go on: its graphics context was lost, or drawing failed. */
export type Ending = "lost" | "failed";

export type TwinScene = {
  readonly scene: Scene;
  /** East, north, up at the plant's origin to Cesium's fixed frame. */
  readonly frame: Matrix4;
  readonly pieces: ReadonlyMap<string, Piece>;
  /** By how much coarser than its pixels allow the view was drawn last: 1 as a rule. Picks and counts follow it. */
  coarseness(): number;
  /** Draws in the next frame. */
  ask(): void;
  /** Draws now; true if pieces in view are still to come. */
  draw(): boolean;
  /** The same for a picture: with smooth edges, and so many pixels per CSS pixel (the screen's without a number). */
  drawStill(sharpness?: number): boolean;
  /** It cannot be drawn any more: what the canvas shows is old. */
  isEnded(): boolean;
  destroy(): void;
};

/**
 * @param sceneNow what is drawn now; null draws nothing
 * @param source makes the pieces; the caller stops it
 * @param onFault the scene cannot be drawn any more: the graphics context was lost, or an error, which is reported
 * @param overlaysOf what is drawn over the plant, in this order; among it the soft shadows on the ground
 */
export function makeTwinScene(
  canvas: HTMLCanvasElement,
  origin: LonLat,
  sceneNow: () => SolidScene | null,
  source: PieceSource,
  onFault: (why: Ending) => void,
  overlaysOf: (
    frame: Matrix4,
    ask: () => void,
    shadows: ScenePrimitive,
  ) => readonly (ScenePrimitive | PrimitiveCollection)[] = (_frame, _ask, shadows) => [shadows],
): TwinScene {
  const { scene, draw: drawFrom } = openScene(canvas);
  const frame = Transforms.eastNorthUpToFixedFrame(Cartesian3.fromDegrees(...origin));
  let frameId = 0;
  let isEnded = false;
  const ask = () => {
    if (isEnded || frameId !== 0) return;
    frameId = requestAnimationFrame(draw);
  };
  const cost = isSmooth() ? motionCost() : null;
  let rest: ReturnType<typeof setTimeout> | undefined;
  const primitive = solidPrimitive(frame, sceneNow, source, ask);
  scene.primitives.add(primitive);
  for (const overlay of overlaysOf(frame, ask, primitive.shadows)) scene.primitives.add(overlay);
  const draw = () => drawWith(() => cost?.frame(performance.now()) ?? false);
  const drawWith = (smooth: () => boolean, sharpness?: number) => {
    cancelAnimationFrame(frameId);
    frameId = 0;
    const now = sceneNow();
    if (!now || isEnded || canvas.clientWidth === 0 || canvas.clientHeight === 0) return false;
    const [red, green, blue] = now.inks.horizon;
    scene.backgroundColor = new Color(red, green, blue, 1);
    scene.light = lightOf(frame, now.sun);
    scene.shadowMap.enabled = now.shadows && now.sun[2] > LOWEST_SUN;
    const isDrawnSmooth = smooth();
    clearTimeout(rest);
    try {
      drawFrom(frame, now.placed, isDrawnSmooth, sharpness);
    } catch (cause) {
      // Drawn again, it would fail again: the parent mounts another canvas, or gives up.
      isEnded = true;
      const isLost = canvas.getContext("webgl2")?.isContextLost() === true;
      if (!isLost) reportError(cause);
      onFault(isLost ? "lost" : "failed");
      return false;
    }
    if (cost && !isDrawnSmooth) rest = setTimeout(ask, cost.pause);
    const isMissing = primitive.isMissing();
    // For those who do not see that more is to come.
    if (canvas.ariaBusy !== String(isMissing)) canvas.ariaBusy = String(isMissing);
    return isMissing;
  };
  return {
    scene,
    frame,
    pieces: primitive.pieces,
    coarseness: primitive.coarseness,
    ask,
    draw,
    drawStill: (sharpness) => drawWith(isSmooth, sharpness),
    isEnded: () => isEnded,
    destroy() {
      isEnded = true;
      cancelAnimationFrame(frameId);
      clearTimeout(rest);
      if (!scene.isDestroyed()) scene.destroy();
    },
  };
}

/** Light of 3D models from the sun that turns the collectors; from straight above while it is down. */
function lightOf(frame: Matrix4, [east, north, up]: SolidScene["sun"]): DirectionalLight {
  const down = up > LOWEST_SUN ? new Cartesian3(-east, -north, -up) : new Cartesian3(0, 0, -1);
  const direction = Matrix4.multiplyByPointAsVector(frame, down, new Cartesian3());
  return new DirectionalLight({ direction, intensity: 2 });
}
