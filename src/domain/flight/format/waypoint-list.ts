// Opens lists of waypoints (`.waypoints`): lines of numbers, with the commands of MAVLink.
import { refusedFile, type OpenedRoute } from "./opened-route.ts";
import { commands } from "./qgc-plan.ts";
import { isKnown, routeOf, type Numbered } from "./qgc-plan-read.ts";

/** A line of a list of waypoints: number, whether it is the next, frame, command, seven parameters, autocontinue. */
const WPL_CELLS = 12;

/** Frames of MAVLink above the sea. */
const ABOVE_SEA = 0;
const isAboveSea = ({ frame }: Numbered) => frame === ABOVE_SEA || frame === 5;

/**
 * Opens a list of waypoints as Mission Planner and MAVProxy write it: "QGC WPL 110", its first line is home.
 * @throws Failure FILE_REFUSED with the line
 */
export function readWaypointList(bytes: Uint8Array, file: string): OpenedRoute {
  const [head = "", ...lines] = new TextDecoder().decode(bytes).split(/\r?\n/);
  if (!/^QGC WPL \d+\s*$/.test(head)) throw refusedFile(file, { reason: "waypoint_list_head" });
  const items = lines.flatMap((text, at): Numbered[] => {
    if (text.trim() === "") return [];
    const cells = text.trim().split(/\s+/).map(Number);
    if (cells.length < WPL_CELLS || cells.some(Number.isNaN)) {
      throw refusedFile(file, { reason: "waypoint_list_line", line: at + 2 });
    }
    const [, , frame, command, ...rest] = cells as [number, number, number, number, ...number[]];
    if (!isKnown(command)) {
      const values = { command };
      throw refusedFile(file, { reason: "qgc_command_unknown", line: at + 2, values });
    }
    const params: (number | null)[] = rest.slice(0, 7);
    // These lists have no sign for a heading that is not set, and ArduPilot turns the drone to none.
    if (command !== commands.yaw && params[3] === 0) params[3] = null;
    return [{ type: "SimpleItem", feature: at + 1, frame, command, params }];
  });
  // Home is a waypoint above the sea before all others. A list without it begins with its first waypoint.
  const [first, ...others] = items;
  const isHome = first?.command === commands.waypoint && first.frame === ABOVE_SEA;
  const [, , , , lat, lon, height] = (isHome ? first.params : undefined) ?? [];
  const home: [number, number, number] = [lat ?? 0, lon ?? 0, height ?? 0];
  const route = isHome
    ? routeOf(others, { plannedHomePosition: home }, file)
    : routeOf(items, {}, file);
  if (route.waypoints.length === 0) throw refusedFile(file, { reason: "route_no_waypoints" });
  // Where every waypoint is above the sea, nothing tells home from the first of them.
  const isUnclear = isHome && route.take_off !== null && others.every(isAboveSea);
  const notes = isUnclear ? [{ reason: "waypoint_list_home" }] : [];
  return { ...route, notes: [...route.notes, ...notes] };
}
