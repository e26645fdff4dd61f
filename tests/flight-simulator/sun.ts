// Direction of the sun and light on level ground, after NOAA's formulas and Haurwitz (1945).
import type { LonLat } from "./mission.ts";

const DEGREE = Math.PI / 180;

/** Towards the sun: east, north, up; of length 1. */
export function sunDirection(time_ms: number, [lon, lat]: LonLat): [number, number, number] {
  const centuries = (time_ms / 86_400_000 + 2_440_587.5 - 2_451_545) / 36_525;
  const mean = 280.46646 + centuries * (36_000.76983 + centuries * 0.0003032);
  const anomaly = (357.52911 + centuries * (35_999.05029 - 0.0001537 * centuries)) * DEGREE;
  const eccentric = 0.016708634 - centuries * 0.000042037;
  const centre =
    Math.sin(anomaly) * (1.914602 - centuries * 0.004817) +
    Math.sin(2 * anomaly) * 0.019993 +
    Math.sin(3 * anomaly) * 0.000289;
  const longitude = (mean + centre - 0.00569) * DEGREE;
  const tilt = (23.439291 - 0.0130042 * centuries) * DEGREE;
  const declination = Math.asin(Math.sin(tilt) * Math.sin(longitude));
  const y = Math.tan(tilt / 2) ** 2;
  const l0 = mean * DEGREE;
  const equation =
    y * Math.sin(2 * l0) -
    2 * eccentric * Math.sin(anomaly) +
    4 * eccentric * y * Math.sin(anomaly) * Math.cos(2 * l0) -
    0.5 * y * y * Math.sin(4 * l0) -
    1.25 * eccentric * eccentric * Math.sin(2 * anomaly);
  const minutes = ((time_ms / 60_000) % 1440) + (4 * equation) / DEGREE + 4 * lon;
  const hour = (minutes / 4 - 180) * DEGREE;
  const [latitude, toAxis] = [lat * DEGREE, Math.sin(declination)];
  const level = Math.cos(declination);
  return [
    -level * Math.sin(hour),
    Math.cos(latitude) * toAxis - Math.sin(latitude) * level * Math.cos(hour),
    Math.sin(latitude) * toAxis + Math.cos(latitude) * level * Math.cos(hour),
  ];
}

/** Degrees above the horizon. */
export const sunHeight = (time_ms: number, at: LonLat): number =>
  Math.asin(sunDirection(time_ms, at)[2]) / DEGREE;

/** W/m2 on level ground under a clear sky. */
export function levelLight(time_ms: number, at: LonLat): number {
  const sine = Math.sin(sunHeight(time_ms, at) * DEGREE);
  return sine <= 0 ? 0 : 1098 * sine * Math.exp(-0.059 / sine);
}
