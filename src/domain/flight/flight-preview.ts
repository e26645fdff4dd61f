// What a campaign will take, before its routes are made, and when in the day it can be flown.
import type { Problem } from "../error.ts";
import type { Camera } from "./aircraft.ts";
import type { FlightPlanInput } from "./flight-plan-shape.ts";
import { planFlight } from "./flight-plan.ts";
import { middleOf } from "./flight-ground.ts";
import { leadingFootprint } from "./flight-coverage.ts";
import { STRAIGHT_DOWN } from "./online-view.ts";
import type { PlannedFlight } from "./planned-flight.ts";
import type { Place } from "./flight-route.ts";
import { captureOf } from "./capture.ts";
import { clearSkyIrradiance, hasGlint, normalOf, sunAt, type Mounting, type Sun } from "./sun.ts";

export type FlightPreviewInput = FlightPlanInput & {
  /** How modules or collectors face; several where rows face east and west. Empty: level. */
  readonly mountings: readonly Mounting[];
};

/** From and to in milliseconds since 1970 UTC. */
export type Span = { readonly from_ms: number; readonly to_ms: number };

export type DayPoint = Sun & {
  readonly time_ms: number;
  /** W/m2 on the modules under a clear sky; the least of all mountings. */
  readonly irradiance_w_m2: number;
  /** The sun is mirrored into the camera that looks straight down. */
  readonly glint: boolean;
  /** Degrees by which the camera must pitch from straight down to see no mirrored sun; null: more than 20. */
  readonly pitch_deg: number | null;
};

export type FlightPreview = {
  readonly flights: readonly PlannedFlight[];
  readonly sorties: number;
  /** Batteries in use; the same one can fly again after it was charged. */
  readonly batteries: number;
  readonly flight_hours: number;
  /** From the first start to the last landing. */
  readonly campaign_hours: number;
  readonly distance_m: number;
  readonly photos: number;
  /** The day of the start, by the sun over the place, in steps of ten minutes. */
  readonly day: readonly DayPoint[];
  /** Irradiance above the limit. */
  readonly irradiance_spans: readonly Span[];
  readonly glint_free_spans: readonly Span[];
  /** Whether the whole campaign has enough irradiance. */
  readonly in_irradiance: boolean;
  readonly problems: readonly Problem[];
};

/** Least irradiance on the modules for thermography: IEC TS 62446-3 (reference/flight.md 8). */
export const LEAST_IRRADIANCE_W_M2 = 600;
const STEP_MS = 600_000;
const DAY_MS = 86_400_000;
const MOST_PITCH_DEG = 20;

export function previewFlight(input: FlightPreviewInput): FlightPreview {
  const { settings, areas } = input;
  const plan = planFlight({ ...input, effort: "preview" });
  const { metrics, problems } = plan;
  const flights =
    plan.flights.length > 0
      ? plan.flights
      : settings.flight_types.map((type): PlannedFlight => {
          const capture = captureOf(settings, type);
          return { flight_type: type, capture, view: STRAIGHT_DOWN, directions_deg: [] };
        });
  const places = areas.flight.flat(2);
  const place = places.length > 0 ? middleOf(places) : (areas.take_offs[0]?.place ?? null);
  const camera = flights[0] && leadingFootprint(flights[0].capture).camera;
  const day = place ? dayOf(settings.start_ms, place, input.mountings, camera) : [];
  const irradiance_spans = spansOf(day, isBright);
  const end = settings.start_ms + 1000 * metrics.campaign_s;
  return {
    flights,
    sorties: metrics.sorties,
    batteries: Math.min(metrics.sorties, settings.batteries),
    flight_hours: metrics.flight_s / 3600,
    campaign_hours: metrics.campaign_s / 3600,
    distance_m: metrics.path_m,
    photos: metrics.photos,
    day,
    irradiance_spans,
    glint_free_spans: spansOf(day, ({ glint, elevation_deg }) => !glint && elevation_deg > 0),
    in_irradiance: irradiance_spans.some(
      ({ from_ms, to_ms }) => from_ms <= settings.start_ms && end <= to_ms,
    ),
    problems,
  };
}

const isBright = ({ irradiance_w_m2 }: DayPoint) => irradiance_w_m2 >= LEAST_IRRADIANCE_W_M2;

/** Field of view over the image's diagonal, in degrees. */
function viewOf({ width_px, height_px, focal_px }: Camera): number {
  return (2 * Math.atan(Math.hypot(width_px, height_px) / 2 / focal_px.value) * 180) / Math.PI;
}

/** The day from midnight to midnight by the mean sun. */
function dayOf(
  start_ms: number,
  place: Place,
  mountings: readonly Mounting[],
  camera: Camera | undefined,
): DayPoint[] {
  const shift = (place[0] / 360) * DAY_MS;
  const midnight = Math.floor((start_ms + shift) / DAY_MS) * DAY_MS - shift;
  const surfaces: readonly Mounting[] =
    mountings.length > 0 ? mountings : [{ kind: "fixed", tilt_deg: 0, azimuth_deg: 0 }];
  const view = camera ? viewOf(camera) : 0;
  return Array.from({ length: DAY_MS / STEP_MS + 1 }, (_, i) => {
    const time_ms = Math.round(midnight + i * STEP_MS);
    const sun = sunAt(time_ms, place);
    const normals = surfaces.map((surface) => normalOf(surface, sun));
    const irradiances = normals.map((normal) => clearSkyIrradiance(sun, normal));
    const glints = (pitch: number) => normals.some((normal) => hasGlint(sun, normal, view, pitch));
    let pitch_deg: number | null = 0;
    while (pitch_deg !== null && glints(pitch_deg)) {
      pitch_deg = pitch_deg < MOST_PITCH_DEG ? pitch_deg + 1 : null;
    }
    const irradiance_w_m2 = irradiances.reduce((a, b) => Math.min(a, b), Infinity);
    return { ...sun, time_ms, irradiance_w_m2, glint: glints(0), pitch_deg };
  });
}

/** The times during which the points fulfil a condition. */
function spansOf(day: readonly DayPoint[], holds: (point: DayPoint) => boolean): Span[] {
  const spans: Span[] = [];
  for (const [i, point] of day.entries()) {
    if (!holds(point)) continue;
    const before = day[i - 1];
    const last = spans.at(-1);
    if (before && holds(before) && last)
      spans[spans.length - 1] = { ...last, to_ms: point.time_ms };
    else spans.push({ from_ms: point.time_ms, to_ms: point.time_ms });
  }
  return spans;
}
