// How the routes of the chosen campaign are drawn: their colours, their photos, and what lies below the pointer.
import { atom } from "jotai";
import { cssOf, rgbOf, type Rgb } from "../../domain/colour/colour.ts";
import { plainColours } from "../../domain/colour/palette.ts";
import { rampColourAt, rampGradient, rampTexture } from "../../domain/colour/ramp.ts";
import type { WayHeights } from "../../domain/flight/route/way-heights.ts";
import { flightClock, type FlightClock } from "../../domain/flight/time/flight-clock.ts";
import type { FlightRouteRecord } from "../../domain/flight/route/flight-route-record.ts";
import type { Place } from "../../domain/flight/route/flight-route.ts";
import {
  footprintOf,
  photoPoints,
  type PhotoPoint,
} from "../../domain/flight/flown/photo-points.ts";
import type { RouteHit } from "../../domain/flight/route/route-hit.ts";
import { perPlant } from "../shell/lifetime.ts";
import { formatMinutes, formatNumber, t } from "../shell/locale.ts";
import { chosenCampaignAtom, shownRoutesAtom } from "../plant/analysis/flight-campaign.ts";
import { draftRouteAtom } from "./flight-route-edit.ts";
import { wayHeightsAtom } from "./ground.ts";
import { shownLayersAtom } from "./layer.ts";
import { placesBounds } from "../../domain/geometry/place-bounds.ts";

export const routeColours = ["sortie", "height"] as const;
export type RouteColour = (typeof routeColours)[number];
export const routeColourAtom = perPlant<RouteColour>("sortie");

export const showsPhotosAtom = perPlant(false);
export const showsFootprintsAtom = perPlant(false);

/** The shown routes; the one that is edited as it is now. */
export const drawnRoutesAtom = atom((get): readonly FlightRouteRecord[] => {
  const draft = get(draftRouteAtom);
  return get(shownRoutesAtom).map((route) => (route.id === draft?.id ? draft : route));
});

/** Whether the layer of the routes is on the map. */
const isLayerShownAtom = atom((get) =>
  get(shownLayersAtom).some(({ id, visible }) => id === "flight_routes" && visible),
);

/** The routes that can be seen on the map: none while their layer is hidden. */
export const seenRoutesAtom = atom((get): readonly FlightRouteRecord[] =>
  get(isLayerShownAtom) ? get(drawnRoutesAtom) : [],
);

/** Without the grey of the palette, which is for what is missing. */
const inks = plainColours.slice(1).map(rgbOf);
const sortieInk = ({ number }: FlightRouteRecord): Rgb => inks[(number - 1) % inks.length]!;
/** The colour of a sortie in CSS. */
export const sortieColour = (route: FlightRouteRecord): string => cssOf(sortieInk(route));

/** The routes of each colour. Sorties share colours when there are more sorties than colours. */
export function routesByColour(
  routes: readonly FlightRouteRecord[],
): ReadonlyMap<string, readonly FlightRouteRecord[]> {
  return Map.groupBy(routes, sortieColour);
}

/** "Sortie 1", or "Sortie 1 and 3 more" where sorties share a colour. */
export const routeNames = ([first, ...others]: readonly FlightRouteRecord[]): string =>
  others.length === 0
    ? first!.name
    : t("flight-route:key.and_more", { name: first!.name, number: formatNumber(others.length) });

/** The colours of heights, the lowest first. */
export const heightRamp = rampTexture("viridis");
/** The same as a CSS gradient. */
export const heightGradient = rampGradient(heightRamp);

/** Least and greatest height of the waypoints that are drawn, in metres. */
export const heightSpanAtom = atom((get): readonly [low: number, high: number] => {
  let [low, high] = [Infinity, -Infinity];
  for (const { waypoints } of get(drawnRoutesAtom)) {
    for (const { height_m } of waypoints) {
      low = Math.min(low, height_m);
      high = Math.max(high, height_m);
    }
  }
  return low > high ? [0, 0] : [low, high];
});

/** [west, south, east, north] of the drawn routes in degrees; null for none. */
export const routesBoundsAtom = atom((get): readonly [number, number, number, number] | null => {
  const stops = get(drawnRoutesAtom).flatMap(({ waypoints, take_off }) => [take_off, ...waypoints]);
  return placesBounds(stops.map(({ place }) => place));
});

/** Whether the routes were planned over terrain, so that their heights above ground are the planned ones. */
export const followsTerrainAtom = atom(
  (get) => get(chosenCampaignAtom)?.metrics?.["terrain_rise_m"] !== undefined,
);

/** The colours of a route at its waypoints. */
export const routeInkAtom = atom((get) => {
  const [low, high] = get(heightSpanAtom);
  const isHeight = get(routeColourAtom) === "height";
  const heightInk = (height: number): Rgb =>
    rampColourAt(heightRamp, high > low ? (height - low) / (high - low) : 0.5);
  return (route: FlightRouteRecord, height_m: number): Rgb =>
    isHeight ? heightInk(height_m) : sortieInk(route);
});

export type DrawnPhoto = { readonly route: FlightRouteRecord; readonly point: PhotoPoint };

/** Each photo of the shown routes. */
const photosAtom = atom((get): readonly DrawnPhoto[] =>
  get(drawnRoutesAtom).flatMap((route) => photoPoints(route).map((point) => ({ route, point }))),
);

/** Instances are slow without a GPU, and a plant has tens of thousands of photos. */
const MOST_PHOTOS = 3000;
const MOST_FOOTPRINTS = 1000;

const thinned = <T>(all: readonly T[], most: number): readonly T[] => {
  const stride = Math.ceil(all.length / most);
  return stride > 1 ? all.filter((_, at) => at % stride === 0) : all;
};

type Drawn<T> = { readonly all: number; readonly drawn: readonly T[] };

/** The photo points on the map, and how many there are; null while they are hidden. */
export const drawnPhotosAtom = atom((get): Drawn<DrawnPhoto> | null => {
  if (!get(showsPhotosAtom)) return null;
  const all = get(photosAtom);
  return { all: all.length, drawn: thinned(all, MOST_PHOTOS) };
});

export type DrawnFootprint = { readonly route: FlightRouteRecord; readonly ring: readonly Place[] };

export const drawnFootprintsAtom = atom((get): Drawn<DrawnFootprint> | null => {
  if (!get(showsFootprintsAtom)) return null;
  const all = get(photosAtom);
  const followsTerrain = get(followsTerrainAtom);
  const drawn = thinned(all, MOST_FOOTPRINTS).flatMap(({ route, point }) => {
    const height_m = followsTerrain ? route.altitude_agl_m : point.height_m;
    const ring = footprintOf(route, { ...point, height_m });
    const [first] = ring;
    return first ? [{ route, ring: [...ring, first] }] : [];
  });
  return { all: all.length, drawn };
});

type Hovered = { readonly route: FlightRouteRecord; readonly hit: RouteHit };

const hoveredRouteAtom = perPlant<Hovered | null>(null);

/** What of a route lies below the pointer; null for nothing. */
export type RouteAim = (route: FlightRouteRecord, heights: WayHeights) => RouteHit | null;

/** Finds the route below the pointer. Returns whether there is one. */
export const hoverRoute = atom(null, (get, set, aim: RouteAim | null) => {
  const before = get(hoveredRouteAtom);
  const heightsOf = get(wayHeightsAtom);
  const found = aim ? nearest(get(seenRoutesAtom), (route) => aim(route, heightsOf(route))) : null;
  const isSame =
    before?.route === found?.route && JSON.stringify(before?.hit) === JSON.stringify(found?.hit);
  if (!isSame) set(hoveredRouteAtom, found);
  return found !== null;
});

function nearest(
  routes: readonly FlightRouteRecord[],
  aim: (route: FlightRouteRecord) => RouteHit | null,
): Hovered | null {
  let leg: Hovered | null = null;
  for (const route of routes) {
    const hit = aim(route);
    if (hit && hit.is !== "leg") return { route, hit };
    if (hit) leg ??= { route, hit };
  }
  return leg;
}

const routeBelowAtom = atom((get) => get(hoveredRouteAtom)?.route ?? null);
/** The flight of the route below the pointer. It stays while the pointer moves along the route. */
const clockBelowAtom = atom((get) => {
  const route = get(routeBelowAtom);
  return route && flightClock(route, get(wayHeightsAtom)(route));
});

/** What lies below the pointer, in words; null where there is no route. */
export const routeHoverWordsAtom = atom((get) => {
  const [hovered, clock] = [get(hoveredRouteAtom), get(clockBelowAtom)];
  if (!hovered || !clock) return null;
  const { route, hit } = hovered;
  return {
    name: route.name,
    mark: { colour: sortieColour(route), symbol: "square" as const },
    lines:
      hit.is === "take_off" ? [t("flight-route:hover.take_off")] : flownWords(route, hit, clock),
  };
});

type FlownHit = Exclude<RouteHit, { readonly is: "take_off" }>;

/** Which part of the route it is; when the drone is there, how high and how fast. */
function flownWords(route: FlightRouteRecord, hit: FlownHit, clock: FlightClock): string[] {
  const seconds = hit.is === "leg" ? clock.secondsAt(hit.at, hit.part) : clock.reached[hit.at]!;
  const { height_m, speed_m_s } = clock.at(seconds);
  return [
    placeWords(route, hit),
    t("flight-route:hover.time", { time: formatMinutes(seconds) }),
    t("flight-route:hover.height", { metres: formatNumber(height_m, 1) }),
    t("flight-route:hover.speed", { speed: formatNumber(speed_m_s, 1) }),
  ];
}

function placeWords({ waypoints, photo_runs }: FlightRouteRecord, hit: FlownHit): string {
  const values = { number: hit.at + 1, all: waypoints.length };
  if (hit.is === "waypoint") return t("flight-route:hover.waypoint", values);
  const isPhoto = photo_runs.some(({ from, to }) => hit.at > from && hit.at <= to);
  const isBack = hit.at === waypoints.length;
  const kind = isPhoto ? "line" : hit.at === 0 ? "outward" : isBack ? "back" : "way";
  return t(`flight-route:hover.${kind}`, values);
}
