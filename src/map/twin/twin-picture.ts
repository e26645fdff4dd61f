// Pictures of the plant in 3D, for printing and saving.
import type { LonLat } from "../../domain/geometry/plane.ts";
import type { MapPicture, Photographer } from "../../state/map/picture.ts";
import type { Camera } from "../../state/map/view.ts";
import { graphics } from "../canvas/graphics.ts";
import { metresPerPixel } from "../component/projection.ts";
import { pictureQueue } from "../picture-queue.ts";
import type { TwinScene } from "./twin-scene.ts";

/** Pieces that never come are left out, and the picture says so. */
const LONGEST_WAIT_MS = 60_000;

export type TwinPictures = {
  readonly canvas: HTMLCanvasElement;
  readonly origin: LonLat;
  readonly scene: Pick<TwinScene, "drawStill" | "ask" | "isEnded">;
  readonly camera: () => Camera | null;
  /** Looks from another camera, and writes what is in view. */
  readonly show: (camera: Camera) => void;
  /** The same for all that lies in these bounds, [west, south, east, north] in degrees. */
  readonly fit: (bounds: readonly [number, number, number, number]) => void;
  /** Whether something that is drawn on the ground is still being loaded. */
  readonly isLoading: () => boolean;
};

/** Takes the pictures of an open view. */
export function twinPhotographer(view: TwinPictures): Photographer {
  const { canvas, scene, show } = view;
  const takeNow = () => {
    const isMissing = scene.drawStill();
    return copied(view, !isMissing && !view.isLoading());
  };
  const inTurn = pictureQueue();
  const framed: Photographer["takeFramed"] = async (frame, whileFramed) => {
    const { width, height, sharpness, extent } = frame;
    const before = view.camera();
    // The same cut as on the screen, and more on two sides.
    const nearer = Math.min(width / canvas.clientWidth, height / canvas.clientHeight);
    Object.assign(canvas.style, { width: `${width}px`, height: `${height}px` });
    if (before && extent !== "screen" && "bounds" in extent) view.fit(extent.bounds);
    else if (before) show({ ...before, zoom: before.zoom + Math.log2(nearer) });
    try {
      await whileFramed();
      const isWhole = await whole(view, sharpness);
      return copied(view, isWhole);
    } finally {
      Object.assign(canvas.style, { width: "", height: "" });
      if (before) show(before);
    }
  };
  return {
    hasCard: graphics() === "hardware",
    isSpace: true,
    takeNow,
    take: () =>
      inTurn(async () => {
        await whole(view);
        return takeNow();
      }),
    takeFramed: (...about) => inTurn(() => framed(...about)),
  };
}

/**
 * Draws until all pieces in view are built and all that lies on the ground is loaded.
 * @returns false where some of it has not come in time
 */
async function whole({ scene, isLoading }: TwinPictures, sharpness?: number): Promise<boolean> {
  const until = performance.now() + LONGEST_WAIT_MS;
  while (scene.drawStill(sharpness) || isLoading()) {
    if (scene.isEnded() || performance.now() >= until) return false;
    await new Promise(requestAnimationFrame);
  }
  return true;
}

function copied(
  { canvas: drawn, camera, origin, scene }: TwinPictures,
  isWhole: boolean,
): MapPicture {
  if (scene.isEnded()) throw new Error("the 3D view has ended");
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [drawn.width, drawn.height];
  canvas.getContext("2d")?.drawImage(drawn, 0, 0);
  const { zoom = 0, bearing = 0 } = camera() ?? {};
  return {
    canvas,
    width: drawn.clientWidth,
    height: drawn.clientHeight,
    metresPerPixel: metresPerPixel(zoom, origin),
    bearing,
    // What is higher is larger, also from straight above.
    isTilted: true,
    attribution: "",
    isWhole,
  };
}
