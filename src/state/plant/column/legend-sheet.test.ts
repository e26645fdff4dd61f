// @vitest-environment happy-dom
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { loadWords, startWords } from "../../../client/i18n.ts";
import { severityColours } from "../../../domain/colour/palette.ts";
import { drawnBarsAtom } from "../../map/drawn-bars.ts";
import { imagePositionsAtom } from "../../map/image-position.ts";
import { layerEntriesAtom, showLayer } from "../../map/layer.ts";
import { viewAreaAtom } from "../../map/view.ts";
import { valueOf } from "../../shell/loaded.ts";
import { isLightOnlyAtom, themeAtom } from "../../shell/theme.ts";
import { analysesAtom, analysisAtom, analysisIdAtom } from "../analysis/analysis.ts";
import { compare, comparedPairAtom, differenceAtom, toggleChange } from "../compare/compare.ts";
import { histogramAtom } from "./legend.ts";
import { addFilter, keepOnly } from "../filter/filter.ts";
import { legendSheetAtom, sheetTitlesAtom } from "./legend-sheet.ts";
import { legendModeAtom } from "./legend.ts";
import { openedPlant } from "../opened.fixture.ts";
import { measured } from "../two-plants.fixture.ts";

vi.mock("../../../client/call.ts", async () => (await import("../two-plants.fixture.ts")).client);
vi.mock(
  "../../../client/plant-data.ts",
  async () => (await import("../two-plants.fixture.ts")).worker,
);

beforeAll(async () => {
  await startWords("en");
  await loadWords(() => true);
});

let opened: Awaited<ReturnType<typeof openedPlant>>;
beforeEach(async () => {
  opened = await openedPlant();
  opened.store.set(viewAreaAtom, [-1e6, -1e6, 1e6, 1e6]);
  await expect
    .poll(() => valueOf(opened.store.get(histogramAtom))?.in_view.count, { timeout: 10_000 })
    .toBeGreaterThan(0);
});
afterEach(() => {
  opened.store.set(themeAtom, "default");
  opened.close();
});

it("lists the classes with the counts in view, and what is filtered", () => {
  const { store } = opened;
  const { in_view } = valueOf(store.get(histogramAtom))!;
  const unfiltered = store.get(legendSheetAtom).notes.length;
  store.set(addFilter, { kind: "text", text: "T-1" });
  const { rows, ramps, notes, legendTitle } = store.get(legendSheetAtom);
  expect(rows).toHaveLength(measured.limits.length + 1);
  expect(rows.map(({ value }) => Number(value.split(" · ")[0]?.replaceAll(/\D/g, "")))).toEqual(
    [...in_view.severities].slice(0, rows.length),
  );
  expect(ramps).toEqual([]);
  expect(legendTitle).not.toBe("");
  expect(notes).toHaveLength(unfiltered + 1);
  expect(store.get(sheetTitlesAtom).title).not.toBe("");
});

it("says on paper that only some components are kept, as the screen does", () => {
  const { store } = opened;
  store.set(keepOnly, { component_type: "module", rows: Uint32Array.of(1, 2) });
  expect(store.get(legendSheetAtom).notes).toContain("Filters: Only the selection");
  store.set(addFilter, { kind: "text", text: "T-1" });
  expect(store.get(legendSheetAtom).notes.join()).toMatch(/Filters: Only the selection; .*T-1/);
});

it("has a ramp in place of classes where values are coloured", () => {
  const { store } = opened;
  store.set(legendModeAtom, "ramp");
  const { rows, ramps } = store.get(legendSheetAtom);
  expect(rows).toEqual([]);
  expect(ramps.map(({ colours }) => colours.length)).toEqual([12]);
});

const shareBars = {
  component_type: "tracker",
  part_type: "module",
  parts: [10, 10],
  count: 4,
  missing: 0,
  filtered: null,
  classes: null,
  few: 0,
  dots: 0,
  fewDots: 0,
} as const;

it("has a place for the dots of single urgent parts, and says where they are hidden", () => {
  const { store } = opened;
  const dotLayer = { id: "urgent_dots", group: "results", name: "", opacity: 1, fixed: false };
  store.set(layerEntriesAtom, [{ ...dotLayer, group: "results", visible: true }]);
  const before = store.get(legendSheetAtom);
  const bars = { ...shareBars, aggregate: "notable", dots: 1240 } as const;
  store.set(drawnBarsAtom, bars);
  const { rows, notes } = store.get(legendSheetAtom);
  expect(rows).toHaveLength(before.rows.length + 1);
  expect(rows.at(-1)).toMatchObject({ symbol: "circle", colour: severityColours.light[3] });
  expect(rows.at(-1)!.value).toMatch(/^1.?240 /);
  expect(notes.length).toBe(before.notes.length + 2);
  store.set(showLayer, "urgent_dots", false);
  const hidden = store.get(legendSheetAtom);
  expect(hidden.rows.at(-1)).toMatchObject({ value: "hidden", isHidden: true });
  expect(hidden.notes.join(" ")).toContain("Their dots are hidden.");
  store.set(showLayer, "urgent_dots", true);
  store.set(drawnBarsAtom, { ...bars, dots: 0 });
  expect(store.get(legendSheetAtom).rows).toHaveLength(before.rows.length);
});

it("is in light colours while a picture is made in a dark app", () => {
  const { store } = opened;
  store.set(themeAtom, "dark");
  const colours = () => store.get(legendSheetAtom).rows.map(({ colour }) => colour);
  expect(colours()[3]).toBe(severityColours.dark[3]);
  store.set(isLightOnlyAtom, true);
  expect(colours()[3]).toBe(severityColours.light[3]);
  store.set(isLightOnlyAtom, false);
});

it("shows the share of poor parts in the colours of shares, which the map paints then", () => {
  const { store } = opened;
  const bars = { ...shareBars, aggregate: "share" } as const;
  store.set(drawnBarsAtom, bars);
  const { rows, ramps } = store.get(legendSheetAtom);
  expect(rows).toEqual([]);
  expect(ramps.map(({ ends }) => ends)).toEqual([["0%", "100%"]]);
  store.set(drawnBarsAtom, { ...bars, aggregate: "worst" });
  expect(store.get(legendSheetAtom).ramps).toEqual([]);
});

it("names the sides of a swipe, and the one analysis that is on the sheet where two maps are side by side", () => {
  const { store } = opened;
  const other = valueOf(store.get(analysesAtom))!.find(
    ({ id }) => id !== store.get(analysisIdAtom),
  )!;
  store.set(compare, { analysis_id: other.id, mode: "swipe" });
  const [older, newer] = store.get(comparedPairAtom)!;
  const [sides] = store.get(legendSheetAtom).notes;
  expect(sides).toMatch(new RegExp(`^Left: ${older.name}, .*Right: ${newer.name}, `));
  store.set(compare, { mode: "side" });
  const [one] = store.get(legendSheetAtom).notes;
  expect(one).toContain(store.get(analysisAtom)!.name);
  expect(one).not.toContain(other.name);
});

it("crosses out changes that are hidden", async () => {
  const { store } = opened;
  const other = valueOf(store.get(analysesAtom))!.find(
    ({ id }) => id !== store.get(analysisIdAtom),
  )!;
  store.set(compare, { analysis_id: other.id, mode: "difference" });
  await expect.poll(() => store.get(differenceAtom).state, { timeout: 10_000 }).toBe("ready");
  store.set(toggleChange, "same");
  const { rows } = store.get(legendSheetAtom);
  const hidden = rows.filter((row) => "isHidden" in row && row.isHidden);
  expect(hidden).toEqual([expect.objectContaining({ id: "same", value: "hidden" })]);
});

it("has the kinds of images that are drawn as points, and says where not all are", () => {
  const { store } = opened;
  const layer = { name: "", group: "images" as const, opacity: 1, fixed: false };
  const images = Array.from({ length: 3001 }, (_, at) => ({
    kind: at < 3000 ? "thermal" : "rgb",
    lon: at / 1e5,
    lat: 40,
  }));
  const spy = vi.spyOn(imagePositionsAtom, "read").mockReturnValue(images as never);
  const before = store.get(legendSheetAtom);
  store.set(layerEntriesAtom, [{ ...layer, id: "images", visible: true }]);
  const { rows, notes } = store.get(legendSheetAtom);
  const added = rows.slice(before.rows.length);
  expect(added.map(({ name }) => name.split(": ")[1])).toEqual(["Thermal", "Visible"]);
  expect(added.map(({ value }) => value.replaceAll(/\D/g, ""))).toEqual(["3000", "1"]);
  expect(new Set(added.map(({ colour }) => colour)).size).toBe(2);
  expect(notes.join().replaceAll(/[,.\u202f\u00a0]/g, "")).toMatch(/1501 of 3001 images/);
  store.set(layerEntriesAtom, [{ ...layer, id: "images", visible: false }]);
  expect(store.get(legendSheetAtom).rows).toHaveLength(before.rows.length);
  spy.mockRestore();
});
