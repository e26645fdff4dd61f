// The rules of the elements of template.kml and waylines.wpml.
import type { Problem } from "../../error.ts";
import type { Place } from "../route/flight-route.ts";
import { placesApart } from "../../geometry/ground-distance.ts";
import { readDecimal } from "./decimal.ts";
import { djiModelNumbered, isDjiPair } from "./dji-model.ts";
import {
  childOf,
  childrenOf,
  descendantsOf,
  elementAt,
  textAt,
  type XmlElement,
} from "./xml-tree.ts";

export type Report = (problem: Problem) => void;

/** m/s that DJI's routes allow. */
const MAX_SPEED = 15;
/** Metres; waypoints closer to each other are refused. */
const LEAST_SPACING_M = 0.6;
const numberAt = (element: XmlElement | undefined, ...path: readonly string[]) =>
  readDecimal(textAt(element, ...path) ?? "");

export function checkMission(document: XmlElement, dock: boolean, report: Report): void {
  const config = childOf(document, "missionConfig");
  if (!config) return report({ reason: "wpml_missing", field: "missionConfig" });
  requireAll(config, report, ["flyToWaylineMode", "finishAction", "exitOnRCLost"]);
  const [least, field] = [dock ? 8 : 1.2, "takeOffSecurityHeight"];
  const height = numberAt(config, field);
  if (height === null) report({ reason: "wpml_missing", field });
  else if (height < least || height > 1500) {
    report({ reason: "wpml_security_height", field, values: { height, least, most: 1500 } });
  }
  checkSpeed(config, "globalTransitionalSpeed", report);
  checkDrone(config, report);
}

function checkDrone(config: XmlElement, report: Report): void {
  const drone = numberAt(config, "droneInfo", "droneEnumValue") ?? -1;
  const drone_sub = numberAt(config, "droneInfo", "droneSubEnumValue") ?? 0;
  const payload = numberAt(config, "payloadInfo", "payloadEnumValue") ?? -1;
  if (isDjiPair(drone, drone_sub, payload)) return;
  const values = { drone: `${drone}-${drone_sub}`, payload };
  report({ reason: "wpml_drone", field: "droneInfo", values });
}

function requireAll(
  element: XmlElement,
  report: Report,
  names: readonly string[],
  feature?: number,
) {
  const place = feature === undefined ? {} : { feature };
  for (const field of names) {
    if (textAt(element, field) === null) {
      report({ reason: "wpml_missing", field, line: element.line, ...place });
    }
  }
}

function checkSpeed(element: XmlElement, field: string, report: Report): void {
  const speed = numberAt(element, field);
  if (speed === null) return report({ reason: "wpml_missing", field, line: element.line });
  if (speed > 0 && speed <= MAX_SPEED) return;
  report({ reason: "wpml_speed", field, line: element.line, values: { speed, most: MAX_SPEED } });
}

export function checkTemplate(document: XmlElement, report: Report): void {
  const folder = childOf(document, "Folder");
  if (!folder) return report({ reason: "wpml_missing", field: "Folder" });
  const template = textAt(folder, "templateType") ?? "";
  if (template !== "waypoint") {
    report({ reason: "wpml_template", field: "templateType", values: { template } });
  }
  if (!(textAt(folder, "payloadParam", "imageFormat") ?? "")) {
    report({ reason: "wpml_lens", field: "imageFormat" });
  }
  checkSpeed(folder, "autoFlightSpeed", report);
  const placemarks = childrenOf(folder, "Placemark");
  const flags = [
    "useGlobalHeight",
    "useGlobalSpeed",
    "useGlobalHeadingParam",
    "useGlobalTurnParam",
  ];
  placemarks.forEach((placemark, at) => {
    requireAll(placemark, report, ["height", "ellipsoidHeight", ...flags], at + 1);
    if (childOf(placemark, "executeHeight")) {
      const place = { line: placemark.line, feature: at + 1, field: "executeHeight" };
      report({ reason: "wpml_execute_height", ...place });
    }
  });
  checkPitches(document, placemarks, report);
  checkWaypoints(placemarks, report);
}

/** The camera must be able to look where it should. */
function checkPitches(
  document: XmlElement,
  placemarks: readonly XmlElement[],
  report: Report,
): void {
  const config = childOf(document, "missionConfig");
  const model = djiModelNumbered(
    numberAt(config, "droneInfo", "droneEnumValue") ?? -1,
    numberAt(config, "droneInfo", "droneSubEnumValue") ?? 0,
    numberAt(config, "payloadInfo", "payloadEnumValue") ?? -1,
  );
  const [least, most] = model?.pitch ?? [-120, 45];
  placemarks.forEach((placemark, at) => {
    const field = "gimbalPitchAngle";
    const pitch = numberAt(placemark, field);
    if (pitch === null || (pitch >= least && pitch <= most)) return;
    report({ reason: "wpml_pitch", field, feature: at + 1, values: { pitch, least, most } });
  });
}

export function checkWaylines(document: XmlElement, report: Report): void {
  const folder = childOf(document, "Folder");
  if (!folder) return report({ reason: "wpml_missing", field: "Folder" });
  requireAll(folder, report, ["templateId", "executeHeightMode", "waylineId"]);
  checkSpeed(folder, "autoFlightSpeed", report);
  const placemarks = childrenOf(folder, "Placemark");
  placemarks.forEach((placemark, at) => {
    requireAll(placemark, report, ["executeHeight"], at + 1);
    checkSpeed(placemark, "waypointSpeed", (problem) => report({ feature: at + 1, ...problem }));
  });
  checkWaypoints(placemarks, report);
  checkDamping(placemarks, report);
}

/** What both files must keep: numbers without gaps, distances between waypoints, groups of actions. */
function checkWaypoints(placemarks: readonly XmlElement[], report: Report): void {
  if (placemarks.length < 2) report({ reason: "route_two_waypoints" });
  placemarks.forEach((placemark, at) => {
    const place = { line: placemark.line, feature: at + 1 };
    const index = numberAt(placemark, "index");
    if (index !== at) {
      report({ reason: "wpml_index", field: "index", values: { expected: at }, ...place });
    }
    const metres = legBefore(placemarks, at);
    if (metres === null) {
      report({ reason: "wpml_coordinates", field: "coordinates", ...place });
    } else if (metres < LEAST_SPACING_M) {
      const values = { metres: Math.round(metres * 100) / 100, least: LEAST_SPACING_M };
      report({ reason: "wpml_close", values, ...place });
    }
  });
  checkGroups(placemarks, report);
}

function checkGroups(placemarks: readonly XmlElement[], report: Report): void {
  const ids = new Set<number>();
  for (const group of placemarks.flatMap((placemark) => descendantsOf(placemark, "actionGroup"))) {
    const id = numberAt(group, "actionGroupId") ?? -1;
    const from = numberAt(group, "actionGroupStartIndex") ?? -1;
    const to = numberAt(group, "actionGroupEndIndex") ?? -1;
    const place = { line: group.line, field: "actionGroup" };
    if (ids.has(id)) report({ reason: "wpml_group_twice", values: { id }, ...place });
    ids.add(id);
    const isWithin = from >= 0 && to >= from && to < placemarks.length;
    if (!isWithin) report({ reason: "wpml_group_range", values: { id, from, to }, ...place });
    const trigger = textAt(group, "actionTrigger", "actionTriggerType");
    const metres = numberAt(group, "actionTrigger", "actionTriggerParam") ?? 0;
    if (trigger === "multipleDistance" && !(metres > 0)) {
      report({ reason: "wpml_trigger", values: { id }, ...place });
    }
    const lens = elementAt(group, "action", "actionActuatorFuncParam", "payloadLensIndex");
    if (lens?.text === "") report({ reason: "wpml_lens", ...place });
  }
}

/** A turn begins its damping before the waypoint and ends as far behind it: both must fit into the legs. */
function checkDamping(placemarks: readonly XmlElement[], report: Report): void {
  const damping = placemarks.map(
    (placemark) => numberAt(placemark, "waypointTurnParam", "waypointTurnDampingDist") ?? 0,
  );
  placemarks.forEach((placemark, at) => {
    const turns = (damping[at - 1] ?? 0) + damping[at]!;
    const leg = legBefore(placemarks, at);
    const isEnd = at === 0 || at === placemarks.length - 1;
    const place = { line: placemark.line, feature: at + 1, field: "waypointTurnDampingDist" };
    if (isEnd && damping[at]! > 0) report({ reason: "wpml_damping_end", ...place });
    if (leg === null || turns === 0 || leg > turns) return;
    const values = { leg: Math.round(leg * 10) / 10, turns: Math.round(turns * 10) / 10 };
    report({ reason: "wpml_damping", values, ...place });
  });
}

/** Metres to the waypoint before, climb included; infinite for the first one, null for no valid position. */
function legBefore(placemarks: readonly XmlElement[], at: number): number | null {
  const place = placeOf(placemarks[at]);
  if (place === null || at === 0) return place === null ? null : Infinity;
  const before = placeOf(placemarks[at - 1]);
  if (before === null) return Infinity;
  return Math.hypot(
    placesApart(before, place),
    heightOf(placemarks[at]) - heightOf(placemarks[at - 1]),
  );
}

const heightOf = (placemark: XmlElement | undefined) =>
  numberAt(placemark, "executeHeight") ?? numberAt(placemark, "height") ?? 0;

function placeOf(placemark: XmlElement | undefined): Place | null {
  const [longitude, latitude] = (textAt(placemark, "Point", "coordinates") ?? "")
    .split(",")
    .map(readDecimal);
  const isPlace =
    typeof longitude === "number" &&
    typeof latitude === "number" &&
    Math.abs(longitude) <= 180 &&
    Math.abs(latitude) <= 90;
  return isPlace ? [longitude, latitude] : null;
}
