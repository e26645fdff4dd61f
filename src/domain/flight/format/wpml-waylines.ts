// waylines.wpml of a DJI route: what the drone executes.
import { pathDistance, pathSeconds } from "../time/path-time.ts";
import type { Waypoint } from "../route/flight-route.ts";
import {
  actionGroups,
  gimbalRotate,
  headingParam,
  missionConfig,
  point,
  turnParam,
  wpml,
  wpmlFile,
  type WpmlRoute,
} from "./wpml-parts.ts";

export function wpmlWaylines(written: WpmlRoute): string {
  const { waypoints, speed_m_s } = written.route;
  const groups = actionGroups(written.route);
  const pitch = waypoints[0]?.gimbal_pitch_deg ?? -90;
  return wpmlFile(written.version, [
    missionConfig(written),
    "<Folder>",
    wpml("templateId", 0),
    wpml("executeHeightMode", "relativeToStartPoint"),
    wpml("waylineId", 0),
    wpml("distance", pathDistance(waypoints)),
    wpml("duration", pathSeconds(waypoints, speed_m_s)),
    wpml("autoFlightSpeed", speed_m_s),
    wpml("startActionGroup", gimbalRotate(0, pitch)),
    ...waypoints.map((waypoint, at) => placemark(waypoint, at, speed_m_s, groups[at] ?? "")),
    "</Folder>",
  ]);
}

function placemark(waypoint: Waypoint, index: number, speed: number, groups: string): string {
  const { place, height_m, heading_deg, damping_m, gimbal_pitch_deg } = waypoint;
  return [
    "<Placemark>",
    point(place),
    wpml("index", index),
    wpml("executeHeight", height_m),
    wpml("waypointSpeed", waypoint.speed_m_s ?? speed),
    headingParam("waypointHeadingParam", heading_deg),
    turnParam(damping_m),
    wpml("useStraightLine", 1),
    groups,
    wpml(
      "waypointGimbalHeadingParam",
      wpml("waypointGimbalPitchAngle", gimbal_pitch_deg),
      wpml("waypointGimbalYawAngle", 0),
    ),
    wpml("isRisky", 0),
    wpml("waypointWorkType", 0),
    "</Placemark>",
  ].join("");
}
