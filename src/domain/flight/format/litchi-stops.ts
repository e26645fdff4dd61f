// The waypoints of a mission of the Litchi app: those of a route, of its ways from and to the take-off position, and of long legs.
import type { FlightRoute, Place, Waypoint } from "../route/flight-route.ts";
import { legDistance } from "../time/path-time.ts";
import { readStay, staySeconds, withoutStay } from "../route/waypoint-stay.ts";
import { LEAST_CLIMB_M } from "../route/way-heights.ts";

/** Metres between two waypoints: limits of DJI's older drones. */
export const legLimits = { leastLeg_m: 0.6, mostLeg_m: 1999 } as const;

/** A waypoint of the route with the photos from there on. */
export type Stop = Waypoint & { readonly photo_m: number | null };

export type HomeWay = {
  readonly home: Place;
  /** Metres above the take-off position. */
  readonly out: number;
  readonly back: number;
  readonly speed: number;
};

export const isHigher = (height: number, { height_m }: Stop) => height - height_m > LEAST_CLIMB_M;

/** The stops with those of the ways before and after them, where these are flown higher. */
export function withHomeWays(stops: readonly Stop[], { home, out, back, speed }: HomeWay): Stop[] {
  const [first, last] = [stops[0]!, stops.at(-1)!];
  const over = (place: Place, height_m: number): Stop => {
    return {
      ...withoutStay(first),
      place,
      height_m,
      damping_m: 0,
      speed_m_s: speed,
      photo_m: null,
    };
  };
  const before = isHigher(out, first) ? [over(home, out), over(first.place, out)] : [];
  const after = isHigher(back, last) ? [over(last.place, back), over(home, back)] : [];
  // Before and after a climb there is no curve, and no photo is taken on the way home.
  const own = stops.map((stop, at): Stop => {
    const isFirst = at === 0 && before.length > 0;
    const isLast = at === stops.length - 1 && after.length > 0;
    const straight = isFirst || isLast ? { ...stop, damping_m: 0 } : stop;
    return isLast ? { ...straight, photo_m: null } : straight;
  });
  return [...before, ...own, ...after];
}

/** The waypoints of a route without those closer than 0.6 m to the one before. */
export function stopsOf({ waypoints, photo_runs }: FlightRoute): Stop[] {
  return withoutCloseOnes(
    waypoints.map((waypoint, at) => {
      const run = photo_runs.find(({ from, to }) => from <= at && at < to);
      return { ...waypoint, photo_m: run?.distance_m ?? null };
    }),
  );
}

function withoutCloseOnes(stops: readonly Stop[]): Stop[] {
  const kept: Stop[] = [];
  for (const stop of stops) {
    const before = kept.at(-1);
    if (!before || legDistance(before, stop) >= legLimits.leastLeg_m) kept.push(stop);
    // The photos that begin or end at the waypoint now do so at the one before, as does what is done there.
    else kept[kept.length - 1] = { ...withBothStays(before, stop), photo_m: stop.photo_m };
  }
  return kept;
}

function withBothStays(before: Stop, { hover_s = 0, takes_photo }: Stop): Stop {
  const stay = readStay(
    (before.hover_s ?? 0) + hover_s,
    (before.takes_photo ?? takes_photo) === true,
  );
  return { ...before, ...stay, ...(staySeconds(stay) > 0 && { damping_m: 0 }) };
}

/** The stops with others on legs over 1999 m. */
export function dividedLegs(stops: readonly Stop[]): Stop[] {
  return stops.flatMap((stop, at) => {
    const next = stops[at + 1];
    if (!next) return [stop];
    const parts = Math.ceil(legDistance(stop, next) / legLimits.mostLeg_m);
    const between = Array.from({ length: Math.max(0, parts - 1) }, (_, part) =>
      stopBetween(stop, next, (part + 1) / parts),
    );
    return [stop, ...between];
  });
}

function stopBetween(stop: Stop, next: Stop, share: number): Stop {
  const part = (from: number, to: number) => from + (to - from) * share;
  return {
    ...withoutStay(stop),
    place: [part(stop.place[0], next.place[0]), part(stop.place[1], next.place[1])],
    height_m: part(stop.height_m, next.height_m),
    damping_m: 0,
  };
}
