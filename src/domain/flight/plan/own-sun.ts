// Sorties over collectors that follow the sun: each is aimed by the sun that it has, not by that of the first start.
import type { Problem } from "../../error.ts";
import { turnedBack, type FlightGround, type Spot } from "../ground/flight-ground.ts";
import type { FlightRoute } from "../route/flight-route.ts";
import type { FlightLight } from "../time/flight-light.ts";
import { motionOf } from "../time/flight-motion.ts";
import { openSchedule } from "../time/lit-schedule.ts";
import { routesOf, type Leg, type SortieParts } from "../time/sortie-routes.ts";
import type { Capture } from "./capture.ts";
import type { Field } from "./field-lines.ts";
import type { FlightSettings } from "./flight-settings.ts";
import type { Strip } from "./flight-strips.ts";
import { onlineView, type CameraView } from "./online-view.ts";

export type OwnSun = {
  /** As it is before the sun is known: from the full height. */
  readonly planned: Capture;
  readonly settings: FlightSettings;
  readonly ground: FlightGround;
  /** Radians from east of the collectors' axis. */
  readonly axis: number;
  readonly light: FlightLight | undefined;
  /** Sorties that are flown before these. */
  readonly earlier: readonly FlightRoute[];
  /** The lines for a camera that stands beside the collectors like this. */
  readonly fieldsFor: (view: CameraView) => readonly Field[];
};

type Flown = {
  readonly routes: readonly FlightRoute[];
  readonly legs: readonly (readonly Leg[])[];
};

/**
 * The same sorties in the same order, each with the heading, pitch, height and place beside the collectors that the sun
 * asks for in the middle of its own time in the air. One that no longer fits its battery becomes two, one that has
 * nothing to show inside the area is left out.
 * @param view that the sorties were planned with
 */
export function aimedRoutes(
  { routes, legs }: Flown,
  parts: Omit<SortieParts, "legs">,
  view: CameraView,
  sun: OwnSun,
): { routes: FlightRoute[]; problem: Problem | null } {
  const { planned, settings, ground, axis, light, earlier } = sun;
  const before = sun.fieldsFor(view);
  const aimed: FlightRoute[] = [];
  const waiting = routes.map((route, at) => ({ route, legs: legs[at]! }));
  const schedule = openSchedule(settings, light);
  for (const route of earlier) schedule.add(route);
  let splits = 0;
  let problem: Problem | null = null;
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { route } = next;
    const start_ms = settings.start_ms + 1000 * (schedule.startOf(route) + route.duration_s / 2);
    const seen = onlineView(planned, { ...settings, start_ms }, ground.plane.origin, axis);
    const after = sun.fieldsFor(seen.view);
    const moved = next.legs.flatMap((leg) => movedLegs(leg, before, after, view, seen.view));
    const made = routesOf({
      ...parts,
      legs: moved,
      name: (index) => parts.name(aimed.length + index),
      capture: seen.capture,
      motion: motionOf(settings, seen.capture),
      view: { heading_deg: seen.view.heading_deg, gimbal_pitch_deg: seen.view.gimbal_pitch_deg },
    });
    const isSplit = made.problem !== null || made.routes.length > 1;
    if (isSplit && splits < MOST_SPLITS) {
      splits += 1;
      // Each half has a time of its own, and so a sun of its own.
      waiting.unshift(...halvesOf(next.legs).map((half) => ({ route, legs: half })));
    } else {
      aimed.push(...made.routes);
      for (const one of made.routes) schedule.add(one);
      problem ??= made.problem;
    }
  }
  return { routes: aimed, problem };
}

/** Sorties may be cut in two so many times; more is for no battery, which the plan says. */
const MOST_SPLITS = 200;

function halvesOf(legs: readonly Leg[]): Leg[][] {
  const [only] = legs;
  if (!only) return [];
  if (legs.length > 1) {
    const middle = legs.length >> 1;
    return [legs.slice(0, middle), legs.slice(middle)];
  }
  const { from, to } = only;
  const middle: Spot = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
  return [[{ from, to: middle }], [{ from: middle, to }]];
}

const SAME_M = 1e-3;
const isSame = (a: number, b: number) => Math.abs(a - b) < SAME_M;

/** What of the lines of the other view shows what this leg showed; none where the area ends before. */
function movedLegs(
  leg: Leg,
  before: readonly Field[],
  after: readonly Field[],
  from: CameraView,
  to: CameraView,
): Leg[] {
  for (const { direction, strips } of before) {
    const [start, end] = [turnedSpot(leg.from, direction), turnedSpot(leg.to, direction)];
    if (!isSame(start[1], end[1])) continue;
    const [low, high] = [Math.min(start[0], end[0]), Math.max(start[0], end[0])];
    const row = strips.filter(({ y }) => isSame(y, start[1]));
    const strip = row.find((one) => one.from <= low + SAME_M && high <= one.to + SAME_M);
    if (!strip) continue;
    const shift =
      (to.east_m - from.east_m) * Math.cos(direction) +
      (to.north_m - from.north_m) * Math.sin(direction);
    const others = after
      .filter((field) => isSame(field.direction, direction))
      .flatMap((field) => field.strips.filter(({ y }) => isSame(y, start[1])));
    const parts = others.flatMap((other): [number, number][] => {
      const meets = (one: Pick<Strip, "from" | "to">) =>
        one.from + shift < other.to && other.from < one.to + shift;
      if (!meets({ from: low, to: high })) return [];
      const met = row.filter(meets);
      // At the ends of a line the area may now leave more or less of it.
      const isFirst = isSame(low, strip.from) && met.every((one) => one.from >= strip.from);
      const isLast = isSame(high, strip.to) && met.every((one) => one.to <= strip.to);
      return [
        [
          isFirst ? other.from : Math.max(other.from, low + shift),
          isLast ? other.to : Math.min(other.to, high + shift),
        ],
      ];
    });
    const back = (x: number) => turnedBack([x, start[1]], direction);
    const lines = parts.map(([a, b]): Leg => ({ from: back(a), to: back(b) }));
    if (start[0] <= end[0]) return lines;
    return lines.toReversed().map((line) => ({ from: line.to, to: line.from }));
  }
  return [];
}

const turnedSpot = ([x, y]: Spot, angle: number): Spot => [
  x * Math.cos(angle) + y * Math.sin(angle),
  y * Math.cos(angle) - x * Math.sin(angle),
];
