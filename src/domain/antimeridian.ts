// Rings that cross the 180th meridian, made continuous so that a flat map can fill them.
import type { Position } from "geojson";

/**
 * Longitudes follow on without a jump, past 180° where need be (map libraries wrap them). A ring
 * around a pole is closed along that pole's edge. Longitude, latitude in degrees.
 */
export function unwrapRing(ring: readonly Position[]): Position[] {
  const line = unwrapLine(ring);
  const first = line[0];
  const last = line.at(-1);
  if (!first || !last || Math.abs(last[0]! - first[0]!) < 180) return line;
  const mean = line.reduce((sum, [, lat]) => sum + lat!, 0) / line.length;
  const edge = mean < 0 ? -90 : 90;
  return [...line, [last[0]!, edge], [first[0]!, edge], first];
}

/** The same for a line. */
export function unwrapLine(line: readonly Position[]): Position[] {
  let before: number | undefined;
  return line.map(([lon, ...rest]) => {
    let next = lon!;
    if (before !== undefined) next += 360 * Math.round((before - next) / 360);
    before = next;
    return [next, ...rest];
  });
}
