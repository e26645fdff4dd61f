// @vitest-environment happy-dom
// Files of findings: cause, size, safety, place and IDs, of a survey with a hotspot of 30 K in module 30.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { strFromU8, unzipSync } from "fflate";
import { loadWords, startWords } from "../../../client/i18n.ts";
import { undecided } from "../../../domain/finding/finding-life.ts";
import type { ListedFinding } from "../../../domain/finding/finding-list.ts";
import { keyFigureByKey } from "../../../domain/key-figure/key-figure.ts";
import { onToast, type Toast } from "../../shell/toast.ts";
import { summariesAtom } from "../column/column.ts";
import { alsoClasses } from "../column/classified.fixture.ts";
import { openedPlant } from "../opened.fixture.ts";
import { namesOf } from "../plant.ts";
import { answers, refusal } from "../two-plants.fixture.ts";
import { saveFindings } from "./export.ts";

vi.mock("../../../client/call.ts", async () => (await import("../two-plants.fixture.ts")).client);
vi.mock(
  "../../../client/plant-data.ts",
  async () => (await import("../two-plants.fixture.ts")).worker,
);

const classOf = (key: string, name: string) =>
  keyFigureByKey(key)!.classes.find((one) => one.key === name)!.value;
const HOTSPOT = classOf("fault_type", "hotspot");
const base = { component_type: "module", severity: 3, status: "open", isShown: true } as const;
const life = {
  ...undecided,
  id: 77,
  component_type: "module",
  dt_id: "gone-1",
  row: null,
  fault_type: HOTSPOT,
  assignee_name: null,
  severity: 2,
  analysis_id: 9,
  is_dangerous: false,
  returned: false,
  work_order: null,
  comments: 0,
  revision: 1,
  updated_by: null,
  updated_at: "2025-04-01T10:00:00Z",
} as const;
const findings: ListedFinding[] = [
  { ...base, row: 30, fault_type: HOTSPOT, is_dangerous: true, life: null },
  { ...base, row: null, fault_type: HOTSPOT, is_dangerous: false, isShown: false, life },
];

let opened: Awaited<ReturnType<typeof openedPlant>>;
let file: Blob | null = null;
let names: string[] = [];
let toasts: Toast[] = [];
const usual = { ...answers };
let stopToasts = () => {};
beforeEach(async () => {
  [file, names, toasts] = [null, [], []];
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
    names.push(this.download);
  });
  alsoClasses({
    hotspots: (row) => (row === 30 ? 1 : 0),
    fault_type: (row) => (row === 30 ? HOTSPOT : 0),
  });
  opened = await openedPlant("analysis=12");
  await vi.waitUntil(
    () => opened.store.get(summariesAtom).state === "ready" && namesOf("module") !== undefined,
  );
});
afterEach(() => {
  vi.restoreAllMocks();
  stopToasts();
  opened.close();
  Object.assign(answers, usual);
});

/** The cells of each line by the titles of the first one; no cell here has a comma. */
async function records() {
  const [head = [], ...lines] = (await file!.text())
    .replace("\uFEFF", "")
    .trim()
    .split("\r\n")
    .map((line) => line.split(","));
  return lines.map((cells) => Object.fromEntries(head.map((name, at) => [name, cells[at]])));
}

it("CSV says what is broken, why, how hot, where, how dangerous, and which finding it is", async () => {
  await opened.store.set(saveFindings, findings, "csv");
  const [first, second] = await records();
  expect(first).toMatchObject({
    "Fault type": "Hotspot",
    "Normalised temperature difference (K)": "30",
    // 1 K and a tenth of the value, as the catalogue states.
    "± Normalised temperature difference (K)": "4",
    Severity: "Act now",
    Safety: "Safety",
    Status: "Open",
    dt_id: "module-30",
    component_type: "module",
    status: "open",
    finding_id: "",
    "Latitude (°)": "37",
  });
  expect(first!["Cause"]).toMatch(/^Hotspots: /);
  // Modules lie 10 m apart, east of 3° W: 300 m on the parallel of 37° N.
  expect(Number(first!["Longitude (°)"])).toBeCloseTo(
    -3 + 300 / (111_320 * Math.cos(0.6457718)),
    5,
  );
  // What the survey does not show was measured by another one.
  expect(second).toMatchObject({
    Cause: "",
    "Normalised temperature difference (K)": "",
    "± Normalised temperature difference (K)": "",
    Safety: "",
    "Longitude (°)": "",
    dt_id: "gone-1",
    finding_id: "77",
  });
  expect(names[0]).toMatch(/^Plant-1-Analysis-12-Findings-[\d-]+\.csv$/);
});

it("the workbook has the same columns, with numbers as numbers", async () => {
  await opened.store.set(saveFindings, findings, "csv");
  const titles = (await file!.text()).replace("\uFEFF", "").split("\r\n")[0]!.split(",");
  await opened.store.set(saveFindings, findings, "xlsx");
  const parts = unzipSync(new Uint8Array(await file!.arrayBuffer()));
  const [head = "", first = ""] = strFromU8(parts["xl/worksheets/sheet1.xml"]!)
    .split("<row ")
    .slice(1);
  expect(Array.from(head.matchAll(/<t[^>]*>(.*?)<\/t>/g), ([, text]) => text)).toEqual(titles);
  expect(first).toContain("<v>30</v>");
  expect(names[1]).toMatch(/\.xlsx$/);
});

it("a plant that was taken offline leaves out what is not on the device, and says so", async () => {
  const column =
    "GET /auth/analysis-result/{analysis_id}/{key_figure_id}/column/{hash}" as keyof typeof answers;
  const former = answers[column]!;
  answers[column] = (params, body) => {
    if (Number(params["key_figure_id"]) === keyFigureByKey("hotspots")!.id) {
      throw refusal("OFFLINE");
    }
    return former(params, body);
  };
  await opened.store.set(saveFindings, findings, "csv");
  const [first] = await records();
  expect(first).toMatchObject({ "Fault type": "Hotspot", dt_id: "module-30" });
  expect(Object.keys(first!)).not.toContain("Cause");
  expect(toasts.map(({ message }) => message).join(" ")).toContain("without causes");
});
