// What the fields of a campaign say beside them: the least heights, and what a limit of the blur costs.
import { beforeAll, expect, it } from "vitest";
import { loadWords, startWords } from "../../client/i18n.ts";
import { flightCampaignFormShape } from "../../domain/flight/campaign/flight-campaign.ts";
import type { FlightPreview } from "../../domain/flight/plan/flight-preview-shape.ts";
import { blurHint, leastHeightWords } from "./override-words.ts";

beforeAll(async () => {
  await startWords("en");
  await loadWords(() => true);
});

const form = flightCampaignFormShape.parse({
  name: "Spring",
  aircraft: "M3T",
  start_at: "2026-06-01T10:00:00Z",
  flight_types: ["pv_thermal"],
});
const preview = {
  flights: [
    {
      flight_type: "pv_thermal",
      spacing_m: { worst: 14, median: 12.5 },
      security_height_m: { least: 30, most: 52.4 },
      return_height_m: null,
    },
  ],
  assumed: { flight_time_min: 40, reserve_percent: 25 },
} as unknown as FlightPreview;

it("asks for the height that the highest sortie needs, to the tenth", () => {
  expect(leastHeightWords("security_height", preview)).toBe(" At least 52.4 m for these routes.");
  expect(leastHeightWords("return_height", preview)).toBe("");
  expect(leastHeightWords("security_height", null)).toBe("");
});

it("says speed and hectares per battery of a limit of the blur", () => {
  const words = blurHint(form, preview);
  const [, speed, hectares, faster, more] =
    /^1 px: ([\d.]+) m\/s, ([\d.]+) ha per battery at most\. 1\.8 px, .*: ([\d.]+) m\/s, ([\d.]+) ha/
      .exec(words)!
      .map(Number);
  // 75% of 40 min are 1,800 s; in each of them a strip of 12.5 m: 2.25 ha for each m/s.
  expect(Math.abs(hectares! - 2.25 * speed!)).toBeLessThan(0.17);
  expect(Math.abs(more! - 2.25 * faster!)).toBeLessThan(0.17);
  expect(faster!).toBeGreaterThan(speed!);
  expect(words).toMatch(/without turns and ways\.$/);
});

it("says the speeds alone until the lines are planned", () => {
  expect(blurHint(form, null)).toMatch(/^1 px: [\d.]+ m\/s\. 1\.8 px, .*: [\d.]+ m\/s\.$/);
});
