// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import type { FlightCampaign } from "../../domain/flight/campaign/flight-campaign.ts";
import { hide, show, text } from "../shown.fixture.tsx";
import { CampaignSummary } from "./campaign-summary.tsx";

vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
afterEach(hide);

const campaign = {
  name: "Spring",
  state: "ready",
  failure: null,
  aircraft: "M3T",
  start_at: "2026-06-01T10:00:00Z",
  time_zone: "Europe/Madrid",
  route_count: 3,
  duration_s: 3600,
  progress: null,
  exported_at: null,
  export_failure: null,
} as unknown as FlightCampaign;

async function words(
  metrics: Record<string, number>,
  more: Partial<FlightCampaign> = {},
): Promise<string> {
  await show(
    <CampaignSummary campaign={{ ...campaign, metrics, ...more }}>{null}</CampaignSummary>,
  );
  return text();
}

test("a campaign says what its photos will miss, from nothing at all to the limit", async () => {
  expect(await words({ coverage_percent: 0 })).toContain("only 0%");
  expect(await words({ coverage_percent: 96.94 })).toContain("only 96.9%");
  expect(await words({ coverage_percent: 97 })).not.toContain("only");
  expect(await words({})).not.toContain("only");
  // Numbers of the routes before: the campaign is generated again.
  const again = { state: "being_generated" } as const;
  expect(await words({ coverage_percent: 50 }, again)).not.toContain("only");
});

test("a campaign says how many components are outside of the flight polygons", async () => {
  const all = { coverage_percent: 100, components_outside: 12 };
  expect(await words(all)).toContain("12 components lie outside of the flight polygons");
  expect(await words({ ...all, components_outside: 1 })).toContain("1 component lies outside");
  expect(await words({ ...all, components_outside: 0 })).not.toContain("outside");
});

test("a campaign says how many sorties lack light, while its routes are ready", async () => {
  const dark = (dark_sorties: number, more: Partial<FlightCampaign> = {}) =>
    words({}, { dark_sorties, ...more });
  expect(await dark(2)).toContain("2 sorties lack the light");
  expect(await dark(1)).toContain("1 sortie lacks the light");
  expect(await dark(0)).not.toContain("light");
  expect(await dark(2, { state: "being_generated" })).not.toContain("light");
});

test("a campaign whose sorties are over says so calmly, and what to do, or when it was flown", async () => {
  const past = { ends_at: "2026-06-01T12:00:00Z", dark_sorties: 2, highest_m: 20 };
  const planned = await words({ coverage_percent: 100 }, { ...past, flown_at: null });
  expect(planned).toContain("(past). To fly it now, edit the campaign and set a new start.");
  expect(planned).not.toContain("lack the light");
  const flown = await words(
    { coverage_percent: 100 },
    { ...past, flown_at: "2026-06-02T09:00:00Z" },
  );
  expect(flown).toContain("Its analysis has images of");
  expect(flown).not.toContain("(past)");
  const ahead = await words(
    { coverage_percent: 100 },
    { ...past, ends_at: "2999-06-01T12:00:00Z" },
  );
  expect(ahead).not.toContain("(past)");
  expect(ahead).toContain("2 sorties lack the light");
});
