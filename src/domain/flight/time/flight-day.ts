// When in the day a campaign can be flown: the sun, the light on the modules, and its mirror image.
import { plantDay } from "../../plant/plant-time.ts";
import type { Camera } from "../plan/aircraft.ts";
import { LEVEL, tiltedHeading } from "../plan/tilted-view.ts";
import type { Place } from "../route/flight-route.ts";
import {
  clearSkyIrradiance,
  hasGlint,
  normalOf,
  sunAt,
  towardsSun,
  type Mounting,
  type Sun,
} from "./sun.ts";

/** From and to in milliseconds since 1970 UTC. */
export type Span = { readonly from_ms: number; readonly to_ms: number };

export type DayPoint = Sun & {
  readonly time_ms: number;
  /** W/m2 on the modules under a clear sky; the least of all mountings. */
  readonly irradiance_w_m2: number;
  /** The sun is mirrored into the camera as it is pitched; null: it is not known where that looks. */
  readonly glint: boolean | null;
  /** The camera's pitch nearest to straight down (-90) without a mirrored sun; null: none, or not known. */
  readonly pitch_deg: number | null;
};

export type FlightDay = {
  /** From midnight to midnight by the clock at the plant. */
  readonly points: readonly DayPoint[];
  readonly daylight_spans: readonly Span[];
  /** Irradiance of at least `LEAST_IRRADIANCE_W_M2`. */
  readonly irradiance_spans: readonly Span[];
  /** Daylight without a mirrored sun; null: it is not known where a tilted camera looks. */
  readonly glint_free_spans: readonly Span[] | null;
};

export type FlightDayInput = {
  /** Any time of the day. */
  readonly time_ms: number;
  readonly time_zone: string;
  readonly place: Place;
  /** How modules or collectors face; several where rows face east and west. Empty: level. */
  readonly mountings: readonly Mounting[];
  /** Null: no camera, so nothing is mirrored into it. */
  readonly camera: Camera | null;
  /** Of the camera; -90 looks straight down. */
  readonly gimbal_pitch_deg: number;
  /** Where a tilted camera looks, clockwise from north: over each group of lines. Empty: not known. */
  readonly headings_deg: readonly number[];
  /** Of the lines, along which a camera would look, were it tilted otherwise. Empty: not known. */
  readonly directions_deg: readonly number[];
};

/** Least irradiance on the modules for thermography: IEC TS 62446-3 (decisions/flight-sources.md). */
export const LEAST_IRRADIANCE_W_M2 = 600;
/** Between two points of the day. */
export const DAY_STEP_MS = 300_000;
/** From straight down: modules mirror more of the sky beyond. */
const MOST_TILT_DEG = 30;

export function flightDay(input: FlightDayInput): FlightDay {
  const { place } = input;
  const looks = flownLooks(input);
  const [from, to] = plantDay(input.time_zone, input.time_ms);
  const surfaces = surfacesOf(input);
  const glints = glintsOf(input);
  const count = Math.round((to - from) / DAY_STEP_MS);
  const points = Array.from({ length: count + 1 }, (_, i): DayPoint => {
    const time_ms = from + i * DAY_STEP_MS;
    const sun = sunAt(time_ms, place);
    const irradiances = surfaces.map((surface) => clearSkyIrradiance(sun, normalOf(surface, sun)));
    const irradiance_w_m2 = irradiances.reduce((a, b) => Math.min(a, b), Infinity);
    const glint = looks && glints(time_ms, looks);
    const pitch_deg = freePitch(input, glints, [time_ms]);
    return { ...sun, time_ms, irradiance_w_m2, glint, pitch_deg };
  });
  const isDay = ({ elevation_deg }: DayPoint) => elevation_deg > 0;
  return {
    points,
    daylight_spans: spansOf(points, isDay),
    irradiance_spans: spansOf(points, isBright),
    glint_free_spans: points.some(({ glint }) => glint === null)
      ? null
      : spansOf(points, (point) => isDay(point) && !point.glint),
  };
}

const surfacesOf = ({ mountings }: FlightDayInput): readonly Mounting[] =>
  mountings.length > 0 ? mountings : [LEVEL];

type Heading = { readonly heading_deg: number; readonly tilt_deg: number };

/** Whether the sun is mirrored into a camera that looks any of these ways. */
type Glints = (time_ms: number, looks: readonly Heading[]) => boolean;

function glintsOf(input: FlightDayInput): Glints {
  const { camera, place } = input;
  if (!camera) return () => false;
  const view = diagonalOf(camera);
  return (time_ms, looks) => {
    const sun = sunAt(time_ms, place);
    return surfacesOf(input).some((surface) => {
      const normal = normalOf(surface, sun);
      return looks.some((look) => hasGlint(sun, normal, view, look));
    });
  };
}

const STRAIGHT_DOWN: readonly Heading[] = [{ heading_deg: 0, tilt_deg: 0 }];

/** Where the camera looks as it is pitched; null: not known. */
function flownLooks({ gimbal_pitch_deg, headings_deg }: FlightDayInput): readonly Heading[] | null {
  const tilt_deg = 90 + gimbal_pitch_deg;
  if (tilt_deg === 0) return STRAIGHT_DOWN;
  return headings_deg.length === 0
    ? null
    : headings_deg.map((heading_deg) => ({ heading_deg, tilt_deg }));
}

/** The pitch nearest to straight down with which the sun is mirrored at none of these times, over lines planned for it. */
function freePitch(input: FlightDayInput, glints: Glints, times_ms: readonly number[]) {
  const { directions_deg, place, mountings } = input;
  const isFree = (looks: readonly Heading[]) => !times_ms.some((time) => glints(time, looks));
  if (isFree(STRAIGHT_DOWN)) return -90;
  if (directions_deg.length === 0) return null;
  for (let tilt_deg = 1; tilt_deg <= MOST_TILT_DEG; tilt_deg++) {
    const looks = directions_deg.map((direction) => ({
      heading_deg: tiltedHeading(direction, tilt_deg - 90, { times_ms, place, mountings }),
      tilt_deg,
    }));
    if (isFree(looks)) return tilt_deg - 90;
  }
  return null;
}

/**
 * The camera's pitch nearest to straight down (-90) with which no sun is mirrored during parts of days.
 * @returns null where none up to -60 does it, or where the lines are not known
 */
export function advisedPitch(input: FlightDayInput, spans: readonly Span[]): number | null {
  const times_ms = spans.flatMap(({ from_ms, to_ms }) => {
    const count = Math.max(1, Math.ceil((to_ms - from_ms) / DAY_STEP_MS));
    return Array.from({ length: count + 1 }, (_, i) => from_ms + ((to_ms - from_ms) * i) / count);
  });
  return freePitch(input, glintsOf(input), times_ms);
}

/** When modules that face the sun itself have enough light: outside of these times no other ones have it. */
export function brightestSpans({ points }: FlightDay): Span[] {
  return spansOf(
    points,
    (point) => clearSkyIrradiance(point, towardsSun(point)) >= LEAST_IRRADIANCE_W_M2,
  );
}

/** What the light of the day is for a flight; "unsure": enough only for modules that face the sun. */
export type SpanLight = "light" | "night" | "dark" | "unsure" | "fits" | "glint";

/**
 * What the light is during a part of the day, as routes are judged by it (`flight-light.ts`).
 * @param least W/m2 that the flight needs on the modules; null: daylight is enough
 * @param isKnown how the modules face; else the day has the light of level ones
 */
export function lightDuring(
  day: FlightDay,
  span: Span,
  { least, isKnown }: { readonly least: number | null; readonly isKnown: boolean },
): SpanLight {
  if (least === null) return isWithin(day.daylight_spans, span) ? "light" : "night";
  if (!isWithin(day.irradiance_spans, span)) {
    return !isKnown && isWithin(brightestSpans(day), span) ? "unsure" : "dark";
  }
  if (day.glint_free_spans === null) return "light";
  return isWithin(day.glint_free_spans, span) ? "fits" : "glint";
}

const isBright = ({ irradiance_w_m2 }: DayPoint) => irradiance_w_m2 >= LEAST_IRRADIANCE_W_M2;

/** True if one of the spans holds all of this one. */
export function isWithin(spans: readonly Span[], { from_ms, to_ms }: Span): boolean {
  return spans.some((span) => span.from_ms <= from_ms && to_ms <= span.to_ms);
}

/** Field of view over the image's diagonal, in degrees. */
export function diagonalOf({ width_px, height_px, focal_px }: Camera): number {
  return (2 * Math.atan(Math.hypot(width_px, height_px) / 2 / focal_px.value) * 180) / Math.PI;
}

/** The times during which the points fulfil a condition. */
function spansOf(day: readonly DayPoint[], holds: (point: DayPoint) => boolean): Span[] {
  const spans: Span[] = [];
  for (const [i, point] of day.entries()) {
    if (!holds(point)) continue;
    const before = day[i - 1];
    const last = spans.at(-1);
    const { time_ms } = point;
    if (before && holds(before) && last) spans[spans.length - 1] = { ...last, to_ms: time_ms };
    else spans.push({ from_ms: time_ms, to_ms: time_ms });
  }
  return spans;
}
