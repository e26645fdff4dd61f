// The light that a sortie needs: daylight for every flight, and enough of it on the modules for their thermography.
import type { Problem, Refusal } from "../../error.ts";
import { instantAt, plantLocal, wallClock } from "../../plant/plant-time.ts";
import type { FlightType, Place } from "../route/flight-route.ts";
import {
  brightestSpans,
  flightDay,
  isWithin,
  LEAST_IRRADIANCE_W_M2,
  type Span,
} from "./flight-day.ts";
import type { Mounting } from "./sun.ts";

/** What the light of a plant depends on. */
export type FlightLight = {
  readonly place: Place;
  readonly time_zone: string;
  /** Empty: not known. */
  readonly mountings: readonly Mounting[];
};

export type LitSortie = {
  readonly flight_type: FlightType;
  /** When the drone leaves the ground, ISO 8601; null where that was not planned. */
  readonly start_at: string | null;
  readonly duration_s: number;
};

const DAY_MS = 86_400_000;
/** Days that a sortie may wait for light. */
const MOST_DAYS = 30;

/**
 * W/m2 that the flight needs on what it photographs; null: daylight is enough. Hot tubes and mirrors have no such limit
 * in any standard.
 */
export const leastIrradianceOf = (type: FlightType): number | null =>
  type === "pv_thermal" ? LEAST_IRRADIANCE_W_M2 : null;

type Windows = {
  readonly daylight: readonly Span[];
  /** Outside of these no module of the plant has enough light, however it faces. */
  readonly bright: readonly Span[];
  /** The same where it is known how the modules face; else when level ones have enough. */
  readonly sure: readonly Span[];
};

/** The times of the day at the plant, whole five minutes inside the exact ones. */
function windowsOn({ place, time_zone, mountings }: FlightLight, time_ms: number): Windows {
  const noCamera = { camera: null, gimbal_pitch_deg: -90, headings_deg: [], directions_deg: [] };
  const day = flightDay({ time_ms, time_zone, place, mountings, ...noCamera });
  const sure = day.irradiance_spans;
  const bright = mountings.length > 0 ? sure : brightestSpans(day);
  return { daylight: day.daylight_spans, bright, sure };
}

const windowsFor = ({ daylight, bright }: Windows, type: FlightType) =>
  leastIrradianceOf(type) === null ? daylight : bright;
/** When a sortie of so many milliseconds is planned: where light is sure on that day, else where modules may have it. */
function plannedWindows(of: Windows, type: FlightType, need: number): readonly Span[] {
  const isSure = of.sure.some(({ from_ms, to_ms }) => to_ms - from_ms >= need);
  return windowsFor(isSure ? { ...of, bright: of.sure } : of, type);
}

/** Remembers the windows of the last days that were asked for. */
export function lightWindows(light: FlightLight): (time_ms: number) => Windows {
  const known = new Map<number, Windows>();
  return (time_ms) => {
    const day = Math.floor(wallClock(light.time_zone, time_ms) / DAY_MS);
    const found = known.get(day) ?? windowsOn(light, time_ms);
    known.set(day, found);
    return found;
  };
}

/**
 * Why the sortie has not the light that it needs, by the clock at the plant; empty where its start is not planned.
 * @param windows of the plant, so that many sorties of a day share them
 */
export function lightProblems(
  { flight_type, start_at, duration_s }: LitSortie,
  { time_zone }: FlightLight,
  windows: ReturnType<typeof lightWindows>,
): Problem[] {
  if (start_at === null) return [];
  const from_ms = Date.parse(start_at);
  const sortie: Span = { from_ms, to_ms: from_ms + 1000 * duration_s };
  const times = windows(from_ms);
  const clock = clockIn(time_zone);
  const values = { start: clock(sortie.from_ms), end: clock(sortie.to_ms) };
  if (times.daylight.length === 0) return [{ reason: "sortie_polar_night", values }];
  if (!isWithin(times.daylight, sortie)) {
    const up = near(times.daylight, from_ms, clock);
    return [{ reason: "sortie_at_night", values: { ...values, ...up } }];
  }
  const least = leastIrradianceOf(flight_type);
  if (least === null || isWithin(times.bright, sortie)) return [];
  if (times.bright.length === 0)
    return [{ reason: "sortie_day_dark", values: { ...values, least } }];
  const span = near(times.bright, from_ms, clock);
  return [{ reason: "sortie_outside_light", values: { ...values, ...span, least } }];
}

/**
 * It is not known how the modules face, and only some that do so well have enough light during the sortie: no reason to
 * refuse it, and none to be sure.
 */
export function lightWarnings(
  sortie: LitSortie,
  { time_zone, mountings }: FlightLight,
  windows: ReturnType<typeof lightWindows>,
): Problem[] {
  const { flight_type, start_at, duration_s } = sortie;
  const least = leastIrradianceOf(flight_type);
  if (start_at === null || least === null || mountings.length > 0) return [];
  const from_ms = Date.parse(start_at);
  const span: Span = { from_ms, to_ms: from_ms + 1000 * duration_s };
  const { bright, sure } = windows(from_ms);
  if (isWithin(sure, span) || !isWithin(bright, span)) return [];
  const clock = clockIn(time_zone);
  const values = { start: clock(span.from_ms), end: clock(span.to_ms), least };
  return [{ reason: "sortie_light_unsure", values }];
}

/**
 * Milliseconds by which the sortie may begin later and still end in the light that it needs.
 * @returns below 0 where it has not that light at its start, or no start
 */
export function lightLeft(
  { flight_type, start_at, duration_s }: LitSortie,
  windows: ReturnType<typeof lightWindows>,
): number {
  const from_ms = Date.parse(start_at ?? "");
  if (Number.isNaN(from_ms)) return -1;
  const spans = windowsFor(windows(from_ms), flight_type);
  const span = spans.find((one) => one.from_ms <= from_ms && from_ms <= one.to_ms);
  return span ? span.to_ms - from_ms - 1000 * duration_s : -1;
}

/** Why no campaign can start at this time: the sun is down. Null where it can. */
export function startLightRefusal(start_at: string, light: FlightLight): Refusal | null {
  const time_ms = Date.parse(start_at);
  const { daylight } = windowsOn(light, time_ms);
  if (isWithin(daylight, { from_ms: time_ms, to_ms: time_ms })) return null;
  if (daylight.length === 0) {
    const date = firstSunAfter(time_ms, light);
    return { reason: "campaign_start_polar_night", values: { date }, field: "start_at" };
  }
  const clock = clockIn(light.time_zone);
  const values = { start: clock(time_ms), ...near(daylight, time_ms, clock) };
  return { reason: "campaign_start_at_night", values, field: "start_at" };
}

/** The first day on which the sun rises, as YYYY-MM-DD; there is one within a year everywhere. */
function firstSunAfter(time_ms: number, light: FlightLight): string {
  for (let day = 1; day <= YEAR_DAYS; day++) {
    const [span] = windowsOn(light, time_ms + day * DAY_MS).daylight;
    if (span) return plantLocal(light.time_zone, span.from_ms).slice(0, 10);
  }
  return "–";
}

/** Days that are searched for light: one year. */
const YEAR_DAYS = 366;

type Placed = Pick<LitSortie, "flight_type" | "duration_s"> & { readonly start_ms: number };

/**
 * Why sorties of a plan have no light, with the first day that has enough for all of them, or what keeps every day of a
 * year from it. Empty where each has its light: then each can be exported.
 */
export function unlitProblems(sorties: readonly Placed[], light: FlightLight): Problem[] {
  const windows = lightWindows(light);
  const isDark = ({ start_ms, ...sortie }: Placed) =>
    lightProblems({ ...sortie, start_at: new Date(start_ms).toISOString() }, light, windows)
      .length > 0;
  const dark = sorties.filter(isDark);
  const [first] = dark;
  if (!first) return [];
  const need = dark.reduce((most, { duration_s }) => Math.max(most, 1000 * duration_s), 0);
  const type = dark.find(({ flight_type }) => leastIrradianceOf(flight_type))?.flight_type;
  let longest = 0;
  for (let day = 0; day < YEAR_DAYS; day++) {
    const spans = windowsFor(windows(first.start_ms + day * DAY_MS), type ?? first.flight_type);
    const span = spans.find(({ from_ms, to_ms }) => to_ms - from_ms >= need);
    if (span) {
      const date = plantLocal(light.time_zone, span.from_ms).slice(0, 10);
      return [problemOf(type ? "flight_light_later" : "flight_daylight_later", { date })];
    }
    longest = spans.reduce((most, { from_ms, to_ms }) => Math.max(most, to_ms - from_ms), longest);
  }
  if (longest === 0) return [problemOf("flight_light_never")];
  return [problemOf("flight_light_short", { longest: Math.floor(longest / 60_000) })];

  function problemOf(reason: string, more: Readonly<Record<string, string | number>> = {}) {
    const minutes = Math.ceil(need / 60_000);
    const least = LEAST_IRRADIANCE_W_M2;
    return { reason, values: { count: dark.length, minutes, least, ...more } };
  }
}

const clockIn = (time_zone: string) => (time_ms: number) =>
  plantLocal(time_zone, time_ms).slice(11);

/** The light that goes on, or that comes next, else the last of the day: in polar summers a day may begin and end in light. */
function near(spans: readonly Span[], time_ms: number, clock: (time_ms: number) => string) {
  const span = spans.find(({ to_ms }) => to_ms > time_ms) ?? spans.at(-1)!;
  const end = clock(span.to_ms);
  return { from: clock(span.from_ms), to: end === "00:00" ? "24:00" : end };
}

/**
 * When a sortie that could start at `ready_ms` starts: then, later on that day, or on the first day after it that has
 * light for all of it. A later day begins at the hour of the campaign where that is light, else when it gets light. A
 * sortie that no day of the next thirty has light for starts when it is ready, which `lightProblems` then says. Where it is
 * not known how the modules face, the light of level ones is preferred on each day.
 * @param campaign_ms start of the campaign, by whose hour later days begin
 */
export function litStart(
  sortie: { readonly flight_type: FlightType; readonly duration_s: number },
  ready_ms: number,
  campaign_ms: number,
  { time_zone }: FlightLight,
  windows: ReturnType<typeof lightWindows>,
): number {
  // Whole milliseconds: a start that is rounded when it is stored must not leave its window.
  const need = Math.ceil(1000 * sortie.duration_s);
  ready_ms = Math.ceil(ready_ms);
  const firstOn = (earliest_ms: number): number | null => {
    const spans = plannedWindows(windows(earliest_ms), sortie.flight_type, need);
    const span = spans.find(({ from_ms, to_ms }) => Math.max(from_ms, earliest_ms) + need <= to_ms);
    return span ? Math.max(span.from_ms, earliest_ms) : null;
  };
  const today = firstOn(ready_ms);
  if (today !== null) return today;
  const ready = wallClock(time_zone, ready_ms);
  const midnight = Math.floor(ready / DAY_MS) * DAY_MS;
  const hour = wallClock(time_zone, campaign_ms) % DAY_MS;
  for (let day = 1; day <= MOST_DAYS; day++) {
    const begin = midnight + day * DAY_MS;
    const found =
      firstOn(Math.max(ready_ms, instantAt(time_zone, begin + hour))) ??
      firstOn(Math.max(ready_ms, instantAt(time_zone, begin)));
    if (found !== null) return found;
  }
  return ready_ms;
}
