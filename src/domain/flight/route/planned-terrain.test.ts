// Terrain that was added, replaced or deleted after a plan.
import { expect, it } from "vitest";
import {
  FLAT_GROUND,
  plannedTerrain,
  terrainProblems,
  terrainWarnings,
} from "./planned-terrain.ts";

/** What is said of a route of a campaign with these metrics, over the terrain of this mark. */
const said = (metrics: Readonly<Record<string, number>> | null, mark: number) => {
  const route = plannedTerrain(metrics);
  return [...terrainProblems(route, mark), ...terrainWarnings(route, mark)].map(
    ({ reason }) => reason,
  );
};

it("deleted, it is a fault; replaced or added, a warning; the same file once more, nothing", () => {
  const hilly = { terrain_rise_m: 40, terrain_mark: 7 };
  expect(said(hilly, 7)).toEqual([]);
  expect(said(hilly, FLAT_GROUND)).toEqual(["terrain_gone"]);
  expect(said(hilly, 8)).toEqual(["terrain_changed"]);
  const flat = { terrain_mark: FLAT_GROUND };
  expect(said(flat, FLAT_GROUND)).toEqual([]);
  expect(said(flat, 7)).toEqual(["terrain_changed"]);
});

it("of a plan from before marks were kept, its rise says whether there was any", () => {
  expect(said({ terrain_rise_m: 40 }, FLAT_GROUND)).toEqual(["terrain_gone"]);
  expect(said({ terrain_rise_m: 0 }, FLAT_GROUND)).toEqual(["terrain_gone"]);
  expect(said({ terrain_rise_m: 40 }, 7)).toEqual([]);
  expect(said({ sorties: 1 }, 7)).toEqual(["terrain_changed"]);
  expect(said(null, 7)).toEqual([]);
  expect(said(null, FLAT_GROUND)).toEqual([]);
});
