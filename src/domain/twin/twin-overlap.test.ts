import { expect, it } from "vitest";
import { patient } from "../../../tests/fixtures/patience.ts";
import { isFailure } from "../error.ts";
import { limits } from "../limits.ts";
import { buildTwin } from "./twin-build.ts";
import { box, levelOf, previousOf, type Piece } from "./twin.fixture.ts";

const twinOf = (trackers: readonly Piece[], modules: readonly Piece[]) => ({
  technology: "photovoltaic" as const,
  levels: [levelOf("tracker", trackers), levelOf("module", modules)],
});
const pieces = (count: number, ring: (i: number) => readonly number[]): Piece[] =>
  Array.from({ length: count }, (_, i) => ({ ring: ring(i) }));

it("builds a plant in which each tracker covers all others, and finds the smallest around a module", () => {
  // 8,000 such trackers took 57 s and 1.9 GB.
  const count = 8000;
  const trackers = pieces(count, (i) => box(0, 0, 3000 - i / 10, 2000));
  const modules = pieces(count, (i) => box((i % 90) * 9, Math.floor(i / 90) * 7, 2, 1));
  const start = performance.now();
  const { levels, outline } = buildTwin(twinOf(trackers, modules));
  expect(performance.now() - start).toBeLessThan(patient(6000));
  const [tracker, module] = levels;
  expect(new Set(module!.geometry.parent)).toEqual(new Set([tracker!.rowOfDraft[count - 1]!]));
  expect(outline!.area_ha).toBeGreaterThan(590);
  expect(outline!.area_ha).toBeLessThan(620);
});

it("refuses a plant in which too many trackers surround a place without containing it", () => {
  const count = 8000;
  const trackers = pieces(count, (i) => box(i / 100, 0, 3000, 1, Math.PI / 4));
  const modules = pieces(count, (i) => box(300 + (i % 90), -300 - Math.floor(i / 90), 0.8, 0.5));
  expect(count).toBeGreaterThan(limits.overlapSteps);
  let refused: unknown;
  try {
    buildTwin(twinOf(trackers, modules));
  } catch (error) {
    refused = error;
  }
  expect(isFailure(refused) && refused.problems).toEqual([
    {
      reason: "twin_overlap",
      field: "geometry",
      values: { parents: "tracker", children: "module" },
    },
  ]);
});

it("keeps the rows of a pile of components when they are imported again", () => {
  const modules = pieces(20_000, (i) => box((i % 7) / 100, (i % 3) / 100, 2, 1));
  const trackers = pieces(1, () => box(0, 0, 9, 9));
  const first = buildTwin(twinOf(trackers, modules));
  const start = performance.now();
  const second = buildTwin(twinOf(trackers, modules), previousOf(first));
  // A search of the whole pile for each component took more than a minute.
  expect(performance.now() - start).toBeLessThan(patient(6000));
  expect(second.levels[1]!.geometry.count).toBe(modules.length);
  expect(second.levels[1]!.changes.removed).toBe(0);
});

it("numbers new components, whatever number a file claims", () => {
  const modules: Piece[] = [
    { ring: box(0, 0, 2, 1), dtId: `module-${Number.MAX_SAFE_INTEGER}` },
    { ring: box(5, 0, 2, 1), dtId: "module-7" },
    { ring: box(10, 0, 2, 1) },
    { ring: box(15, 0, 2, 1) },
  ];
  const [level] = buildTwin({
    technology: "photovoltaic",
    levels: [levelOf("module", modules)],
  }).levels;
  const ids = Array.from({ length: 4 }, (_, row) => level!.names.dtId(row));
  expect(ids.toSorted()).toEqual(
    [`module-${Number.MAX_SAFE_INTEGER}`, "module-7", "module-8", "module-9"].toSorted(),
  );
});
