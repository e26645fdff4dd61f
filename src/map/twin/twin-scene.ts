// A Cesium scene without globe, sky and controls of its own: the plant's solids on their ground, drawn on request.
import {
  Cartesian3,
  Color,
  Credit,
  CreditDisplay,
  Matrix4,
  PerspectiveFrustum,
  Scene,
  Transforms,
  type ScenePrimitive,
} from "cesium";
import type { LonLat } from "../../domain/geometry/plane.ts";
import type { Piece } from "./solid-pieces.ts";
import { solidPrimitive, type SolidScene } from "./solid-primitive.ts";
import { FIELD_OF_VIEW, type Placed } from "./twin-camera.ts";

export type TwinScene = {
  readonly pieces: ReadonlyMap<string, Piece>;
  /** Draws in the next frame. */
  ask(): void;
  destroy(): void;
};

const NEAR = 0.2;
const FAR = 60_000;

/**
 * @param sceneNow what is drawn now; null draws nothing
 * @param onFault the scene cannot be drawn any more
 * @param overlaysOf what is drawn over the plant, in this order
 */
export function makeTwinScene(
  canvas: HTMLCanvasElement,
  origin: LonLat,
  sceneNow: () => SolidScene | null,
  onFault: () => void,
  overlaysOf: (frame: Matrix4, ask: () => void) => readonly ScenePrimitive[],
): TwinScene {
  withoutOutside();
  const credits = document.createElement("div");
  // A shadow of its own keeps the style sheet of the credits, which the policy (CSP) refuses, out of the page.
  credits.attachShadow({ mode: "open" });
  const scene = new Scene({
    canvas,
    creditContainer: credits,
    scene3DOnly: true,
    orderIndependentTranslucency: false,
    msaaSamples: 1,
    contextOptions: { webgl: { alpha: false, preserveDrawingBuffer: true } },
  });
  scene.skyBox = undefined as never;
  scene.sun = undefined as never;
  scene.moon = undefined as never;
  scene.fog.enabled = false;
  scene.logarithmicDepthBuffer = false;
  scene.rethrowRenderErrors = true;
  scene.screenSpaceCameraController.enableInputs = false;
  const frame = Transforms.eastNorthUpToFixedFrame(Cartesian3.fromDegrees(...origin));
  const frustum = new PerspectiveFrustum();
  scene.camera.frustum = frustum;
  let frameId = 0;
  let isEnded = false;
  const ask = () => {
    if (isEnded || frameId !== 0) return;
    frameId = requestAnimationFrame(draw);
  };
  const primitive = solidPrimitive(frame, sceneNow, ask);
  scene.primitives.add(primitive);
  for (const overlay of overlaysOf(frame, ask)) scene.primitives.add(overlay);
  const draw = () => {
    frameId = 0;
    const now = sceneNow();
    if (!now || isEnded) return;
    const { clientWidth: width, clientHeight: height } = canvas;
    if (width === 0 || height === 0) return;
    const ratio = Math.min(2, devicePixelRatio);
    if (canvas.width !== Math.round(width * ratio)) canvas.width = Math.round(width * ratio);
    if (canvas.height !== Math.round(height * ratio)) canvas.height = Math.round(height * ratio);
    const aspect = width / height;
    frustum.aspectRatio = aspect;
    // Cesium's angle is that of the longer side.
    frustum.fov = aspect > 1 ? 2 * Math.atan(Math.tan(FIELD_OF_VIEW / 2) * aspect) : FIELD_OF_VIEW;
    frustum.near = NEAR;
    frustum.far = FAR;
    const [red, green, blue] = now.inks.sky;
    scene.backgroundColor = new Color(red, green, blue, 1);
    look(scene, frame, now.placed);
    try {
      scene.initializeFrame();
      scene.render();
    } catch {
      onFault();
    }
  };
  return {
    pieces: primitive.pieces,
    ask,
    destroy() {
      isEnded = true;
      cancelAnimationFrame(frameId);
      if (!scene.isDestroyed()) scene.destroy();
    },
  };
}

/**
 * Cesium would load the logo of a service that is not used, and tables of the Earth's nutation: without them its sun,
 * which is not drawn, is a few thousandths of a degree off.
 */
function withoutOutside(): void {
  CreditDisplay.cesiumCredit = new Credit("");
  Transforms.iau2006XysData = {
    preload: () => Promise.resolve(),
    computeXysRadians: () => undefined,
  };
}

function look(scene: Scene, frame: Matrix4, { eye, forward, up }: Placed): void {
  const direction = (axis: readonly [number, number, number]) =>
    Matrix4.multiplyByPointAsVector(frame, new Cartesian3(...axis), new Cartesian3());
  scene.camera.setView({
    destination: Matrix4.multiplyByPoint(frame, new Cartesian3(...eye), new Cartesian3()),
    orientation: { direction: direction(forward), up: direction(up) },
  });
}
