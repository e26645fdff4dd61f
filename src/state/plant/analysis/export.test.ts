// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { loadWords, startWords } from "../../../client/i18n.ts";
import { openPanel, startDocks } from "../../shell/dock.ts";
import { onToast, type Toast } from "../../shell/toast.ts";
import { saveExport } from "./export.ts";
import { exportAtom } from "./running-export.ts";
import { keyFigureByKey } from "../../../domain/key-figure/key-figure.ts";
import { keyFigureIdAtom } from "../column/key-figure.ts";
import { valueOf } from "../../shell/loaded.ts";
import { alsoClasses, alsoPatterns } from "../column/classified.fixture.ts";
import { addFilter, filterCountsAtom } from "../filter/filter.ts";
import { findingsAtom } from "./finding.ts";
import { openedPlant } from "../opened.fixture.ts";
import { select } from "../component/selection.ts";
import { shownColumnsAtom, tableRowsAtom, type ColumnId } from "../filter/table.ts";
import { answers, asked, measured, refusal, workerFaults } from "../two-plants.fixture.ts";

vi.mock("../../../client/call.ts", async () => (await import("../two-plants.fixture.ts")).client);
vi.mock(
  "../../../client/plant-data.ts",
  async () => (await import("../two-plants.fixture.ts")).worker,
);

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

const EARTH_RADIUS_M = 6378137;
/** Modules lie 10 m apart, east of 3° W on the parallel of 37° N. */
function longitudeOf(row: number): number {
  const radius = EARTH_RADIUS_M * Math.cos((37 / 180) * Math.PI);
  return Math.round((-3 + ((row * 10) / radius / Math.PI) * 180) * 1e9) / 1e9;
}

describe("the CSV file", () => {
  it("has the rows and columns of the table, and is named after what it holds", async () => {
    const store = await openTable();
    store.set(shownColumnsAtom, ["dt_id", "path", `${measured.id}`]);
    const saved = store.set(saveExport, "table", "csv");
    expect(store.get(exportAtom)).not.toBeNull();
    await saved;
    expect(names).toEqual(["Plant-1-Analysis-12-Modules.csv from blob:file"]);
    expect(await lines()).toEqual([
      "dt_id,Part of,Normalised temperature difference (K),Severity,Longitude,Latitude,Flown on",
      ...[39, 38, 37, 36, 35].map(
        (row) => `module-${row},tracker-3,${row},Act now,${longitudeOf(row)},37,2025-05-01`,
      ),
    ]);
    expect(toasts).toMatchObject([{ tone: "good", message: "The CSV file was downloaded." }]);
    expect(store.get(exportAtom)).toBeNull();
  });

  it("has its columns in the order of the table", async () => {
    const store = await openTable(["path", `${measured.id}`, "pcs"]);
    await store.set(saveExport, "table", "csv");
    expect((await lines())[0]).toBe(
      "Part of,Normalised temperature difference (K),Severity,Name,dt_id,Longitude,Latitude,Flown on",
    );
  });

  it("says which values an imported file states, where there are any", async () => {
    const list = "GET /auth/analyses-for-view/{id}";
    const answer = answers[list]!;
    answers[list] = (...given) =>
      (answer(...given) as object[]).map((one) => ({
        ...one,
        stated_key_figure_ids: [measured.id],
      }));
    const store = await openTable(["dt_id", `${measured.id}`]);
    await store.set(saveExport, "table", "csv");
    const [head, first] = await lines();
    expect(head!.endsWith(",Flown on,Stated by the import")).toBe(true);
    expect(first!.endsWith(",2025-05-01,Normalised temperature difference")).toBe(true);
  });

  it("says classes by their names", async () => {
    const pattern = alsoPatterns(() => 3);
    const store = await openTable();
    store.set(shownColumnsAtom, ["pcs", `${pattern.id}`]);
    await store.set(saveExport, "table", "csv");
    expect((await lines()).slice(0, 2)).toEqual([
      "Name,dt_id,Soiling pattern,Longitude,Latitude,Flown on",
      `module-39,module-39,Bird droppings,${longitudeOf(39)},37,2025-05-01`,
    ]);
  });

  it("fetches the columns that are shown, and no others", async () => {
    const pattern = alsoPatterns(() => 3);
    const store = await openTable(["pcs"]);
    asked.splice(0);
    await store.set(saveExport, "table", "csv");
    expect(asked).toEqual([]);
    expect(await lines()).toHaveLength(6);
    // Shown a moment ago, and not fetched yet.
    store.set(shownColumnsAtom, ["pcs", `${pattern.id}`]);
    await store.set(saveExport, "table", "csv");
    expect((await lines())[1]).toMatch(/^module-39,module-39,Bird droppings,/);
  });

  it("has a name without signs, also where the plant's is not known", async () => {
    const fields = "GET /auth/plant/{id}";
    answers[fields] = () => ({ name: "Śląsk & Co. (2)", technology: "photovoltaic" });
    await (await openTable()).set(saveExport, "table", "csv");
    opened.close();
    answers[fields] = () => {
      throw refusal("FORBIDDEN");
    };
    await (await openTable()).set(saveExport, "table", "csv");
    expect(names).toEqual([
      "Śląsk-Co-2-Analysis-12-Modules.csv from blob:file",
      "Analysis-12-Modules.csv from blob:file",
    ]);
  });

  it("is kept for a minute, because the browser reads it after the click", async () => {
    const revoked = vi.spyOn(URL, "revokeObjectURL").mockImplementation(() => undefined);
    const store = await openTable();
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    await store.set(saveExport, "table", "csv");
    await vi.advanceTimersByTimeAsync(59_000);
    expect(revoked).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1000);
    expect(revoked).toHaveBeenCalledWith("blob:file");
    vi.useRealTimers();
  });

  it("is made once at a time", async () => {
    const store = await openTable();
    await Promise.all([
      store.set(saveExport, "table", "csv"),
      store.set(saveExport, "table", "csv"),
    ]);
    expect(names).toHaveLength(1);
  });

  it("says its format and how far it is, until it is downloaded", async () => {
    const store = await openTable();
    const seen: unknown[] = [];
    const stop = store.sub(exportAtom, () => {
      const running = store.get(exportAtom);
      seen.push(running && [running.format, running.share]);
    });
    await store.set(saveExport, "table", "kml");
    stop();
    expect(seen).toEqual([["kml", 0], ["kml", 1], null]);
  });

  it("that was stopped is not downloaded, and says nothing", async () => {
    const store = await openTable();
    const saved = store.set(saveExport, "table", "csv");
    store.get(exportAtom)!.abort();
    await saved;
    expect([names, toasts, store.get(exportAtom)]).toEqual([[], [], null]);
  });

  it("that cannot be made says why", async () => {
    const store = await openTable();
    workerFaults.set(
      "exportFile",
      Object.assign(new Error("Out of memory"), { code: "TOO_LARGE" }),
    );
    await store.set(saveExport, "table", "csv");
    expect(names).toEqual([]);
    expect(toasts).toMatchObject([{ tone: "danger", message: "The request is too large." }]);
    expect(store.get(exportAtom)).toBeNull();
  });

  it("is not made before the table has rows", async () => {
    opened = await openedPlant("analysis=12");
    await opened.store.set(saveExport, "table", "csv");
    expect([names, toasts]).toEqual([[], []]);
  });
});

type Feature = {
  properties: Record<string, string | number | null>;
  geometry: { coordinates: [number, number][][] };
};
const features = async () =>
  (JSON.parse(await file!.text()) as { name: string; features: Feature[] }).features;

it("findings have what is broken and how hot beside their class", async () => {
  const type = keyFigureByKey("fault_type")!;
  const hotspot = type.classes.find(({ key }) => key === "hotspot")!.value;
  alsoClasses({
    class_of_abnormality: (row) => (row === 30 ? 3 : 1),
    fault_type: (row) => (row === 30 ? hotspot : 0),
  });
  opened = await openedPlant("analysis=12");
  const { store } = opened;
  store.set(keyFigureIdAtom, keyFigureByKey("class_of_abnormality")!.id);
  await vi.waitUntil(() => valueOf(store.get(findingsAtom))?.rows.length === 1);
  for (const of of ["findings", "filter"] as const) {
    await store.set(saveExport, of, "csv");
    expect(names.at(-1)).toContain("Class-of-abnormality");
    const [head = "", first = ""] = await lines();
    expect(head).toContain("Class of abnormality,Severity,Fault type,Normalised temperature");
    expect(first).toContain(",Safety-relevant abnormality,Act now,Hotspot,30,");
  }
});

describe("the exports of what is not the table", () => {
  beforeEach(async () => {
    opened = await openedPlant("analysis=12");
  });

  it("list the findings in their order, whatever their number", async () => {
    const { store } = opened;
    await vi.waitUntil(() => store.get(findingsAtom).state === "ready");
    await store.set(saveExport, "findings", "geojson");
    expect(names).toEqual([
      "Plant-1-Analysis-12-Modules-Normalised-temperature-difference.geojson from blob:file",
    ]);
    const listed = await features();
    // Row r has r K; from 4 K on it is a finding.
    expect(listed.map(({ properties }) => properties["dt_id"])).toEqual(
      Array.from({ length: 36 }, (_, at) => `module-${39 - at}`),
    );
    expect(listed[0]?.properties).toEqual({
      component_type: "module",
      pcs: "module-39",
      dt_id: "module-39",
      parent: "tracker-3",
      path: "tracker-3",
      [measured.key]: 39,
      severity: 3,
      severity_name: "Act now",
      longitude: longitudeOf(39),
      latitude: 37,
      flown_at: "2025-05-01",
    });
  });

  it("hold all components that match the filters, the worst first", async () => {
    const { store } = opened;
    store.set(addFilter, { kind: "range", key_figure_id: measured.id, min: 2, max: 5 });
    await vi.waitUntil(() => store.get(filterCountsAtom)["module"]?.matching === 4);
    await store.set(saveExport, "filter", "csv");
    expect((await lines()).slice(1).map((line) => line.split(",")[0])).toEqual(
      [5, 4, 3, 2].map((row) => `module-${row}`),
    );
  });

  it("hold what is selected, of any type, and nothing where nothing is selected", async () => {
    const { store } = opened;
    await store.set(saveExport, "selection", "csv");
    expect(names).toEqual([]);
    store.set(select, { component_type: "tracker", rows: [2, 0], mode: "replace" });
    await store.set(saveExport, "selection", "kml");
    expect(names).toEqual(["Plant-1-Analysis-12-Trackers.kml from blob:file"]);
    const text = await file!.text();
    const ids = [...text.matchAll(/<Data name="dt_id">.*?<value>(.*?)<\/value>/g)];
    expect(ids.map(([, id]) => id)).toEqual(["tracker-0", "tracker-2"]);
  });
});
