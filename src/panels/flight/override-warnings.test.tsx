// @vitest-environment happy-dom
// What the form says of a transit speed and a wind that are not flown, or not measured in.
import { afterEach, expect, test, vi } from "vitest";
import { flightCampaignFormShape } from "../../domain/flight/campaign/flight-campaign.ts";
import { hide, show, text } from "../shown.fixture.tsx";
import { OverrideWarnings } from "./override-warnings.tsx";

vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
afterEach(hide);

async function said(set: object): Promise<string> {
  const form = flightCampaignFormShape.parse({
    name: "Spring",
    aircraft: "M3T",
    start_at: "2026-06-01T10:00:00Z",
    flight_types: ["pv_thermal"],
    ...set,
  });
  await show(<OverrideWarnings form={form} />);
  return text();
}

test("a transit speed below that of the lines is not flown", async () => {
  expect(await said({ transit_speed: 1 })).toMatch(
    /PV thermal: 1 m\/s is slower than the lines\. Ways are flown with [2-9](\.\d)? m\/s/,
  );
  expect(await said({ transit_speed: 15 })).toBe("");
  expect(await said({})).toBe("");
});

test("a wind above the 28 km/h of the flight sheet is one in which nothing is measured", async () => {
  // 28 km/h are 7.78 m/s.
  expect(await said({ expected_wind: 7.7 })).toBe("");
  expect(await said({ expected_wind: 11 })).toContain("11 m/s are 39.6 km/h");
  expect(await said({ expected_wind: 7.8 })).toContain("no more than 28 km/h (7.8 m/s)");
});
