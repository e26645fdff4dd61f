// Re-fly routes of several groups are flown with the same batteries: what one group has used charges before the next.
import { expect, it } from "vitest";
import { areasOf, rectangle } from "../plan/flight-fields.fixture.ts";
import { planFlight } from "../plan/flight-plan.ts";
import { defaultFlightSettings } from "../plan/flight-settings.ts";
import type { FlightType } from "../route/flight-route.ts";
import { reviewFlown } from "./planned-again.ts";
import { planReFly } from "./re-fly.ts";

const start_ms = Date.UTC(2026, 5, 1, 15);
const areas = areasOf([rectangle(300, 60)], []);
const settings = {
  ...defaultFlightSettings("M3T", ["pv_thermal"], start_ms),
  flight_time_min: 60,
  battery_hot_swapping: true,
  swap_min: 4,
  recharge_min: 70,
};
const input = { name: "Spring", areas, target: null, settings };
const [route] = planFlight(input).routes;

/** Minutes from the first start and landing to the next start, of routes at two heights: two groups of one sortie. */
function minutesOf(batteries: number, flight_type: FlightType) {
  const known = [0, 5].map((more) => ({
    ...route!,
    name: `Spring ${more}`,
    flight_type,
    altitude_agl_m: route!.altitude_agl_m + more,
    start_at: new Date(start_ms).toISOString(),
    is_re_fly: false,
  }));
  const { lines } = reviewFlown(known, []);
  const missed = known.map((one, at) => ({
    route: one,
    stretches: lines
      .filter((line) => line.route === at)
      .flatMap(({ run, missed: all }) =>
        all.flatMap(({ open }) => open.map((stretch) => ({ ...stretch, run }))),
      ),
  }));
  const about = { ...input, settings: { ...settings, batteries } };
  const made = planReFly(about, missed, [], start_ms);
  expect([made.problems, made.routes.length]).toEqual([[], 2]);
  const [one, next] = made.routes;
  const sinceStart = (next!.start_ms - one!.start_ms) / 60_000;
  return { sinceStart, sinceLanding: sinceStart - one!.duration_s / 60 };
}

it.each([
  { batteries: 1, minutes: 70 },
  { batteries: 2, minutes: 4 },
])("with $batteries: the next height starts $minutes min after the landing", (row) => {
  expect(minutesOf(row.batteries, "pv_thermal").sinceLanding).toBeCloseTo(row.minutes, 2);
});

it("where collectors follow the sun, the second waits for the same hour of the next day", () => {
  expect(minutesOf(1, "full_sca_online").sinceStart).toBe(24 * 60);
});
