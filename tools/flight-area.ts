// Draws flight polygons, no-fly polygons, take-off positions and obstacles, and moves corners.
import { Hexagon } from "lucide-react";
import {
  hitAt,
  isGrip,
  snapped,
  type AreaHit,
  type ShapeGrip,
} from "../src/domain/flight/area/area-draft.ts";
import { moveObstacleCorner } from "../src/domain/flight/area/obstacle-draft.ts";
import { placesApart } from "../src/domain/geometry/ground-distance.ts";
import type { FlightAreas, Place } from "../src/domain/flight/route/flight-route.ts";
import { localPlaneAt } from "../src/domain/geometry/local-plane.ts";
import { withAreaEditor, type AreaEditor } from "../src/map/drawing/area-editor.ts";
import { defineTool, type ScreenPoint, type ToolCanvas } from "../src/map/tool.ts";
import {
  areaAimAtom,
  areaDrawingAtom,
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

type ObstacleGrip = Extract<AreaHit, { readonly is: "obstacle_corner" }>;

/** Moves a corner of an obstacle, which the modes do not know. */
function moveStanding(canvas: ToolCanvas, hit: ObstacleGrip, place: Place, merge?: string): void {
  const refusal = canvas.set(edit.moveObstacle, hit, place, merge);
  canvas.set(edit.tellRefusal, refusal);
  canvas.set(chosenAreaAtom, hit);
}

function keep(canvas: ToolCanvas, hit: ShapeGrip, areas: FlightAreas, merge?: string): void {
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

/** Proposes the next corner of what is drawn, or its end at the first corner. */
function clickToDraw(canvas: ToolCanvas, editor: AreaEditor, place: Place, reach: number): void {
  const corners = canvas.get(areaPathAtom);
  const isLine = canvas.get(areaDrawingAtom).isLine;
  const isAtEnd = corners.length > 2 && placesApart(corners[0]!, place) <= reach;
  const last = corners.at(-1);
  if (last && placesApart(last, place) === 0) return;
  const next = editor.clicked({ corners, isLine }, place, isAtEnd);
  if (next === "corner") canvas.set(edit.tellRefusal, canvas.set(edit.addPathCorner, place));
  if (next === "end") canvas.set(edit.tellRefusal, canvas.set(edit.finishPath));
}

const arrows: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** The place of what arrow keys move. */
function gripPlace(
  { flight, no_fly, take_offs, obstacles }: FlightAreas,
  hit: AreaHit,
): Place | undefined {
  if (hit.is === "take_off") return take_offs[hit.at]?.place;
  if (hit.is === "obstacle_corner") return obstacles?.[hit.at]?.places[hit.corner];
  if (hit.is !== "corner") return undefined;
  return { flight, no_fly }[hit.kind][hit.polygon]?.[hit.ring]?.[hit.corner];
}

/** Moves the chosen corner or take-off position; false without one. */
function nudge(canvas: ToolCanvas, [x, y]: readonly [number, number], step: number): boolean {
  const hit = canvas.get(chosenAreaAtom);
  const at = hit && gripPlace(canvas.get(areasAtom), hit);
  if (!hit || !isGrip(hit) || !at) return false;
  if (hit.is === "obstacle_corner") {
    const to = localPlaneAt(at).toLonLat(x * step, y * step);
    moveStanding(canvas, hit, to, `nudge ${hit.at} ${hit.corner}`);
    return true;
  }
  withAreaEditor(canvas, ({ moved }) => {
    const areas = canvas.get(areasAtom);
    const place = gripPlace(areas, hit);
    if (!place) return;
    keep(canvas, hit, moved(areas, hit, localPlaneAt(place).toLonLat(x * step, y * step)), "nudge");
  });
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
    return hit !== null && isGrip(hit);
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
    withAreaEditor(canvas, (editor) => {
      const areas = canvas.get(areasAtom);
      if (mode === "take_off") canvas.set(edit.addTakeOff, editor.withTakeOff(areas, place));
      else if (mode === "obstacle_point") canvas.set(edit.addObstacle, "point", [place]);
      else clickToDraw(canvas, editor, snapped(areas, place, reach), reach);
    });
  },
  drag(path, { at, touch }, canvas) {
    const hit = hitOf(canvas, path[0]!, touch);
    if (!hit || !isGrip(hit)) return;
    const areas = canvas.get(areasAtom);
    const place = placeAt(canvas, at);
    if (hit.is === "obstacle_corner") {
      canvas.set(draggedAreasAtom, moveObstacleCorner(areas, hit, place));
      return;
    }
    withAreaEditor(canvas, ({ moved }) => canvas.set(draggedAreasAtom, moved(areas, hit, place)));
  },
  drop(path, { at, touch }, canvas) {
    const hit = hitOf(canvas, path[0]!, touch);
    if (!hit || !isGrip(hit)) return;
    const areas = canvas.get(areasAtom);
    const place = placeAt(canvas, at);
    if (hit.is === "obstacle_corner") {
      moveStanding(canvas, hit, place);
      return;
    }
    withAreaEditor(canvas, ({ moved }) => keep(canvas, hit, moved(areas, hit, place)));
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
