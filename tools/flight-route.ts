// Moves, inserts and removes waypoints of the route that is edited.
import { Waypoints } from "lucide-react";
import type { FlightRoute } from "../src/domain/flight/route/flight-route.ts";
import type { RouteHit } from "../src/domain/flight/route/route-hit.ts";
import { localPlaneAt } from "../src/domain/geometry/local-plane.ts";
import { routeAim } from "../src/map/route-aim.ts";
import {
  defineTool,
  type PlaceInSpace,
  type ScreenPoint,
  type ToolCanvas,
} from "../src/map/tool.ts";
import * as edit from "../src/state/map/flight-route-edit.ts";
import { hoverRoute } from "../src/state/map/flight-route-view.ts";
import { wayHeightsAtom } from "../src/state/map/ground.ts";

/** How near a click must be to a waypoint, in pixels; a finger is less exact. */
const REACH_PIXELS = { mouse: 10, touch: 22 };
/** Metres that an arrow key moves a waypoint, and page up or down raises it. */
const STEP_M = { plain: 1, shift: 10 };

const reachOf = (touch: boolean) => (touch ? REACH_PIXELS.touch : REACH_PIXELS.mouse);

function hitOf(canvas: ToolCanvas, at: ScreenPoint, touch: boolean): RouteHit | null {
  const route = canvas.get(edit.editedRouteAtom);
  return route && routeAim(canvas, at, reachOf(touch))(route, canvas.get(wayHeightsAtom)(route));
}

type Grabbed = Extract<RouteHit, { readonly at: number }>;

/** What the drag began on, and the place to which it has come: at the height of what is dragged. */
function dragged(canvas: ToolCanvas, from: ScreenPoint, to: ScreenPoint, touch: boolean) {
  const route = canvas.get(edit.editedRouteAtom);
  const hit = hitOf(canvas, from, touch);
  if (!route || hit === null || hit.is === "take_off") return null;
  const found = placeAt(canvas, from, to, route, hit);
  canvas.set(edit.limitDrag, found?.isLimited ?? true);
  return found && { hit, place: found.place };
}

function placeAt(
  canvas: ToolCanvas,
  from: ScreenPoint,
  to: ScreenPoint,
  route: FlightRoute,
  hit: Grabbed,
): PlaceInSpace | null {
  if (canvas.space) {
    return canvas.space.above(route.take_off.place).placeAt(to, heightOf(route, hit), from);
  }
  const [lon, lat] = canvas.boundsOf([to]);
  return { place: [lon, lat], isLimited: false };
}

/** A new waypoint gets a height between those of its leg. */
function heightOf({ waypoints }: FlightRoute, hit: Grabbed): number {
  const [before, after] = [waypoints[hit.at - 1], waypoints[hit.at]];
  if (hit.is === "waypoint") return after?.height_m ?? 0;
  const [low, high] = [(before ?? after)?.height_m ?? 0, (after ?? before)?.height_m ?? 0];
  return low + (high - low) * hit.part;
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
    canvas.set(hoverRoute, routeAim(canvas, at, reachOf(touch)));
  },
  leave: (canvas) => canvas.set(hoverRoute, null),
  click({ at, touch }, canvas) {
    const hit = hitOf(canvas, at, touch);
    canvas.set(edit.limitDrag, false);
    canvas.set(edit.chosenWaypointAtom, hit?.is === "waypoint" ? hit.at : null);
  },
  drag(path, { at, touch }, canvas) {
    const found = dragged(canvas, path[0]!, at, touch);
    if (!found) return;
    const verb = found.hit.is === "waypoint" ? edit.dragWaypoint : edit.dragNewWaypoint;
    canvas.set(verb, found.hit.at, found.place);
  },
  drop(path, { at, touch }, canvas) {
    const found = dragged(canvas, path[0]!, at, touch);
    if (!found) canvas.set(edit.endDrag);
    else if (found.hit.is === "waypoint") {
      canvas.set(edit.moveWaypointTo, found.hit.at, found.place);
    } else canvas.set(edit.insertWaypointAt, found.hit.at, found.place);
  },
  key: (event, canvas) => !event.ctrlKey && !event.metaKey && change(canvas, event),
  cancel(canvas) {
    canvas.set(edit.endDrag);
    canvas.set(hoverRoute, null);
  },
});
