// template.kml of a DJI route: what Pilot 2 and FlightHub 2 show and save again.
import type { Waypoint } from "../route/flight-route.ts";
import {
  actionGroups,
  headingParam,
  missionConfig,
  point,
  stopTurn,
  turnParam,
  wpml,
  wpmlFile,
  type WpmlRoute,
} from "./wpml-parts.ts";

export function wpmlTemplate(written: WpmlRoute): string {
  const { route, version, created_ms } = written;
  const groups = actionGroups(route);
  return wpmlFile(version, [
    wpml("createTime", created_ms),
    wpml("updateTime", created_ms),
    missionConfig(written),
    "<Folder>",
    // A mapping template would make DJI's programs draw lines of their own.
    wpml("templateType", "waypoint"),
    wpml("templateId", 0),
    wpml(
      "waylineCoordinateSysParam",
      wpml("coordinateMode", "WGS84"),
      wpml("heightMode", "relativeToStartPoint"),
      wpml("positioningType", "GPS"),
    ),
    wpml("autoFlightSpeed", route.speed_m_s),
    wpml("globalHeight", route.altitude_agl_m),
    wpml("caliFlightEnable", 0),
    wpml("gimbalPitchMode", "usePointSetting"),
    headingParam("globalWaypointHeadingParam", null),
    wpml("globalWaypointTurnMode", stopTurn),
    wpml("globalUseStraightLine", 1),
    ...route.waypoints.map((waypoint, at) =>
      placemark(waypoint, at, route.speed_m_s, groups[at] ?? ""),
    ),
    wpml(
      "payloadParam",
      wpml("payloadPositionIndex", 0),
      wpml("focusMode", "firstPoint"),
      wpml("meteringMode", "average"),
      wpml("imageFormat", route.lenses.join(",")),
    ),
    "</Folder>",
  ]);
}

function placemark(waypoint: Waypoint, index: number, speed: number, groups: string): string {
  const { place, height_m, heading_deg, damping_m, gimbal_pitch_deg } = waypoint;
  return [
    "<Placemark>",
    point(place),
    wpml("index", index),
    // Pilot 2 writes the same number twice for heights above the take-off position.
    wpml("ellipsoidHeight", height_m),
    wpml("height", height_m),
    wpml("waypointSpeed", waypoint.speed_m_s ?? speed),
    headingParam("waypointHeadingParam", heading_deg),
    turnParam(damping_m),
    wpml("useGlobalHeight", 0),
    wpml("useGlobalSpeed", waypoint.speed_m_s === undefined ? 1 : 0),
    wpml("useGlobalHeadingParam", 0),
    wpml("useGlobalTurnParam", 0),
    wpml("useStraightLine", 1),
    wpml("gimbalPitchAngle", gimbal_pitch_deg),
    groups,
    wpml("isRisky", 0),
    "</Placemark>",
  ].join("");
}
