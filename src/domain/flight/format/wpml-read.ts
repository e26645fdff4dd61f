// Reads the waypoints of waylines.wpml, or of a template without one, with what they do.
import type { Problem } from "../../error.ts";
import type { PhotoRun, Place, Waypoint } from "../route/flight-route.ts";
import { readStay } from "../route/waypoint-stay.ts";
import { timedRuns } from "./timed-photos.ts";
import { readDecimal } from "./decimal.ts";
import { refusedFile, type HeightReference } from "./opened-route.ts";
import {
  childOf,
  childrenOf,
  descendantsOf,
  elementAt,
  textAt,
  type XmlElement,
} from "./xml-tree.ts";

export type HeightOrigin = {
  readonly reference: HeightReference;
  /** Of a template: its ellipsoid heights are read, because the others count from a geoid. */
  readonly isEllipsoid?: true;
  /** What is subtracted from the heights of the file, metres. */
  readonly zero_m: number;
};

type Source = {
  readonly file: string;
  /** What is executed. */
  readonly folder: XmlElement;
  /** The folder of the template, which knows the angles of the camera. */
  readonly shown: XmlElement | undefined;
  readonly origin: HeightOrigin;
};

/** @throws Failure FILE_REFUSED with line and number of the waypoint */
export function wpmlWaypoints({ file, folder, shown, origin }: Source): Waypoint[] {
  const placemarks = childrenOf(folder, "Placemark");
  const pitches = pitchesOf(folder, shown);
  const global = readDecimal(textAt(folder, "globalHeight") ?? "");
  const cruise = readDecimal(textAt(folder, "autoFlightSpeed") ?? "");
  return placemarks.map((placemark, at) => {
    const read = (field: string, least: number, most: number, ...path: readonly string[]) =>
      numberIn({ file, placemark, at }, field, [least, most], path);
    const height =
      read("executeHeight", -2000, 20_000) ??
      (origin.isEllipsoid ? read("ellipsoidHeight", -2000, 20_000) : null) ??
      (textAt(placemark, "useGlobalHeight") === "1" ? global : null) ??
      read("height", -2000, 20_000) ??
      global;
    if (height === null) {
      const place = { line: placemark.line, feature: at + 1, field: "executeHeight" };
      throw refusedFile(file, { reason: "wpml_missing", ...place });
    }
    const damping = read("waypointTurnDampingDist", 0, 10_000, "waypointTurnParam") ?? 0;
    const isGlobal = textAt(placemark, "useGlobalSpeed") === "1";
    const speed = isGlobal ? null : read("waypointSpeed", 0, 100);
    const isOwn = speed !== null && speed > 0 && speed !== cruise;
    return {
      place: placeOf(file, placemark, at),
      height_m: height - origin.zero_m,
      heading_deg: headingOf(
        headingParam(folder, placemark),
        read("waypointHeadingAngle", -360, 360, "waypointHeadingParam"),
      ),
      gimbal_pitch_deg: pitches[at] ?? 0,
      damping_m: turns(placemark) ? damping : 0,
      ...(isOwn && { speed_m_s: speed }),
      ...stayAt(placemarks, at),
    };
  });
}

type Where = { readonly file: string; readonly placemark: XmlElement; readonly at: number };

/** The number in an element; null where there is none. */
function numberIn(
  { file, placemark, at }: Where,
  field: string,
  [least, most]: readonly [number, number],
  path: readonly string[],
): number | null {
  const element = elementAt(placemark, ...path, field);
  if (!element || element.text === "") return null;
  const value = readDecimal(element.text);
  const place = { line: element.line, feature: at + 1, field };
  if (value === null) {
    const values = { text: element.text.slice(0, 60) };
    throw refusedFile(file, { reason: "not_a_number", values, ...place });
  }
  if (value >= least && value <= most) return value;
  throw refusedFile(file, {
    reason: "route_number_range",
    values: { value, least, most },
    ...place,
  });
}

function placeOf(file: string, placemark: XmlElement, at: number): Place {
  const element = elementAt(placemark, "Point", "coordinates");
  const [longitude, latitude] = (element?.text ?? "").split(",").map(readDecimal);
  const isPlace =
    typeof longitude === "number" &&
    typeof latitude === "number" &&
    Math.abs(longitude) <= 180 &&
    Math.abs(latitude) <= 90;
  if (isPlace) return [longitude, latitude];
  const place = { line: (element ?? placemark).line, feature: at + 1, field: "coordinates" };
  throw refusedFile(file, { reason: "wpml_coordinates", ...place });
}

/** Where the drone looks at a waypoint: in a template all of them may share one rule. */
function headingParam(folder: XmlElement, placemark: XmlElement): XmlElement | undefined {
  const shared = childOf(folder, "globalWaypointHeadingParam");
  const isShared = textAt(placemark, "useGlobalHeadingParam") === "1";
  return (isShared ? shared : undefined) ?? childOf(placemark, "waypointHeadingParam");
}

/** What of the view a route has not, as a person must know it. */
export function wpmlNotes(folder: XmlElement): Problem[] {
  const params = childrenOf(folder, "Placemark").map((one) => headingParam(folder, one));
  const isMode = (mode: string) => (param: XmlElement | undefined) =>
    textAt(param, "waypointHeadingMode") === mode;
  const isLeftOpen = (param: XmlElement | undefined) =>
    isMode("manually")(param) || (isMode("fixed")(param) && !isAngleSet(param));
  const isTurned = descendantsOf(folder, "actionActuatorFunc").some(
    ({ text }) => text === "rotateYaw",
  );
  const found: readonly (readonly [boolean, string])[] = [
    [params.some(isMode("towardPOI")), "route_look_at"],
    [params.some(isLeftOpen), "route_heading_unknown"],
    [isTurned, "route_turned"],
  ];
  return found.flatMap(([isThere, reason]) => (isThere ? [{ reason }] : []));
}

const isAngleSet = (param: XmlElement | undefined) =>
  textAt(param, "waypointHeadingAngleEnable") === "1";

function headingOf(param: XmlElement | undefined, angle: number | null): number | null {
  const mode = textAt(param, "waypointHeadingMode");
  return mode === "smoothTransition" || (mode === "fixed" && isAngleSet(param)) ? angle : null;
}

/** True if the drone passes the waypoint in a curve. */
function turns(placemark: XmlElement): boolean {
  const mode = textAt(placemark, "waypointTurnParam", "waypointTurnMode") ?? "";
  return mode === "coordinateTurn" || mode === "toPointAndPassWithContinuityCurvature";
}

/**
 * The angle of the camera at every waypoint: as the template sets it, else as actions have turned it, else as the
 * waypoint states it.
 */
function pitchesOf(folder: XmlElement, shown: XmlElement | undefined): (number | null)[] {
  const isSet = textAt(shown, "gimbalPitchMode") === "usePointSetting";
  const templates = isSet ? childrenOf(shown, "Placemark") : [];
  let turned = pitchOfActions(childOf(folder, "startActionGroup"), "gimbalRotate");
  // Turned evenly on the way, the camera has the angle at the next waypoint.
  let next: number | null = null;
  return childrenOf(folder, "Placemark").map((placemark, at) => {
    turned = next ?? turned;
    next = null;
    for (const group of childrenOf(placemark, "actionGroup")) {
      turned = pitchOfActions(group, "gimbalRotate") ?? turned;
      next = pitchOfActions(group, "gimbalEvenlyRotate") ?? next;
    }
    const stated = textAt(placemark, "waypointGimbalHeadingParam", "waypointGimbalPitchAngle");
    const set = textAt(templates[at], "gimbalPitchAngle");
    return readDecimal(set ?? "") ?? turned ?? readDecimal(stated ?? "");
  });
}

function pitchOfActions(
  group: XmlElement | undefined,
  named: "gimbalRotate" | "gimbalEvenlyRotate",
): number | null {
  const pitches = childrenOf(group, "action")
    .filter((action) => textAt(action, "actionActuatorFunc") === named)
    .map((action) => childOf(action, "actionActuatorFuncParam"))
    // An even turn is one of the pitch alone, so it has no switch for it.
    .filter(
      (param) => named === "gimbalEvenlyRotate" || textAt(param, "gimbalPitchRotateEnable") === "1",
    )
    .map((param) => readDecimal(textAt(param, "gimbalPitchRotateAngle") ?? ""));
  return pitches.findLast((pitch) => pitch !== null) ?? null;
}

/** What groups of actions do where the drone reaches the waypoint; photos on the way are runs. */
function stayAt(
  placemarks: readonly XmlElement[],
  at: number,
): Pick<Waypoint, "hover_s" | "takes_photo"> {
  const actions = placemarks
    .flatMap((placemark) => childrenOf(placemark, "actionGroup"))
    .filter((group) => {
      const trigger = textAt(group, "actionTrigger", "actionTriggerType");
      return trigger === "reachPoint" && textAt(group, "actionGroupStartIndex") === String(at);
    })
    .flatMap((group) => childrenOf(group, "action"));
  const named = (name: string) =>
    actions.filter((action) => textAt(action, "actionActuatorFunc") === name);
  const hovers = named("hover").map(
    (hover) => readDecimal(textAt(hover, "actionActuatorFuncParam", "hoverTime") ?? "") ?? 0,
  );
  const hover_s = hovers.reduce((sum, seconds) => sum + Math.max(0, seconds), 0);
  return readStay(hover_s, named("takePhoto").length > 0);
}

/**
 * Photos every so many seconds lie as far apart as the drone flies in them: each leg has its own speed.
 * @param speed m/s of the legs that have none of their own
 */
export function wpmlPhotoRuns(
  placemarks: readonly XmlElement[],
  waypoints: readonly Waypoint[],
  speed: number | null,
): PhotoRun[] {
  const number = (element: XmlElement, ...path: readonly string[]) =>
    readDecimal(textAt(element, ...path) ?? "");
  return placemarks
    .flatMap((placemark) => childrenOf(placemark, "actionGroup"))
    .flatMap((group): PhotoRun[] => {
      const takesPhotos = childrenOf(group, "action").some(
        (action) => textAt(action, "actionActuatorFunc") === "takePhoto",
      );
      const trigger = textAt(group, "actionTrigger", "actionTriggerType");
      const step = number(group, "actionTrigger", "actionTriggerParam") ?? 0;
      const [from, to] = ["actionGroupStartIndex", "actionGroupEndIndex"].map(
        (name) => number(group, name) ?? -1,
      ) as [number, number];
      const isRun =
        takesPhotos &&
        step > 0 &&
        Number.isInteger(from) &&
        Number.isInteger(to) &&
        from >= 0 &&
        to > from &&
        to < placemarks.length;
      if (!isRun) return [];
      if (trigger === "multipleDistance") return [{ from, to, distance_m: step }];
      if (trigger !== "multipleTiming") return [];
      return timedRuns(from, to, (at) => step * (waypoints[at]?.speed_m_s ?? speed ?? 0));
    });
}
