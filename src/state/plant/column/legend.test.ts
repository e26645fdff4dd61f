// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { cssOf } from "../../../domain/colour/colour.ts";
import { rampColourAt } from "../../../domain/colour/ramp.ts";
import type { Filter } from "../../../domain/column/filter.ts";
import { keyFigures } from "../../../domain/key-figure/key-figure.ts";
import { nextUndoAtom, stepCountAtom, undo } from "../../shell/undo.ts";
import { viewAreaAtom } from "../../map/view.ts";
import { valueOf } from "../../shell/loaded.ts";
import { filtersAtom } from "../filter/filter.ts";
import { chosenModeAtom, resetLegend, rampDomainAtom, stretchRamp, toggleClass } from "./legend.ts";
import { brush, brushAtom, legendClassesAtom, legendModeAtom, showClasses } from "./legend.ts";
import { shownClassesAtom, histogramAtom } from "./legend.ts";
import { keyFigureIdAtom, limitsAtom } from "./key-figure.ts";
import { openedPlant } from "../opened.fixture.ts";
import { valueRampAtom } from "../component/palette.ts";
import { mapColourAtom } from "./value-colour.ts";
import { measured, MODULES } from "../two-plants.fixture.ts";

vi.mock("../../../client/call.ts", async () => (await import("../two-plants.fixture.ts")).client);
vi.mock(
  "../../../client/plant-data.ts",
  async () => (await import("../two-plants.fixture.ts")).worker,
);

const classified = keyFigures.find(({ kind }) => kind === "u8")!;
let opened: Awaited<ReturnType<typeof openedPlant>>;
beforeEach(async () => {
  opened = await openedPlant();
});
afterEach(() => opened.close());

describe("the classes of the legend", () => {
  it("are severities of a measured key figure, and the catalogue's of a classified one", () => {
    const { store } = opened;
    expect(store.get(legendClassesAtom)).toHaveLength(store.get(limitsAtom).length + 1);
    store.set(keyFigureIdAtom, classified.id);
    expect(store.get(legendClassesAtom)).toEqual(classified.classes.map(({ value }) => value));
    expect(store.get(legendModeAtom)).toBe("classes");
  });

  it("are switched off and on one by one; none and all are no filter", () => {
    const { store } = opened;
    const [first = 0, ...others] = store.get(legendClassesAtom);
    store.set(toggleClass, first);
    expect(store.get(shownClassesAtom)).toEqual(others);
    expect(store.get(filtersAtom)).toEqual([
      { kind: "classes", key_figure_id: measured.id, values: others, by: "severity" },
    ]);
    store.set(toggleClass, first);
    expect([store.get(shownClassesAtom), store.get(filtersAtom)]).toEqual([null, []]);
    store.set(showClasses, [first]);
    // The last one switched off shows all again, never an empty map.
    store.set(toggleClass, first);
    expect(store.get(filtersAtom)).toEqual([]);
  });

  it("that do not exist are not shown", () => {
    const { store } = opened;
    store.set(showClasses, [0, 99]);
    expect(store.get(shownClassesAtom)).toEqual([0]);
    store.set(showClasses, [99]);
    expect(store.get(filtersAtom)).toEqual([]);
  });
});

describe("without a key figure", () => {
  it("nothing is brushed, stretched or switched off", () => {
    const { store } = opened;
    store.set(keyFigureIdAtom, null);
    const steps = store.get(stepCountAtom);
    store.set(brush, [1, 2]);
    store.set(showClasses, [0]);
    store.set(stretchRamp, [1, 2]);
    expect(store.get(filtersAtom)).toEqual([]);
    expect(store.get(stepCountAtom)).toBe(steps);
    expect(store.get(rampDomainAtom)).toEqual([0, 1]);
  });
});

describe("the brush", () => {
  it("dragged is one step, and is open at either end", async () => {
    const { store } = opened;
    store.set(brush, [null, 9]);
    expect(store.get(brushAtom)).toEqual([null, 9]);
    store.set(brush, [2, 9]);
    store.set(brush, [3, 9]);
    expect(store.get(stepCountAtom)).toBe(1);
    store.set(brush, null);
    expect(store.get(filtersAtom)).toEqual([]);
  });

  it("taken away leaves those of other key figures", () => {
    const { store } = opened;
    const other = { kind: "range", key_figure_id: classified.id, min: 1, max: 2 } as const;
    const classes: Filter = {
      kind: "classes",
      key_figure_id: measured.id,
      values: [1],
      by: "severity",
    };
    store.set(filtersAtom, [other, classes]);
    expect(store.get(brushAtom)).toBeNull();
    store.set(brush, [5, 6]);
    expect(store.get(brushAtom)).toEqual([5, 6]);
    store.set(brush, null);
    expect(store.get(filtersAtom)).toEqual([other, classes]);
    store.set(toggleClass, 1);
    expect(store.get(filtersAtom)).toEqual([other]);
  });

  it("is a filter on the values; open at both ends it is none", () => {
    const { store } = opened;
    store.set(brush, [5, null]);
    expect(store.get(brushAtom)).toEqual([5, null]);
    expect(store.get(filtersAtom)).toMatchObject([{ kind: "range", min: 5, max: null }]);
    store.set(brush, [null, null]);
    expect(store.get(brushAtom)).toBeNull();
  });

  it("is removed with the classes by a reset, but not for other key figures", async () => {
    const { store } = opened;
    const other = { kind: "range", key_figure_id: classified.id, min: 1, max: 2 } as const;
    store.set(filtersAtom, [other]);
    store.set(brush, [5, 6]);
    store.set(showClasses, [0]);
    store.set(resetLegend);
    expect(store.get(filtersAtom)).toEqual([other]);
    await store.set(undo);
    expect(store.get(filtersAtom)).toHaveLength(3);
  });
});

describe("the ramp", () => {
  it("has the ends set by the user, in rising order only, and the default ends again", () => {
    const { store } = opened;
    const own = store.get(rampDomainAtom);
    store.set(stretchRamp, [3, 9]);
    expect(store.get(rampDomainAtom)).toEqual([3, 9]);
    store.set(stretchRamp, [9, 3]);
    expect(store.get(rampDomainAtom)).toEqual([3, 9]);
    store.set(stretchRamp, null);
    expect(store.get(rampDomainAtom)).toEqual(own);
  });

  it("paints values by their place between its ends", () => {
    const { store } = opened;
    store.set(legendModeAtom, "ramp");
    store.set(stretchRamp, [10, 30]);
    const colour = (value: number) => store.get(mapColourAtom)(measured, value);
    const at = (share: number) => cssOf(rampColourAt(store.get(valueRampAtom)(measured), share));
    expect([5, 10, 15, 20, 30, 35].map(colour)).toEqual([0, 0, 0.25, 0.5, 1, 1].map(at));
  });

  it("belongs to its key figure", () => {
    const { store } = opened;
    store.set(stretchRamp, [3, 9]);
    store.set(keyFigureIdAtom, classified.id);
    store.set(stretchRamp, [1, 2]);
    expect(store.get(rampDomainAtom)).toEqual([0, 1]);
    store.set(stretchRamp, null);
    store.set(keyFigureIdAtom, measured.id);
    expect(store.get(rampDomainAtom)).toEqual([3, 9]);
  });

  it("does not end where it begins, and dragging it is one step", () => {
    const { store } = opened;
    store.set(stretchRamp, [3, 9]);
    store.set(stretchRamp, [3, 8]);
    store.set(stretchRamp, [4, 4]);
    expect(store.get(rampDomainAtom)).toEqual([3, 8]);
    expect(store.get(nextUndoAtom)?.name).toBe("workbench:step.stretch_ramp");
    expect(store.get(stepCountAtom)).toBe(1);
  });

  it("is shown where there are no limits", () => {
    const { store } = opened;
    store.set(keyFigureIdAtom, keyFigures.find(({ key }) => key === "module_temperature")!.id);
    expect([store.get(chosenModeAtom), store.get(legendModeAtom)]).toEqual(["classes", "ramp"]);
    expect(store.get(legendClassesAtom)).toEqual([0]);
  });

  it("is shown where it is chosen", () => {
    const { store } = opened;
    store.set(legendModeAtom, "ramp");
    expect([store.get(legendModeAtom), store.get(chosenModeAtom)]).toEqual(["ramp", "ramp"]);
    expect(store.get(nextUndoAtom)?.name).toBe("workbench:step.legend_ramp");
    // A classified key figure has none.
    store.set(keyFigureIdAtom, classified.id);
    expect(store.get(legendModeAtom)).toBe("classes");
  });
});

it("the classes of a classified key figure are a filter by class", () => {
  const { store } = opened;
  store.set(keyFigureIdAtom, classified.id);
  const [first = 0, second = 0] = store.get(legendClassesAtom);
  store.set(showClasses, [second, first]);
  expect(store.get(filtersAtom)).toEqual([
    { kind: "classes", key_figure_id: classified.id, values: [first, second], by: "class" },
  ]);
  expect(store.get(shownClassesAtom)).toEqual([first, second]);
  // The same numbers of another key figure or of severities are none of its classes.
  const [shown] = store.get(filtersAtom);
  store.set(filtersAtom, [{ ...shown, by: "severity" } as never]);
  expect(store.get(shownClassesAtom)).toBeNull();
  store.set(filtersAtom, [{ ...shown, key_figure_id: measured.id } as never]);
  expect(store.get(shownClassesAtom)).toBeNull();
});

it("the histogram counts what is in view, and is none without a column", async () => {
  const { store } = opened;
  const spread = () => valueOf(store.get(histogramAtom));
  await vi.waitUntil(() => spread()?.in_view.count === MODULES);
  // Modules lie 10 m apart: 7 of them between 95 and 165 m.
  store.set(viewAreaAtom, [95, -5, 165, 5]);
  await vi.waitUntil(() => spread()?.in_view.count === 7);
  store.set(brush, [12, null]);
  await vi.waitUntil(() => spread()?.shown.count === 5);
  expect(spread()?.in_view.count).toBe(7);
  store.set(keyFigureIdAtom, classified.id);
  await vi.waitUntil(() => store.get(histogramAtom).state === "idle");
});

it("the histogram counts what passes the filters", async () => {
  const { store } = opened;
  const count = () => {
    const spread = store.get(histogramAtom);
    return spread.state === "ready" ? spread.value.shown.count : null;
  };
  await vi.waitUntil(() => count() === MODULES);
  store.set(brush, [30, null]);
  await vi.waitUntil(() => count() === 10);
});
