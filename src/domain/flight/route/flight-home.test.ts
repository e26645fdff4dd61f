// Ways to many separate fields: each is reached, however many others lie nearer.
import { expect, it } from "vitest";
import { areasOf, PLACE, rectangle } from "../plan/flight-fields.fixture.ts";
import { planFlight } from "../plan/flight-plan.ts";
import { defaultFlightSettings } from "../plan/flight-settings.ts";
import { localPlaneAt } from "../../geometry/local-plane.ts";
import type { FlightAreas } from "./flight-route.ts";

const settings = defaultFlightSettings("M3T", ["pv_thermal"], Date.UTC(2026, 0, 15, 16));
const { toPlane } = localPlaneAt(PLACE);

/** Metres east of the photo lines, and what is wrong. */
function flown(areas: FlightAreas) {
  const plan = planFlight({ name: "A", areas, target: null, settings, effort: "preview" });
  const easts = plan.routes.flatMap(({ waypoints, photo_runs }) =>
    photo_runs.map(({ from }) => toPlane(...waypoints[from]!.place)[0]),
  );
  return { easts, problems: plan.problems };
}

it("sixteen fields in a row are all flown", () => {
  const fields = Array.from({ length: 16 }, (_, at) => rectangle(50, 50, 80 * at, 0));
  const { easts, problems } = flown(areasOf(fields, [], [-50, -50]));
  expect(problems).toEqual([]);
  const seen = new Set(easts.map((east) => Math.floor(east / 80)));
  expect([...seen].toSorted((a, b) => a - b)).toEqual(fields.map((_, at) => at));
});

it("a field behind one with fourteen no-fly polygons is flown", () => {
  const holes = Array.from({ length: 14 }, (_, at) =>
    rectangle(8, 8, 20 + 40 * (at % 7), 20 + 40 * Math.floor(at / 7)),
  );
  const fields = [rectangle(300, 100), rectangle(60, 60, 400, 0)];
  const { easts, problems } = flown(areasOf(fields, holes, [-50, 50]));
  expect(problems).toEqual([]);
  expect(easts.some((east) => east > 400)).toBe(true);
  expect(easts.some((east) => east < 300)).toBe(true);
});
