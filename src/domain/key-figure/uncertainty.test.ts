// No value is exact: over the catalogue, what imports and people may state, and what an evaluation writes.
import { expect, it } from "vitest";
import { keyFigures } from "./key-figure.ts";
import { isUncertainty, uncertaintyPairs, withoutZeroUncertainty } from "./uncertainty.ts";

it("is never 0 in the catalogue: imports and edits refuse what is outside of its range", () => {
  const named = keyFigures.filter(({ key }) => key.endsWith("_uncertainty"));
  expect(named.length).toBeGreaterThan(6);
  expect(named.every(({ key }) => isUncertainty(key))).toBe(true);
  for (const { uncertainty, keyFigure } of uncertaintyPairs) {
    expect(uncertainty.range[0]).toBeGreaterThanOrEqual(uncertainty.step);
    expect(uncertainty.unit).toBe(keyFigure.unit);
  }
  // A constant one is stated for every value.
  for (const { uncertainty } of keyFigures) {
    if (uncertainty) expect(uncertainty.absolute + uncertainty.relative).toBeGreaterThan(0);
  }
});

it("is no measurement where it would be 0, and no less than the resolution", () => {
  const columns = {
    delta_t_normalised: Float32Array.of(0, 5, 6, NaN, 7),
    delta_t_uncertainty: Float32Array.of(0, 0.02, 1.5, NaN, -1),
    hotspots: Uint8Array.of(0, 1, 1, 255, 0),
  };
  const { delta_t_normalised, delta_t_uncertainty, hotspots } = withoutZeroUncertainty<
    Float32Array | Uint8Array
  >(columns);
  expect([...delta_t_normalised!]).toEqual([NaN, 5, 6, NaN, NaN]);
  expect([...delta_t_uncertainty!]).toEqual([NaN, Math.fround(0.1), 1.5, NaN, NaN]);
  expect(hotspots).toBe(columns.hotspots);
  expect(columns.delta_t_uncertainty[0]).toBe(0);
});
