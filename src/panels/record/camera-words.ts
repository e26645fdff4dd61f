// Where a camera looks, in words.
import { STRAIGHT_DOWN_DEG } from "../../domain/flight/plan/capture.ts";
import type { FlightRoute } from "../../domain/flight/route/flight-route.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";

/** Degrees clockwise from north, 0 to 359, one after the other. */
export function headingWords(headings_deg: readonly number[]): string {
  const whole = headings_deg.map((heading) => ((Math.round(heading) % 360) + 360) % 360);
  return [...new Set(whole)].map((heading) => `${formatNumber(heading, 0)}°`).join(", ");
}

/** The pitch and, of a tilted camera, in which directions it looks; none: along each line. */
export function pitchWords(pitch_deg: number, headings_deg: readonly number[]): string {
  const pitch = formatNumber(pitch_deg, 0);
  if (pitch_deg === STRAIGHT_DOWN_DEG || headings_deg.length === 0) return `${pitch}°`;
  return t("flight:fact.pitch_of", { pitch, headings: headingWords(headings_deg) });
}

type Photographed = Pick<FlightRoute, "waypoints" | "photo_runs">;

/** Where the camera looks on the lines of a route, one after the other where that changes. */
export function cameraWords({ waypoints, photo_runs }: Photographed): string {
  const headings = new Map<number, number[]>();
  for (const { from, to } of photo_runs)
    for (const { gimbal_pitch_deg, heading_deg } of waypoints.slice(from, to)) {
      const known = headings.get(gimbal_pitch_deg) ?? [];
      headings.set(gimbal_pitch_deg, known);
      if (heading_deg !== null) known.push(heading_deg);
    }
  return [...headings].map(([pitch, turned]) => pitchWords(pitch, turned)).join("; ");
}

/** True where a photo of the route is taken with a tilted camera. */
export const isTilted = ({ waypoints, photo_runs }: Photographed) =>
  photo_runs.some(({ from, to }) =>
    waypoints.slice(from, to).some((one) => one.gimbal_pitch_deg !== STRAIGHT_DOWN_DEG),
  );
