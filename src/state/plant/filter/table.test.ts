// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { keyFigureByKey, keyFigures } from "../../../domain/key-figure/key-figure.ts";
import { viewAreaAtom } from "../../map/view.ts";
import { openPanel, startDocks } from "../../shell/dock.ts";
import { alsoPatterns } from "../column/classified.fixture.ts";
import { addFilter, chooseScope } from "./filter.ts";
import { keyFigureIdAtom } from "../column/key-figure.ts";
import { openedPlant } from "../opened.fixture.ts";
import { select } from "../component/selection.ts";
import { possibleColumnsAtom, shownColumnsAtom, sortTable, tableRowsAtom } from "./table.ts";
import { tableSortAtom, tableStatisticsAtom, tableTypeAtom, tableTypesAtom } from "./table.ts";
import { worstByAtom } from "./table.ts";
import { answers, measured, summaryOf, workerFaults } from "../two-plants.fixture.ts";

vi.mock("../../../client/call.ts", async () => (await import("../two-plants.fixture.ts")).client);
vi.mock(
  "../../../client/plant-data.ts",
  async () => (await import("../two-plants.fixture.ts")).worker,
);

let opened: Awaited<ReturnType<typeof openedPlant>>;
beforeEach(async () => {
  localStorage.clear();
  opened = await openedPlant("analysis=12");
  opened.store.set(startDocks, [{ id: "table", dock: "bottom", opens: false }]);
});
const usual = { ...answers };
afterEach(() => {
  opened.close();
  workerFaults.clear();
  Object.assign(answers, usual);
});

const rows = () => {
  const loaded = opened.store.get(tableRowsAtom);
  return loaded.state === "ready" ? [...loaded.value] : null;
};
/** Waits until the rows are these, or begin so. */
const rowsBegin = (...first: number[]) =>
  vi.waitUntil(() => rows()?.slice(0, first.length).join() === first.join());

describe("the table", () => {
  it("asks for nothing while it is closed", async () => {
    await new Promise((done) => setTimeout(done, 20));
    expect(rows()).toBeNull();
  });

  it("lists what has values, the worst first", async () => {
    const { store } = opened;
    store.set(openPanel, "table");
    expect([store.get(tableTypesAtom), store.get(tableTypeAtom)]).toEqual([["module"], "module"]);
    await rowsBegin(39, 38, 37);
    expect(rows()).toHaveLength(40);
    expect(store.get(worstByAtom)?.keyFigure.id).toBe(measured.id);
  });

  it("is sorted by values from the greatest, then from the least, then the worst first", async () => {
    const { store } = opened;
    store.set(openPanel, "table");
    const by = `${measured.id}` as const;
    store.set(sortTable, by);
    expect(store.get(tableSortAtom)).toEqual({ by, direction: "descending" });
    await rowsBegin(39, 38);
    store.set(sortTable, by);
    await rowsBegin(0, 1);
    expect(store.get(worstByAtom)).toBeNull();
    store.set(sortTable, by);
    expect(store.get(tableSortAtom)).toBeNull();
    await rowsBegin(39, 38);
  });

  it("lists classes by their severity, and equal ones by place", async () => {
    opened.close();
    const pattern = alsoPatterns((row) => (row === 7 || row === 31 ? 3 : row < 20 ? 0 : 1));
    opened = await openedPlant("analysis=12");
    const { store } = opened;
    store.set(startDocks, [{ id: "table", dock: "bottom", opens: false }]);
    store.set(keyFigureIdAtom, pattern.id);
    store.set(openPanel, "table");
    const mild = Array.from({ length: 20 }, (_, at) => 20 + at).filter((row) => row !== 31);
    const good = Array.from({ length: 20 }, (_, row) => row).filter((row) => row !== 7);
    await rowsBegin(7, 31, ...mild, ...good);
  });

  it("is sorted by names and by paths from the first", () => {
    const { store } = opened;
    store.set(sortTable, "pcs");
    expect(store.get(tableSortAtom)).toEqual({ by: "pcs", direction: "ascending" });
    store.set(sortTable, "path");
    expect(store.get(tableSortAtom)).toEqual({ by: "path", direction: "ascending" });
    store.set(sortTable, "dt_id");
    expect(store.get(tableSortAtom)).toEqual({ by: "dt_id", direction: "ascending" });
  });

  it("lists what passes the filters, and of that what is selected where only that counts", async () => {
    const { store } = opened;
    store.set(openPanel, "table");
    store.set(addFilter, { kind: "range", key_figure_id: measured.id, min: 35, max: null });
    await vi.waitUntil(() => rows()?.length === 5);
    store.set(select, { component_type: "module", rows: [3, 36], mode: "replace" });
    store.set(chooseScope, "selected");
    await vi.waitUntil(() => rows()?.join() === "36");
    await vi.waitUntil(() => store.get(tableStatisticsAtom)[0]?.count === 1);
  });

  it("lists nothing where the selection is of another component type", async () => {
    const { store } = opened;
    store.set(openPanel, "table");
    store.set(select, { component_type: "tracker", rows: [1], mode: "replace" });
    store.set(chooseScope, "selected");
    await vi.waitUntil(() => rows()?.length === 0);
  });
});

describe("the order", () => {
  it("by names is taken back by the third press, and another column starts again", async () => {
    const { store } = opened;
    store.set(openPanel, "table");
    store.set(sortTable, "pcs");
    // "module-10" comes after "module-9".
    await rowsBegin(0, 1, 2);
    store.set(sortTable, "pcs");
    expect(store.get(tableSortAtom)).toEqual({ by: "pcs", direction: "descending" });
    await rowsBegin(39, 38);
    store.set(sortTable, "dt_id");
    expect(store.get(tableSortAtom)).toEqual({ by: "dt_id", direction: "ascending" });
    await rowsBegin(0, 1, 2);
    store.set(sortTable, "dt_id");
    store.set(sortTable, "dt_id");
    expect(store.get(tableSortAtom)).toBeNull();
  });

  it("by values that are gone, or without values, is that of places in the plant", async () => {
    const { store } = opened;
    store.set(openPanel, "table");
    store.set(sortTable, "999");
    await rowsBegin(0, 1, 2);
    store.set(sortTable, "path");
    store.set(sortTable, "path");
    await rowsBegin(39, 38, 37);
  });
});

describe("a table that is opened", () => {
  it("is loading until it has rows, and keeps them while they are sorted", async () => {
    const { store } = opened;
    const seen: string[] = [];
    store.sub(tableRowsAtom, () => seen.push(store.get(tableRowsAtom).state));
    store.set(openPanel, "table");
    await rowsBegin(39, 38);
    store.set(sortTable, "pcs");
    await rowsBegin(0, 1, 2);
    expect(seen).toEqual(["loading", "ready", "ready"]);
  });

  it("says what failed", async () => {
    const { store } = opened;
    workerFaults.set("order", { code: "UNAVAILABLE" });
    store.set(openPanel, "table");
    await vi.waitUntil(() => store.get(tableRowsAtom).state === "failed");
    workerFaults.clear();
    expect(store.get(tableRowsAtom)).toMatchObject({ fault: { code: "UNAVAILABLE" } });
  });

  it("lists what is in view where only that counts, with its statistics", async () => {
    const { store } = opened;
    store.set(openPanel, "table");
    // Modules lie 10 m apart: rows 10 to 16 between 95 and 165 m.
    store.set(viewAreaAtom, [95, -5, 165, 5]);
    store.set(chooseScope, "in_view");
    await vi.waitUntil(() => rows()?.join() === "16,15,14,13,12,11,10");
    await vi.waitUntil(() => store.get(tableStatisticsAtom)[0]?.count === 7);
    expect(store.get(tableStatisticsAtom)).toMatchObject([
      { key_figure_id: measured.id, min: 10, max: 16 },
    ]);
  });

  it("has statistics of the columns that are shown", async () => {
    const { store } = opened;
    store.set(openPanel, "table");
    await vi.waitUntil(() => store.get(tableStatisticsAtom).length === 1);
    store.set(shownColumnsAtom, ["pcs"]);
    await vi.waitUntil(() => store.get(tableStatisticsAtom).length === 0);
  });
});

describe("the component type", () => {
  const withTrackers = () => {
    const losses = keyFigureByKey("tracker_power_loss")!.id;
    answers["GET /auth/analysis/{id}/columns"] = ({ id }) => [
      summaryOf(id),
      { ...summaryOf(id), key_figure_id: losses, hash: `losses-${id}` },
    ];
    return losses;
  };

  it("is that of the key figure until one is chosen that has values", async () => {
    opened.close();
    const losses = withTrackers();
    opened = await openedPlant("analysis=12");
    const { store } = opened;
    expect(store.get(tableTypesAtom)).toEqual(["tracker", "module"]);
    expect(store.get(tableTypeAtom)).toBe("module");
    store.set(tableTypeAtom, "tracker");
    expect(store.get(tableTypeAtom)).toBe("tracker");
    expect(store.get(possibleColumnsAtom)).toEqual(["pcs", "dt_id", "path", `${losses}`]);
    store.set(tableTypeAtom, "loop");
    expect(store.get(tableTypeAtom)).toBe("module");
    store.set(keyFigureIdAtom, null);
    expect(store.get(tableTypeAtom)).toBe("tracker");
  });

  it("has columns of its own", async () => {
    opened.close();
    const losses = withTrackers();
    opened = await openedPlant("analysis=12");
    const { store } = opened;
    store.set(shownColumnsAtom, ["dt_id"]);
    store.set(tableTypeAtom, "tracker");
    expect(store.get(shownColumnsAtom)).toEqual(["pcs", "path", `${losses}`]);
    store.set(shownColumnsAtom, ["path"]);
    store.set(tableTypeAtom, "module");
    expect(store.get(shownColumnsAtom)).toEqual(["dt_id"]);
  });

  it("without values is none", async () => {
    opened.close();
    answers["GET /auth/analysis/{id}/columns"] = () => [];
    opened = await openedPlant("analysis=12");
    opened.store.set(keyFigureIdAtom, null);
    expect(opened.store.get(tableTypeAtom)).toBeNull();
    expect(opened.store.get(possibleColumnsAtom)).toEqual(["pcs", "dt_id", "path"]);
    expect(opened.store.get(shownColumnsAtom)).toEqual(["pcs", "path"]);
  });
});

describe("the columns", () => {
  it("begin with the key figure on the map, and are eight values at most", async () => {
    opened.close();
    const ids = keyFigures
      .filter(({ component_type, expert }) => component_type === "module" && expert !== true)
      .map(({ id }) => id);
    answers["GET /auth/analysis/{id}/columns"] = ({ id }) =>
      ids.map((key_figure_id) => ({ ...summaryOf(id), key_figure_id, hash: `${key_figure_id}` }));
    opened = await openedPlant("analysis=12");
    const { store } = opened;
    store.set(keyFigureIdAtom, ids[10]!);
    const shown = [10, 0, 1, 2, 3, 4, 5, 6].map((place) => `${ids[place]}`);
    expect(store.get(shownColumnsAtom)).toEqual(["pcs", "path", ...shown]);
    // Columns that the analysis does not have are left out, and all of them is as none chosen.
    store.set(shownColumnsAtom, ["99999", "dt_id"]);
    expect(store.get(shownColumnsAtom)).toEqual(["dt_id"]);
    store.set(shownColumnsAtom, ["99999"]);
    expect(store.get(shownColumnsAtom)).toEqual(["pcs", "path", ...shown]);
  });

  it("are names, path and the key figure at first", () => {
    const { store } = opened;
    expect(store.get(possibleColumnsAtom)).toEqual(["pcs", "dt_id", "path", `${measured.id}`]);
    expect(store.get(shownColumnsAtom)).toEqual(["pcs", "path", `${measured.id}`]);
  });

  it("are those chosen, also on the next visit of the same plant", async () => {
    opened.store.set(shownColumnsAtom, ["dt_id", "pcs"]);
    opened.close();
    opened = await openedPlant("analysis=12");
    expect(opened.store.get(shownColumnsAtom)).toEqual(["dt_id", "pcs"]);
  });
});
