// A first plan with less work than the routes that are flown: what it says of set heights is no refusal.
import { expect, it } from "vitest";
import { flightArea } from "../../../../tests/fixtures/flight.ts";
import { flightAreasOf } from "../area/flight-area.ts";
import { planFlight } from "./flight-plan.ts";
import { previewOf } from "./flight-preview.ts";
import { defaultFlightSettings } from "./flight-settings.ts";

/** What is said where ways from and to take-off are set to 29 m, and 30 m are the least. */
function said(side_overlap_percent: number) {
  const settings = {
    ...defaultFlightSettings("M3T", ["trough_thermal"], 0),
    altitudes_m: { trough_thermal: 20 },
    ir_side_overlap_percent: side_overlap_percent,
    rgb_side_overlap_percent: side_overlap_percent,
    security_height_m: 29,
    return_height_m: 29,
  };
  const input = {
    name: "Spring",
    areas: flightAreasOf({ ...flightArea, no_fly_polygons: null }),
    target: null,
    settings,
    effort: "preview" as const,
  };
  const { problems } = previewOf(planFlight(input), input, "UTC");
  return problems.map(({ reason }) => reason);
}

it("is sure for few lines, which are ordered as the routes are", () => {
  expect(said(20)).toEqual(["security_height_low", "return_height_low"]);
});

it("is unsure for many lines", () => {
  expect(said(90)).toEqual(["security_height_unsure", "return_height_unsure"]);
});
