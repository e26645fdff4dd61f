// Draws flight polygons, no-fly polygons and take-off positions, and moves their corners.
import { Hexagon } from "lucide-react";
import {
  hitAt,
  insertCorner,
  moveCorner,
  placeTakeOff,
  snapped,
  type AreaHit,
} from "../src/domain/flight/area/area-draft.ts";
import { placesApart } from "../src/domain/geometry/ground-distance.ts";
import type { FlightAreas, Place } from "../src/domain/flight/route/flight-route.ts";
import { planeAt } from "../src/domain/geometry/plane.ts";
import { defineTool, type ScreenPoint, type ToolCanvas } from "../src/map/tool.ts";
import {
  areaAimAtom,
  areaModeAtom,
  areaPathAtom,
  areasAtom,
  chosenAreaAtom,
  draggedAreasAtom,
  flightAreaTool,
  mayEditAreasAtom,
} from "../src/state/map/flight-area.ts";
import * as edit from "../src/state/map/flight-area-edit.ts";

/** How near a click must be to a corner, in pixels; a finger is less exact. */
const REACH_PIXELS = { mouse: 10, touch: 22 };
/** Metres that an arrow key moves a corner. */
const STEP_M = { plain: 1, shift: 10 };

function placeAt(canvas: ToolCanvas, at: ScreenPoint): Place {
  const [lon, lat] = canvas.boundsOf([at]);
  return [lon, lat];
}

/** Metres on the ground that the reach of the pointer covers there. */
function reachAt(canvas: ToolCanvas, at: ScreenPoint, touch: boolean): number {
  const pixels = touch ? REACH_PIXELS.touch : REACH_PIXELS.mouse;
  return placesApart(placeAt(canvas, at), placeAt(canvas, [at[0] + pixels, at[1]]));
}

function hitOf(canvas: ToolCanvas, at: ScreenPoint, touch: boolean): AreaHit | null {
  return hitAt(canvas.get(areasAtom), placeAt(canvas, at), reachAt(canvas, at, touch));
}

/** The areas with what was hit moved to the place. A new corner is made on an edge. */
function movedTo(areas: FlightAreas, hit: AreaHit, place: Place): FlightAreas {
  if (hit.is === "corner") return moveCorner(areas, hit, place);
  if (hit.is === "edge") return insertCorner(areas, hit, place);
  if (hit.is !== "take_off") return areas;
  const elevation_m = areas.take_offs[hit.at]?.elevation_m ?? null;
  return placeTakeOff(areas, hit.at, { place, elevation_m });
}

function keep(canvas: ToolCanvas, hit: AreaHit, areas: FlightAreas, merge?: string): void {
  if (hit.is === "corner" || hit.is === "edge") {
    const refusal = canvas.set(edit.keepCorner, hit, areas, merge);
    canvas.set(edit.tellRefusal, refusal);
    const corner = hit.is === "edge" ? hit.corner + 1 : hit.corner;
    canvas.set(chosenAreaAtom, refusal ? null : { ...hit, is: "corner", corner });
    return;
  }
  canvas.set(draggedAreasAtom, null);
  canvas.set(edit.changeAreas, { name: "flight:step.move", areas });
}

function clickToDraw(canvas: ToolCanvas, place: Place, reach: number): void {
  const path = canvas.get(areaPathAtom);
  const isClosing = path.length > 2 && placesApart(path[0]!, place) <= reach;
  const last = path.at(-1);
  if (last && placesApart(last, place) === 0) return;
  const refusal = isClosing ? canvas.set(edit.finishPath) : canvas.set(edit.addPathCorner, place);
  canvas.set(edit.tellRefusal, refusal);
}

const arrows: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** Moves the chosen corner or take-off position; false without one. */
function nudge(canvas: ToolCanvas, [x, y]: readonly [number, number], step: number): boolean {
  const hit = canvas.get(chosenAreaAtom);
  const areas = canvas.get(areasAtom);
  if (hit?.is !== "corner" && hit?.is !== "take_off") return false;
  const place =
    hit.is === "corner"
      ? areas[hit.kind][hit.polygon]?.[hit.ring]?.[hit.corner]
      : areas.take_offs[hit.at]?.place;
  if (!place) return false;
  const [lon, lat] = planeAt(place).toLonLat(x * step, y * step);
  keep(canvas, hit, movedTo(areas, hit, [lon, lat]), "nudge");
  return true;
}

export const flightArea = defineTool({
  id: flightAreaTool,
  name: "tool:flight_area",
  icon: Hexagon,
  shortcut: "d",
  cursor: "crosshair",
  dragsMap: true,
  isOffered: mayEditAreasAtom,
  grabs: ({ at, touch }, canvas) => {
    const hit = canvas.get(areaModeAtom) === "edit" ? hitOf(canvas, at, touch) : null;
    return hit !== null && hit.is !== "polygon";
  },
  move({ at, touch }, canvas) {
    const place = placeAt(canvas, at);
    const isDrawing = canvas.get(areaModeAtom) !== "edit";
    const reach = reachAt(canvas, at, touch);
    canvas.set(areaAimAtom, isDrawing ? snapped(canvas.get(areasAtom), place, reach) : null);
  },
  leave: (canvas) => canvas.set(areaAimAtom, null),
  click({ at, touch }, canvas) {
    const mode = canvas.get(areaModeAtom);
    if (mode === "edit") {
      canvas.set(chosenAreaAtom, hitOf(canvas, at, touch));
      return;
    }
    const reach = reachAt(canvas, at, touch);
    const place = placeAt(canvas, at);
    if (mode === "take_off") canvas.set(edit.addTakeOff, place);
    else clickToDraw(canvas, snapped(canvas.get(areasAtom), place, reach), reach);
  },
  drag(path, { at, touch }, canvas) {
    const hit = hitOf(canvas, path[0]!, touch);
    if (!hit) return;
    const areas = canvas.get(areasAtom);
    canvas.set(draggedAreasAtom, movedTo(areas, hit, placeAt(canvas, at)));
  },
  drop(path, { at, touch }, canvas) {
    const hit = hitOf(canvas, path[0]!, touch);
    if (hit) keep(canvas, hit, movedTo(canvas.get(areasAtom), hit, placeAt(canvas, at)));
  },
  key(event, canvas) {
    const direction = arrows[event.key];
    if (direction && !event.ctrlKey && !event.metaKey) {
      return nudge(canvas, direction, event.shiftKey ? STEP_M.shift : STEP_M.plain);
    }
    const isDrawing = canvas.get(areaPathAtom).length > 0;
    if (event.key === "Enter" && event.shiftKey && isDrawing) {
      canvas.set(edit.tellRefusal, canvas.set(edit.finishPath));
      return true;
    }
    if (event.key !== "Delete" && event.key !== "Backspace") return false;
    canvas.set(isDrawing ? edit.removePathCorner : edit.removeChosen);
    return true;
  },
  cancel: (canvas) => canvas.set(edit.cancelPath),
});
