// Ground of a plan that no way leads to, and what is in the way: no-fly polygons, or obstacles by their names.
import type { Problem } from "../../error.ts";
import { partsOf } from "../area/flight-field.ts";
import type { ElevationOf } from "../ground/elevation.ts";
import {
  areaOf,
  groundOf,
  isInside,
  type FlightGround,
  type Region,
  type Spot,
} from "../ground/flight-ground.ts";
import { obstacleName } from "../ground/obstacle.ts";
import type { FlightSettings } from "../plan/flight-settings.ts";
import { openFinder, partAt, type Homes } from "./flight-home.ts";
import type { FlightAreas } from "./flight-route.ts";

/** The parts of the free ground that the drone can fly to. */
export function reachedOf({ inner }: FlightGround, homes: Homes): Region {
  const parts = partsOf(inner);
  const reached = parts.filter(([outer]) => outer?.[0] && isReached(outer[0], homes));
  return reached.length === parts.length ? inner : reached.flat();
}

const isReached = (spot: Spot, { spots, to }: Homes) =>
  [...spots.keys()].some((takeOff) => to(spot, takeOff) !== null);

/** Obstacles that a refusal names. */
const MOST_NAMED = 5;
/**
 * How often the free ground is worked out without some of the obstacles, for all flight polygons of a refusal together: each
 * time takes as long as the ground of a plan. What is not found by then is named "…".
 */
export const MOST_TRIES = 60;

type Planned = {
  readonly areas: FlightAreas;
  readonly settings: FlightSettings;
  readonly elevation: ElevationOf | null;
  readonly ground: FlightGround;
};

/**
 * Says of which flight polygons, as the map counts them, ground cannot be reached, in hectares. Ground that is reached once
 * obstacles are left out of the plan is behind these: they are named, as few as are in the way together.
 * @param reached the parts of the free ground that are reached
 */
export function unreachedProblems(planned: Planned, reached: Region): Problem[] {
  const { areas, ground } = planned;
  const left = partsOf(ground.inner).filter(([outer]) => outer && !reached.includes(outer));
  const { standing } = ground;
  const { without, isSpent } = triesOf(planned);
  const free = standing.length > 0 ? without(standing.map(({ obstacle }) => obstacle)) : null;
  return areas.flight.flatMap((polygon, at): Problem[] => {
    const region = polygon.map((ring) => ring.map(([lon, lat]) => ground.plane.toPlane(lon, lat)));
    const here = left.filter(([outer]) => isInside(region, outer![0]!));
    const number = at + 1;
    const behind = here.filter((part) => free?.(part));
    const others = here.filter((part) => !behind.includes(part));
    const problems: Problem[] = [];
    if (others.length > 0)
      problems.push({
        reason: "flight_polygon_unreached",
        values: { number, hectares: hectaresOf(others) },
      });
    if (behind.length > 0) {
      const all = standing.map(({ obstacle }) => obstacle);
      const { needed, isWhole } = fewest(all, (some) => behind.every(without(some)), isSpent);
      const named = needed.map((one) => obstacleName(areas.obstacles![one]!, one));
      const isAll = isWhole && named.length > 0 && named.length < MOST_NAMED;
      const names = isAll ? named : [...named, "…"];
      problems.push({
        reason: "flight_polygon_behind_obstacle",
        values: { number, hectares: hectaresOf(behind), obstacles: names.join(", ") },
      });
    }
    return problems;
  });
}

const hectaresOf = (parts: readonly Region[]) =>
  Math.round(parts.reduce((sum, part) => sum + areaOf(part), 0) / 100) / 100;

type IsReachedPart = (part: Region) => boolean;

/** Tries to leave obstacles out, each once. */
function triesOf(planned: Planned) {
  const known = new Map<string, IsReachedPart>();
  return {
    without(hidden: readonly number[]): IsReachedPart {
      const key = hidden.toSorted((a, b) => a - b).join(" ");
      const found = known.get(key) ?? finderWithout(planned, hidden);
      known.set(key, found);
      return found;
    },
    isSpent: () => known.size >= MOST_TRIES,
  };
}

/** Whether a part of the free ground is reached where these obstacles are left out. */
function finderWithout({ areas, settings, elevation }: Planned, hidden: readonly number[]) {
  const obstacles = areas.obstacles?.filter((_, at) => !hidden.includes(at)) ?? [];
  const ground = groundOf({ ...areas, obstacles }, settings, { elevation });
  const isOpen = openFinder(areas.take_offs, ground);
  const parts = partsOf(ground.inner);
  // The part is larger without the obstacles: the one that its first corner lies in.
  return ([outer]: Region) => {
    const around = outer?.[0] && partAt(parts, outer[0]);
    return around !== undefined && isOpen(around);
  };
}

/**
 * Of all, some that are enough and of which none can be missed, or the first that are named of more. Each is found by
 * halving, so that of hundreds few are tried (QuickXplain, Junker 2004).
 * @param isEnough is true of all, and of more where it is true of some
 * @param isSpent ends the search: what is found until then is a part of them
 */
function fewest(
  all: readonly number[],
  isEnough: (some: readonly number[]) => boolean,
  isSpent: () => boolean,
): { readonly needed: readonly number[]; readonly isWhole: boolean } {
  const needed: number[] = [];
  const partly = () => ({ needed: needed.toSorted((a, b) => a - b), isWhole: false });
  let rest = all;
  for (;;) {
    if (isSpent()) return partly();
    if (needed.length >= MOST_NAMED || isEnough(needed)) break;
    let [low, high] = [0, rest.length];
    while (high - low > 1) {
      if (isSpent()) return partly();
      const middle = (low + high) >> 1;
      if (isEnough([...needed, ...rest.slice(0, middle)])) high = middle;
      else low = middle;
    }
    const found = rest[high - 1];
    if (found === undefined) break;
    needed.push(found);
    rest = rest.slice(0, high - 1);
  }
  return { needed: needed.toSorted((a, b) => a - b), isWhole: true };
}
