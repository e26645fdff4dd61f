// @vitest-environment happy-dom
// What became of the findings between two surveys: the comparison, the statistics, the card of each component and
// the report say the same of the same pair.
import { afterEach, expect, it, vi } from "vitest";
import { componentCourse } from "../src/domain/finding/component-course.ts";
import { encodeColumn } from "../src/domain/column/column-codec.ts";
import { plantCourses, type PlantCourse } from "../src/domain/key-figure/plant-course.ts";
import { changesOf, type ReadFigure, type ReportData } from "../src/server/report/report-data.ts";
import { findingCoursesAtom } from "../src/state/plant/column/statistics.ts";
import { selectedRowsAtom } from "../src/state/plant/component/selection.ts";
import { compare, differenceAtom } from "../src/state/plant/compare/compare.ts";
import { selectFindings } from "../src/state/plant/compare/finding-change.ts";
import { openedPlant } from "../src/state/plant/opened.fixture.ts";
import { answers, measured, MODULES, summaryOf } from "../src/state/plant/two-plants.fixture.ts";
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
const usual = { ...answers };
afterEach(() => {
  opened.close();
  Object.assign(answers, usual);
});

const limit = measured.limits[0]!;
const [GOOD, BAD] = [limit - 5, limit + 5];
/** Each ten rows have a story: what three surveys measured there, and what became of it in the newest. */
const stories = [
  [GOOD, GOOD, BAD, "new"],
  [BAD, GOOD, BAD, "returned"],
  [GOOD, BAD, BAD, "persisting"],
  [GOOD, BAD, GOOD, "resolved"],
  [GOOD, BAD, NaN, "unmeasured"],
  [BAD, GOOD, GOOD, "resolved_before"],
  [GOOD, GOOD, GOOD, "never"],
  [NaN, NaN, BAD, "unknown"],
] as const satisfies (readonly [number, number, number, PlantCourse])[];
const storyOf = (row: number) => stories[row % stories.length]!;
const surveys = [
  { id: 10, flown_at: "2023-05-01T10:00:00Z" },
  { id: 11, flown_at: "2024-05-01T10:00:00Z" },
  { id: 12, flown_at: "2025-05-01T10:00:00Z" },
  // Newer than the open one: it says nothing of it.
  { id: 13, flown_at: "2026-05-01T10:00:00Z" },
];
const valuesOf = (id: number) =>
  Float32Array.from({ length: MODULES }, (_, row) => {
    const [first, second, third] = storyOf(row);
    return [first, second, third][id - 10] ?? GOOD;
  });
const expected = plantCourses.map(
  (course) =>
    Array.from({ length: MODULES }, (_, row) => storyOf(row)[3]).filter((one) => one === course)
      .length,
);

it("is the same in the comparison, the statistics, on the cards and in the report", async () => {
  answers["GET /auth/analyses-for-view/{id}"] = () =>
    surveys.map((one) => ({
      ...one,
      plant_id: 1,
      name: `Analysis ${one.id}`,
      key_figure_ids: [measured.id],
    }));
  answers["GET /auth/analysis/{id}/columns"] = ({ id }) => [summaryOf(id)];
  answers["GET /auth/analysis-result/{analysis_id}/{key_figure_id}/column/{hash}"] = ({
    analysis_id,
  }) => encodeColumn(valuesOf(analysis_id!), { kind: "f32", step: 0.1 });
  opened = await openedPlant("analysis=12");
  const { store } = opened;
  store.set(startDocks, [{ id: "statistics", dock: "bottom", opens: false }]);
  store.set(openPanel, "statistics");
  store.set(compare, { analysis_id: 11 });
  expect(Math.min(...expected)).toBe(MODULES / stories.length);

  await vi.waitUntil(() => valueOf(store.get(differenceAtom)) !== undefined);
  const { courses } = valueOf(store.get(differenceAtom))!;
  expect(courses?.counts).toEqual(expected);

  await vi.waitUntil(() => valueOf(store.get(findingCoursesAtom)) !== undefined);
  expect(valueOf(store.get(findingCoursesAtom))!.counts).toEqual(expected);

  for (let row = 0; row < stories.length; row++) {
    const history = surveys.map(({ id, flown_at }) => {
      const value = valuesOf(id)[row]!;
      const values = [{ key_figure_id: measured.id, value: Number.isNaN(value) ? null : value }];
      return { analysis_id: id, name: "", flown_at, values };
    });
    const course = componentCourse(measured, history, 12, ({ limits }) => limits)?.course;
    const said = storyOf(row)[3];
    expect(course ?? "nothing", said).toBe(
      { resolved_before: "resolved", never: "nothing", unknown: "nothing" }[said as string] ?? said,
    );
  }

  const read = (id: number): ReadFigure => ({
    figure: measured,
    values: valuesOf(id),
    limits: measured.limits,
  });
  const figures = [read(12)];
  const exists = () => new Uint8Array(MODULES).fill(1);
  const before = new Map([[measured.id, read(11)]]);
  const earlier = [new Map([[measured.id, read(10)]])];
  const inReport = changesOf(
    { figures, counted: figures, before, earlier, exists } as unknown as ReportData,
    figures[0]!,
  );
  expect(inReport).toEqual(courses);

  for (const course of ["new", "returned", "persisting", "resolved", "unmeasured"] as const) {
    await store.set(selectFindings, course);
    expect(store.get(selectedRowsAtom), course).toHaveLength(MODULES / stories.length);
  }
});

it("says how many crossed a limit without a measurable change", () => {
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
    earlier: [],
    exists: () => new Uint8Array(4).fill(1),
  } as unknown as ReportData;
  // Two new ones and a resolved one; 0.2 K are within the tolerance.
  expect(changesOf(data, figures[0]!)).toEqual({ counts: [2, 0, 0, 1, 0, 0, 1, 0], crossed: 2 });
});
