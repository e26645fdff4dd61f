// A Cesium scene without globe, sky, services and controls of its own.
import { Cartesian3, Matrix4, PerspectiveFrustum, Scene } from "cesium";
import { drawStraight, withoutOutside } from "./cesium-private.ts";
import { smoothPicture } from "./smooth-picture.ts";
import { FIELD_OF_VIEW, type Placed } from "./twin-camera.ts";

const NEAR = 0.2;
/** At least; from high above, what lies twice as far as the middle of the screen is still drawn. */
const FAR = 60_000;
const FAR_SHARE = 2.5;

/** Metres from the eye, beyond which nothing is drawn. */
export const farthestDrawn = ({ distance }: Pick<Placed, "distance">): number =>
  Math.max(FAR, FAR_SHARE * distance);

/** Of the map that shadows are drawn from, how far they reach, and the light that is left in them. */
const SHADOW_PIXELS = 2048;
const SHADOW_REACH_M = 800;
const SHADOW_DARKNESS = 0.7;

export type CesiumScene = {
  readonly scene: Scene;
  /**
   * Draws one frame from where the camera stands.
   * @param frame east, north, up at the plant's origin to Cesium's fixed frame
   * @param isSmooth with several samples per pixel, where the view can
   * @param sharpness pixels per CSS pixel; that of the screen where it is left out
   */
  draw(frame: Matrix4, placed: Placed, isSmooth?: boolean, sharpness?: number): void;
};

/** Opens the scene on a canvas; it draws only when asked. */
export function openScene(canvas: HTMLCanvasElement): CesiumScene {
  withoutOutside();
  const credits = document.createElement("div");
  // A shadow of its own keeps the style sheet of the credits, which the policy (CSP) refuses, out of the page.
  credits.attachShadow({ mode: "open" });
  const scene = new Scene({
    canvas,
    creditContainer: credits,
    // Otherwise the page would contain its dialog, and single-key shortcuts are off while a dialog is open.
    creditViewport: document.createElement("div"),
    scene3DOnly: true,
    orderIndependentTranslucency: false,
    msaaSamples: 1,
    contextOptions: { webgl: { alpha: false, antialias: false, preserveDrawingBuffer: true } },
  });
  drawStraight(scene);
  scene.skyBox = undefined as never;
  scene.sun = undefined as never;
  scene.moon = undefined as never;
  scene.fog.enabled = false;
  scene.logarithmicDepthBuffer = false;
  scene.rethrowRenderErrors = true;
  scene.shadowMap.size = SHADOW_PIXELS;
  scene.shadowMap.maximumDistance = SHADOW_REACH_M;
  scene.shadowMap.darkness = SHADOW_DARKNESS;
  scene.screenSpaceCameraController.enableInputs = false;
  const frustum = new PerspectiveFrustum();
  scene.camera.frustum = frustum;
  let smooth: ReturnType<typeof smoothPicture> | null = null;
  return {
    scene,
    draw(frame, placed, isSmooth = false, ratio = Math.min(2, devicePixelRatio)) {
      const { clientWidth: width, clientHeight: height } = canvas;
      if (canvas.width !== Math.round(width * ratio)) canvas.width = Math.round(width * ratio);
      if (canvas.height !== Math.round(height * ratio)) canvas.height = Math.round(height * ratio);
      const aspect = width / height;
      frustum.aspectRatio = aspect;
      // Cesium's angle is that of the longer side.
      frustum.fov =
        aspect > 1 ? 2 * Math.atan(Math.tan(FIELD_OF_VIEW / 2) * aspect) : FIELD_OF_VIEW;
      frustum.near = NEAR;
      frustum.far = farthestDrawn(placed);
      look(scene, frame, placed);
      const gl = isSmooth ? canvas.getContext("webgl2") : null;
      if (gl) smooth ??= smoothPicture(gl);
      if (isSmooth) smooth?.begin();
      try {
        scene.initializeFrame();
        scene.render();
      } finally {
        smooth?.end();
      }
    },
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
