// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { emptyView, viewFromQuery, viewToQuery } from "../../domain/plant/view.ts";
import { keyFigures } from "../../domain/key-figure/key-figure.ts";
import { analysisIdAtom } from "../plant/analysis/analysis.ts";
import { openComponentAtom, openRowAtom } from "../plant/component/component.ts";
import { keyFigureIdAtom } from "../plant/column/key-figure.ts";
import { openPlant } from "../plant/open-plant.ts";
import { openedPlant } from "../plant/opened.fixture.ts";
import { geometryOf, keepLevel } from "../plant/plant.ts";
import { selectedRowsAtom, setSelection } from "../plant/component/selection.ts";
import { answers, measured, refusal } from "../plant/two-plants.fixture.ts";
import { flyRequestAtom } from "../map/view.ts";
import {
  applyView,
  readAddress,
  refusedPartsAtom,
  selectionTooLargeAtom,
  viewAtom,
} from "./address.ts";
import { endPlant } from "./lifetime.ts";

vi.mock(
  "../../client/call.ts",
  async () => (await import("../plant/two-plants.fixture.ts")).client,
);
vi.mock(
  "../../client/plant-data.ts",
  async () => (await import("../plant/two-plants.fixture.ts")).worker,
);
vi.mock("../../client/mesh.ts", () => ({ buildMesh: async () => ({}) }));

const OF_PLANT = "GET /auth/analyses-for-view/{id}";
const COLUMNS = "GET /auth/analysis/{id}/columns";
const usual = { ...answers };
let close = () => {};
let store!: Awaited<ReturnType<typeof openedPlant>>["store"];

async function open(query = "") {
  ({ store, close } = await openedPlant(query));
}
beforeEach(() => localStorage.clear());
afterEach(() => {
  close();
  Object.assign(answers, usual);
});
const query = () => viewToQuery(store.get(viewAtom));
const refused = () => store.get(refusedPartsAtom);
const analysis = (id: number, flown_at: string, ...key_figure_ids: number[]) => ({
  id,
  plant_id: 1,
  name: `Analysis ${id}`,
  flown_at,
  key_figure_ids,
});

describe("a link", () => {
  const parts = [
    "analysis=11",
    `key_figure=${measured.id}`,
    "legend=ramp",
    "ramp=2,8",
    `filter=range~${measured.id}~5~30`,
    "scope=selected",
    "select=module~module-1,module-3",
    "component=module~module-7",
    "compare=12~difference~0.4",
    "layer=area~off~0.5",
    "layer=labels~on~1",
    "order=labels,area",
    "solo=area",
    "afar=share",
    "pattern=off",
  ];
  const link = viewToQuery(viewFromQuery(parts.join("&")).view);

  test("shows on another screen what it was copied from", async () => {
    expect(new URLSearchParams(link).size).toBe(parts.length);
    await open(link);
    expect(query()).toBe(link);
    expect(refused()).toEqual([]);
    expect([...store.get(selectedRowsAtom)]).toEqual([1, 3]);
    expect(store.get(openRowAtom)).toEqual({ component_type: "module", row: 7 });
  });

  test("does not change what the browser keeps", async () => {
    await open("afar=share&pattern=off");
    expect(localStorage.getItem("aggregate")).toBeNull();
    expect(localStorage.getItem("pattern")).toBeNull();
  });

  test("that names rows selects them", async () => {
    const rows = [1, 2, 3, 7];
    const selection = { component_type: "module", rows } as const;
    await open(viewToQuery({ ...emptyView, selection }));
    expect([...store.get(selectedRowsAtom)]).toEqual(rows);
    expect(refused()).toEqual([]);
  });

  test("without parts shows the newest analysis and a key figure that is judged", async () => {
    await open();
    expect([store.get(analysisIdAtom), store.get(keyFigureIdAtom)]).toEqual([12, measured.id]);
    expect(query()).toBe(`analysis=12&key_figure=${measured.id}&legend=classes`);
    expect(refused()).toEqual([]);
  });
});

describe("what a link names and the viewer does not see", () => {
  test("is reported, and the rest applies", async () => {
    await open(
      "analysis=99&key_figure=9999&compare=98~swipe~0.5&select=module~module-1,gone&component=module~gone&scope=in_view",
    );
    expect(refused()).toEqual(["analysis", "compare", "key_figure", "select", "component"]);
    expect(store.get(viewAtom)).toMatchObject({
      analysis_id: 12,
      key_figure_id: measured.id,
      compare: null,
      component: null,
      scope: "in_view",
    });
    expect([...store.get(selectedRowsAtom)]).toEqual([1]);
  });

  test("is reported once, however often the link is applied", async () => {
    await open("analysis=99");
    await store.set(applyView, viewFromQuery("analysis=99").view, "analysis");
    expect(refused()).toEqual(["analysis"]);
  });

  test("may be of a component type that the plant lacks", async () => {
    await open("select=string~a,b&component=string~a");
    expect(refused()).toEqual(["select", "component"]);
    expect([...store.get(selectedRowsAtom)]).toEqual([]);
    expect([store.get(openComponentAtom), store.get(openRowAtom)]).toEqual([null, null]);
  });
});

describe("the analysis to start with", () => {
  test("is the newest that has results", async () => {
    answers[OF_PLANT] = () => [
      analysis(11, "2024-05-01T10:00:00Z", measured.id),
      analysis(12, "2025-05-01T10:00:00Z"),
    ];
    await open();
    expect(store.get(analysisIdAtom)).toBe(11);
  });

  test("is the newest where none has results, without a key figure", async () => {
    answers[OF_PLANT] = () => [
      analysis(11, "2024-05-01T10:00:00Z"),
      analysis(12, "2025-05-01T10:00:00Z"),
    ];
    answers[COLUMNS] = () => [];
    await open();
    expect([store.get(analysisIdAtom), store.get(keyFigureIdAtom)]).toEqual([12, null]);
  });

  test("is none where the viewer may see none, and the rest applies", async () => {
    answers[OF_PLANT] = () => {
      throw refusal("PERMISSION_DENIED");
    };
    await open("scope=in_view");
    expect(store.get(viewAtom)).toMatchObject({ analysis_id: null, scope: "in_view" });
    expect(refused()).toEqual([]);
  });
});

describe("the key figure to start with", () => {
  const expert = keyFigures.find((one) => one.expert === true && one.direction !== "neutral")!.id;
  const neutral = keyFigures.find((one) => one.expert !== true && one.direction === "neutral")!.id;
  const startsWith = async (ids: readonly number[], columns = ids) => {
    answers[OF_PLANT] = () => [analysis(12, "2025-05-01T10:00:00Z", ...ids)];
    answers[COLUMNS] = () => columns.map((key_figure_id) => ({ key_figure_id, hash: "x" }));
    await open();
    return store.get(keyFigureIdAtom);
  };

  test("is the first that is judged and not for experts only", async () => {
    expect(await startsWith([9999, expert, neutral, measured.id])).toBe(measured.id);
  });

  test("is the first known one if no key figure has a severity", async () => {
    expect(await startsWith([9999, expert, neutral])).toBe(expert);
    close();
    expect(await startsWith([neutral, expert])).toBe(neutral);
  });

  test("is none where none is known", async () => {
    expect(await startsWith([9999])).toBeNull();
  });

  test("is one that has a column where the first has none", async () => {
    expect(await startsWith([expert], [measured.id])).toBe(measured.id);
  });

  test("stays where there are no columns at all", async () => {
    expect(await startsWith([measured.id], [])).toBe(measured.id);
  });

  test("stays from one plant to the view of the address, if the analysis has it", async () => {
    answers[OF_PLANT] = () => [analysis(12, "2025-05-01T10:00:00Z", measured.id, expert)];
    answers[COLUMNS] = () => [{ key_figure_id: measured.id }, { key_figure_id: expert }];
    await open();
    store.set(keyFigureIdAtom, expert);
    await store.set(applyView, viewFromQuery("scope=in_view").view, "analysis");
    expect([store.get(keyFigureIdAtom), refused()]).toEqual([expert, []]);
  });
});

describe("a plant that is closed meanwhile", () => {
  test("takes no view", async () => {
    await open();
    const applying = store.set(applyView, viewFromQuery("scope=in_view").view, "analysis");
    store.set(endPlant);
    await applying;
    expect(store.get(viewAtom)).toMatchObject({ analysis_id: null, scope: null });
  });

  test("takes none afterwards either", async () => {
    await open();
    store.set(endPlant);
    await store.set(applyView, viewFromQuery("scope=in_view").view, "analysis");
    expect(store.get(viewAtom)).toMatchObject({ scope: null });
  });
});

describe("a selection", () => {
  test("is too large for a link where neither ids nor rows fit", async () => {
    await open();
    expect(store.get(selectionTooLargeAtom)).toBe(false);
    // Every third or so of many rows: no ranges to speak of.
    const count = 30_000;
    const rows = Array.from({ length: count }, (_, row) => row).filter(
      (row) => (row * row) % 7 < 2,
    );
    const geometry = { ...geometryOf("module")!, count };
    const names = { count, dtId: (row: number) => `module-${row}`, pcs: () => "" };
    store.set(openPlant, 1, "");
    store.set(keepLevel, "module", { geometry, names: names as never });
    store.set(setSelection, { component_type: "module", rows, mode: "replace" });
    expect(store.get(selectionTooLargeAtom)).toBe(true);
    expect(store.get(viewAtom).selection).toBeNull();
  });

  test("is not in the link before the names of its components are known", async () => {
    await open();
    store.set(openPlant, 1, "");
    store.set(keepLevel, "module", { geometry: geometryOf("tracker")! });
    expect(store.get(viewAtom).selection).toBeNull();
  });
});

describe("the address", () => {
  const go = (address: string) => history.replaceState(null, "", address);

  test("is read again after back or forward: the camera flies there, the rest applies", async () => {
    await open("scope=in_view&analysis=11");
    go("/plant/1?at=-3,37,15,0,0&analysis=99&ramp=nonsense&select=module~module-2");
    await store.set(readAddress);
    expect(store.get(flyRequestAtom)).toMatchObject({
      target: { camera: { centre: [-3, 37], zoom: 15 } },
    });
    expect(store.get(viewAtom)).toMatchObject({ scope: null, analysis_id: 12 });
    expect([...store.get(selectedRowsAtom)]).toEqual([2]);
    expect(refused()).toEqual(["ramp", "analysis"]);
  });

  test("without a camera leaves the map where it is", async () => {
    await open();
    const before = store.get(flyRequestAtom);
    go("/plant/1?scope=in_view");
    await store.set(readAddress);
    expect(store.get(flyRequestAtom)).toBe(before);
  });
});
