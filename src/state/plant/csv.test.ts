// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { loadWords, startWords } from "../../client/i18n.ts";
import { openPanel, startDocks } from "../shell/dock.ts";
import { onToast, type Toast } from "../shell/toast.ts";
import { csvAtom, saveCsv } from "./csv.ts";
import { alsoPatterns } from "./classified.fixture.ts";
import { addFilter } from "./filter.ts";
import { openedPlant } from "./opened.fixture.ts";
import { shownColumnsAtom, tableRowsAtom, type ColumnId } from "./table.ts";
import { answers, asked, measured, refusal, workerFaults } from "./two-plants.fixture.ts";

vi.mock("../../client/call.ts", async () => (await import("./two-plants.fixture.ts")).client);
vi.mock("../../client/plant-data.ts", async () => (await import("./two-plants.fixture.ts")).worker);

let opened: Awaited<ReturnType<typeof openedPlant>>;
const usual = { ...answers };
/** Names of the files that were downloaded, and what is in the last one. */
let names: string[] = [];
let file: Blob | null = null;
let toasts: Toast[] = [];
let stopToasts = () => {};
beforeEach(async () => {
  localStorage.clear();
  [names, file, toasts] = [[], null, []];
  stopToasts();
  stopToasts = onToast((toast) => toasts.push(toast));
  await startWords("en");
  await loadWords(() => true);
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
    file = blob as Blob;
    return "blob:file";
  });
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    names.push(`${this.download} from ${this.href}`);
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  workerFaults.clear();
  opened.close();
  Object.assign(answers, usual);
});

/** Opens the table of plant 1, with the five modules of 35 K and more. */
async function openTable(columns?: readonly ColumnId[]) {
  opened = await openedPlant("analysis=12");
  const { store } = opened;
  if (columns) store.set(shownColumnsAtom, columns);
  store.set(startDocks, [{ id: "table", dock: "bottom", opens: false }]);
  store.set(openPanel, "table");
  store.set(addFilter, { kind: "range", key_figure_id: measured.id, min: 35, max: null });
  await vi.waitUntil(() => {
    const rows = store.get(tableRowsAtom);
    return rows.state === "ready" && rows.value.length === 5;
  });
  return store;
}

const lines = async () => (await file!.text()).replace("\uFEFF", "").trim().split(/\r?\n/);

describe("the CSV file", () => {
  it("has the rows and columns of the table, and is named after what it holds", async () => {
    const store = await openTable();
    store.set(shownColumnsAtom, ["dt_id", "path", `${measured.id}`]);
    const saved = store.set(saveCsv);
    expect(store.get(csvAtom)).not.toBeNull();
    await saved;
    expect(names).toEqual(["Plant-1-Analysis-12-Modules.csv from blob:file"]);
    expect(await lines()).toEqual([
      "ID,Part of,Normalised temperature difference (K)",
      ...[39, 38, 37, 36, 35].map((row) => `module-${row},tracker-3,${row}`),
    ]);
    expect(toasts).toMatchObject([{ tone: "good", message: "The CSV file was downloaded." }]);
    expect(store.get(csvAtom)).toBeNull();
  });

  it("says classes by their names", async () => {
    const pattern = alsoPatterns(() => 3);
    const store = await openTable();
    store.set(shownColumnsAtom, ["pcs", `${pattern.id}`]);
    await store.set(saveCsv);
    expect((await lines()).slice(0, 2)).toEqual([
      "Name,Soiling pattern",
      "module-39,Bird droppings",
    ]);
  });

  it("fetches the columns that are shown, and no others", async () => {
    const pattern = alsoPatterns(() => 3);
    const store = await openTable(["pcs"]);
    asked.splice(0);
    await store.set(saveCsv);
    expect(asked).toEqual([]);
    expect(await lines()).toHaveLength(6);
    // Shown a moment ago, and not fetched yet.
    store.set(shownColumnsAtom, ["pcs", `${pattern.id}`]);
    await store.set(saveCsv);
    expect((await lines())[1]).toBe("module-39,Bird droppings");
  });

  it("has a name without signs, also where the plant's is not known", async () => {
    const fields = "GET /auth/plant/{id}";
    answers[fields] = () => ({ name: "Śląsk & Co. (2)", technology: "photovoltaic" });
    await (await openTable()).set(saveCsv);
    opened.close();
    answers[fields] = () => {
      throw refusal("FORBIDDEN");
    };
    await (await openTable()).set(saveCsv);
    expect(names).toEqual([
      "Śląsk-Co-2-Analysis-12-Modules.csv from blob:file",
      "Analysis-12-Modules.csv from blob:file",
    ]);
  });

  it("is kept for a minute, because the browser reads it after the click", async () => {
    const revoked = vi.spyOn(URL, "revokeObjectURL").mockImplementation(() => undefined);
    const store = await openTable();
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    await store.set(saveCsv);
    await vi.advanceTimersByTimeAsync(59_000);
    expect(revoked).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1000);
    expect(revoked).toHaveBeenCalledWith("blob:file");
    vi.useRealTimers();
  });

  it("is made once at a time", async () => {
    const store = await openTable();
    await Promise.all([store.set(saveCsv), store.set(saveCsv)]);
    expect(names).toHaveLength(1);
  });

  it("that was stopped is not downloaded, and says nothing", async () => {
    const store = await openTable();
    const saved = store.set(saveCsv);
    store.get(csvAtom)!.abort();
    await saved;
    expect([names, toasts, store.get(csvAtom)]).toEqual([[], [], null]);
  });

  it("that cannot be made says why", async () => {
    const store = await openTable();
    workerFaults.set("csv", Object.assign(new Error("Out of memory"), { code: "TOO_LARGE" }));
    await store.set(saveCsv);
    expect(names).toEqual([]);
    expect(toasts).toMatchObject([{ tone: "danger", message: "Out of memory" }]);
    expect(store.get(csvAtom)).toBeNull();
  });

  it("is not made before the table has rows", async () => {
    opened = await openedPlant("analysis=12");
    await opened.store.set(saveCsv);
    expect([names, toasts]).toEqual([[], []]);
  });
});
