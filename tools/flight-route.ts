// Moves, inserts and removes waypoints of the route that is edited.
import { Waypoints } from "lucide-react";
import { placesApart } from "../src/domain/geometry/ground-distance.ts";
import { routeHitAt, type RouteHit } from "../src/domain/flight/route/route-hit.ts";
import type { Place } from "../src/domain/flight/route/flight-route.ts";
import { localPlaneAt } from "../src/domain/geometry/local-plane.ts";
import { defineTool, type ScreenPoint, type ToolCanvas } from "../src/map/tool.ts";
import * as edit from "../src/state/map/flight-route-edit.ts";
import { hoverRoute } from "../src/state/map/flight-route-view.ts";

/** How near a click must be to a waypoint, in pixels; a finger is less exact. */
const REACH_PIXELS = { mouse: 10, touch: 22 };
/** Metres that an arrow key moves a waypoint, and page up or down raises it. */
const STEP_M = { plain: 1, shift: 10 };

function placeAt(canvas: ToolCanvas, at: ScreenPoint): Place {
  const [lon, lat] = canvas.boundsOf([at]);
  return [lon, lat];
}

function reachAt(canvas: ToolCanvas, at: ScreenPoint, touch: boolean): number {
  const pixels = touch ? REACH_PIXELS.touch : REACH_PIXELS.mouse;
  return placesApart(placeAt(canvas, at), placeAt(canvas, [at[0] + pixels, at[1]]));
}

function hitOf(canvas: ToolCanvas, at: ScreenPoint, touch: boolean): RouteHit | null {
  const route = canvas.get(edit.editedRouteAtom);
  return route && routeHitAt(route, placeAt(canvas, at), reachAt(canvas, at, touch));
}

const arrows: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};
const heights: Readonly<Record<string, number>> = { PageUp: 1, PageDown: -1 };

/** Does what a key does with the chosen waypoint; false for other keys. */
function change(canvas: ToolCanvas, { key, shiftKey }: KeyboardEvent): boolean {
  const at = canvas.get(edit.chosenWaypointAtom);
  const waypoint = at === null ? undefined : canvas.get(edit.editedRouteAtom)?.waypoints[at];
  if (at === null || !waypoint) return false;
  const step = shiftKey ? STEP_M.shift : STEP_M.plain;
  const direction = arrows[key];
  if (direction) {
    const [lon, lat] = localPlaneAt(waypoint.place).toLonLat(
      direction[0] * step,
      direction[1] * step,
    );
    canvas.set(edit.moveWaypointTo, at, [lon, lat], "nudge");
    return true;
  }
  const rise = heights[key];
  if (rise !== undefined) {
    canvas.set(edit.setChosenHeight, waypoint.height_m + rise * step, "raise");
    return true;
  }
  if (key === "Insert") canvas.set(edit.insertBeforeChosen);
  else if (key === "Delete" || key === "Backspace") canvas.set(edit.removeChosenWaypoint);
  else return false;
  return true;
}

export const flightRoute = defineTool({
  id: edit.flightRouteTool,
  name: "tool:flight_route",
  icon: Waypoints,
  shortcut: "w",
  cursor: "crosshair",
  dragsMap: true,
  isOffered: edit.isEditingRouteAtom,
  grabs: ({ at, touch }, canvas) => {
    const hit = hitOf(canvas, at, touch);
    return hit !== null && hit.is !== "take_off";
  },
  move({ at, touch }, canvas) {
    canvas.set(hoverRoute, { place: placeAt(canvas, at), reach: reachAt(canvas, at, touch) });
  },
  leave: (canvas) => canvas.set(hoverRoute, null),
  click({ at, touch }, canvas) {
    const hit = hitOf(canvas, at, touch);
    canvas.set(edit.chosenWaypointAtom, hit?.is === "waypoint" ? hit.at : null);
  },
  drag(path, { at, touch }, canvas) {
    const hit = hitOf(canvas, path[0]!, touch);
    if (hit?.is === "waypoint") canvas.set(edit.dragWaypoint, hit.at, placeAt(canvas, at));
    else if (hit?.is === "leg") canvas.set(edit.dragNewWaypoint, hit.at, placeAt(canvas, at));
  },
  drop(path, { at, touch }, canvas) {
    const hit = hitOf(canvas, path[0]!, touch);
    if (hit?.is === "waypoint") canvas.set(edit.moveWaypointTo, hit.at, placeAt(canvas, at));
    else if (hit?.is === "leg") canvas.set(edit.insertWaypointAt, hit.at, placeAt(canvas, at));
    else canvas.set(edit.endDrag);
  },
  key: (event, canvas) => !event.ctrlKey && !event.metaKey && change(canvas, event),
  cancel(canvas) {
    canvas.set(edit.endDrag);
    canvas.set(hoverRoute, null);
  },
});
