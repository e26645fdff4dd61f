// @vitest-environment happy-dom
// The analysis, the key figure and its limits: what is chosen, and what the plant has of it.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { keyFigureByKey } from "../../../domain/key-figure/key-figure.ts";
import { valueOf } from "../../shell/loaded.ts";
import { endPlant } from "../../shell/lifetime.ts";
import { nextUndoAtom, redo, stepCountAtom, undo } from "../../shell/undo.ts";
import {
  analysesAtom,
  analysisAtom,
  analysisIdAtom,
  chooseAnalysis,
} from "../analysis/analysis.ts";
import {
  chooseKeyFigure,
  keyFigureAtom,
  keyFigureIdAtom,
  keyFiguresAtom,
  limitsAtom,
  limitsOfAtom,
  plantLimitsAtom,
  setLimits,
  summaryAtom,
} from "./key-figure.ts";
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
  for (const path of Object.keys(answers)) delete answers[path];
  Object.assign(answers, usual);
});
const open = async (query = "analysis=12") => {
  opened = await openedPlant(query);
  return opened.store;
};
const figure = (key: string) => keyFigureByKey(key)!;

describe("the analyses", () => {
  it("are listed from the newest flight on, the later record first on the same day", async () => {
    const flown = (id: number, flown_at: string) => ({
      id,
      flown_at,
      name: "",
      key_figure_ids: [],
    });
    answers["GET /auth/analyses-for-view/{id}"] = () => [
      flown(1, "2024-05-01T10:00:00Z"),
      flown(2, "2025-05-01T10:00:00Z"),
      flown(3, "2025-05-01T12:00:00+02:00"),
      flown(4, "2023-05-01T10:00:00Z"),
    ];
    const store = await open("");
    expect(valueOf(store.get(analysesAtom))?.map(({ id }) => id)).toEqual([3, 2, 1, 4]);
  });

  it("are chosen by a step with the name of the analysis", async () => {
    const store = await open();
    store.set(chooseAnalysis, 11);
    expect(store.get(analysisAtom)).toMatchObject({ id: 11, name: "Analysis 11" });
    expect(store.get(nextUndoAtom)).toMatchObject({
      name: "workbench:step.choose_analysis",
      values: { analysis: "Analysis 11" },
    });
    await store.set(undo);
    expect(store.get(analysisIdAtom)).toBe(12);
  });

  it("of other plants cannot be chosen", async () => {
    const store = await open();
    store.set(chooseAnalysis, 21);
    expect([store.get(analysisIdAtom), store.get(stepCountAtom)]).toEqual([12, 0]);
  });
});

describe("the key figures", () => {
  const columns = (...keys: string[]) => {
    answers["GET /auth/analysis/{id}/columns"] = ({ id }) =>
      keys.map((key) => ({ ...summaryOf(id), key_figure_id: figure(key).id }));
  };
  const offered = () => opened.store.get(keyFiguresAtom).map(({ key }) => key);

  it("are those with a column, in the order of the catalogue", async () => {
    columns("soiling", "delta_t_normalised", "soiling");
    await open();
    expect(offered()).toEqual(["delta_t_normalised", "soiling"]);
  });

  it("for experts are offered to users who want to see all, and to no others", async () => {
    columns("delta_t_normalised", "module_temperature");
    const wants = (show_all_key_figures: boolean) => {
      answers["GET /auth/user/me"] = () => ({ show_all_key_figures });
    };
    wants(false);
    await open();
    expect(offered()).toEqual(["delta_t_normalised"]);
    opened.close();
    wants(true);
    await open();
    await vi.waitUntil(() => offered().length === 2);
    expect(offered()).toEqual(["delta_t_normalised", "module_temperature"]);
  });

  it("that the catalogue does not know are left out", async () => {
    answers["GET /auth/analysis/{id}/columns"] = ({ id }) => [
      summaryOf(id),
      { ...summaryOf(id), key_figure_id: 9999 },
    ];
    await open();
    expect(offered()).toEqual([measured.key]);
  });

  it("are chosen by a step", async () => {
    columns("delta_t_normalised", "soiling");
    const store = await open();
    const { id } = figure("soiling");
    store.set(chooseKeyFigure, id);
    expect(store.get(keyFigureAtom)?.key).toBe("soiling");
    expect(store.get(summaryAtom)?.key_figure_id).toBe(id);
    expect(store.get(nextUndoAtom)).toMatchObject({
      name: "workbench:step.choose_key_figure",
      values: { key_figure_id: id },
    });
    await store.set(undo);
    expect(store.get(keyFigureAtom)?.key).toBe("delta_t_normalised");
  });

  it("are none where none is chosen", async () => {
    const store = await open();
    store.set(keyFigureIdAtom, null);
    expect(store.get(keyFigureAtom)).toBeUndefined();
    expect(store.get(summaryAtom)).toBeUndefined();
    expect(store.get(limitsAtom)).toEqual([]);
  });
});

describe("the limits", () => {
  const path = "/auth/plant/{id}/key-figure-limits";
  const bodies: unknown[] = [];
  beforeEach(() => {
    bodies.splice(0);
    answers[`POST ${path}`] = (_params, body) => {
      bodies.push(body);
      return [body];
    };
  });

  it("are the catalogue's until the plant has its own", async () => {
    const other = figure("soiling");
    answers[`GET ${path}`] = () => [{ key_figure_id: measured.id, limits: [1, 2, 3] }];
    const store = await open();
    store.sub(limitsAtom, () => undefined);
    await vi.waitUntil(() => store.get(plantLimitsAtom).size === 1);
    expect(store.get(limitsAtom)).toEqual([1, 2, 3]);
    expect(store.get(limitsOfAtom)(other)).toEqual([3, 6, 10]);
  });

  it("are set at the plant, and set back by undo", async () => {
    answers[`GET ${path}`] = () => [{ key_figure_id: measured.id, limits: [1, 2, 3] }];
    const store = await open();
    store.sub(limitsAtom, () => undefined);
    await vi.waitUntil(() => store.get(plantLimitsAtom).size === 1);
    asked.splice(0);
    await store.set(setLimits, measured.id, [5, 6, 7]);
    expect(asked).toContain("POST /auth/plant/1/key-figure-limits");
    expect(store.get(limitsAtom)).toEqual([5, 6, 7]);
    expect(store.get(nextUndoAtom)?.name).toBe("workbench:step.limits");
    await store.set(undo);
    expect(store.get(limitsAtom)).toEqual([1, 2, 3]);
    await store.set(redo);
    expect(store.get(limitsAtom)).toEqual([5, 6, 7]);
    expect(bodies).toEqual(
      [
        [5, 6, 7],
        [1, 2, 3],
        [5, 6, 7],
      ].map((limits) => ({ key_figure_id: measured.id, limits })),
    );
  });

  it("that were the catalogue's are restored by sending none", async () => {
    const store = await open();
    await store.set(setLimits, measured.id, [5, 6, 7]);
    await store.set(undo);
    expect(bodies.at(-1)).toEqual({ key_figure_id: measured.id, limits: [] });
  });

  it("that are refused are no step", async () => {
    answers[`POST ${path}`] = () => {
      throw refusal("FORBIDDEN");
    };
    const store = await open();
    await expect(store.set(setLimits, measured.id, [5, 6, 7])).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
    expect(store.get(limitsAtom)).toEqual(measured.limits);
    expect(store.get(stepCountAtom)).toBe(0);
  });

  it("are not set without a plant, and are no step of the next plant", async () => {
    const store = await open();
    const late = store.set(setLimits, measured.id, [5, 6, 7]);
    store.set(endPlant);
    await late;
    expect(store.get(stepCountAtom)).toBe(0);
    bodies.splice(0);
    await store.set(setLimits, measured.id, [5, 6, 7]);
    expect(bodies).toEqual([]);
  });
});
