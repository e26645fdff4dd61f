// Opens DJI route files (`*.kmz`) of any program and version 1.0: what is executed, completed by what is shown.
import { lenses as allLenses, type Lens, type TakeOff } from "../route/flight-route.ts";
import { openArchive } from "./archive.ts";
import { readDecimal } from "./decimal.ts";
import { djiModelNumbered } from "./dji-model.ts";
import { baseName, openedRoute, refusedFile, type OpenedRoute } from "./opened-route.ts";
import { wpmlNotes, wpmlPhotoRuns, wpmlWaypoints, type HeightOrigin } from "./wpml-read.ts";
import {
  childOf,
  childrenOf,
  descendantsOf,
  elementAt,
  textAt,
  xmlTree,
  type XmlElement,
} from "./xml-tree.ts";

/** Every route of the file; a mission of DJI's oblique mapping has five. @throws Failure FILE_REFUSED */
export function readKmz(bytes: Uint8Array, file: string): OpenedRoute[] {
  const isRoute = (entry: string) => /(^|\/)(template\.kml|waylines\.wpml)$/i.test(entry);
  const entries = openArchive(bytes, file, isRoute);
  const find = (ending: string) => {
    const entry = [...entries.keys()].find((name) => name.toLowerCase().endsWith(ending));
    if (entry === undefined) return undefined;
    const path = `${file}/${entry}`;
    return { path, document: documentOf(entries.get(entry)!, path) };
  };
  const template = find("template.kml");
  const executed = find("waylines.wpml") ?? template;
  if (!executed) throw refusedFile(file, { reason: "kmz_no_route" });
  const isMapping = (folder: XmlElement) =>
    executed === template && /^mapping/i.test(childOf(folder, "templateType")?.text ?? "");
  const all = childrenOf(executed.document, "Folder");
  const folders = all.filter((folder) => childOf(folder, "Placemark") && !isMapping(folder));
  // A template of a mapping mission has the area alone: the program that flies it lays the lines.
  const mapping = all.find(isMapping);
  const line = childOf(mapping, "templateType")?.line;
  if (mapping && folders.length === 0)
    throw refusedFile(executed.path, { reason: "wpml_area_only", ...(line && { line }) });
  const routes = folders.map((folder, at) => {
    const name = folders.length === 1 ? baseName(file) : `${baseName(file)} ${at + 1}`;
    const files = {
      file: executed.path,
      executed: executed.document,
      template: template?.document,
    };
    return routeOf({ ...files, name, folder });
  });
  const [first, ...others] = routes;
  if (!first) throw refusedFile(file, { reason: "route_no_waypoints" });
  if (!mapping) return routes;
  const note = { reason: "wpml_area_left_out", ...(line && { line }) };
  return [{ ...first, notes: [...first.notes, note] }, ...others];
}

function documentOf(bytes: Uint8Array, file: string): XmlElement {
  const root = xmlTree(bytes, file);
  for (const namespace of Object.values(root.attributes)) {
    const version = /\/wpmz?\/(\d+(?:\.\d+)*)/.exec(namespace)?.[1];
    if (version !== undefined && !/^1\.0(\.\d+)?$/.test(version)) {
      throw refusedFile(file, { reason: "wpml_version", line: root.line, values: { version } });
    }
  }
  const document = root.name === "kml" ? childOf(root, "Document") : undefined;
  if (document) return document;
  throw refusedFile(file, { reason: "kml_root", line: root.line, values: { element: root.name } });
}

type Source = {
  /** What is executed, for the user. */
  readonly file: string;
  readonly name: string;
  readonly folder: XmlElement;
  readonly executed: XmlElement;
  readonly template: XmlElement | undefined;
};

function routeOf({ file, name, folder, executed, template }: Source): OpenedRoute {
  const shown = childOf(template, "Folder");
  const take_off = takeOffOf(executed, file) ?? takeOffOf(template, file);
  const origin = heightOrigin(folder, take_off);
  const placemarks = childrenOf(folder, "Placemark");
  const waypoints = wpmlWaypoints({ file, folder, shown, origin });
  const speed_m_s = numberAt(folder, "autoFlightSpeed");
  const aircraft = aircraftOf(executed) ?? aircraftOf(template);
  const isNamed = namesAircraft(executed) || namesAircraft(template);
  return openedRoute({
    name,
    aircraft,
    lenses: lensesOf(placemarks, shown),
    altitude_agl_m: altitudeOf(shown),
    speed_m_s,
    take_off,
    waypoints,
    photo_runs: wpmlPhotoRuns(placemarks, waypoints, speed_m_s),
    height_reference: origin.reference,
    distance_m: numberAt(folder, "distance"),
    duration_s: numberAt(folder, "duration"),
    notes: [
      ...(take_off ? [] : [{ reason: "route_home_unknown" }]),
      ...(isNamed && aircraft === null ? [{ reason: "route_drone_unknown" }] : []),
      ...wpmlNotes(folder),
    ],
  });
}

const numberAt = (element: XmlElement | undefined, ...path: readonly string[]) => {
  const text = textAt(element, ...path);
  return text === null ? null : readDecimal(text);
};

/** The height above ground that the route was planned with; a height above sea level says nothing about it. */
function altitudeOf(shown: XmlElement | undefined): number | null {
  const mode = textAt(shown, "waylineCoordinateSysParam", "heightMode");
  if (mode === "EGM96" || mode === "WGS84") return null;
  return (
    numberAt(shown, "globalHeight") ??
    numberAt(shown, "waylineCoordinateSysParam", "globalShootHeight")
  );
}

const namesAircraft = (document: XmlElement | undefined) =>
  numberAt(document, "missionConfig", "droneInfo", "droneEnumValue") !== null;

function aircraftOf(document: XmlElement | undefined) {
  const config = childOf(document, "missionConfig");
  const model = djiModelNumbered(
    numberAt(config, "droneInfo", "droneEnumValue") ?? -1,
    numberAt(config, "droneInfo", "droneSubEnumValue") ?? 0,
    numberAt(config, "payloadInfo", "payloadEnumValue") ?? -1,
  );
  return model?.aircraft ?? null;
}

/** "latitude,longitude,elevation"; an elevation of zero stands for one that is not known. */
function takeOffOf(document: XmlElement | undefined, file: string): TakeOff | null {
  const element = elementAt(document, "missionConfig", "takeOffRefPoint");
  if (!element || element.text === "") return null;
  const [latitude, longitude, elevation = 0] = element.text
    .split(",")
    .map((text) => readDecimal(text) ?? Number.NaN);
  const isPlace = Math.abs(longitude ?? Number.NaN) <= 180 && Math.abs(latitude!) <= 90;
  if (!isPlace || Number.isNaN(elevation)) {
    const place = { line: element.line, field: "takeOffRefPoint" };
    throw refusedFile(file, { reason: "wpml_coordinates", ...place });
  }
  // Zeros stand for a place that is not known.
  if (longitude === 0 && latitude === 0) return null;
  return { place: [longitude!, latitude!], elevation_m: elevation === 0 ? null : elevation };
}

function heightOrigin(folder: XmlElement, takeOff: TakeOff | null): HeightOrigin {
  const mode =
    textAt(folder, "executeHeightMode") ??
    textAt(folder, "waylineCoordinateSysParam", "heightMode") ??
    "relativeToStartPoint";
  if (/^(realTimeFollowSurface|aboveGroundLevel)$/.test(mode)) {
    return { reference: "ground", zero_m: 0 };
  }
  if (mode === "relativeToStartPoint") return { reference: "take_off", zero_m: 0 };
  // A mode of a later version counts from what is not known here.
  if (mode !== "WGS84" && mode !== "EGM96") return { reference: "ellipsoid", zero_m: 0 };
  const elevation = takeOff?.elevation_m ?? null;
  // A template above sea level: up to 100 m from the ellipsoid that the take-off position counts from.
  if (mode === "EGM96") {
    const hasBoth = childrenOf(folder, "Placemark").every(
      (placemark) => textAt(placemark, "ellipsoidHeight") !== null,
    );
    return hasBoth && elevation !== null
      ? { reference: "take_off", zero_m: elevation, isEllipsoid: true }
      : { reference: "ellipsoid", zero_m: 0 };
  }
  return elevation === null
    ? { reference: "ellipsoid", zero_m: 0 }
    : { reference: "take_off", zero_m: elevation };
}

/** The lenses of the photos; else those that the template names. DJI writes "visable" for a single camera. */
function lensesOf(placemarks: readonly XmlElement[], shown: XmlElement | undefined): Lens[] {
  const ofPhotos = placemarks.flatMap((placemark) => descendantsOf(placemark, "payloadLensIndex"));
  const format = elementAt(shown, "payloadParam", "imageFormat");
  const texts = ofPhotos.length > 0 || !format ? ofPhotos : [format];
  const named = new Set(texts.flatMap(({ text }) => text.split(",")).map((one) => one.trim()));
  if (named.has("visable") || named.has("visible")) named.add("wide");
  return allLenses.filter((lens) => named.has(lens));
}
