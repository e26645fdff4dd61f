// Where tilted cameras of a whole campaign look, against a sun and a mirror worked out apart from those of the planner.
import { expect, it } from "vitest";
import { sunDirection } from "../../../../tests/flight-simulator/sun.ts";
import { areasOf, rectangle } from "./flight-fields.fixture.ts";
import { planFlight } from "./flight-plan.ts";
import { defaultFlightSettings } from "./flight-settings.ts";

const DEGREE = Math.PI / 180;
/** Modules inclined by 25 degrees towards north, over lines from west to east. */
const TILT = 25;
const normal = [0, Math.sin(TILT * DEGREE), Math.cos(TILT * DEGREE)] as const;
const PITCH = -70;

/** Degrees between the mirrored sun and the way from the ground to a camera that looks towards a heading. */
function offAxis(time_ms: number, place: readonly [number, number], heading_deg: number): number {
  const sun = sunDirection(time_ms, place);
  const facing = sun.reduce((sum, part, axis) => sum + part * normal[axis]!, 0);
  const mirrored = sun.map((part, axis) => 2 * facing * normal[axis]! - part);
  const [tilt, heading] = [(90 + PITCH) * DEGREE, heading_deg * DEGREE];
  const camera = [
    -Math.sin(tilt) * Math.sin(heading),
    -Math.sin(tilt) * Math.cos(heading),
    Math.cos(tilt),
  ];
  return Math.acos(mirrored.reduce((sum, part, axis) => sum + part * camera[axis]!, 0)) / DEGREE;
}

const areas = areasOf([rectangle(700, 420)], [], [-20, -20]);
const place = areas.take_offs[0]!.place;
const plan = (start_ms: number) =>
  planFlight({
    name: "Low",
    areas,
    target: null,
    settings: {
      ...defaultFlightSettings("M3T", ["pv_thermal"], start_ms),
      gimbal_pitch_deg: PITCH,
      direction_deg: 90,
    },
    light: {
      place,
      time_zone: "America/Santiago",
      mountings: [{ kind: "fixed", tilt_deg: TILT, azimuth_deg: 0 }],
    },
  });

/** Hours by the clock at the plant, which is three behind UTC in January. */
const at = (hour: number) => Date.UTC(2026, 0, 15, hour + 3);

it.each([
  ["a campaign of a morning", at(9)],
  ["a campaign of an afternoon", at(15)],
  ["a start whose sorties wait for the next morning", at(18.5)],
])("look further away from the mirrored sun than the other way: %s", (_, start_ms) => {
  const { routes, problems } = plan(start_ms);
  expect(problems).toEqual([]);
  expect(routes.length).toBeGreaterThan(1);
  const headings = new Set(
    routes.flatMap(({ waypoints, photo_runs }) =>
      photo_runs.flatMap(({ from, to }) =>
        waypoints.slice(from, to).map(({ heading_deg }) => heading_deg!),
      ),
    ),
  );
  expect(headings.size).toBe(1);
  const [heading] = [...headings] as [number];
  const times = routes.flatMap(({ start_ms: from_ms, duration_s }) =>
    [0, 0.25, 0.5, 0.75, 1].map((part) => from_ms + 1000 * part * duration_s),
  );
  const nearest = (of: number) => Math.min(...times.map((time) => offAxis(time, place, of)));
  expect(nearest(heading)).toBeGreaterThan(nearest(heading + 180) + 1);
});
