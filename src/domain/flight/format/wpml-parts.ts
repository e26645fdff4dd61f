// The parts that both files of a DJI route have: what flies, how it turns, and what it does on the way.
// Format: DJI WPML (dji-sdk/Cloud-API-Doc, docs/en/60.api-reference/00.dji-wpml).
import { transitOf } from "../time/flight-motion.ts";
import type { HomeHeights } from "../route/home-leg.ts";
import type { FlightRoute, PhotoRun, Waypoint } from "../route/flight-route.ts";
import { decimal } from "./decimal.ts";
import type { DjiModel } from "./dji-model.ts";

export const wpmlVersions = ["1.0.6", "1.0.2"] as const;
export type WpmlVersion = (typeof wpmlVersions)[number];

/** A route with the numbers of its drone, as it is written. */
export type WpmlRoute = {
  readonly route: FlightRoute;
  readonly model: DjiModel;
  readonly version: WpmlVersion;
  readonly home: HomeHeights;
  /** Milliseconds since 1970. */
  readonly created_ms: number;
};

const noPoint = "0.000000,0.000000,0.000000";

/** An element of DJI's namespace; texts must be safe in XML. */
export function wpml(name: string, ...content: readonly (string | number)[]): string {
  const inner = content.map((one) => (typeof one === "number" ? decimal(one) : one)).join("");
  return `<wpml:${name}>${inner}</wpml:${name}>`;
}

/** A whole file around its document. */
export function wpmlFile(version: WpmlVersion, document: readonly string[]): string {
  const namespaces = `xmlns="http://www.opengis.net/kml/2.2" xmlns:wpml="http://www.dji.com/wpmz/${version}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<kml ${namespaces}><Document>\n${document.join("\n")}\n</Document></kml>\n`;
}

export function missionConfig({ route, model, home }: WpmlRoute): string {
  const { take_off } = route;
  const [longitude, latitude] = take_off.place;
  // Zero stands for an elevation that is not known.
  const position = [latitude, longitude, take_off.elevation_m ?? 0].map(decimal).join(",");
  return wpml(
    "missionConfig",
    wpml("flyToWaylineMode", "safely"),
    wpml("finishAction", "goHome"),
    wpml("exitOnRCLost", "executeLostAction"),
    wpml("executeRCLostAction", "goBack"),
    wpml("takeOffSecurityHeight", home.security_height_m),
    wpml("takeOffRefPoint", position),
    wpml("takeOffRefPointAGLHeight", 0),
    // What the duration of the route counts with.
    wpml("globalTransitionalSpeed", transitOf(route)),
    wpml("globalRTHHeight", home.return_height_m),
    wpml(
      "droneInfo",
      wpml("droneEnumValue", model.drone),
      wpml("droneSubEnumValue", model.drone_sub),
    ),
    wpml(
      "payloadInfo",
      wpml("payloadEnumValue", model.payload),
      wpml("payloadSubEnumValue", 0),
      wpml("payloadPositionIndex", 0),
    ),
  );
}

export function point([longitude, latitude]: Waypoint["place"]): string {
  return `<Point><coordinates>${decimal(longitude)},${decimal(latitude)}</coordinates></Point>`;
}

/** @param name of the element: the template has one for all waypoints and one for each */
export function headingParam(name: string, heading: number | null): string {
  return wpml(
    name,
    wpml("waypointHeadingMode", heading === null ? "followWayline" : "smoothTransition"),
    wpml("waypointHeadingAngle", heading ?? 0),
    wpml("waypointPoiPoint", noPoint),
    wpml("waypointHeadingAngleEnable", heading === null ? 0 : 1),
    // The shortest way round.
    wpml("waypointHeadingPathMode", "followBadArc"),
    wpml("waypointHeadingPoiIndex", 0),
  );
}

export const stopTurn = "toPointAndStopWithDiscontinuityCurvature";

export function turnParam(damping_m: number): string {
  return wpml(
    "waypointTurnParam",
    wpml("waypointTurnMode", damping_m > 0 ? "coordinateTurn" : stopTurn),
    wpml("waypointTurnDampingDist", damping_m),
  );
}

export function gimbalRotate(actionId: number, pitch: number): string {
  return action(
    actionId,
    "gimbalRotate",
    wpml("gimbalHeadingYawBase", "aircraft"),
    wpml("gimbalRotateMode", "absoluteAngle"),
    wpml("gimbalPitchRotateEnable", 1),
    wpml("gimbalPitchRotateAngle", pitch),
    wpml("gimbalRollRotateEnable", 0),
    wpml("gimbalRollRotateAngle", 0),
    wpml("gimbalYawRotateEnable", 0),
    wpml("gimbalYawRotateAngle", 0),
    wpml("gimbalRotateTimeEnable", 0),
    wpml("gimbalRotateTime", 0),
    wpml("payloadPositionIndex", 0),
  );
}

function action(id: number, name: string, ...params: readonly string[]): string {
  return wpml(
    "action",
    wpml("actionId", id),
    wpml("actionActuatorFunc", name),
    wpml("actionActuatorFuncParam", ...params),
  );
}

type ActionGroup = {
  readonly from: number;
  readonly to: number;
  /** The trigger, then the actions. */
  readonly content: string;
};

/** The action groups that begin at each waypoint: turns of the camera, a stay, then photos. Their numbers are unique. */
export function actionGroups({ waypoints, photo_runs, lenses }: FlightRoute): string[] {
  const begins = [
    ...gimbalGroups(waypoints),
    ...stayGroups(waypoints, lenses),
    ...photo_runs.map((run) => photoGroup(run, lenses)),
  ];
  let id = 0;
  return waypoints.map((_, at) =>
    begins
      .filter(({ from }) => from === at)
      .map((group) => groupText(id++, group))
      .join(""),
  );
}

/** The camera is turned where its angle changes; the first angle is set before the route begins. */
function gimbalGroups(waypoints: readonly Waypoint[]): ActionGroup[] {
  return waypoints.flatMap(({ gimbal_pitch_deg }, at) => {
    if (at === 0 || waypoints[at - 1]!.gimbal_pitch_deg === gimbal_pitch_deg) return [];
    return [{ from: at, to: at, content: REACHED + gimbalRotate(0, gimbal_pitch_deg) }];
  });
}

function photoGroup({ from, to, distance_m }: PhotoRun, lenses: FlightRoute["lenses"]) {
  const trigger = wpml(
    "actionTrigger",
    wpml("actionTriggerType", "multipleDistance"),
    wpml("actionTriggerParam", distance_m),
  );
  return { from, to, content: trigger + takePhoto(0, lenses) };
}

const takePhoto = (actionId: number, lenses: FlightRoute["lenses"]) =>
  action(
    actionId,
    "takePhoto",
    wpml("payloadPositionIndex", 0),
    wpml("fileSuffix", ""),
    wpml("payloadLensIndex", lenses.join(",")),
    wpml("useGlobalPayloadLensIndex", 0),
  );

/** Where the drone hovers, then takes one photo. */
function stayGroups(waypoints: readonly Waypoint[], lenses: FlightRoute["lenses"]): ActionGroup[] {
  return waypoints.flatMap(({ hover_s, takes_photo }, at): ActionGroup[] => {
    const hover = hover_s === undefined ? [] : [action(0, "hover", wpml("hoverTime", hover_s))];
    const photo = takes_photo ? [takePhoto(hover.length, lenses)] : [];
    if (hover.length + photo.length === 0) return [];
    return [{ from: at, to: at, content: [REACHED, ...hover, ...photo].join("") }];
  });
}

const REACHED = wpml("actionTrigger", wpml("actionTriggerType", "reachPoint"));

function groupText(id: number, { from, to, content }: ActionGroup): string {
  return wpml(
    "actionGroup",
    wpml("actionGroupId", id),
    wpml("actionGroupStartIndex", from),
    wpml("actionGroupEndIndex", to),
    wpml("actionGroupMode", "sequence"),
    content,
  );
}
