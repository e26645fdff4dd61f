import { expect, test } from "vitest";
import type { Filter } from "../column/filter.ts";
import { emptyView, viewFromQuery, viewToQuery } from "./view.ts";
import { filterFromText, filterToText } from "./view-filter.ts";
import { linkSelection, selectionFromText, SELECTION_CHARACTERS } from "./view-selection.ts";

test("a part is read up to its limits, and refused beyond them", () => {
  const isRead = (query: string) => viewFromQuery(query).refused.length === 0;
  const letters = (count: number) => "a".repeat(count);
  const many = (count: number) => Array.from({ length: count }, (_, at) => `p${at}`).join(",");
  const good = [
    "at=180,85,26,360,85",
    "at=-180,-85,0,-360,0",
    "at=1e1,-2.5,3e-1,0,0",
    "analysis=1",
    "analysis=9999999999",
    "key_figure=31",
    "legend=ramp",
    "legend=classes",
    "ramp=-1.5,2e3",
    "scope=selected",
    "scope=in_view",
    `component=module~${letters(200)}`,
    "component=module~a~b",
    "compare=7~swipe~0",
    "compare=7~difference~1",
    `panel=${many(32)}`,
    `solo=${letters(60)}`,
    "solo=0-a_b",
    "layer=heatmap-2~on~0",
    "layer=heatmap-2~off~1",
    "order=a,b",
    `order=${many(80)}`,
    "findings=board",
    "findings=calendar",
    "findings=rates",
    "work_orders=board",
    "pattern=off",
    "palette=cividis",
    "select=module~~4-2.3",
    `select=module~${letters(200)}`,
  ];
  const bad = [
    "at=180.1,0,0,0,0",
    "at=0,-85.1,0,0,0",
    "at=0,0,26.1,0,0",
    "at=0,0,-0.1,0,0",
    "at=0,0,0,360.1,0",
    "at=0,0,0,-360.1,0",
    "at=0,0,0,0,85.1",
    "at=0,0,0,0,-1",
    "at=0,0,0,0",
    "at=0,0,0,0,0,0",
    "at=0,0,0,0,x",
    "at=0,0,0,0,1x",
    "at=0,0,0,0,x1",
    "at=0,0,0,0,1e999",
    "at=0,0,0,0,0&at=0,0,0,0,0",
    "analysis=0",
    "analysis=01",
    "analysis=-1",
    "analysis=1.5",
    "analysis=12345678901",
    "analysis=x1",
    "analysis=1x",
    "analysis=",
    "key_figure=0",
    "legend=both",
    "ramp=1,1",
    "ramp=2,1",
    "ramp=1",
    "ramp=1,2,3",
    "ramp=1,x",
    "scope=all",
    `component=module~${letters(201)}`,
    "component=module~",
    "component=roof~a",
    "component=~a",
    "component=module",
    "compare=7~swipe~1.1",
    "compare=7~swipe~-0.1",
    "compare=7~swipe",
    "compare=7~swipe~x",
    "compare=0~swipe~0.5",
    "compare=7~fade~0.5",
    "compare=7",
    `panel=${many(33)}`,
    `order=${many(81)}`,
    "panel=a,,b",
    "panel=A",
    `solo=${letters(61)}`,
    "solo=-a",
    "solo=a.b",
    "solo=a b",
    "layer=a~on~1.1",
    "layer=a~on~-0.1",
    "layer=a~on",
    "layer=a~maybe~1",
    "layer=A~on~1",
    "layer=~on~1",
    "layer=a~on~1&layer=b~x~1",
    "order=",
    "afar=most",
    "pattern=on",
    "palette=jet",
    "findings=list",
    "findings=table",
    "work_orders=rates",
    "work_orders=",
    "work_order=0",
    "work_order=WO-7",
    "select=module~",
    "select=module~a,,b",
    "select=module~%25",
    "select=module~~",
    "select=module~~x!",
    `select=module~${letters(201)}`,
    "select=roof~a",
    "filter=range~31~1~2&filter=none",
  ];
  expect(good.filter((query) => !isRead(query))).toEqual([]);
  expect(bad.filter(isRead)).toEqual([]);
});

test("the address has short numbers and no part that is not set", () => {
  expect(viewToQuery(emptyView)).toBe("");
  const query = viewToQuery({
    ...emptyView,
    camera: { centre: [-3.12345678, 37.2], zoom: 12.346, bearing: -0.04, pitch: 59.96 },
    layers: [{ id: "heatmap", visible: false, opacity: 0.333 }],
    compare: { analysis_id: 7, mode: "swipe", position: 0.12345 },
    selection: { component_type: "module", dt_ids: ["a~b", "c,d"] },
  });
  expect(decodeURIComponent(query).split("&")).toEqual([
    "at=-3.123457,37.2,12.35,0,60",
    "select=module~a%7Eb,c%2Cd",
    "compare=7~swipe~0.123",
    "layer=heatmap~off~0.33",
  ]);
});

test("of too many filters the first 32 are kept, of layers the first 80", () => {
  const times = (count: number, text: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => text(at)).join("&");
  const { view: read } = viewFromQuery(
    `${times(33, (at) => `filter=text~${at}`)}&${times(81, (at) => `layer=l${at}~on~1`)}`,
  );
  expect(read.filters).toHaveLength(32);
  expect(read.filters.at(-1)).toEqual({ kind: "text", text: "31" });
  expect(read.layers.map(({ id: layer }) => layer)).toEqual(
    Array.from({ length: 80 }, (_, at) => `l${at}`),
  );
});

test("filters are written in words that can be read, and other texts are no filters", () => {
  const filters: [Filter, string][] = [
    [{ kind: "range", key_figure_id: 31, min: 5, max: null }, "range~31~5~"],
    [{ kind: "range", key_figure_id: 31, min: null, max: -0.5 }, "range~31~~-0.5"],
    [{ kind: "classes", key_figure_id: 31, values: [1, 2], by: "class" }, "classes~31~1.2"],
    [{ kind: "classes", key_figure_id: 31, values: [], by: "severity" }, "severity~31~"],
    [{ kind: "present", key_figure_id: 4, present: true }, "present~4"],
    [{ kind: "present", key_figure_id: 4, present: false }, "missing~4"],
    [{ kind: "text", text: "B~12~" }, "text~B~12~"],
    [{ kind: "within", component_type: "tracker", dt_id: "T~1" }, "within~tracker~T~1"],
  ];
  for (const [given, text] of filters) {
    expect(filterToText(given)).toBe(text);
    expect(filterFromText(text)).toEqual(given);
  }
  for (const text of [
    "",
    "none~31",
    "range",
    "range~~1~2",
    "range~x~1~2",
    "range~31~1~x",
    "range~31~ 1~2",
    "range~31~x1~2",
    "range~31~1",
    "classes~31",
    "classes~31~1..2",
    "classes~31~x",
    "classes~31~-x",
    "severity~x~1",
    "present~",
    "within~roof~a",
  ]) {
    expect(filterFromText(text), text).toBeNull();
  }
});

test("a selection is linked by IDs until they are long, each with what its escape needs", () => {
  // 1,000 characters are allowed; an ID counts its escaped letters and three more.
  const linked = (count: number, id: string) =>
    linkSelection(
      "module",
      Array.from({ length: count }, (_, row) => row),
      () => id,
    );
  expect(linked(77, "abcdefghij")).toHaveProperty("dt_ids");
  expect(linked(78, "abcdefghij")).toHaveProperty("rows");
  expect(linked(1, "a".repeat(2000))).toHaveProperty("dt_ids");
  // Each ñ becomes %C3%B1.
  expect(linked(67, "ññ")).toHaveProperty("dt_ids");
  expect(linked(68, "ññ")).toHaveProperty("rows");
  expect(linked(0, "a")).toEqual({ component_type: "module", dt_ids: [] });
});

test("a selection that is longer than any link is not read", () => {
  const ids = (characters: number) => `module~${"a,".repeat(characters / 2 - 1)}aa`;
  expect(selectionFromText(ids(2 * SELECTION_CHARACTERS))).toBeDefined();
  expect(selectionFromText(`${ids(2 * SELECTION_CHARACTERS)}a`)).toBeUndefined();
});
