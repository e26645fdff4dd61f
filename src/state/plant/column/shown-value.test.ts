// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { loadWords, startWords } from "../../../client/i18n.ts";
import { encodeColumn } from "../../../domain/column/column-codec.ts";
import { keyFigureByKey } from "../../../domain/key-figure/key-figure.ts";
import { chooseAggregate } from "../../map/detail.ts";
import { valueOf } from "../../shell/loaded.ts";
import { openComponent } from "../component/component.ts";
import { addFilter } from "../filter/filter.ts";
import { columnAtom, keyFigureIdAtom } from "./key-figure.ts";
import { openedPlant } from "../opened.fixture.ts";
import { findingsAtom } from "../analysis/finding.ts";
import { rowFlagVersionAtom } from "./row-flag.ts";
import { parentValueAtom, shownValueAtom } from "./shown-value.ts";
import { reasonWordsAtom, shownTitleWordsAtom, sourceWordsAtom } from "./shown-value-words.ts";
import { answers, measured, MODULES, summaryOf } from "../two-plants.fixture.ts";

vi.mock("../../../client/call.ts", async () => (await import("../two-plants.fixture.ts")).client);
vi.mock(
  "../../../client/plant-data.ts",
  async () => (await import("../two-plants.fixture.ts")).worker,
);

/** Row r of analysis 12 has the value r; tracker t has the modules 10 t to 10 t + 9. */
let opened: Awaited<ReturnType<typeof openedPlant>>;
const usual = { ...answers };
beforeEach(async () => {
  await startWords("en");
  await loadWords(() => true);
  opened = await openedPlant("analysis=12");
  opened.store.sub(shownValueAtom, () => undefined);
  await vi.waitUntil(() => opened.store.get(columnAtom).state === "ready");
});
afterEach(() => {
  opened.close();
  Object.assign(answers, usual);
});

const tracker = (row: number) => ({ component_type: "tracker", row }) as const;
const moduleAt = (row: number) => ({ component_type: "module", row }) as const;
const shown = () => opened.store.get(shownValueAtom)!;
const words = () => [
  opened.store.get(shownTitleWordsAtom)(shown()),
  opened.store.get(sourceWordsAtom)(shown()),
  opened.store.get(reasonWordsAtom)(shown()),
];
const [watch = 0, poor = 0, act = 0] = measured.limits;

describe("what the map shows for a component", () => {
  it("is its own value where it is measured itself, with the limit that it has reached", () => {
    opened.store.set(openComponent, moduleAt(39));
    expect(shown()).toMatchObject({ value: 39, severity: 3, aggregate: null, at: moduleAt(39) });
    expect(words()[2]).toBe(`Act now: ≥\u00A0${act}\u202F${measured.unit}`);
    expect(words()[1]).toBe("");
  });

  it("is the worst value of its parts, which are listed worst first", () => {
    const { store } = opened;
    store.set(chooseAggregate, "worst");
    store.set(openComponent, tracker(3));
    expect(shown()).toMatchObject({ value: 39, severity: 3, aggregate: "worst" });
    expect([...shown().parts]).toEqual([39, 38, 37, 36, 35, 34, 33, 32, 31, 30]);
    expect(words()[1]).toBe("Worst value of 10 modules");
    const severities = Array.from(
      { length: 10 },
      (_, at) => [watch, poor, act].filter((limit) => 30 + at >= limit).length,
    );
    const counts = [0, 1, 2, 3].map((one) => severities.filter((is) => is === one).length);
    expect(shown().counts).toEqual(counts);
  });

  it("follows the way in which parts come to one value", () => {
    const { store } = opened;
    store.set(openComponent, tracker(2));
    store.set(chooseAggregate, "mean");
    expect(shown().value).toBeCloseTo(24.5, 5);
    expect(words()[1]).toBe("Average of 10 modules");
    store.set(chooseAggregate, "notable");
    expect(words()[1]).toBe("Worst value of 10 modules");
    store.set(chooseAggregate, "share");
    const past = Array.from({ length: 10 }, (_, at) => 20 + at).filter((one) => one > poor).length;
    expect(shown()).toMatchObject({ value: expect.closeTo(past / 10, 5), severity: null });
    expect(words()[0]).toContain("poor or worse");
  });

  it("counts the parts that pass the filters, and says how many do not", async () => {
    const { store } = opened;
    store.set(chooseAggregate, "worst");
    store.set(openComponent, tracker(3));
    const before = store.get(rowFlagVersionAtom);
    store.set(addFilter, { kind: "range", key_figure_id: measured.id, min: 0, max: 34 });
    await vi.waitUntil(() => store.get(rowFlagVersionAtom) !== before);
    expect([...shown().parts]).toEqual([34, 33, 32, 31, 30]);
    expect(shown()).toMatchObject({ value: 34, hidden: 5, missing: 0 });
  });

  it("leads up to the component above", () => {
    const { store } = opened;
    store.set(chooseAggregate, "worst");
    store.sub(parentValueAtom, () => undefined);
    store.set(openComponent, moduleAt(12));
    expect(store.get(parentValueAtom)).toMatchObject({ at: tracker(1), value: 19 });
    store.set(openComponent, tracker(1));
    expect(store.get(parentValueAtom)).toBeNull();
  });

  it("is nothing without a key figure", () => {
    opened.store.set(keyFigureIdAtom, null);
    opened.store.set(openComponent, moduleAt(3));
    expect(opened.store.get(shownValueAtom)).toBeNull();
  });
});

it("of classes is explained by the measured value that ranks them", async () => {
  opened.close();
  const abnormality = keyFigureByKey("class_of_abnormality")!;
  const columns = "GET /auth/analysis/{id}/columns";
  const column =
    "GET /auth/analysis-result/{analysis_id}/{key_figure_id}/column/{hash}" as keyof typeof answers;
  answers[columns] = ({ id }) => [
    summaryOf(id),
    { ...summaryOf(id), key_figure_id: abnormality.id, kind: "u8", hash: "classes" },
  ];
  const classOf = (row: number) => (row === 33 ? 255 : row === 35 || row === 37 ? 3 : 1);
  answers[column] = (params, body) =>
    Number(params["key_figure_id"]) === abnormality.id
      ? encodeColumn(
          Uint8Array.from({ length: MODULES }, (_, row) => classOf(row)),
          { kind: "u8", step: 1 },
        )
      : usual[column]!(params, body);
  opened = await openedPlant("analysis=12");
  const { store } = opened;
  store.sub(shownValueAtom, () => undefined);
  store.set(keyFigureIdAtom, abnormality.id);
  store.set(chooseAggregate, "worst");
  await vi.waitUntil(() => valueOf(store.get(findingsAtom)) !== undefined);
  await vi.waitUntil(() => store.get(columnAtom).state === "ready");
  store.set(openComponent, tracker(3));
  expect([...shown().parts]).toEqual([37, 35, 39, 38, 36, 34, 32, 31, 30]);
  expect(shown()).toMatchObject({ value: 3, missing: 1 });
  const ranked = keyFigureByKey("delta_t_normalised")!;
  expect(ranked.id).toBe(abnormality.ranked_by);
  expect(words()[2]).toMatch(
    /^module-37: Normalised temperature difference 37.K\. Act now: ≥.20.K$/,
  );
});

it("of a class that follows from several faults is explained by the fault that is as severe", async () => {
  opened.close();
  const [abnormality, string] = ["class_of_abnormality", "open_string"].map((key) =>
    keyFigureByKey(key)!,
  );
  const columns = "GET /auth/analysis/{id}/columns";
  const column =
    "GET /auth/analysis-result/{analysis_id}/{key_figure_id}/column/{hash}" as keyof typeof answers;
  const classes = [abnormality!, string!];
  answers[columns] = ({ id }) => [
    summaryOf(id),
    ...classes.map(({ id: key_figure_id, key }) => ({
      ...summaryOf(id),
      key_figure_id,
      kind: "u8",
      hash: key,
    })),
  ];
  const valueOfRow = (id: number, row: number) => {
    if (id === abnormality!.id) return row === 2 ? 5 : row === 30 ? 3 : 1;
    return row === 2 ? 1 : 0;
  };
  answers[column] = (params, body) => {
    const id = Number(params["key_figure_id"]);
    if (!classes.some((one) => one.id === id)) return usual[column]!(params, body);
    const values = Uint8Array.from({ length: MODULES }, (_, row) => valueOfRow(id, row));
    return encodeColumn(values, { kind: "u8", step: 1 });
  };
  opened = await openedPlant("analysis=12");
  const { store } = opened;
  store.sub(shownValueAtom, () => undefined);
  store.set(keyFigureIdAtom, abnormality!.id);
  await vi.waitUntil(() => store.get(columnAtom).state === "ready");
  store.set(openComponent, moduleAt(2));
  await vi.waitUntil(() => words()[2]?.startsWith("Open string"));
  expect(shown()).toMatchObject({ value: 5, severity: 3 });
  // No limit of the temperature: 2 K would say "good".
  expect(words()[2]).toBe("Open string. Normalised temperature difference 2\u202FK");
  store.set(openComponent, moduleAt(30));
  await vi.waitUntil(() => words()[2]?.includes("30"));
  expect(words()[2]).toMatch(/^Normalised temperature difference 30.*K\. Act now: ≥.20.K$/);
});
