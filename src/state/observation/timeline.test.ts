// @vitest-environment happy-dom
// One component over time: what is listed, in which order and in which words.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { loadWords, startWords } from "../../client/i18n.ts";
import type { ComponentResult } from "../../domain/analysis/analysis-result.ts";
import { formatValue, keyFigureName } from "../plant/column/value-words.ts";
import { analysesAtom } from "../plant/analysis/analysis.ts";
import { keyFigureAtom } from "../plant/column/key-figure.ts";
import { answers, asked, measured } from "../plant/two-plants.fixture.ts";
import { observationAt, openedWith } from "./observed.fixture.ts";
import { timelineOfAtom } from "./timeline.ts";

vi.mock(
  "../../client/call.ts",
  async () => (await import("../plant/two-plants.fixture.ts")).client,
);
vi.mock(
  "../../client/plant-data.ts",
  async () => (await import("../plant/two-plants.fixture.ts")).worker,
);

const usual = { ...answers };
let opened: Awaited<ReturnType<typeof openedWith>>;
const measurement = (id: number, dt_id: string, measured_at: string) => ({
  id,
  dt_id,
  measured_at,
  acquired_by: `Meter ${id}`,
  values: [
    { key_figure_id: measured.id, value: 3 },
    { key_figure_id: 9999, value: 1 },
  ],
});
beforeEach(async () => {
  await startWords("en");
  await loadWords(() => true);
  asked.length = 0;
  answers["GET /auth/analysis/{id}/reference-measurements"] = ({ id }) =>
    id === 11
      ? [measurement(1, "module-7", "2024-05-02T08:00:00Z")]
      : [
          measurement(2, "module-7", "2025-05-02T10:00:00+04:00"),
          measurement(3, "module-8", "2025-05-02T08:00:00Z"),
        ];
  opened = await openedWith([
    observationAt(7, {
      id: 1,
      observed_at: "2025-05-02T07:00:00.000Z",
      notes: "Cracked",
      column_values: [
        { column_id: "ccp_1", value: "hail" },
        { column_id: "ccp_2", value: false },
        { column_id: "ccp_999", value: 1 },
      ],
    }),
    observationAt(7, { id: 2, observed_at: "2024-06-01T00:00:00.000Z", created_by_user: null }),
    observationAt(8, { id: 3 }),
  ]);
  const { store } = opened;
  store.sub(timelineOfAtom, () => undefined);
  await vi.waitUntil(() => store.get(timelineOfAtom)("module-7", null).length === 4);
  await vi.waitUntil(() => store.get(analysesAtom).state === "ready");
  await vi.waitUntil(() => store.get(keyFigureAtom) !== null);
});
afterEach(() => {
  opened.close();
  for (const key of Object.keys(answers)) if (!(key in usual)) delete answers[key];
});

const result = {
  history: [
    {
      analysis_id: 11,
      flown_at: "2024-05-01T10:00:00Z",
      values: [
        { key_figure_id: 9999, value: 77 },
        { key_figure_id: measured.id, value: 2 },
      ],
    },
    {
      analysis_id: 12,
      flown_at: "2025-05-01T10:00:00Z",
      values: [{ key_figure_id: measured.id, value: null }],
    },
    { analysis_id: 99, flown_at: "2025-05-02T06:30:00Z", values: [] },
  ],
} as unknown as ComponentResult;

test("mixes analyses, observations and reference measurements, newest first by instant", () => {
  const entries = opened.store.get(timelineOfAtom)("module-7", result);
  expect(entries.map(({ kind, id, title }) => `${kind} ${id} ${title}`)).toEqual([
    "observation 1 Ana",
    "analysis 99 ",
    // 10:00 in a zone four hours ahead is 06:00.
    "reference 2 Meter 2",
    "analysis 12 Analysis 12",
    "observation 2 ",
    "reference 1 Meter 1",
    "analysis 11 Analysis 11",
  ]);
});

test("says what was measured and seen, and what was not measured", () => {
  const entries = opened.store.get(timelineOfAtom)("module-7", result);
  const words = (kind: string, id: number) =>
    entries.find((one) => one.kind === kind && one.id === id)!.words;
  const figure = `${keyFigureName(measured)}: `;
  expect(words("analysis", 11)).toBe(figure + formatValue(measured, 2));
  expect([words("analysis", 12), words("analysis", 99), words("observation", 2)]).toEqual([
    `${figure}Not measured`,
    `${figure}Not measured`,
    "",
  ]);
  expect(words("observation", 1)).toBe("Damage: Hail · Washed: No · Cracked");
  expect(words("reference", 2)).toBe(figure + formatValue(measured, 3));
});

test("another component has its own entries, and each analysis is asked once", () => {
  const entries = opened.store.get(timelineOfAtom)("module-8", null);
  expect(entries.map(({ kind, id }) => [kind, id])).toEqual([
    ["observation", 3],
    ["reference", 3],
  ]);
  expect(opened.store.get(timelineOfAtom)("module-30", null)).toEqual([]);
  const requests = asked.filter((one) => one.includes("reference-measurements")).toSorted();
  expect(requests).toEqual([
    "GET /auth/analysis/11/reference-measurements",
    "GET /auth/analysis/12/reference-measurements",
  ]);
});
