// @vitest-environment happy-dom
// What became of the findings between two surveys: the comparison, the statistics, the card of each component and
// the report say the same of the same pair.
import { afterEach, expect, it, vi } from "vitest";
import { findingCourse } from "../src/domain/key-figure/finding-course.ts";
import { plantCourses, type PlantCourse } from "../src/domain/key-figure/plant-course.ts";
import { severityOf } from "../src/domain/key-figure/severity.ts";
import { changesOf, type ReadFigure, type ReportData } from "../src/server/report/report-data.ts";
import { findingCoursesAtom } from "../src/state/plant/column/statistics.ts";
import { selectedRowsAtom } from "../src/state/plant/component/selection.ts";
import { compare, differenceAtom } from "../src/state/plant/compare/compare.ts";
import { selectFindings } from "../src/state/plant/compare/finding-change.ts";
import { openedPlant } from "../src/state/plant/opened.fixture.ts";
import { measured, MODULES, valuesOf } from "../src/state/plant/two-plants.fixture.ts";
import { openPanel, startDocks } from "../src/state/shell/dock.ts";
import { valueOf } from "../src/state/shell/loaded.ts";

vi.mock(
  "../src/client/call.ts",
  async () => (await import("../src/state/plant/two-plants.fixture.ts")).client,
);
vi.mock(
  "../src/client/plant-data.ts",
  async () => (await import("../src/state/plant/two-plants.fixture.ts")).worker,
);

let opened: Awaited<ReturnType<typeof openedPlant>>;
afterEach(() => opened.close());

/** By hand: a finding has a value at or above the first limit. */
function byHand(): Record<PlantCourse, number> {
  const counts = { new: 0, returned: 0, persisting: 0, resolved: 0, never: 0, unknown: 0 };
  const [then, now] = [valuesOf(11), valuesOf(12)];
  const limit = measured.limits[0]!;
  for (let row = 0; row < MODULES; row++) {
    const [was, is] = [then[row]! >= limit, now[row]! >= limit];
    counts[is ? (was ? "persisting" : "new") : was ? "resolved" : "never"] += 1;
  }
  return counts;
}

it("is the same in the comparison, the statistics, on the cards and in the report", async () => {
  opened = await openedPlant("analysis=12");
  const { store } = opened;
  store.set(startDocks, [{ id: "statistics", dock: "bottom", opens: false }]);
  store.set(openPanel, "statistics");
  store.set(compare, { analysis_id: 11 });
  const expected = plantCourses.map((course) => byHand()[course]);
  expect(byHand().new + byHand().persisting).toBeGreaterThan(2);

  await vi.waitUntil(() => valueOf(store.get(differenceAtom)) !== undefined);
  const { courses, counts } = valueOf(store.get(differenceAtom))!;
  expect(courses?.counts).toEqual(expected);

  await vi.waitUntil(() => valueOf(store.get(findingCoursesAtom)) !== undefined);
  expect(valueOf(store.get(findingCoursesAtom))!.counts).toEqual(expected);

  const onCards = plantCourses.map(() => 0);
  for (let row = 0; row < MODULES; row++) {
    const judged = [11, 12].map((id) => ({
      flown_at: String(id),
      severity: severityOf(measured, valuesOf(id)[row]!),
    }));
    onCards[plantCourses.indexOf(findingCourse(judged)?.course ?? "never")]! += 1;
  }
  expect(onCards).toEqual(expected);

  const read = (id: number): ReadFigure => ({
    figure: measured,
    values: valuesOf(id),
    limits: measured.limits,
  });
  const figures = [read(12)];
  const exists = () => new Uint8Array(MODULES).fill(1);
  const before = new Map([[measured.id, read(11)]]);
  const inReport = changesOf(
    { figures, counted: figures, before, exists } as unknown as ReportData,
    figures[0]!,
  );
  expect(inReport).toEqual(courses);

  // What is new became worse, unless it crossed a limit without a change.
  expect(byHand().new).toBeLessThanOrEqual(counts[0]! + courses!.crossed);
  for (const course of ["new", "persisting"] as const) {
    await store.set(selectFindings, course);
    expect(store.get(selectedRowsAtom), course).toHaveLength(byHand()[course]);
  }
});

it("says how many crossed a limit without a measurable change", () => {
  const limit = measured.limits[0]!;
  const then = Float32Array.of(limit - 0.1, limit - 0.1, limit + 0.1, 0);
  const now = Float32Array.of(limit + 0.1, limit + 40, limit - 0.1, 0);
  const read = (values: Float32Array): ReadFigure => ({
    figure: measured,
    values,
    limits: measured.limits,
  });
  const figures = [read(now)];
  const data = {
    figures,
    counted: figures,
    before: new Map([[measured.id, read(then)]]),
    exists: () => new Uint8Array(4).fill(1),
  } as unknown as ReportData;
  // Two new ones and a resolved one; 0.2 K are within the tolerance.
  expect(changesOf(data, figures[0]!)).toEqual({ counts: [2, 0, 0, 1, 1, 0], crossed: 2 });
});
