// @vitest-environment happy-dom
// What the card of a tracker says first, and the history of its findings, against counts made by hand.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { loadWords, startWords } from "../../../client/i18n.ts";
import { encodeColumn } from "../../../domain/column/column-codec.ts";
import { keyFigureByKey } from "../../../domain/key-figure/key-figure.ts";
import { valueOf } from "../../shell/loaded.ts";
import { openComponent } from "../component/component.ts";
import { openedPlant } from "../opened.fixture.ts";
import { answers, measured, MODULES, summaryOf, valuesOf } from "../two-plants.fixture.ts";
import { insideAtom } from "./inside.ts";
import { keyFigureIdAtom, limitsAtom } from "./key-figure.ts";
import { partHistoryAtom } from "./part-history.ts";

vi.mock("../../../client/call.ts", async () => (await import("../two-plants.fixture.ts")).client);
vi.mock(
  "../../../client/plant-data.ts",
  async () => (await import("../two-plants.fixture.ts")).worker,
);

const type = keyFigureByKey("fault_type")!;
const numberOf = (key: string) => type.classes.find((one) => one.key === key)!.value;
const [hotspot, bypassed] = [numberOf("hotspot"), numberOf("substring_bypassed")];

let opened: Awaited<ReturnType<typeof openedPlant>>;
const usual = { ...answers };
beforeEach(async () => {
  await startWords("en");
  await loadWords(() => true);
  const column =
    "GET /auth/analysis-result/{analysis_id}/{key_figure_id}/column/{hash}" as keyof typeof answers;
  const before = answers[column]!;
  // Tracker 1 has the modules 10 to 19: two hotspots and three bypassed ones.
  answers[column] = (params, ...rest) => {
    if (params["key_figure_id"] !== type.id) return before(params, ...rest);
    const types = new Uint8Array(MODULES);
    types.set([hotspot, hotspot, bypassed, bypassed, bypassed], 10);
    return encodeColumn(types, { kind: "u8", step: 1 });
  };
  answers["GET /auth/analysis/{id}/columns"] = ({ id }) => [
    summaryOf(id),
    { ...summaryOf(id), key_figure_id: type.id, kind: "u8", hash: `types-${id}` },
  ];
  opened = await openedPlant(`analysis=12&key_figure=${measured.id}`);
  opened.store.set(keyFigureIdAtom, measured.id);
});
afterEach(() => {
  opened.close();
  Object.assign(answers, usual);
});

test("a tracker leads with the most frequent of its worst faults, and with the hottest module that has it", async () => {
  const { store } = opened;
  store.sub(insideAtom, () => undefined);
  store.set(openComponent, { component_type: "tracker", row: 1 });
  await vi.waitUntil(() => store.get(insideAtom) !== null);
  const inside = store.get(insideAtom)!;
  expect(inside.faults.map(({ value, count, all, at }) => [value, count, all, at.row])).toEqual([
    [bypassed, 3, 10, 14],
    [hotspot, 2, 10, 11],
  ]);
  expect(inside.parts).toEqual([{ component_type: "module", all: 10, known: 10 }]);
  store.set(openComponent, { component_type: "tracker", row: 2 });
  expect(store.get(insideAtom)!.faults).toEqual([]);
  store.set(openComponent, { component_type: "module", row: 12 });
  expect(store.get(insideAtom)).toBeNull();
});

test("the history of a tracker counts its modules in each survey", async () => {
  const { store } = opened;
  store.sub(partHistoryAtom, () => undefined);
  store.set(openComponent, { component_type: "tracker", row: 2 });
  await vi.waitUntil(() => store.get(partHistoryAtom).state === "ready");
  const limits = store.get(limitsAtom);
  const countsOf = (analysis: number) => {
    const counts = [0, 0, 0, 0];
    for (const value of valuesOf(analysis).subarray(20, 30)) {
      counts[limits.filter((limit) => value >= limit).length]! += 1;
    }
    return counts;
  };
  const history = valueOf(store.get(partHistoryAtom))!;
  expect(history).toMatchObject({ keyFigure: { id: measured.id }, all: 10 });
  expect(history.surveys.map(({ analysis_id, counts }) => [analysis_id, [...counts]])).toEqual([
    [11, countsOf(11)],
    [12, countsOf(12)],
  ]);
  expect(countsOf(11)).not.toEqual(countsOf(12));
  // A module has its own history.
  store.set(openComponent, { component_type: "module", row: 20 });
  await vi.waitUntil(() => store.get(partHistoryAtom).state === "idle");
});
