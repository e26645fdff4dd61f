// Sets control points: a point of the picture, then the same point of the plant, which snaps to corners.
import { Crosshair } from "lucide-react";
import { nearestCorner } from "../src/domain/component/corner.ts";
import type { Place } from "../src/domain/flight/route/flight-route.ts";
import { placesApart } from "../src/domain/geometry/ground-distance.ts";
import { planeAt } from "../src/domain/geometry/plane.ts";
import { defineTool, type ScreenPoint, type ToolCanvas } from "../src/map/tool.ts";
import {
  changeControl,
  chosenControlAtom,
  controlAimAtom,
  controlPointsAtom,
  controlPointTool,
  controlSides,
  draggedControlAtom,
  nextSideAtom,
  removeControl,
  setControl,
  withControl,
  type ControlGrip,
  type ControlSide,
} from "../src/state/map/control-point.ts";
import { controlOpenAtom } from "../src/state/map/control-view.ts";
import { geometryOf, twinAtom } from "../src/state/plant/plant.ts";
import { valueOf } from "../src/state/shell/loaded.ts";

/** How near the pointer must be to a point or a corner, in pixels; a finger is less exact. */
const REACH_PIXELS = { mouse: 12, touch: 24 };
/** Metres that an arrow key moves a point. */
const STEP_M = { plain: 0.02, shift: 0.2 };

function placeAt(canvas: ToolCanvas, at: ScreenPoint): Place {
  const [lon, lat] = canvas.boundsOf([at]);
  return [lon, lat];
}

const pixelsOf = (touch: boolean) => (touch ? REACH_PIXELS.touch : REACH_PIXELS.mouse);

/** Metres on the ground that the reach of the pointer covers there. */
function reachAt(canvas: ToolCanvas, at: ScreenPoint, touch: boolean): number {
  return placesApart(placeAt(canvas, at), placeAt(canvas, [at[0] + pixelsOf(touch), at[1]]));
}

/** The place for a side: of the plant the corner nearby, where there is one. */
function aimAt(canvas: ToolCanvas, side: ControlSide, at: ScreenPoint, touch: boolean) {
  const place = placeAt(canvas, at);
  const twin = valueOf(canvas.get(twinAtom));
  const found = side === "place" ? canvas.pick(at, pixelsOf(touch)) : null;
  const geometry = found ? geometryOf(found.component_type) : undefined;
  if (!twin || !found || !geometry) return { place, isCorner: false };
  const plane = planeAt(twin.origin);
  const reach = reachAt(canvas, at, touch);
  const corner = nearestCorner(geometry, found.row, plane.toPlane(...place), reach);
  return corner ? { place: plane.toLonLat(...corner), isCorner: true } : { place, isCorner: false };
}

function gripAt(canvas: ToolCanvas, at: ScreenPoint, touch: boolean): ControlGrip | null {
  const place = placeAt(canvas, at);
  let least = reachAt(canvas, at, touch);
  let found: ControlGrip | null = null;
  for (const [index, point] of canvas.get(controlPointsAtom).entries()) {
    for (const side of controlSides) {
      const own = point[side];
      const away = own ? placesApart(own, place) : Infinity;
      if (away > least) continue;
      found = { at: index, side };
      least = away;
    }
  }
  return found;
}

const arrows: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** Moves the chosen point; false without one. */
function nudge(canvas: ToolCanvas, [x, y]: readonly [number, number], step: number): boolean {
  const grip = canvas.get(chosenControlAtom);
  const points = canvas.get(controlPointsAtom);
  const place = grip && points[grip.at]?.[grip.side];
  if (!grip || !place) return false;
  const next = planeAt(place).toLonLat(x * step, y * step);
  canvas.set(changeControl, withControl(points, grip, next), "nudge-control");
  return true;
}

export const controlPoint = defineTool({
  id: controlPointTool,
  name: "tool:control_point",
  icon: Crosshair,
  shortcut: "p",
  cursor: "crosshair",
  dragsMap: true,
  isOffered: controlOpenAtom,
  grabs: ({ at, touch }, canvas) => gripAt(canvas, at, touch) !== null,
  move({ at, touch }, canvas) {
    const side = canvas.get(nextSideAtom);
    canvas.set(controlAimAtom, side === null ? null : aimAt(canvas, side, at, touch));
  },
  leave: (canvas) => canvas.set(controlAimAtom, null),
  click({ at, touch }, canvas) {
    const side = canvas.get(nextSideAtom);
    const grip = gripAt(canvas, at, touch);
    // Its place in the plant may be where the picture shows it already.
    if (grip && !(side === "place" && grip.at === canvas.get(controlPointsAtom).length - 1)) {
      canvas.set(chosenControlAtom, grip);
      return;
    }
    if (side !== null) canvas.set(setControl, aimAt(canvas, side, at, touch).place);
  },
  drag(path, { at, touch }, canvas) {
    const grip = gripAt(canvas, path[0]!, touch);
    if (!grip) return;
    const { place } = aimAt(canvas, grip.side, at, touch);
    canvas.set(draggedControlAtom, withControl(canvas.get(controlPointsAtom), grip, place));
  },
  drop(path, { at, touch }, canvas) {
    const grip = gripAt(canvas, path[0]!, touch);
    if (!grip) return;
    const { place } = aimAt(canvas, grip.side, at, touch);
    canvas.set(changeControl, withControl(canvas.get(controlPointsAtom), grip, place));
    canvas.set(chosenControlAtom, grip);
  },
  key(event, canvas) {
    const direction = arrows[event.key];
    if (direction && !event.ctrlKey && !event.metaKey)
      return nudge(canvas, direction, event.shiftKey ? STEP_M.shift : STEP_M.plain);
    if (event.key !== "Delete" && event.key !== "Backspace") return false;
    const grip = canvas.get(chosenControlAtom);
    if (!grip) return false;
    canvas.set(removeControl, grip.at);
    return true;
  },
  cancel: (canvas) => {
    canvas.set(draggedControlAtom, null);
    canvas.set(controlAimAtom, null);
    canvas.set(chosenControlAtom, null);
  },
});
