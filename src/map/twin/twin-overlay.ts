// The contract of what is drawn over the plant in 3D. To add one: its file, and a row in `overlays.ts`.
import type { Matrix4, PrimitiveCollection } from "cesium";
import type { Atom } from "jotai";
import type { LonLat } from "../../domain/geometry/plane.ts";
import type { Store } from "../../state/shell/on-change.ts";
import type { ScenePrimitive } from "./cesium-private.ts";
import { linePrimitive, type SceneLine } from "./line-primitive.ts";
import type { ScreenPoint } from "../tool.ts";
import type { Placed, Point3 } from "./twin-camera.ts";

export type OverlayView = {
  readonly placed: Placed;
  /** Metres per CSS pixel one metre before the eye. */
  readonly perPixelAt1: number;
};

export type OverlayScene = {
  readonly store: Store;
  /** Of the plant's plane: points are metres east, north and up from it. */
  readonly origin: LonLat;
  /** East, north, up at the origin to Cesium's fixed frame. */
  readonly frame: Matrix4;
  /** What 3D models are added to. */
  readonly models: PrimitiveCollection;
  /** The soft shadows of the plant on the ground. */
  readonly shadows: ScenePrimitive;
  /** Null before the plant is loaded: nothing is drawn. */
  viewNow(): OverlayView | null;
  /** Asks for another frame. */
  ask(): void;
};

export type Overlay = {
  /** The scene ends it. */
  readonly primitive: ScenePrimitive | PrimitiveCollection;
  /**
   * A click, before the tool gets it; true where it hits something of the overlay.
   * @param screenOf CSS pixels of a point of the scene; null behind the eye
   */
  click?(at: ScreenPoint, screenOf: (point: Point3) => ScreenPoint | null): boolean;
  /** Ends what it listens to. */
  stop(): void;
};

export type TwinOverlay = (scene: OverlayScene) => Overlay;

/**
 * An overlay of lines.
 * @param linesAtomOf the atom with the lines of a plant with this origin
 * @param isAlwaysSeen nothing hides them
 */
export function lineOverlay(
  linesAtomOf: (origin: LonLat) => Atom<readonly SceneLine[]>,
  isAlwaysSeen = false,
): TwinOverlay {
  return ({ store, origin, frame, viewNow, ask }) => {
    const linesAtom = linesAtomOf(origin);
    return {
      primitive: linePrimitive(frame, viewNow, () => store.get(linesAtom), isAlwaysSeen),
      stop: store.sub(linesAtom, ask),
    };
  };
}
