// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { encodeColumn } from "../../../domain/column/column-codec.ts";
import { keyFigureByKey } from "../../../domain/key-figure/key-figure.ts";
import { flyRequestAtom } from "../../map/view.ts";
import { idle, ready, valueOf } from "../../shell/loaded.ts";
import { openComponent, openComponentAtom } from "../component/component.ts";
import { addFilter } from "../filter/filter.ts";
import {
  findingOrderAtom,
  findingPlaceAtom,
  findingsAtom,
  keepFindings,
  openFinding,
  stepFinding,
} from "./finding.ts";
import { keyFigureIdAtom } from "../column/key-figure.ts";
import { openedPlant } from "../opened.fixture.ts";
import { answers, measured, MODULES, summaryOf } from "../two-plants.fixture.ts";

vi.mock("../../../client/call.ts", async () => (await import("../two-plants.fixture.ts")).client);
vi.mock(
  "../../../client/plant-data.ts",
  async () => (await import("../two-plants.fixture.ts")).worker,
);

let opened: Awaited<ReturnType<typeof openedPlant>>;
const usual = { ...answers };
afterEach(() => {
  opened.close();
  Object.assign(answers, usual);
});

const rows = () => [...(valueOf(opened.store.get(findingsAtom))?.rows ?? [])];
const card = () => opened.store.get(openComponentAtom)?.dt_id ?? null;
const place = () => opened.store.get(findingPlaceAtom);

it("findings of one class are ordered by the key figure that ranks them", async () => {
  const abnormality = keyFigureByKey("class_of_abnormality")!;
  const columns = "GET /auth/analysis/{id}/columns";
  const column =
    "GET /auth/analysis-result/{analysis_id}/{key_figure_id}/column/{hash}" as keyof typeof answers;
  answers[columns] = ({ id }) => [
    summaryOf(id),
    { ...summaryOf(id), key_figure_id: abnormality.id, kind: "u8", hash: "classes" },
  ];
  // Modules 3 and 5 are to be acted on, 10 to 12 are poor; row r has r K, which is what ranks them.
  const classOf = (row: number) => (row === 3 || row === 5 ? 3 : row >= 10 && row <= 12 ? 2 : 1);
  answers[column] = (params, body) =>
    Number(params["key_figure_id"]) === abnormality.id
      ? encodeColumn(
          Uint8Array.from({ length: MODULES }, (_, row) => classOf(row)),
          { kind: "u8", step: 1 },
        )
      : usual[column]!(params, body);
  opened = await openedPlant("analysis=12");
  opened.store.set(keyFigureIdAtom, abnormality.id);
  await vi.waitUntil(() => rows().length === 5);
  expect(rows()).toEqual([5, 3, 12, 11, 10]);
});

it("what is dangerous comes first on request, then what loses most", async () => {
  const [abnormality, glass, power] = ["class_of_abnormality", "glass_breakage", "power_loss"].map(
    (key) => keyFigureByKey(key)!,
  );
  const columns = "GET /auth/analysis/{id}/columns";
  const column =
    "GET /auth/analysis-result/{analysis_id}/{key_figure_id}/column/{hash}" as keyof typeof answers;
  answers[columns] = ({ id }) => [
    summaryOf(id),
    { ...summaryOf(id), key_figure_id: abnormality!.id, kind: "u8", hash: "classes" },
    { ...summaryOf(id), key_figure_id: glass!.id, kind: "u8", hash: "glass" },
    { ...summaryOf(id), key_figure_id: power!.id, hash: "power" },
  ];
  // Module 3 has lost its power, 5 is safety relevant, 10 to 12 are poor, and the glass of 11 is broken.
  const classOf = (row: number) => (row === 3 ? 5 : row === 5 ? 3 : row >= 10 && row <= 12 ? 2 : 1);
  const bytes = (of: (row: number) => number) =>
    encodeColumn(
      Uint8Array.from({ length: MODULES }, (_, row) => of(row)),
      { kind: "u8", step: 1 },
    );
  answers[column] = (params, body) => {
    const id = Number(params["key_figure_id"]);
    if (id === abnormality!.id) return bytes(classOf);
    if (id === glass!.id) return bytes((row) => Number(row === 11 || row === 20));
    if (id !== power!.id) return usual[column]!(params, body);
    const watts = Float32Array.from({ length: MODULES }, (_, row) => (row === 10 ? 500 : row));
    return encodeColumn(watts, { kind: "f32", step: 1 });
  };
  opened = await openedPlant("analysis=12");
  opened.store.set(keyFigureIdAtom, abnormality!.id);
  await vi.waitUntil(() => rows().length === 5);
  expect(rows()).toEqual([3, 5, 12, 11, 10]);
  opened.store.set(findingOrderAtom, "safety");
  await vi.waitUntil(() => rows()[0] === 11);
  expect(rows()).toEqual([11, 5, 10, 12, 3]);
  // The glass of 20 is broken too, though it is not warm.
  const dangers = () => valueOf(opened.store.get(findingsAtom))?.unlisted_dangers;
  expect(dangers()).toBe(1);
  opened.store.set(addFilter, { kind: "range", key_figure_id: measured.id, min: null, max: 15 });
  await vi.waitUntil(() => dangers() === 0);
  opened.store.set(findingOrderAtom, "severity");
  await vi.waitUntil(() => rows()[0] === 3);
});

describe("the findings", () => {
  beforeEach(async () => {
    opened = await openedPlant("analysis=12");
    // Row r has r K; from 4 K on it is a finding.
    await vi.waitUntil(() => rows().length === 36);
  });

  it("are what reaches a limit, the worst first, and follow the filters", async () => {
    expect(rows().slice(0, 3)).toEqual([39, 38, 37]);
    opened.store.set(findingPlaceAtom, 5);
    opened.store.set(addFilter, {
      kind: "range",
      key_figure_id: measured.id,
      min: null,
      max: 6,
    });
    await vi.waitUntil(() => rows().length === 3);
    expect(rows()).toEqual([6, 5, 4]);
    expect(place()).toBeNull();
  });

  it("are none without a column", async () => {
    opened.store.set(keyFigureIdAtom, keyFigureByKey("soiling")!.id);
    await vi.waitUntil(() => opened.store.get(findingsAtom).state === "idle");
  });

  it("are opened at their place, with the card and on the map", () => {
    const { store } = opened;
    const before = store.get(flyRequestAtom)?.id;
    store.set(openFinding, 2);
    expect([place(), card()]).toEqual([2, "module-37"]);
    expect(store.get(flyRequestAtom)?.id).not.toBe(before);
    store.set(openFinding, 36);
    store.set(openFinding, -1);
    expect([place(), card()]).toEqual([2, "module-37"]);
  });

  it("are not opened without a key figure, nor while there are none", () => {
    const { store } = opened;
    store.set(keepFindings, idle);
    store.set(openFinding, 0);
    expect([place(), card()]).toEqual([null, null]);
    store.set(keyFigureIdAtom, null);
    store.set(keepFindings, ready({ rows: Uint32Array.of(3), counts: [0, 1, 0, 0] }));
    store.set(openFinding, 0);
    expect([place(), card()]).toEqual([null, null]);
  });

  it("are stepped through from the first on, and stop at the last", () => {
    const { store } = opened;
    store.set(stepFinding, 1);
    expect([place(), card()]).toEqual([0, "module-39"]);
    store.set(stepFinding, 1);
    expect([place(), card()]).toEqual([1, "module-38"]);
    store.set(stepFinding, -1);
    store.set(stepFinding, -1);
    expect(place()).toBe(0);
    store.set(findingPlaceAtom, 35);
    store.set(stepFinding, 1);
    expect(place()).toBe(35);
  });

  it("begin with the last where the first step goes back", () => {
    opened.store.set(stepFinding, -1);
    expect([place(), card()]).toEqual([35, "module-4"]);
  });

  it("continue from a component that was opened elsewhere, also after they were filtered", async () => {
    const { store } = opened;
    store.set(openComponent, { component_type: "module", row: 30 });
    expect(place()).toBe(9);
    store.set(stepFinding, 1);
    expect([place(), card()]).toEqual([10, "module-29"]);
    // Module 2 is good, and a tracker is no module: the place stays.
    store.set(openComponent, { component_type: "module", row: 2 });
    store.set(openComponent, { component_type: "tracker", row: 3 });
    expect(place()).toBe(10);
    store.set(openComponent, { component_type: "module", row: 29 });
    store.set(addFilter, { kind: "range", key_figure_id: measured.id, min: null, max: 30 });
    await vi.waitUntil(() => rows().length === 27);
    expect(place()).toBe(1);
  });

  it("take a step that was asked for while they were loading, once", () => {
    const { store } = opened;
    const found = store.get(findingsAtom);
    store.set(keepFindings, idle);
    store.set(stepFinding, 1);
    expect(place()).toBeNull();
    store.set(keepFindings, idle);
    store.set(keepFindings, found);
    expect([place(), card()]).toEqual([0, "module-39"]);
    store.set(keepFindings, found);
    expect(place()).toBe(0);
  });

  it("that are none cannot be stepped through", () => {
    const { store } = opened;
    store.set(keepFindings, ready({ rows: new Uint32Array(0), counts: [0, 0, 0, 0] }));
    store.set(stepFinding, 1);
    store.set(stepFinding, -1);
    expect([place(), card()]).toEqual([null, null]);
  });
});
