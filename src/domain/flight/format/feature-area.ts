// The flight areas among features that were read: flight polygons, no-fly polygons, take-off positions and obstacles.
import { failure, type Problem, type Refusal } from "../../error.ts";
import { placesApart } from "../../geometry/ground-distance.ts";
import { limits } from "../../limits.ts";
import { areaName } from "../area/area-draft.ts";
import type {
  FlightAreas,
  FlightPolygon,
  Place,
  TakeOff,
  Obstacle,
  ObstacleForm,
} from "../route/flight-route.ts";
import { isForbiddenOrDoubted, kindOf, statedOf } from "./area-kind.ts";
import { heightOfFeature, obstacleWord } from "./obstacle-feature.ts";
import { takeOffIn } from "./feature-route.ts";
import type { FeatureKind, Position, ReadFeature } from "./map-feature.ts";
import { refusedFile } from "./opened-route.ts";

export const areaKinds = ["flight", "no_fly", "take_off", "obstacle"] as const;
export type AreaKind = (typeof areaKinds)[number];

/** An area of a file. `kind` is null where nothing in the file says it: a person does. */
export type OpenedArea = {
  /** Its number among the areas of the file. */
  readonly id: number;
  readonly name: string;
  readonly kind: AreaKind | null;
  /** It was drawn as a closed line. */
  readonly isLine: boolean;
  /** As an obstacle: its height is null where the file does not say it. Holes of a polygon are part of it. */
  readonly obstacle: Obstacle;
} & (
  | { readonly polygon: FlightPolygon; readonly take_off: null }
  /** A line or point that no drone takes off from has neither. */
  | { readonly polygon: null; readonly take_off: TakeOff | null }
);

export type OpenedAreas = {
  readonly items: readonly OpenedArea[];
  /** Features that are no area, each with its place in the file. */
  readonly skipped: readonly Problem[];
};

/**
 * The kind is read from a property, else from the feature's name, else from its folder. A single other point is the
 * take-off position; where a word of it forbids, a person is asked. A closed line can be an area, too. A line or point that a
 * word names as an obstacle is one, whatever else forbids there, and a person enters the height that is missing. Where only a
 * word beside it or its height says so, a person is asked, and for every outline of another program.
 * @param rule why a polygon cannot be used, or null
 * @throws Failure FILE_REFUSED with every bad feature, or for a file without an area
 */
export function areasOfFeatures(
  features: readonly ReadFeature[],
  file: string,
  rule: (polygon: FlightPolygon) => Refusal | null = () => null,
): OpenedAreas {
  const items: OpenedArea[] = [];
  const bad: Problem[] = [];
  const skipped: Problem[] = [];
  const others = features.filter((one) => one.geometry.type === "Point" && kindOf(one) === null);
  for (const feature of features) {
    const { geometry, name } = feature;
    const kind = kindOf(feature);
    const height_m = heightOfFeature(feature);
    const word = statedOf(feature).isOwn ? null : obstacleWord(feature);
    const obstacleOf = (form: ObstacleForm, places: readonly Place[]): Obstacle => {
      const own = areaName(name);
      return { form, places, height_m, ...(own !== "" && { name: own }) };
    };
    const id = items.length + 1;
    const isLine = geometry.type === "LineString" && isClosed(geometry.positions);
    if (geometry.type === "Polygon" || isLine) {
      const polygon = polygonOf(
        geometry.type === "Polygon" ? geometry.rings : [geometry.positions],
      );
      const refusal = "reason" in polygon ? polygon : rule(polygon);
      // A route that ends where it began is no area, and no fault.
      if (refusal && isLine) skipped.push({ reason: "area_kind", file, ...placeOf(feature) });
      else if (refusal) bad.push({ ...refusal, file, ...placeOf(feature) });
      else if (!("reason" in polygon)) {
        const of = kind === "obstacle" && height_m !== null ? "obstacle" : areaKindOf(kind);
        const obstacle = obstacleOf("area", polygon[0]!.slice(0, -1));
        items.push({ id, name, kind: of, isLine, polygon, take_off: null, obstacle });
      }
    } else if (isObstacle(feature, { kind, word, height_m })) {
      const places = placesOf(geometry.positions);
      const form = geometry.type === "Point" ? "point" : "line";
      if ("reason" in places) bad.push({ ...places, file, ...placeOf(feature) });
      else if (form === "line" && places.length < 2)
        skipped.push({ reason: "area_kind", file, ...placeOf(feature) });
      else {
        const obstacle = obstacleOf(form, places);
        const isNamed = word === "named" && kind !== "take_off_position";
        const of = isNamed || kind === "obstacle" ? "obstacle" : null;
        const take_off = form === "point" ? takeOffIn(feature, file) : null;
        items.push({ id, name, kind: of, isLine: false, polygon: null, take_off, obstacle });
      }
    } else if (kind === "take_off_position" || (others.length === 1 && others[0] === feature)) {
      const take_off = takeOffIn(feature, file);
      // A tower or a warning is no place to start from.
      const isDoubtful = height_m !== null || isForbiddenOrDoubted(feature);
      const isAsked = kind !== "take_off_position" && isDoubtful;
      const of = isAsked ? null : "take_off";
      const obstacle = take_off && obstacleOf("point", [take_off.place]);
      if (obstacle) items.push({ id, name, kind: of, isLine, polygon: null, take_off, obstacle });
    } else skipped.push({ reason: "area_kind", file, ...placeOf(feature) });
  }
  if (bad.length > 0) throw failure("FILE_REFUSED", ...bad.slice(0, limits.reportedProblems));
  if (items.length === 0) throw refusedFile(file, { reason: "areas_none" });
  return { items, skipped };
}

type About = Pick<OpenedArea["obstacle"], "height_m"> & {
  readonly kind: FeatureKind | null;
  readonly word: ReturnType<typeof obstacleWord>;
};

/** Whether a line or point is an obstacle, or may be one. An open line bounds no area: words that forbid one mean what stands there. */
function isObstacle({ geometry }: ReadFeature, { kind, word, height_m }: About): boolean {
  if (kind === "obstacle" || word === "named") return true;
  if (geometry.type === "Point") return kind === null && (word !== null || height_m !== null);
  return kind === "no_fly_polygon" || word !== null || (kind === null && height_m !== null);
}

const areaKindOf = (kind: FeatureKind | null): AreaKind | null =>
  kind === "no_fly_polygon" ? "no_fly" : kind === "flight_polygon" ? "flight" : null;

/** The places of a line or point, repeated ones once. */
function placesOf(positions: readonly Position[]): Place[] | Refusal {
  const wrong = positions.find(([lon, lat]) => !(Math.abs(lon) <= 180 && Math.abs(lat) <= 85));
  if (wrong)
    return { reason: "twin_coordinate_out_of_range", values: { x: wrong[0], y: wrong[1] } };
  const places = positions.map(([longitude, latitude]): Place => [longitude, latitude]);
  return places.filter((place, at) => !sameAs(place, places[at - 1]));
}

const LEAST_CORNERS = 4;

function isClosed(positions: readonly Position[]): boolean {
  const [first, last] = [positions[0], positions.at(-1)];
  return positions.length >= LEAST_CORNERS && first?.[0] === last?.[0] && first?.[1] === last?.[1];
}

/** What is drawn with the areas whose kind is known. */
export function areasOf(items: readonly OpenedArea[]): FlightAreas {
  const polygons = (wanted: AreaKind) =>
    items.flatMap(({ kind, polygon }) => (kind === wanted && polygon ? [polygon] : []));
  const obstacles = items.flatMap(({ kind, obstacle }) => (kind === "obstacle" ? [obstacle] : []));
  return {
    flight: polygons("flight"),
    no_fly: polygons("no_fly"),
    take_offs: items.flatMap(({ kind, take_off }) =>
      kind === "take_off" && take_off ? [take_off] : [],
    ),
    ...(obstacles.length > 0 && { obstacles }),
  };
}

/** Places that are equal to about a decimetre: many programs write six decimals. */
const SAME_DEGREES = 1e-6;

/**
 * Whether an area of a file is drawn already: the same corners in any order of rings, to about a decimetre. One that is
 * drawn as the other kind is not: a no-fly area must not be left out because it was once drawn as a flight polygon.
 */
export function isDrawn(item: OpenedArea, areas: FlightAreas): boolean {
  const { kind, polygon, take_off, obstacle } = item;
  const isStanding = areas.obstacles?.some(
    ({ form, places }) =>
      form === obstacle.form &&
      places.length === obstacle.places.length &&
      places.every((place, at) => isSame(place, obstacle.places[at]!)),
  );
  if (kind !== "flight" && kind !== "no_fly" && isStanding) return true;
  if (kind === "obstacle") return false;
  if (take_off) return areas.take_offs.some(({ place }) => isSame(place, take_off.place));
  const corners = polygon?.flat() ?? [];
  const sameKind = [
    ...(kind === "no_fly" ? [] : areas.flight),
    ...(kind === "flight" ? [] : areas.no_fly),
  ];
  return sameKind.some((known) => haveSameCorners(known.flat(), corners));
}

const isSame = (one: Place, other: Place) =>
  Math.abs(one[0] - other[0]) <= SAME_DEGREES && Math.abs(one[1] - other[1]) <= SAME_DEGREES;

/** In any order of rings, to about a decimetre. */
export const haveSameCorners = (some: readonly Place[], others: readonly Place[]) =>
  others.length === some.length &&
  some.every((corner) => others.some((other) => isSame(corner, other)));

/** Metres from a place to the nearest corner of an area of a file. */
export function metresFrom({ polygon, obstacle }: OpenedArea, place: Place): number {
  const places = polygon?.flat() ?? obstacle.places;
  return places.reduce((least, corner) => Math.min(least, placesApart(place, corner)), Infinity);
}

function placeOf({ feature, line, name }: ReadFeature) {
  const place = line === undefined ? { feature } : { feature, line };
  return name === "" ? place : { ...place, field: name.slice(0, 60) };
}

const sameAs = (one: Place | undefined, other: Place | undefined) =>
  one?.[0] === other?.[0] && one?.[1] === other?.[1];

/** Rings are closed where the file left them open, as many programs do. */
function polygonOf(rings: readonly (readonly Position[])[]): FlightPolygon | Refusal {
  const polygon: Place[][] = [];
  for (const positions of rings.length === 0 ? [[]] : rings) {
    const ring: Place[] = [];
    for (const [longitude, latitude] of positions) {
      if (!(Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90)) {
        return { reason: "twin_coordinate_out_of_range", values: { x: longitude, y: latitude } };
      }
      const place: Place = [longitude, latitude];
      if (!sameAs(place, ring.at(-1))) ring.push(place);
    }
    if (ring.length > 1 && !sameAs(ring[0], ring.at(-1))) ring.push(ring[0]!);
    if (ring.length < 4) {
      return { reason: "twin_ring_short", values: { vertices: Math.max(0, ring.length - 1) } };
    }
    polygon.push(ring);
  }
  return polygon;
}
