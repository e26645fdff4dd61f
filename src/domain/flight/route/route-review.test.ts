// The least that any plan takes, beside routes that see all or a part of the area, and the time of a campaign.
import { expect, it } from "vitest";
import { areasOf, rectangle } from "../plan/flight-fields.fixture.ts";
import { planFlight } from "../plan/flight-plan.ts";
import { defaultFlightSettings } from "../plan/flight-settings.ts";
import { reviewRoutes } from "./route-review.ts";

const settings = { ...defaultFlightSettings("M3T", ["pv_thermal"], 0), flight_time_min: 60 };
const input = { name: "A", areas: areasOf([rectangle(300, 120)], []), target: null, settings };

it("is shown beside routes that see what it counts, and not once a line is gone", () => {
  const { routes } = planFlight(input);
  const { metrics } = reviewRoutes(input, routes);
  expect(metrics.bound.flight_s).toBeLessThan(metrics.flight_s);
  const fewer = routes.map((route) => ({ ...route, photo_runs: route.photo_runs.slice(1) }));
  expect(reviewRoutes(input, fewer).metrics.bound_unsure).toBe(true);
});

it("the time of the campaign ends with the last landing, as it is planned", () => {
  const [route] = planFlight(input).routes;
  const at = (start_at: string | null) => ({ ...route!, start_at });
  // The campaign starts at 0; flown again two days later.
  const twice = [at("1970-01-01T00:00:00Z"), at("1970-01-03T00:00:00Z")];
  const { campaign_s } = reviewRoutes(input, twice).metrics;
  expect(campaign_s).toBeCloseTo(2 * 86_400 + route!.duration_s, 6);
  const unknown = reviewRoutes(input, [at(null), at(null)]).metrics.campaign_s;
  expect(unknown).toBeLessThan(86_400);
});
