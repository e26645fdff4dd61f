// Plans made here by hand, with no turn counted, against the bound: the straight ones that fit a rectangle exactly, and
// a spiral around it, which is the shortest that is known.
import { expect, it } from "vitest";
import { areasOf, rectangle } from "./flight-fields.fixture.ts";
import { planFlight } from "./flight-plan.ts";
import { defaultFlightSettings } from "./flight-settings.ts";

/** Thermal camera of the M3T, as published, at 5.5 cm with 45 % side overlap: metres on the ground. */
const GSD = 0.055;
const [SWATH, LENGTH] = [640 * GSD, 512 * GSD];
const APART = SWATH * 0.55;

function boundOfRectangle(width: number, height: number) {
  const settings = {
    ...defaultFlightSettings("M3T", ["pv_thermal"], 0),
    thermal_gsd_m: GSD,
    bounds_margin_m: 0,
  };
  const areas = areasOf([rectangle(width, height)]);
  return planFlight({ name: "R", areas, target: null, settings, effort: "preview" }).metrics;
}

/** Metres of lines along the height, whose last photos just reach both edges, with the ways between them. */
const straight = (lines: number, height: number) => lines * (height - LENGTH) + (lines - 1) * APART;

/** Metres of a spiral inwards, half a swath from the edge and then one spacing from itself. */
function spiral(width: number, height: number): number {
  const [across, along] = [width - SWATH, height - SWATH];
  let metres = across;
  for (let turn = 0; turn * APART <= Math.min(across, along) + 1e-6; turn++)
    metres += along - turn * APART + (across - turn * APART);
  return metres;
}

it.each([3, 6, 11, 20])("is below plans by hand over a rectangle for %i lines", (lines) => {
  for (const part of [0.6, 1, 1.8]) {
    const width = lines * APART + SWATH - APART;
    const height = Math.max(2 * SWATH, part * width);
    const { bound, flight_s } = boundOfRectangle(width, height);
    expect(bound.path_m).toBeGreaterThan(0);
    expect(bound.path_m).toBeLessThan(straight(lines, height));
    expect(bound.path_m).toBeLessThan(spiral(width, height));
    expect(flight_s).toBeGreaterThan(bound.flight_s);
  }
});

it("is near the shortest of them: the spiral is at most a twentieth longer over 20 lines", () => {
  const side = 20 * APART + SWATH - APART;
  const { bound } = boundOfRectangle(side, side);
  expect(spiral(side, side) / bound.path_m).toBeLessThan(1.05);
});
