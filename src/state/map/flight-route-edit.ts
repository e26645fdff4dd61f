// The route that is edited on the map: each change is one step that can be undone, and is checked at once.
import { atom } from "jotai";
import { api } from "../../api/index.ts";
import { call } from "../../client/call.ts";
import type { Problem, Refusal } from "../../domain/error.ts";
import type { FlightRouteRecord } from "../../domain/flight/route/flight-route-record.ts";
import type { Place } from "../../domain/flight/route/flight-route.ts";
import { routeChangeProblems } from "../../domain/flight/route/route-change.ts";
import { heightProblems } from "../../domain/flight/route/route-check.ts";
import * as edit from "../../domain/flight/route/route-edit.ts";
import { flightRoutesAtom, keepRoute } from "../plant/analysis/flight-campaign.ts";
import { plantAtom } from "../plant/plant.ts";
import { perPlant } from "../shell/lifetime.ts";
import { valueOf } from "../shell/loaded.ts";
import { doUndoably, undoable } from "../shell/undoable.ts";
import { savedAreasAtom } from "./flight-area.ts";
import { elevationAtom } from "./ground.ts";
import { toolIdAtom } from "./tool.ts";

/** Id of the map tool that edits waypoints. */
export const flightRouteTool = "flight_route";

/** Id of the route that is edited; null for none. */
const editedIdAtom = perPlant<number | null>(null);

export const isEditingRouteAtom = atom((get) => get(editedIdAtom) !== null);

/** What was changed since the last save, and the version that it changes; null for nothing. */
const changedAtom = undoable<{
  readonly route_id: number;
  readonly version: number;
  readonly draft: edit.RouteDraft;
} | null>(null);

/** The draft while a waypoint is dragged. */
const draggedAtom = perPlant<edit.RouteDraft | null>(null);

/** Whether the last drag in 3D was stopped before the horizon. */
export const isDragLimitedAtom = perPlant(false);

/** Says whether the pointer is too near the horizon for a drag to follow it. */
export const limitDrag = atom(null, (_get, set, isLimited: boolean): void =>
  set(isDragLimitedAtom, isLimited),
);

/** Index of the waypoint that keys, buttons and the height field change. */
export const chosenWaypointAtom = perPlant<number | null>(null);

/** Index of the last waypoint that is changed with the chosen one; null: that one alone. */
const untilAtom = perPlant<number | null>(null);

/** First and last index of the waypoints that fields change; null while none is chosen. */
export const chosenRangeAtom = atom(
  (get): readonly [from: number, to: number] | null => {
    const at = get(chosenWaypointAtom);
    const last = (get(draftRouteAtom)?.waypoints.length ?? 0) - 1;
    if (at === null || at > last) return null;
    const until = Math.min(get(untilAtom) ?? at, last);
    return [Math.min(at, until), Math.max(at, until)];
  },
  (_get, set, until: number | null) => set(untilAtom, until),
);

/** Changes all chosen waypoints in one step. */
export const changeChosen = atom(null, (get, set, changes: edit.WaypointChange): void => {
  const range = get(chosenRangeAtom);
  const route = get(editedRouteAtom);
  if (!range || !route) return;
  const draft = edit.changeWaypoints(route, range, changes);
  set(change, { draft, name: "flight-route:step.change" });
});

/** Sets the metres between photos on the legs from the first chosen waypoint to the last one, or to the next. */
export const setChosenPhotos = atom(null, (get, set, distance_m: number | null): void => {
  const range = get(chosenRangeAtom);
  const route = get(editedRouteAtom);
  if (!range || !route) return;
  const draft = edit.setPhotos(route, legsOf(range, route), distance_m);
  set(change, { draft, name: "flight-route:step.photos" });
});

/** The legs of a range: those between its waypoints, or the one that begins at a single one. */
export function legsOf(
  [from, to]: readonly [from: number, to: number],
  { waypoints }: edit.RouteDraft,
): readonly [from: number, to: number] {
  return [from, to > from ? to : Math.min(from + 1, waypoints.length - 1)];
}

/** The route that is edited, as the server has it. */
const savedRouteAtom = atom((get): FlightRouteRecord | null => {
  const id = get(editedIdAtom);
  return valueOf(get(flightRoutesAtom))?.find((route) => route.id === id) ?? null;
});

/** The route that is edited, without a drag that is not finished; null for none. */
export const editedRouteAtom = atom((get): FlightRouteRecord | null => {
  const route = get(savedRouteAtom);
  const changed = get(changedAtom);
  return route && changed?.route_id === route.id
    ? edit.editedRoute(route, changed.draft, get(elevationAtom), get(savedAreasAtom).obstacles)
    : route;
});

/** As the map draws it. */
export const draftRouteAtom = atom((get): FlightRouteRecord | null => {
  const route = get(editedRouteAtom);
  const dragged = get(draggedAtom);
  if (!route || !dragged) return route;
  return edit.editedRoute(route, dragged, get(elevationAtom), get(savedAreasAtom).obstacles);
});

export const isRouteChangedAtom = atom((get) => {
  const id = get(editedIdAtom);
  return id !== null && get(changedAtom)?.route_id === id;
});

/** Why no flight sheet is printed: what is not saved is in no export, and the pilot would fly another route. */
export const flightSheetRefusalAtom = atom((get): Refusal | null =>
  get(isRouteChangedAtom) ? { reason: "flight_sheet_unsaved" } : null,
);

/** Metres above ground that nothing may fly above at this plant; null for no such rule. */
export const ceilingAtom = atom((get) => valueOf(get(plantAtom))?.flight_ceiling ?? null);

/** All that forbids to fly the route as it is drawn now. */
export const routeProblemsAtom = atom((get): readonly Problem[] => {
  const [before, now] = [get(savedRouteAtom), get(draftRouteAtom)];
  if (!before || !now) return [];
  const areas = get(savedAreasAtom);
  const against = { areas, elevation: get(elevationAtom), ceiling_m: get(ceilingAtom) };
  return [
    ...routeChangeProblems(before, now, areas, against.elevation),
    ...heightProblems(now, against),
  ];
});

/** Begins to edit a route with its tool; null ends it and forgets what was not saved. */
export const editRoute = atom(null, (get, set, id: number | null) => {
  set(draggedAtom, null);
  set(isDragLimitedAtom, false);
  set(chosenWaypointAtom, null);
  set(untilAtom, null);
  if (get(editedIdAtom) !== id) set(changedAtom, null);
  set(editedIdAtom, id);
  set(toolIdAtom, id === null ? null : flightRouteTool);
});

type Change = {
  readonly draft: edit.RouteDraft;
  /** Word key of the step. */
  readonly name: string;
  readonly merge?: string;
};

const change = atom(null, (get, set, { draft, name, merge }: Change) => {
  const route = get(savedRouteAtom);
  if (!route) return;
  const version = get(changedAtom)?.version ?? route.version;
  set(doUndoably, {
    name,
    ...(merge !== undefined && { merge }),
    change: (_get, set) => set(changedAtom, { route_id: route.id, version, draft }),
  });
});

/** Shows the waypoint at the place; nothing is changed yet. */
export const dragWaypoint = atom(null, (get, set, at: number, place: Place) => {
  const route = get(editedRouteAtom);
  if (route) set(draggedAtom, edit.moveWaypoint(route, at, place));
});

/** Shows a new waypoint before this index; nothing is changed yet. */
export const dragNewWaypoint = atom(null, (get, set, at: number, place: Place) => {
  const route = get(editedRouteAtom);
  if (route) set(draggedAtom, edit.insertWaypoint(route, at, place));
});

export const endDrag = atom(null, (_get, set) => set(draggedAtom, null));

export const moveWaypointTo = atom(
  null,
  (get, set, at: number, place: Place, merge?: string): void => {
    set(draggedAtom, null);
    const route = get(editedRouteAtom);
    if (!route) return;
    const draft = edit.moveWaypoint(route, at, place);
    set(change, { draft, name: "flight-route:step.move", ...(merge !== undefined && { merge }) });
    set(chosenWaypointAtom, at);
  },
);

export const insertWaypointAt = atom(null, (get, set, at: number, place: Place): void => {
  set(draggedAtom, null);
  const route = get(editedRouteAtom);
  if (!route) return;
  set(change, { draft: edit.insertWaypoint(route, at, place), name: "flight-route:step.insert" });
  set(chosenWaypointAtom, at);
});

/** Inserts a waypoint in the middle of the leg that begins at the chosen one; the last one has none. */
export const insertAfterChosen = atom(null, (get, set): void => {
  const at = get(chosenWaypointAtom);
  const route = get(editedRouteAtom);
  if (at === null || !route || at + 1 >= route.waypoints.length) return;
  set(chosenWaypointAtom, at + 1);
  set(insertBeforeChosen);
});

/** Inserts a waypoint in the middle of the leg to the chosen one; the first one has none. */
export const insertBeforeChosen = atom(null, (get, set): void => {
  const at = get(chosenWaypointAtom);
  const route = get(editedRouteAtom);
  const [from, to] = at === null || !route ? [] : [route.waypoints[at - 1], route.waypoints[at]];
  if (at === null || !from || !to) return;
  const middle = (axis: 0 | 1) => (from.place[axis] + to.place[axis]) / 2;
  set(insertWaypointAt, at, [middle(0), middle(1)]);
});

export const removeChosenWaypoint = atom(null, (get, set): void => {
  const at = get(chosenWaypointAtom);
  const route = get(editedRouteAtom);
  if (at === null || !route || route.waypoints.length <= edit.FEWEST_WAYPOINTS) return;
  set(change, { draft: edit.removeWaypoint(route, at), name: "flight-route:step.remove" });
  set(chosenWaypointAtom, Math.max(0, at - 1));
});

/** Sets the height of the chosen waypoint, in metres above the take-off position. */
export const setChosenHeight = atom(null, (get, set, height_m: number, merge?: string): void => {
  const at = get(chosenWaypointAtom);
  const route = get(editedRouteAtom);
  if (at === null || !route || !Number.isFinite(height_m)) return;
  const draft = edit.raiseWaypoint(route, at, height_m);
  set(change, { draft, name: "flight-route:step.height", ...(merge !== undefined && { merge }) });
});

/** Raises a waypoint to a height, and all that are chosen with it by as much. */
export const raiseFromProfile = atom(
  null,
  (get, set, at: number, height_m: number, merge: string): void => {
    const route = get(editedRouteAtom);
    const range = get(chosenRangeAtom);
    const before = route?.waypoints[at];
    if (!route || !before) return;
    const isIn = range !== null && at >= range[0] && at <= range[1];
    const draft = edit.liftWaypoints(route, isIn ? range : [at, at], height_m - before.height_m);
    set(change, { draft, name: "flight-route:step.height", merge });
  },
);

/** Forgets what was changed since the last save. */
export const discardRoute = atom(null, (_get, set) => {
  set(draggedAtom, null);
  set(doUndoably, {
    name: "flight-route:step.discard",
    change: (_get, set) => set(changedAtom, null),
  });
});

/** Saves the changed route. Rejects with the refusal; what was changed stays. */
export const saveRoute = atom(null, async (get, set): Promise<void> => {
  const [changed, route] = [get(changedAtom), get(editedRouteAtom)];
  if (!changed || !route) return;
  const { id, waypoints, photo_runs } = route;
  const body = { based_on: changed.version, waypoints, photo_runs };
  const saved = await call(api.flightRoute.update, { params: { id }, body });
  keepRoute(saved);
  if (get(changedAtom) === changed) set(changedAtom, null);
});
