// Panels take room from the 3D view. What it shows stays where it is on the screen, as on the map (`keep-place.ts`).
import type { LonLat } from "../../domain/geometry/plane.ts";
import { coverBoxes, onCoverChange } from "../../state/map/cover.ts";
import type { Camera, PlaceTarget } from "../../state/map/view.ts";
import type { Box } from "../canvas/free-area.ts";
import { REVEAL_MS } from "../canvas/map-camera.ts";
import { cameraFor, isSeen } from "./fit-camera.ts";
import { panned, type ViewSize } from "./move-camera.ts";

/** The view's box in pixels of the window. */
export type Room = {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
};

/** The camera that shows at its place of the window what the middle of the view showed before it got another box. */
export function keptCamera(
  camera: Camera,
  before: Room,
  room: Room,
  origin: LonLat,
  size: ViewSize,
): Camera {
  const at = [
    before.left + before.width / 2 - room.left,
    before.top + before.height / 2 - room.top,
  ] as const;
  const middle = [room.width / 2, room.height / 2] as const;
  if (at[0] === middle[0] && at[1] === middle[1]) return camera;
  return panned(camera, middle, at, origin, size);
}

type RoomView = {
  readonly canvas: HTMLCanvasElement;
  readonly origin: LonLat;
  readonly size: () => ViewSize;
  readonly camera: () => Camera | null;
  readonly show: (camera: Camera) => void;
  /** The place that a panel must not hide; null for none. */
  readonly selected: () => LonLat | null;
};

/** What was asked for stays so until then, in milliseconds since the page was opened, or until the user moves the view. */
type Standing = { readonly target: PlaceTarget; readonly until: number };

const userActs = ["pointerdown", "keydown"] as const;

export function keepRoom({ canvas, origin, size, camera, show, selected }: RoomView) {
  let before: (Room & { readonly window: string }) | null = null;
  let isUsed = false;
  let standing: Standing | null = null;
  /** Over the view, in pixels from its upper left corner. */
  const covers = (): Box[] => {
    const { left, top } = canvas.getBoundingClientRect();
    return coverBoxes().map((box) => ({
      left: box.left - left,
      top: box.top - top,
      right: box.right - left,
      bottom: box.bottom - top,
    }));
  };
  const again = () => {
    const now = camera();
    if (!standing || !now) return false;
    if (performance.now() > standing.until || (isUsed && "bounds" in standing.target)) {
      standing = null;
      return false;
    }
    const next = cameraFor(standing.target, now, origin, size(), covers());
    if (next !== now) show(next);
    return true;
  };
  const used = () => void (isUsed = true);
  for (const act of userActs) addEventListener(act, used, { capture: true });
  const stopCovers = onCoverChange(again);
  return {
    covers,
    /** The view went to what was asked for. The panels that come with it are part of it. */
    went(target: PlaceTarget): void {
      const isReveal = "reveal" in target;
      if (!isReveal && !("middle" in target)) isUsed = false;
      const isKept = isReveal || "bounds" in target;
      const until = isReveal ? performance.now() + REVEAL_MS : Infinity;
      standing = isKept ? { target, until } : null;
    },
    /** The user moves the view. */
    moved: () => void (standing = null),
    resized(): void {
      // A picture is taken on a canvas of another size.
      if (canvas.style.width !== "") return;
      const { left, top, width, height } = canvas.getBoundingClientRect();
      // A panel as wide as the window hides the view. What counts is the room before that.
      if (width === 0 || height === 0) return;
      const room = { left, top, width, height, window: `${innerWidth} ${innerHeight}` };
      const was = before;
      before = room;
      const now = camera();
      if (!was || !now || again() || !isUsed || was.window !== room.window) return;
      const place = selected();
      const wasSeen = place && isSeen(now, origin, { ...size(), ...sizeOf(was) }, place, []);
      const kept = keptCamera(now, was, room, origin, size());
      const isHidden = wasSeen && !isSeen(kept, origin, size(), place, []);
      const next = isHidden ? cameraFor({ reveal: place }, kept, origin, size(), covers()) : kept;
      if (next !== now) show(next);
    },
    stop(): void {
      for (const act of userActs) removeEventListener(act, used, { capture: true });
      stopCovers();
    },
  };
}

const sizeOf = ({ width, height }: Room) => ({ width, height });
