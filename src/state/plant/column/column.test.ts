// @vitest-environment happy-dom
// The columns of values: fetched once, shown on the map, and replaced after a change.
import { afterEach, describe, expect, it, vi } from "vitest";
import { keyFigureByKey } from "../../../domain/key-figure/key-figure.ts";
import { endPlant } from "../../shell/lifetime.ts";
import { valueOf } from "../../shell/loaded.ts";
import { analysisIdAtom, chooseAnalysis } from "../analysis/analysis.ts";
import { alsoPatterns } from "./classified.fixture.ts";
import {
  columnValues,
  columnVersionAtom,
  keepSummary,
  loadColumn,
  summariesAtom,
} from "./column.ts";
import { columnAtom, keyFigureIdAtom } from "./key-figure.ts";
import { openedPlant } from "../opened.fixture.ts";
import { answers, asked, measured, refusal, summaryOf } from "../two-plants.fixture.ts";

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
const open = async () => {
  opened = await openedPlant("analysis=12");
  return opened.store;
};
const figure = (key: string) => keyFigureByKey(key)!;

describe("the columns", () => {
  const hash = "pattern-12";
  const load = () => {
    const pattern = figure("soiling_pattern");
    return opened.store.set(loadColumn, 12, { hash, key_figure_id: pattern.id });
  };

  it("are fetched once and announced", async () => {
    alsoPatterns((row) => row % 4);
    const store = await open();
    expect(columnValues(hash)).toBeUndefined();
    const before = store.get(columnVersionAtom);
    asked.splice(0);
    const [first, second] = await Promise.all([load(), load()]);
    const between = store.get(columnVersionAtom);
    expect(between).not.toBe(before);
    expect([...first].slice(0, 5)).toEqual([0, 1, 2, 3, 0]);
    expect(second).toBe(first);
    expect(await load()).toBe(columnValues(hash));
    expect(store.get(columnVersionAtom)).toBe(between);
    expect(asked).toEqual([
      `GET /auth/analysis-result/12/${figure("soiling_pattern").id}/column/${hash}`,
    ]);
  });

  it("that arrive after the plant was closed are not kept", async () => {
    alsoPatterns((row) => row % 4);
    const store = await open();
    const late = load().catch(() => undefined);
    store.set(endPlant);
    await late;
    expect(columnValues(hash)).toBeUndefined();
  });

  it("of the map are loading, then ready, and none where nothing is chosen", async () => {
    const store = await open();
    await vi.waitUntil(() => store.get(columnAtom).state === "ready");
    expect(store.get(columnAtom)).toEqual({ state: "ready", value: { hash: "column-12" } });
    const seen: string[] = [];
    store.sub(columnAtom, () => seen.push(store.get(columnAtom).state));
    store.set(chooseAnalysis, 11);
    await vi.waitUntil(() => valueOf(store.get(columnAtom))?.hash === "column-11");
    // Values of the other analysis are never shown as those of this one.
    expect(seen).toEqual(["loading", "ready"]);
    store.set(keyFigureIdAtom, figure("soiling").id);
    await vi.waitUntil(() => store.get(columnAtom).state === "idle");
    store.set(keyFigureIdAtom, measured.id);
    await vi.waitUntil(() => store.get(columnAtom).state === "ready");
    store.set(analysisIdAtom, null);
    await vi.waitUntil(() => store.get(columnAtom).state === "idle");
  });

  it("of the map say why they could not be read: the list of them, or the values", async () => {
    answers["GET /auth/analysis/{id}/columns"] = ({ id }) => {
      if (id === 11) throw refusal("FORBIDDEN");
      return [{ ...summaryOf(id), key_figure_id: figure("soiling").id }];
    };
    answers["GET /auth/analysis-result/{analysis_id}/{key_figure_id}/column/{hash}"] = () => {
      throw refusal("TOO_LARGE");
    };
    const store = await open();
    await vi.waitUntil(() => store.get(columnAtom).state === "failed");
    expect(store.get(columnAtom)).toMatchObject({ fault: { code: "TOO_LARGE" } });
    store.set(chooseAnalysis, 11);
    await vi.waitUntil(() => {
      const column = store.get(columnAtom);
      return column.state === "failed" && column.fault.code === "FORBIDDEN";
    });
  });

  it("have another summary after a change, the others keep theirs", async () => {
    const pattern = alsoPatterns((row) => row % 4);
    const store = await open();
    keepSummary(12, { ...summaryOf(12), hash: "changed" } as never);
    const known = valueOf(store.get(summariesAtom))!;
    expect(known.map(({ key_figure_id, hash }) => [key_figure_id, hash])).toEqual([
      [pattern.id, hash],
      [measured.id, "changed"],
    ]);
  });
});
