import { expect, it } from "vitest";
import { dimensionsWith } from "../../twin-view/dimension.ts";
import { facingAt } from "./row-facing.ts";

const trough = {
  technology: "parabolic_trough",
  mounting_type: null,
  mounting_orientation: null,
  module_inclination: null,
  orientation_angle: null,
  lon: -70,
  lat: -24,
} as const;
const dimensions = dimensionsWith(null);
/** An axis from south to north, whose right is the east. */
const north = Math.PI / 2;
const facing = (taken_at: string | null) => facingAt(trough, taken_at, dimensions)(north);

// June at 24° south: the sun culminates in the north at 16:42 UTC, and sets in the west at about 22:00.
it("faces the sun by day, and says nothing of collectors at dusk, at night and without a time", () => {
  expect(Math.abs(facing("2026-06-21T16:42:00Z"))).toBeLessThan(0.02);
  // Three hours later: an hour angle of 45° and a declination of 23.4° (the sun's height and east by the usual formulas).
  const [height, east] = [
    Math.sin((-24 * Math.PI) / 180) * Math.sin((23.4 * Math.PI) / 180) +
      Math.cos((24 * Math.PI) / 180) * Math.cos((23.4 * Math.PI) / 180) * Math.SQRT1_2,
    -Math.cos((23.4 * Math.PI) / 180) * Math.SQRT1_2,
  ];
  expect(facing("2026-06-21T19:42:00Z")).toBeCloseTo(Math.atan2(east, height), 1);
  for (const time of ["2026-06-21T21:40:00Z", "2026-06-21T22:20:00Z", "2026-06-22T04:00:00Z", null])
    expect(facing(time), `${time}`).toBeNaN();
});
