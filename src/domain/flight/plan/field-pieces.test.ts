// Areas with arms: expected values are by hand, from the published image of the M3T's thermal camera.
import { describe, expect, it } from "vitest";
import { localPlaneAt } from "../../geometry/local-plane.ts";
import { photoPoints } from "../flown/photo-points.ts";
import { areasOf, PLACE } from "./flight-fields.fixture.ts";
import { planFlight } from "./flight-plan.ts";
import { defaultFlightSettings } from "./flight-settings.ts";

const plane = localPlaneAt(PLACE);
type Spot = readonly [x: number, y: number];

const corner = (along: number, up: number, wide: number): Spot[] => [
  [0, 0],
  [along, 0],
  [along, wide],
  [wide, wide],
  [wide, up],
  [0, up],
];

function planned(ring: readonly Spot[], gsd: number, direction_deg: number | null = null) {
  const settings = {
    ...defaultFlightSettings("M3T", ["pv_thermal"], 0),
    thermal_gsd_m: gsd,
    direction_deg,
    bounds_margin_m: 0,
  };
  const areas = areasOf([ring], [], [-10, -10]);
  const plan = planFlight({ name: "A", areas, target: null, settings });
  expect(plan.problems).toEqual([]);
  expect(plan.faults.flat()).toEqual([]);
  // 640 x 512 pixels, half of each.
  const [across, along] = [320 * gsd, 256 * gsd];
  const frames = plan.routes.flatMap(photoPoints).map(({ place, heading_deg }) => {
    const angle = (heading_deg * Math.PI) / 180;
    return { at: plane.toPlane(place[0], place[1]), sin: Math.sin(angle), cos: Math.cos(angle) };
  });
  /** Whether a photo shows the spot, of lines along the x axis, or along the y axis. */
  const isShown = ([x, y]: Spot, axis: "x" | "y") =>
    frames.some(({ at, sin, cos }) => {
      const [east, north] = [x - at[0], y - at[1]];
      const [ahead, right] = [east * sin + north * cos, east * cos - north * sin];
      const own = Math.abs(sin) > Math.abs(cos) ? "x" : "y";
      return own === axis && Math.abs(ahead) <= along && Math.abs(right) <= across;
    });
  return { plan, isShown };
}

describe("an area with arms", () => {
  it("is flown along each of them", () => {
    // 35.2 m are in an image: one line along each arm of 20 m shows it whole, and nothing is to be flown across.
    const { plan } = planned(corner(400, 400, 20), 0.055);
    const [route] = plan.routes;
    expect(route?.photo_runs).toHaveLength(2);
    expect(plan.metrics.coverage_percent).toBe(100);
    expect(plan.flights[0]?.directions_deg.toSorted((a, b) => a - b)).toEqual([0, 90]);
  });

  it("is seen whole, and in as many images where its pieces meet", () => {
    const { isShown, plan } = planned(corner(600, 400, 60), 0.03);
    expect(plan.flights[0]?.directions_deg).toHaveLength(2);
    const missed: Spot[] = [];
    for (let x = 0.5; x < 600; x++)
      for (let y = 0.5; y < 400; y++) {
        const isInside = x < 60 || y < 60;
        if (isInside && !isShown([x, y], "x") && !isShown([x, y], "y")) missed.push([x, y]);
      }
    expect(missed).toEqual([]);
    // Neighbouring lines share 45 % of 19.2 m: as much of the ground at the cut is in images of both pieces.
    const steps = Array.from({ length: 50 }, (_, i) => 5.5 + i);
    const isShared = (spots: readonly Spot[]) =>
      spots.every((spot) => isShown(spot, "x") && isShown(spot, "y"));
    const above = steps.flatMap((x): Spot[] => [-4.3, 0, 4.3].map((d) => [x, 60 + d]));
    const beside = steps.flatMap((y): Spot[] => [-4.3, 0, 4.3].map((d) => [60 + d, y]));
    expect([isShared(above), isShared(beside)]).toContain(true);
  });

  it("is flown in one direction where the user sets it", () => {
    const { plan } = planned(corner(400, 400, 20), 0.03, 90);
    expect(plan.flights[0]?.directions_deg).toEqual([90]);
  });

  // A strip of 60 cm along both arms of the beam lay between two samples, and counted as seen.
  it("leaves no strip along a side unseen", () => {
    const ring: Spot[] = [
      [0, 0],
      [500, 0],
      [500, 40],
      [270, 40],
      [270, 300],
      [230, 300],
      [230, 40],
      [0, 40],
    ];
    const { isShown, plan } = planned(ring, 0.03);
    const steps = Array.from({ length: 500 }, (_, i) => i + 0.5);
    const missed = steps.filter((x) => !isShown([x, 39.7], "x") && !isShown([x, 39.7], "y"));
    expect(missed).toEqual([]);
    expect(plan.metrics.coverage_percent).toBe(100);
  });

  // Two corners 7 cm apart around the sharp corner became one that did not see the next line.
  it("is not left where a way bends around a sharp corner", () => {
    const { plan } = planned(
      [
        [0, 0],
        [300, 0],
        [300, 40],
        [120, 40],
        [320, 240],
        [290, 270],
        [0, 40],
      ],
      0.03,
      51.58,
    );
    expect(plan.routes).toHaveLength(1);
  });
});
