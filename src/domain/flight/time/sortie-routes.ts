// Routes from lines in their order: cut into sorties that a battery lasts for, each from and to the take-off.
import type { Problem } from "../../error.ts";
import type { Capture } from "../plan/capture.ts";
import type { ElevationOf } from "../ground/elevation.ts";
import type { FlightGround, Spot } from "../ground/flight-ground.ts";
import type { Homes, HomeWay } from "../route/flight-home.ts";
import { HOME_CLEARANCE_M } from "../route/home-leg.ts";
import { CLIMB_ASIDE_M, linkFinder } from "../route/crossing.ts";
import { approachTime, crossingTime, lineTime, wayTime, type Motion } from "./flight-motion.ts";
import { curved, overTerrain, pathOf, type Terrain, type View } from "../route/flight-path.ts";
import { routeOf } from "../route/flight-route-build.ts";
import type { FlightRoute, TakeOff, Obstacle } from "../route/flight-route.ts";
import type { FlightSettings } from "../plan/flight-settings.ts";
import { sortiesOf, type Piece, type Sortie } from "./flight-sortie.ts";
import type { WayFinder } from "../route/flight-way.ts";
import { LEAST_AT_LANDING, worstLanding } from "./flight-wind.ts";
import { clockOf } from "./sortie-clock.ts";

/** A line in the direction in which it is flown, or a part of one that bends. */
export type Leg = {
  readonly from: Spot;
  readonly to: Spot;
  /** The photos go on from the leg before it, where that ends. */
  readonly joins?: boolean;
  /** Metres that its two ends are flown above the altitude; absent: none. */
  readonly lift?: readonly [from: number, to: number];
  /** Where the camera looks; absent: as over all lines. */
  readonly view?: View;
};

export type SortieParts = {
  readonly legs: readonly Leg[];
  readonly name: (index: number) => string;
  readonly ground: FlightGround;
  readonly ways: WayFinder;
  readonly homes: Homes;
  readonly capture: Capture;
  readonly motion: Motion;
  readonly settings: FlightSettings;
  readonly take_offs: readonly TakeOff[];
  readonly terrain: Terrain;
  /** The same ground by its places, for the ways from and to take-off; null: it is flat. */
  readonly elevation: ElevationOf | null;
  readonly obstacles: readonly Obstacle[] | undefined;
  readonly view: View;
  /** Metres above ground that nothing may fly above at the plant; null or absent: no such rule. */
  readonly ceiling_m?: number | null;
};

/** A sortie may end inside a line at this part of a battery, so that lines longer than a battery can be flown. */
const SHORTEST_PIECE = 1 / 12;
/** Curves and joined waypoints may take longer than the estimate; then the sorties are cut shorter. */
const TIGHTER = 0.97;
const MOST_ROUNDS = 5;

export type MadeRoutes = {
  readonly routes: FlightRoute[];
  /** What each route photographs, in the order in which it is flown. */
  readonly legs: Leg[][];
  readonly problem: Problem | null;
};

export function routesOf(parts: SortieParts): MadeRoutes {
  const { battery, cuts, sorties } = sortieCuts(parts);
  let budget = battery;
  const wind = parts.settings.wind_m_s;
  const tooSmall: Problem =
    wind === null
      ? { reason: "flight_battery_too_small" }
      : { reason: "flight_battery_too_small_in_wind", values: { wind } };
  let made: MadeRoutes | null = null;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const cut = sorties(budget);
    if (!cut) return made ?? { routes: [], legs: [], problem: tooSmall };
    made = makeRoutes(cut, cuts, parts);
    const longest = made.routes.reduce((most, { duration_s }) => Math.max(most, duration_s), 0);
    const used = mostUsed(made.routes, parts.settings);
    if (longest <= battery && used <= 1) return made;
    budget *= Math.min(TIGHTER, battery / longest, 1 / used);
  }
  return { routes: made?.routes ?? [], legs: made?.legs ?? [], problem: tooSmall };
}

/** What the sorties use in the expected wind, in parts of what they may use; 0 where none is expected. */
function mostUsed(routes: readonly FlightRoute[], settings: FlightSettings): number {
  const { wind_m_s: wind, flight_time_min } = settings;
  if (wind === null) return 0;
  const left = routes.map((route) => worstLanding({ ...route, flight_time_min }, wind));
  return (100 - Math.min(100, ...left)) / (100 - LEAST_AT_LANDING);
}

/** Seconds of all sorties for the lines in this order; Infinity where they cannot be flown. */
export function sortieSeconds(parts: SortieParts): number {
  const { battery, sorties } = sortieCuts(parts);
  return sorties(battery)?.reduce((sum, { seconds }) => sum + seconds, 0) ?? Infinity;
}

function sortieCuts(parts: SortieParts) {
  const { settings, motion, capture } = parts;
  const battery = 60 * settings.flight_time_min * (1 - settings.reserve_percent / 100);
  const { climb, descent } = motion.vertical;
  const overhead =
    settings.take_off_s + settings.landing_s + capture.altitude_agl_m * (1 / climb + 1 / descent);
  const cuts = cutLegs(parts.legs, battery * motion.speed * SHORTEST_PIECE, capture.trigger_m);
  const pieces = piecesOf(cuts, parts);
  const between = clockOf(settings).turnaround_s;
  return {
    battery,
    cuts,
    sorties: (budget: number) => sortiesOf(pieces, overhead, budget, between),
  };
}

/** A part of a line; `joins`: it goes on where the one before ends; `isCut`: straight on. */
type Cut = Leg & { readonly joins: boolean; readonly isCut: boolean };

/** Cuts long lines at photo positions. */
function cutLegs(legs: readonly Leg[], longest: number, trigger: number): Cut[] {
  return legs.flatMap(({ from, to, joins = false, lift, view }): Cut[] => {
    const metres = Math.hypot(to[0] - from[0], to[1] - from[1]);
    const step = Math.max(1, Math.floor(longest / trigger)) * trigger;
    const count = Math.max(1, Math.ceil(metres / step));
    const partAt = (i: number) => (i >= count ? 1 : (i * step) / metres);
    const at = (i: number): Spot => {
      const part = partAt(i);
      return [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part];
    };
    const liftAt = (i: number) => lift![0] + (lift![1] - lift![0]) * partAt(i);
    return Array.from({ length: count }, (_, i) => ({
      from: at(i),
      to: at(i + 1),
      joins: joins || i > 0,
      isCut: i > 0,
      ...(lift && { lift: [liftAt(i), liftAt(i + 1)] as const }),
      ...(view && { view }),
    }));
  });
}

const apart = (a: Spot, b: Spot) => Math.hypot(a[0] - b[0], a[1] - b[1]);

const linksOf = (parts: SortieParts) =>
  linkFinder({ ...parts, altitude_m: parts.capture.altitude_agl_m });

function piecesOf(cuts: readonly Cut[], parts: SortieParts): Piece[] {
  const { homes, motion } = parts;
  const linkOf = linksOf(parts);
  const home = (spot: Spot) =>
    [...homes.spots.keys()].map((take_off) => {
      const way = homes.to(spot, take_off);
      return way ? approachTime(motion, way.metres) : Infinity;
    });
  return cuts.map(({ from, to, joins }, i): Piece => {
    const before = cuts[i - 1];
    const metres = apart(from, to);
    const seconds = joins && motion.curves ? metres / motion.speed : lineTime(motion, metres);
    return {
      seconds,
      fromBefore: joins || !before ? 0 : wait(before, cuts[i]!),
      toFirst: home(from),
      back: home(to),
    };
  });
  function wait(before: Leg, after: Leg): number {
    const way = linkOf(before, after);
    if (!way) return Infinity;
    const { rise_m: rise, sink_m: sink } = way;
    if (way.level_m !== null)
      return crossingTime(motion, way.corners, { rise, sink, aside: CLIMB_ASIDE_M });
    return wayTime(motion, [before.from, before.to, ...way.corners, after.from, after.to]);
  }
}

/**
 * Metres above the altitude at which a way from or to take-off is flown where it bends outside: as high as it is flown
 * straight, and no higher than the ceiling where the clearance fits below it.
 */
function liftOutside({ capture, elevation, settings, ceiling_m }: SortieParts): number {
  const tolerance = elevation ? settings.terrain_tolerance_m : 0;
  const most = Math.max(HOME_CLEARANCE_M, ceiling_m ?? Infinity);
  return Math.min(HOME_CLEARANCE_M + tolerance, most) - capture.altitude_agl_m;
}

function makeRoutes(
  sorties: readonly Sortie[],
  cuts: readonly Cut[],
  parts: SortieParts,
): MadeRoutes {
  const { homes, ways, motion, settings, take_offs } = parts;
  const linkOf = linksOf(parts);
  const lift = liftOutside(parts);
  const cornersOf = ({ corners, outside }: HomeWay) =>
    corners.map((spot, i) => ({ spot, ...(lift > 0 && i < outside && { lift }) }));
  const routes: FlightRoute[] = [];
  const flown: Leg[][] = [];
  for (const { from, to, take_off } of sorties) {
    const legs = wholeLegs(cuts.slice(from, to));
    const outward = homes.to(legs[0]!.from, take_off);
    const inward = homes.to(legs.at(-1)!.to, take_off);
    const path =
      outward &&
      inward &&
      pathOf(legs, cornersOf(outward), cornersOf(inward).toReversed(), ways, motion, linkOf);
    if (!path) return { routes, legs: flown, problem: { reason: "flight_way_missing" } };
    flown.push(legs);
    const smooth = curved(path, ways, motion.curves);
    routes.push(
      routeOf({
        ...parts,
        name: parts.name(routes.length),
        take_off: take_offs[take_off]!,
        path: overTerrain(smooth, parts.terrain, settings.terrain_tolerance_m),
      }),
    );
  }
  return { routes, legs: flown, problem: null };
}

/** Joins the pieces of a line that one battery flies. */
function wholeLegs(cuts: readonly Cut[]): Leg[] {
  const legs: Leg[] = [];
  for (const { from, to, joins, isCut, lift, view } of cuts) {
    const last = legs.at(-1);
    if (isCut && last) {
      const lifts = last.lift && lift && ([last.lift[0], lift[1]] as const);
      legs[legs.length - 1] = { ...last, to, ...(lifts && { lift: lifts }) };
    } else {
      const more = { ...(lift && { lift }), ...(view && { view }) };
      legs.push({ from, to, ...(last && joins && { joins }), ...more });
    }
  }
  return legs;
}
