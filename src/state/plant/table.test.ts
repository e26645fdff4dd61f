// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openPanel, startDocks } from "../shell/dock.ts";
import { addFilter, chooseScope } from "./filter.ts";
import { openedPlant } from "./opened.fixture.ts";
import { select } from "./selection.ts";
import { possibleColumnsAtom, shownColumnsAtom, sortTable, tableRowsAtom } from "./table.ts";
import { tableSortAtom, tableStatisticsAtom, tableTypeAtom, tableTypesAtom } from "./table.ts";
import { measured } from "./two-plants.fixture.ts";

vi.mock("../../client/call.ts", async () => (await import("./two-plants.fixture.ts")).client);
vi.mock("../../client/plant-data.ts", async () => (await import("./two-plants.fixture.ts")).worker);

let opened: Awaited<ReturnType<typeof openedPlant>>;
beforeEach(async () => {
  localStorage.clear();
  opened = await openedPlant("analysis=12");
  opened.store.set(startDocks, [{ id: "table", dock: "bottom", opens: false }]);
});
afterEach(() => opened.close());

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

  it("lists what has values, in the order of the component index", async () => {
    const { store } = opened;
    store.set(openPanel, "table");
    expect([store.get(tableTypesAtom), store.get(tableTypeAtom)]).toEqual([["module"], "module"]);
    await rowsBegin(0, 1, 2);
    expect(rows()).toHaveLength(40);
  });

  it("is sorted by values from the greatest, then from the least, then not at all", async () => {
    const { store } = opened;
    store.set(openPanel, "table");
    const by = `${measured.id}` as const;
    store.set(sortTable, by);
    expect(store.get(tableSortAtom)).toEqual({ by, direction: "descending" });
    await rowsBegin(39, 38);
    store.set(sortTable, by);
    await rowsBegin(0, 1);
    store.set(sortTable, by);
    expect(store.get(tableSortAtom)).toBeNull();
  });

  it("is sorted by names from the first, and never by path", () => {
    const { store } = opened;
    store.set(sortTable, "pcs");
    expect(store.get(tableSortAtom)).toEqual({ by: "pcs", direction: "ascending" });
    store.set(sortTable, "path");
    expect(store.get(tableSortAtom)?.by).toBe("pcs");
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

describe("the columns", () => {
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
