// The routes among features that were read.
import {
  aircraftModels,
  flightTypes,
  lenses,
  type PhotoRun,
  type TakeOff,
  type Waypoint,
} from "../route/flight-route.ts";
import { readStay } from "../route/waypoint-stay.ts";
import { readDecimal } from "./decimal.ts";
import {
  UNNAMED_TAKE_OFF,
  type FeatureKind,
  type Position,
  type ReadFeature,
} from "./map-feature.ts";
import {
  baseName,
  oneReference,
  openedRoute,
  refusedFile,
  type HeightReference,
  type OpenedRoute,
} from "./opened-route.ts";

/**
 * Routes that this product wrote; of files of other programs every line, or all points in their order. Their heights count
 * from the ground or from above the sea (KML's altitude modes; RFC 7946, 3.1.1), so that a person says how high they are.
 * @throws Failure FILE_REFUSED for a file without a route
 */
export function routesOfFeatures(all: readonly ReadFeature[], file: string): OpenedRoute[] {
  const features = all.filter(({ properties }) => properties["kind"] !== "obstacle");
  const ofKind = (kind: FeatureKind) =>
    features.filter(({ properties }) => properties["kind"] === kind);
  const own = ofKind("flight_route").filter(isLine);
  if (own.length > 0) return own.map((line) => ownRoute(line, features, file));
  const lines = features.filter(isLine);
  if (lines.length > 0) {
    return lines.map((line) => {
      const name = line.name === "" ? baseName(file) : line.name;
      const waypoints = waypointsOf(line.geometry.positions, line, file);
      const height_reference = referenceOf(line, file);
      return openedRoute({ name, waypoints, height_reference });
    });
  }
  const points = features.filter((feature) => feature.geometry.type === "Point");
  if (points.length < 2) throw refusedFile(file, { reason: "route_no_waypoints" });
  const waypoints = points.flatMap((point) =>
    point.geometry.type === "Point" ? waypointsOf(point.geometry.positions, point, file) : [],
  );
  const height_reference = oneReference(
    file,
    points.map((point) => referenceOf(point, file)),
  );
  return [openedRoute({ name: baseName(file), waypoints, height_reference })];
}

const referenceOf = ({ isAboveSea }: ReadFeature, file: string): HeightReference =>
  isAboveSea || /json$/i.test(file) ? "ellipsoid" : "ground";

type Line = ReadFeature & { geometry: { type: "LineString"; positions: readonly Position[] } };
const isLine = (feature: ReadFeature): feature is Line =>
  feature.geometry.type === "LineString" && feature.geometry.positions.length > 1;

type Where = Pick<ReadFeature, "feature" | "line">;
const whereOf = ({ feature, line }: Where) =>
  line === undefined ? { feature } : { feature, line };

function waypointsOf(positions: readonly Position[], at: Where, file: string): Waypoint[] {
  return positions.map(([longitude, latitude, height]) => {
    if (!(Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90)) {
      const values = { x: longitude, y: latitude };
      throw refusedFile(file, { reason: "twin_coordinate_out_of_range", values, ...whereOf(at) });
    }
    return {
      place: [longitude, latitude],
      height_m: height ?? 0,
      heading_deg: null,
      gimbal_pitch_deg: 0,
      damping_m: 0,
    };
  });
}

function ownRoute(line: Line, features: readonly ReadFeature[], file: string): OpenedRoute {
  const parts = features.filter(({ folders }) => folders[0] === line.folders[0]);
  const ofKind = (kind: FeatureKind) =>
    parts.filter(({ properties }) => properties["kind"] === kind);
  const waypoints = waypointsOf(line.geometry.positions, line, file);
  for (const point of ofKind("waypoint")) {
    const index = numberIn(point, "index", file) ?? -1;
    const waypoint = waypoints[index];
    if (!waypoint) continue;
    const speed = numberIn(point, "speed_m_s", file);
    waypoints[index] = {
      ...waypoint,
      height_m: numberIn(point, "height_m", file) ?? waypoint.height_m,
      ...(speed !== null && { speed_m_s: speed }),
      heading_deg: numberIn(point, "heading_deg", file),
      gimbal_pitch_deg: numberIn(point, "gimbal_pitch_deg", file) ?? 0,
      damping_m: numberIn(point, "damping_m", file) ?? 0,
      ...readStay(
        numberIn(point, "hover_s", file) ?? 0,
        (numberIn(point, "takes_photo", file) ?? 0) > 0,
      ),
    };
  }
  const { properties } = line;
  const named = String(properties["lenses"] ?? "").split(",");
  const [takeOff] = ofKind("take_off_position");
  return openedRoute({
    name: line.name === "" ? baseName(file) : line.name,
    aircraft: aircraftModels.find((model) => model === properties["aircraft"]) ?? null,
    flight_type: flightTypes.find((type) => type === properties["flight_type"]) ?? null,
    lenses: lenses.filter((lens) => named.includes(lens)),
    altitude_agl_m: numberIn(line, "altitude_agl_m", file),
    speed_m_s: numberIn(line, "speed_m_s", file),
    take_off: takeOff ? takeOffIn(takeOff, file) : null,
    waypoints,
    photo_runs: ofKind("photo_run").flatMap((run) => photoRunIn(run, waypoints.length, file)),
    distance_m: numberIn(line, "distance_m", file),
    duration_s: numberIn(line, "duration_s", file),
    eval_batch_num: numberIn(line, "eval_batch_num", file),
  });
}

function photoRunIn(feature: ReadFeature, waypoints: number, file: string): PhotoRun[] {
  const [from, to, distance_m] = ["from", "to", "distance_m"].map((name) =>
    numberIn(feature, name, file),
  ) as [number | null, number | null, number | null];
  const isRun =
    Number.isInteger(from) && Number.isInteger(to) && from! >= 0 && to! > from! && to! < waypoints;
  return isRun && distance_m !== null && distance_m > 0
    ? [{ from: from!, to: to!, distance_m }]
    : [];
}

/** The place, elevation and name of a point. @throws Failure FILE_REFUSED */
export function takeOffIn(feature: ReadFeature, file: string): TakeOff | null {
  if (feature.geometry.type !== "Point") return null;
  const [waypoint] = waypointsOf(feature.geometry.positions, feature, file);
  if (!waypoint) return null;
  const { name } = feature;
  const isNamed = name !== "" && name !== UNNAMED_TAKE_OFF;
  const elevation_m = numberIn(feature, "elevation_m", file);
  return { place: waypoint.place, elevation_m, ...(isNamed && { name }) };
}

/** A property that is a number; null where there is none. @throws Failure FILE_REFUSED for another text */
function numberIn(feature: ReadFeature, name: string, file: string): number | null {
  const value = feature.properties[name] ?? null;
  if (value === null || typeof value === "number") return value;
  const number = readDecimal(value);
  if (number !== null) return number;
  const values = { text: value.slice(0, 60) };
  throw refusedFile(file, { reason: "not_a_number", field: name, values, ...whereOf(feature) });
}
