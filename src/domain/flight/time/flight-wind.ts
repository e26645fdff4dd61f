// What wind does to a sortie. The drone keeps its speed over the ground, so overlap and blur stay as planned; against a
// wind in which it would have to be faster through the air than it flies routes, it becomes slower over the ground.
// Either way the battery pays: the power depends on the speed through the air.
import { aircraft } from "../plan/aircraft.ts";
import type { FlightRoute } from "../route/flight-route.ts";
import type { MostWind } from "../route/route-wind-shape.ts";
import { routePaces, type Timed } from "./flight-clock.ts";
import { relativePower } from "./flight-power.ts";

/** km/h of wind above which nothing is measured: IEC TS 62446-3. */
export const MEASURING_WIND_KM_H = 28;
/** Percent of the battery that a sortie must land with; at less DJI's drones land where they are. */
export const LEAST_AT_LANDING = 10;
/** Among the numbers that are kept of a plan: the battery does not even last without wind. */
export const NOT_EVEN_STILL_AIR = -1;
/** Directions that the wind may come from. */
const DIRECTIONS = 24;
/** m/s from one wind that is tried to the next. */
const STEP_M_S = 0.5;
/** m/s over the ground below which a drone does not get ahead. */
const SLOWEST_M_S = 1;
/** Legs whose courses and speeds differ by less are one. */
const [COURSE_RAD, SPEED_M_S] = [Math.PI / 36, 0.1];

export type WindLoad = {
  /** Of the longest sortie in this wind, whichever side it comes from. */
  readonly seconds: number;
  /** Percent of the battery at landing, from the worst side; below 0 it does not last; -Infinity: no way ahead. */
  readonly landing_percent: number;
};

export type WindyRoute = Timed & Pick<FlightRoute, "duration_s" | "flight_time_min">;

/** A stretch on one course with one speed; a course of null: at a standstill over the ground. */
type Stretch = {
  /** Radians from east, and m/s over the ground. */
  readonly course: number | null;
  readonly speed: number;
  metres: number;
  seconds: number;
};

function stretchesOf(route: WindyRoute): Stretch[] {
  const { legs, upright_s } = routePaces(route);
  const known = new Map<string, Stretch>();
  const standing: Stretch = { course: null, speed: 0, metres: 0, seconds: upright_s };
  for (const { metres, seconds, turn_s, course } of legs) {
    standing.seconds += turn_s;
    const speed = seconds > 0 ? metres / seconds : 0;
    if (speed < SPEED_M_S) {
      standing.seconds += seconds;
      continue;
    }
    const key = `${Math.round(course / COURSE_RAD)} ${Math.round(speed / SPEED_M_S)}`;
    const one = known.get(key) ?? { course, speed, metres: 0, seconds: 0 };
    one.metres += metres;
    one.seconds += seconds;
    known.set(key, one);
  }
  return [standing, ...known.values()];
}

/**
 * Speed over the ground and through the air on a course, by the triangle of wind.
 * @param along m/s of the wind in the direction of flight
 * @param across m/s of the wind across it
 * @param most m/s through the air
 * @returns null where the drone does not get ahead
 */
export function speedsIn(
  along: number,
  across: number,
  wanted: number,
  most: number,
): { readonly ground: number; readonly air: number } | null {
  const air = Math.hypot(wanted - along, across);
  if (air <= most) return { ground: wanted, air };
  if (across >= most) return null;
  const ground = along + Math.sqrt(most ** 2 - across ** 2);
  return ground < Math.min(wanted, SLOWEST_M_S) ? null : { ground, air: most };
}

function loader(route: WindyRoute): (wind: number) => WindLoad {
  const drone = aircraft[route.aircraft];
  const powerAt = relativePower(drone);
  const most = drone.max_speed_m_s.value;
  const battery_s = 60 * (route.flight_time_min ?? drone.flight_time_min.value);
  const stretches = stretchesOf(route);
  return (wind) => {
    let [longest, worst] = [0, 0];
    for (let i = 0; i < DIRECTIONS; i++) {
      const from = (2 * Math.PI * i) / DIRECTIONS;
      let [total, used] = [0, 0];
      for (const { course, speed, metres, seconds } of stretches) {
        const turn = course === null ? 0 : course - from;
        const known =
          course === null
            ? { ground: 0, air: wind }
            : speedsIn(wind * Math.cos(turn), Math.abs(wind * Math.sin(turn)), speed, most);
        const needed =
          known === null ? Infinity : course === null ? seconds : metres / known.ground;
        total += needed;
        used += needed * powerAt(known?.air ?? most);
      }
      longest = Math.max(longest, total);
      worst = Math.max(worst, used);
    }
    return { seconds: longest, landing_percent: 100 * (1 - worst / battery_s) };
  };
}

/** The route in a wind of so many m/s, from its worst side. */
export const windLoad = (route: WindyRoute, wind: number): WindLoad => loader(route)(wind);

/**
 * The most wind in which the sortie lands with `LEAST_AT_LANDING`, in steps of half a metre per second, up to the
 * drone's own limit. A little wind may cost less than none, so every weaker one is tried.
 */
export function mostWind(route: WindyRoute): MostWind {
  const load = loader(route);
  const most = aircraft[route.aircraft].most_wind_m_s.value;
  let known: number | null = null;
  for (let wind = 0; wind <= most; wind += STEP_M_S) {
    if (load(wind).landing_percent < LEAST_AT_LANDING) return { most_m_s: known, limit: "battery" };
    known = wind;
  }
  return { most_m_s: known, limit: "aircraft" };
}

/** The least of several sorties: in no more wind all of them can be flown. Null without sorties. */
export function leastOfWinds(routes: readonly WindyRoute[]): MostWind | null {
  const [first, ...others] = routes.map(mostWind);
  if (!first) return null;
  return others.reduce((least, one) => {
    return (one.most_m_s ?? -1) < (least.most_m_s ?? -1) ? one : least;
  }, first);
}

/** Percent of the battery at landing in the worst of all winds up to this one. */
export function worstLanding(route: WindyRoute, wind: number): number {
  const load = loader(route);
  let worst = load(wind).landing_percent;
  for (let weaker = 0; weaker < wind; weaker += STEP_M_S)
    worst = Math.min(worst, load(weaker).landing_percent);
  return worst;
}
