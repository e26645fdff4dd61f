import { distance } from "@turf/distance";
import { strToU8 } from "fflate";
import { expect, test } from "vitest";
import { readQgcPlan } from "./qgc-plan-read.ts";

const planOf = (geoFence: object) =>
  strToU8(
    JSON.stringify({
      fileType: "Plan",
      geoFence,
      mission: {
        plannedHomePosition: [-23.5, -69.1, 1200],
        items: [
          {
            type: "SimpleItem",
            command: 16,
            frame: 3,
            params: [0, 0, 0, null, -23.5001, -69.1, 60],
          },
        ],
      },
    }),
  );
const circle = (inclusion: boolean, radius: number) => ({
  inclusion,
  circle: { center: [-23.5, -69.1], radius },
  version: 1,
});

test("circles of a fence are areas: no part of one to keep out of is left to fly over", () => {
  const fence = { circles: [circle(false, 75), circle(true, 2000)], polygons: [], version: 2 };
  const { areas } = readQgcPlan(planOf(fence), "fence.plan");
  expect([areas.no_fly.length, areas.flight.length]).toEqual([1, 1]);
  const middle = [-69.1, -23.5];
  const reaches = (ring: readonly (readonly [number, number])[]) =>
    ring.map((corner) => distance(middle, [...corner], { units: "meters" }));
  const [[out = []] = [], [within = []] = []] = [areas.no_fly[0], areas.flight[0]];
  // The earth of the other computation is a sphere, which is up to 0.5 % off.
  for (const reach of reaches(out)) expect(Math.abs(reach / 75.16 - 1)).toBeLessThan(0.006);
  for (const reach of reaches(within)) expect(Math.abs(reach / 2000 - 1)).toBeLessThan(0.006);
  // The middle of an edge is the nearest to the circle: it lies outside of it by the same plane.
  const [[x1, y1], [x2, y2]] = [out[0]!, out[1]!];
  const edge = distance(middle, [(x1 + x2) / 2, (y1 + y2) / 2], { units: "meters" });
  expect(edge / reaches(out)[0]!).toBeCloseTo(Math.cos(Math.PI / 48), 4);
  expect(out[0]).toEqual(out.at(-1));
});

test("a circle without a radius is refused with its place in the file", () => {
  const bad = { circles: [{ inclusion: false, circle: { center: [-23.5, -69.1] } }] };
  expect(() => readQgcPlan(planOf(bad), "fence.plan")).toThrow(
    expect.objectContaining({
      problems: [expect.objectContaining({ field: "geoFence.circles.0.circle.radius" })],
    }),
  );
});
