import { describe, expect, it } from "vitest";
import { readElevationFile } from "../../server/flight/elevation-file.ts";
import { elevationAt } from "../../domain/flight/ground/elevation.ts";
import { planeAt } from "../../domain/geometry/plane.ts";
import { plantGrounds } from "../record/ground-plan.ts";
import { plantPlans } from "../record/plant-plan.ts";
import { heightOf, terrainFile } from "./terrain.ts";

/** Metres of the longest collector or table, the steepest ground under it, and how far it may leave a straight line. */
const bounds = {
  parabolic_trough: { length: 150, steepest: 0.01, most_m: 0.25 },
  photovoltaic: { length: 33, steepest: 0.05, most_m: 0.1 },
} as const;
const HALF_PLANT_M = 900;

describe.each(Object.entries(plantGrounds))("the terrain of %s", (name, { terrain, middle }) => {
  const { technology } = plantPlans.find(({ form }) => form.name === name)!.form;
  const { length, steepest, most_m } = bounds[technology];

  it("is gentle enough for its collectors: none is buried and none floats", () => {
    let [steep, bent] = [0, 0];
    for (let east = -HALF_PLANT_M; east <= HALF_PLANT_M; east += 30)
      for (let north = -HALF_PLANT_M; north <= HALF_PLANT_M; north += 30) {
        const here = heightOf(terrain, east, north);
        const ends = [-1, 1].map((side) => heightOf(terrain, east, north + (side * length) / 2));
        bent = Math.max(bent, Math.abs((ends[0]! + ends[1]!) / 2 - here));
        steep = Math.max(steep, Math.abs(ends[1]! - ends[0]!) / length);
        steep = Math.max(steep, Math.abs(heightOf(terrain, east + 1, north) - here));
      }
    expect(bent).toBeLessThan(most_m);
    expect(steep).toBeLessThan(steepest);
    // And yet it is no plane.
    expect(bent).toBeGreaterThan(0.005);
  });

  it("is in its file in metres, all around the plant", async () => {
    const [lon, lat] = middle;
    const box = [lon - 0.03, lat - 0.03, lon + 0.03, lat + 0.03] as const;
    const grid = await readElevationFile(terrainFile(terrain, middle), box);
    expect(grid.heights.some((height) => Number.isNaN(height))).toBe(false);
    const at = elevationAt(grid);
    const { toLonLat } = planeAt(middle);
    for (const [x, y] of [
      [0, 0],
      [700, -400],
      [-612, 855],
    ] as const)
      expect(at(toLonLat(x, y))).toBeCloseTo(heightOf(terrain, x, y), 1);
  });
});

it("every plant of the demo with a twin has its ground", () => {
  const withTwin = plantPlans.filter(({ makeDraft }) => makeDraft !== null);
  expect(Object.keys(plantGrounds).toSorted()).toEqual(
    withTwin.map(({ form }) => form.name).toSorted(),
  );
});
