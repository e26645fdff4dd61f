// Routes and areas as features of a map: what KML and GeoJSON have in common.
import type {
  FlightAreas,
  FlightPolygon,
  FlightRoute,
  Place,
  TakeOff,
  Waypoint,
  Obstacle,
} from "../route/flight-route.ts";
import type { HomeHeights } from "../route/home-leg.ts";

/** Longitude and latitude in degrees, WGS 84, and metres of height or null. */
export type Position = readonly [longitude: number, latitude: number, height: number | null];

export type Geometry =
  | { readonly type: "Point"; readonly positions: readonly [Position] }
  | { readonly type: "LineString"; readonly positions: readonly Position[] }
  /** The outer ring, then holes; closed. */
  | { readonly type: "Polygon"; readonly rings: readonly (readonly Position[])[] };

export type Properties = Readonly<Record<string, string | number | null>>;

export type MapFeature = {
  readonly name: string;
  /** Names of the folders that contain it, from the outermost. */
  readonly folders: readonly string[];
  readonly properties: Properties;
  readonly geometry: Geometry;
};

/** A feature that was read, with its place in the file. Parts of one feature have the same number. */
export type ReadFeature = MapFeature & {
  readonly feature: number;
  readonly line?: number;
  /** Its heights are above the sea, not above the ground or a take-off position. */
  readonly isAboveSea?: boolean;
  /** They are above the ground below. */
  readonly isAboveGround?: boolean;
};

/** Values of the property `kind`. */
export const featureKinds = [
  "flight_route",
  "waypoint",
  "photo_run",
  "take_off_position",
  "flight_polygon",
  "no_fly_polygon",
  "obstacle",
] as const;
export type FeatureKind = (typeof featureKinds)[number];

const WAYPOINTS = "Waypoints";
const PHOTO_RUNS = "Photo runs";
export const areaFolders = {
  flight_polygon: "Flight polygons",
  no_fly_polygon: "No-fly polygons",
  take_off_position: "Take-off positions",
  obstacle: "Obstacles",
} as const;

/** The height that is written in the coordinates of a waypoint, in metres. */
export type HeightOf = (waypoint: Waypoint) => number;

/**
 * A folder for each route: its line, its take-off position, its waypoints and its photo runs.
 * @param heightOf absent: above the take-off position
 */
export function routeFeatures(
  route: FlightRoute,
  heights: Pick<HomeHeights, "security_height_m" | "return_height_m">,
  heightOf: HeightOf = ({ height_m }) => height_m,
): MapFeature[] {
  const { name, waypoints, take_off } = route;
  const positions = waypoints.map((waypoint): Position => [...waypoint.place, heightOf(waypoint)]);
  const line: MapFeature = {
    name,
    folders: [name],
    properties: {
      kind: "flight_route",
      aircraft: route.aircraft,
      flight_type: route.flight_type,
      lenses: route.lenses.join(","),
      altitude_agl_m: route.altitude_agl_m,
      speed_m_s: route.speed_m_s,
      distance_m: route.distance_m,
      duration_s: route.duration_s,
      security_height_m: heights.security_height_m,
      return_height_m: heights.return_height_m,
      eval_batch_num: route.eval_batch_num ?? null,
    },
    geometry: { type: "LineString", positions },
  };
  const points = waypoints.map((waypoint, index): MapFeature => {
    return {
      name: String(index + 1),
      folders: [name, WAYPOINTS],
      properties: {
        kind: "waypoint",
        index,
        // Above the take-off position, whatever the coordinates count from.
        height_m: waypoint.height_m,
        heading_deg: waypoint.heading_deg,
        gimbal_pitch_deg: waypoint.gimbal_pitch_deg,
        damping_m: waypoint.damping_m,
        speed_m_s: waypoint.speed_m_s ?? null,
        hover_s: waypoint.hover_s ?? null,
        takes_photo: waypoint.takes_photo ? 1 : null,
      },
      geometry: { type: "Point", positions: [positions[index]!] },
    };
  });
  const runs = route.photo_runs.map(({ from, to, distance_m }, at): MapFeature => {
    return {
      name: String(at + 1),
      folders: [name, PHOTO_RUNS],
      properties: { kind: "photo_run", from, to, distance_m },
      geometry: { type: "LineString", positions: positions.slice(from, to + 1) },
    };
  });
  return [line, takeOffFeature(take_off, [name]), ...points, ...runs];
}

/** What a take-off position without a name is called in files. */
export const UNNAMED_TAKE_OFF = "Take-off position";

function takeOffFeature(
  { place, elevation_m, name = UNNAMED_TAKE_OFF }: TakeOff,
  folders: readonly string[],
): MapFeature {
  return {
    name,
    folders,
    properties: { kind: "take_off_position", elevation_m },
    geometry: { type: "Point", positions: [[...place, null]] },
  };
}

/** A folder for each kind of area. */
export function areaFeatures({
  flight,
  no_fly,
  take_offs,
  obstacles = [],
  names,
}: FlightAreas): MapFeature[] {
  return [
    ...flight.map((one, at) => polygonFeature("flight_polygon", one, names?.flight[at])),
    ...no_fly.map((one, at) => polygonFeature("no_fly_polygon", one, names?.no_fly[at])),
    ...take_offs.map((takeOff) => takeOffFeature(takeOff, [areaFolders.take_off_position])),
    ...obstacles.map(obstacleFeature),
  ];
}

function obstacleFeature({ form, places, height_m, name = "" }: Obstacle): MapFeature {
  const positions = places.map(([longitude, latitude]): Position => [longitude, latitude, null]);
  const first = positions[0]!;
  const geometry: Geometry =
    form === "point"
      ? { type: "Point", positions: [first] }
      : form === "line"
        ? { type: "LineString", positions }
        : { type: "Polygon", rings: [[...positions, first]] };
  return {
    name,
    folders: [areaFolders.obstacle],
    properties: { kind: "obstacle", height_m },
    geometry,
  };
}

function polygonFeature(
  kind: "flight_polygon" | "no_fly_polygon",
  polygon: FlightPolygon,
  name = "",
): MapFeature {
  const at = ([longitude, latitude]: Place): Position => [longitude, latitude, null];
  const rings = polygon.map((ring) => ring.map(at));
  const folders = [areaFolders[kind]];
  return { name, folders, properties: { kind }, geometry: { type: "Polygon", rings } };
}
