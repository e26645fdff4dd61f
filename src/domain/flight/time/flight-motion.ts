// How fast a drone flies a plan: along lines, on the ways between them, and up and down.
import { aircraft } from "../plan/aircraft.ts";
import type { Capture } from "../plan/capture.ts";
import type { Spot } from "../ground/flight-ground.ts";
import type { FlightSettings } from "../plan/flight-settings.ts";
import type { FlightRoute } from "../route/flight-route.ts";
import {
  ACCELERATION_M_S2,
  dampingOf,
  legTime,
  restToRest,
  turnCost,
  type VerticalSpeeds,
} from "./flight-time.ts";

export type Motion = {
  /** m/s along lines. */
  readonly speed: number;
  /** m/s on long ways between lines. */
  readonly transit: number;
  readonly curves: boolean;
  readonly vertical: VerticalSpeeds;
};

/** Shorter ways are flown with the speed of the lines. */
const LONG_WAY_M = 30;

/** m/s of long ways without photos: as set, but neither slower than the photos nor faster than the drone flies routes. */
export function transitOf({
  aircraft: model,
  speed_m_s,
  set_transit_m_s,
}: Pick<FlightRoute, "aircraft" | "speed_m_s" | "set_transit_m_s">): number {
  const most = aircraft[model].max_speed_m_s.value;
  return Math.min(most, Math.max(set_transit_m_s ?? most, speed_m_s));
}

export function motionOf(settings: FlightSettings, capture: Capture): Motion {
  const drone = aircraft[settings.aircraft];
  return {
    speed: capture.speed_m_s,
    transit: transitOf({
      aircraft: settings.aircraft,
      speed_m_s: capture.speed_m_s,
      set_transit_m_s: settings.transit_speed_m_s,
    }),
    curves: settings.interpolate_curves,
    vertical: { climb: drone.climb_m_s.value, descent: drone.descent_m_s.value },
  };
}

export const waySpeed = (motion: Motion, metres: number) =>
  metres >= LONG_WAY_M ? motion.transit : motion.speed;

export const lineTime = (motion: Motion, metres: number) =>
  motion.curves ? metres / motion.speed : restToRest(metres, motion.speed);

/** Seconds of a way of this length without turns; less than any way that is as long. */
export function leastWayTime(motion: Motion, metres: number): number {
  const { speed, transit, curves } = motion;
  const within = curves ? speed : 0;
  const fast = legTime(Math.max(metres, LONG_WAY_M), within, within, transit);
  return metres >= LONG_WAY_M ? fast : Math.min(fast, legTime(metres, within, within, speed));
}

/**
 * Seconds from the end of one line to the beginning of the next.
 * @param spots the beginning of the first line, the corners of the way with its two ends, the end of the second.
 */
export function wayTime(motion: Motion, spots: readonly Spot[]): number {
  const legs = spots.slice(1).map(([x, y], i) => Math.hypot(x - spots[i]![0], y - spots[i]![1]));
  const ways = legs.slice(1, -1);
  const metres = ways.reduce((a, b) => a + b, 0);
  const most = waySpeed(motion, metres);
  if (!motion.curves) return ways.reduce((sum, leg) => sum + restToRest(leg, most), 0);
  let seconds = legTime(metres, motion.speed, motion.speed, most);
  for (let i = 1; i + 1 < spots.length; i++) {
    const damping = dampingOf(legs[i - 1]!, legs[i]!);
    seconds += turnCost(damping, turnAt(spots[i - 1]!, spots[i]!, spots[i + 1]!));
  }
  return seconds;
}

/**
 * Seconds from the end of one line to the beginning of the next, over ground between flight polygons: the drone stops, climbs,
 * stops at each corner, and sinks.
 * @param spots corners of the way, from where the drone has climbed to where it sinks
 * @param rise, sink metres at its ends
 */
export function crossingTime(
  { speed, transit, curves, vertical }: Motion,
  spots: readonly Spot[],
  { rise, sink, aside }: { readonly rise: number; readonly sink: number; readonly aside: number },
): number {
  const legs = spots.slice(1).map(([x, y], i) => Math.hypot(x - spots[i]![0], y - spots[i]![1]));
  const across = legs.reduce((sum, leg) => sum + restToRest(leg, transit), 0);
  const beside = restToRest(aside, speed);
  const upright =
    Math.max(rise / vertical.climb, beside) + Math.max(sink / vertical.descent, beside);
  return across + upright + (curves ? speed / ACCELERATION_M_S2 : 0);
}

/** Seconds from standstill over the take-off position to a line. */
export function approachTime(motion: Motion, metres: number): number {
  return legTime(metres, 0, motion.curves ? motion.speed : 0, motion.transit);
}

function turnAt(a: Spot, b: Spot, c: Spot): number {
  const [ux, uy, vx, vy] = [b[0] - a[0], b[1] - a[1], c[0] - b[0], c[1] - b[1]];
  return Math.abs(Math.atan2(ux * vy - uy * vx, ux * vx + uy * vy));
}
