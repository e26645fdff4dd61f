import { describe, expect, it } from "vitest";
import { processorTime } from "../../../tests/fixtures/processor-time.ts";
import { boundsOf, firstOutsideParent, levelOf } from "../draft.fixture.ts";
import { generatePhotovoltaicPlant } from "./photovoltaic-plant.ts";
import { isEveryday } from "../../../tests/fixtures/rounds.ts";

const origin = [-5.9, 38.2] as const;

describe("photovoltaic plant", () => {
  const plant = generatePhotovoltaicPlant({ origin, modules: 20_003, mounting: "tracked" });

  it("has the exact number of modules; the last tracker gets the remainder", () => {
    const modules = levelOf(plant, "module");
    const trackers = levelOf(plant, "tracker");
    expect(modules.count).toBe(20_003);
    expect(trackers.count).toBe(Math.ceil(20_003 / 56));
    const perTracker = new Uint32Array(trackers.count);
    for (const parent of modules.parent) perTracker[parent] = (perTracker[parent] ?? 0) + 1;
    expect(perTracker.slice(0, -1).every((count) => count === 56)).toBe(true);
    expect(perTracker.at(-1)).toBe(20_003 % 56);
  });

  it("gives every component a unique name", () => {
    for (const level of plant.levels) expect(new Set(level.pcs).size).toBe(level.count);
    expect(levelOf(plant, "module").pcs[0]).toMatch(/^B\d{2}-T001-M01$/);
    const modules = levelOf(plant, "module");
    const trackers = levelOf(plant, "tracker");
    for (let i = 0; i < modules.count; i += 331) {
      const parent = trackers.pcs[modules.parent[i] ?? -1];
      expect(modules.pcs[i]?.startsWith(`${parent}-M`)).toBe(true);
    }
  });

  it("places modules in trackers and trackers in groups", () => {
    expect(firstOutsideParent(plant, "module", "tracker", origin)).toBe(-1);
    expect(firstOutsideParent(plant, "tracker", "tracker_group", origin)).toBe(-1);
  });

  it("aligns tracker axes north to south and fixed tables east to west", () => {
    const [west = 0, south = 0, east = 0, north = 0] = boundsOf(
      levelOf(plant, "tracker"),
      0,
      origin,
    );
    expect(north - south).toBeGreaterThan((east - west) * 4);
    const fixed = generatePhotovoltaicPlant({ origin, modules: 2_240, mounting: "fixed" });
    const [w = 0, s = 0, e = 0, n = 0] = boundsOf(levelOf(fixed, "tracker"), 0, origin);
    expect(e - w).toBeGreaterThan((n - s) * 4);
    // From above, a tilted module is shorter by the cosine of its tilt.
    expect(n - s).toBeCloseTo(2 * (2.28 * Math.cos((25 * Math.PI) / 180) + 0.02), 2);
  });

  it("places trackers without overlaps", () => {
    const trackers = levelOf(plant, "tracker");
    const bounds = Array.from({ length: trackers.count }, (_, i) => boundsOf(trackers, i, origin));
    const clash = bounds.findIndex(([west = 0, south = 0, east = 0, north = 0], i) =>
      bounds.some(
        ([w = 0, s = 0, e = 0, n = 0], j) =>
          j > i && west < e && w < east && south < n && s < north,
      ),
    );
    expect(clash).toBe(-1);
  });

  it("cuts blocks by an outline that depends only on the seed", () => {
    const again = generatePhotovoltaicPlant({ origin, modules: 20_003, mounting: "tracked" });
    expect(again.levels[1]?.rings).toEqual(plant.levels[1]?.rings);
    const other = generatePhotovoltaicPlant({
      origin,
      modules: 20_003,
      mounting: "tracked",
      seed: 2,
    });
    expect(other.levels[1]?.rings).not.toEqual(plant.levels[1]?.rings);
    const sizes = new Map<number, number>();
    for (const parent of levelOf(plant, "tracker").parent) {
      sizes.set(parent, (sizes.get(parent) ?? 0) + 1);
    }
    expect(Math.max(...sizes.values())).toBeGreaterThan(60);
    expect(Math.max(...sizes.values())).toBeLessThanOrEqual(96);
    expect(new Set(sizes.values()).size).toBeGreaterThan(1);
  });

  it("generates small plants and single modules", () => {
    for (const modules of [1, 55, 56, 57, 500]) {
      const small = generatePhotovoltaicPlant({
        origin,
        modules,
        mounting: "fixed",
        modulesAcross: 1,
      });
      expect(levelOf(small, "module").count).toBe(modules);
    }
  });

  it.skipIf(isEveryday)("generates a million modules in a few seconds", () => {
    const spent = processorTime(() => {
      const large = generatePhotovoltaicPlant({ origin, modules: 1_000_000, mounting: "tracked" });
      expect(levelOf(large, "module").count).toBe(1_000_000);
    });
    expect(spent).toBeLessThan(8_000);
  });
});
