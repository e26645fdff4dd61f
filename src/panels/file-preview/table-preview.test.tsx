// @vitest-environment happy-dom
// A preview that fails: it is tried again, the last choice is taken back, and a table that takes too long is said.
import { act } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { callFailure } from "../../client/call-failure.ts";
import { loadWords, startWords } from "../../client/i18n.ts";
import type { FilePreview as Preview } from "../../domain/file-preview/file-preview.ts";
import type { TablePreview as Shown } from "../../domain/file-preview/table-preview.ts";
import { hide, show } from "../shown.fixture.tsx";
import { FilePreview } from "./file-preview.tsx";
import { TablePreview } from "./table-preview.tsx";

const server = vi.hoisted(() => ({ sent: [] as (string | null)[], answer: (): unknown => null }));
vi.mock("../../client/upload.ts", () => ({
  upload: async (_endpoint: unknown, { body }: { body: FormData }) => {
    server.sent.push(body.get("mapping") as string | null);
    return server.answer();
  },
}));
vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);

beforeEach(async () => {
  server.sent = [];
  await startWords("en");
  await loadWords(() => true);
});
afterEach(hide);

const fail = (...args: Parameters<typeof callFailure>) => {
  server.answer = () => {
    throw callFailure(...args);
  };
};
const button = (name: string) =>
  [...document.querySelectorAll("button")].find(({ textContent }) => textContent === name);
const press = async (name: string) => {
  await vi.waitUntil(() => button(name));
  await act(async () => button(name)!.click());
};
/** Chooses in the list that stands behind the button of a field. */
const choose = (value: string) =>
  act(async () => {
    const list = document.querySelector<HTMLSelectElement>("select")!;
    Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, "value")!.set!.call(list, value);
    list.dispatchEvent(new Event("change", { bubbles: true }));
  });
const status = () => document.querySelector("[role=status]")?.textContent;
const file = new File(["Module;Delta T\nM1;3"], "a.csv");

const table: Shown = {
  columns: [{ name: "Module", filled: 1, examples: ["M1"] }],
  more_columns: 0,
  row_count: 1,
  mapping: {},
  said: {},
  mapping_source: "file",
  result_count: 0,
  faults: [],
  notes: [],
};
const onRead = vi.fn();
const onLong = vi.fn();
const showTable = () =>
  show(<TablePreview purpose="results" of_id={1} file={file} onRead={onRead} onLong={onLong} />);

test("a busy server is asked again", async () => {
  fail("UNAVAILABLE", { problems: [{ reason: "readers_busy" }] });
  await showTable();
  await vi.waitUntil(() => button("Try again"));
  expect(onLong).not.toHaveBeenCalledWith(true);
  server.answer = () => table;
  await press("Try again");
  await vi.waitUntil(() => status());
  expect(status()).toContain("1 row");
  expect(onRead).toHaveBeenLastCalledWith({
    given: { sheet: null, time_zone: null },
    preview: table,
  });
});

test("a choice that is refused is taken back", async () => {
  server.answer = () => table;
  await showTable();
  await vi.waitUntil(() => status());
  fail("BAD_REQUEST", { problems: [{ reason: "field_invalid", field: "mapping" }] });
  await choose("dt_id");
  await vi.waitUntil(() => button("Undo the last choice"));
  server.answer = () => table;
  await press("Undo the last choice");
  await vi.waitUntil(() => status());
  expect(server.sent).toEqual([null, '{"dt_id":"Module"}', null]);
});

test("a table that takes too long to be shown is said to the form around", async () => {
  fail("FILE_REFUSED", { problems: [{ reason: "file_takes_too_long", values: { most: 60 } }] });
  await showTable();
  await vi.waitUntil(() => button("Try again"));
  expect(onLong).toHaveBeenLastCalledWith(true);
});

test("of a wide table, each meaning has a column, also one far behind", async () => {
  const columns = Array.from({ length: 300 }, (_, at) => ({
    name: `Column ${at + 1}`,
    filled: 1,
    examples: [],
  }));
  server.answer = () => ({ ...table, columns });
  await showTable();
  await vi.waitUntil(() => status());
  expect(document.querySelectorAll("select")).toHaveLength(0);
  const [input] = document.querySelectorAll<HTMLInputElement>("[role=combobox]");
  await act(async () => input!.focus());
  await act(async () => {
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!;
    set!.call(input, "Column 250");
    input!.dispatchEvent(new Event("input", { bubbles: true }));
  });
  const key = (name: string) =>
    act(async () => {
      const pressed = { key: name, bubbles: true, cancelable: true };
      input!.dispatchEvent(new KeyboardEvent("keydown", pressed));
      input!.dispatchEvent(new KeyboardEvent("keyup", pressed));
    });
  await key("ArrowDown");
  await key("Enter");
  await vi.waitUntil(() => server.sent.length > 1);
  expect(server.sent.at(-1)).toBe('{"dt_id":"Column 250"}');
});

const shapes: Preview = {
  files: [{ name: "a.dxf", format: "dxf", feature_count: 1 }],
  systems: [],
  system_choice: { chosen: null, proposed: [{ code: 32719, name: "WGS 84 / UTM zone 19S" }] },
  feature_count: 1,
  outline_count: 0,
  line_count: 0,
  point_count: 0,
  shown_count: 0,
  shapes: '{"features":[]}',
  bounds: null,
  distance_km: null,
  columns: [],
  more_columns: 0,
  folders: [],
  more_folders: 0,
  levels: [],
  mapping: {},
  said: {},
  mapping_source: "file",
  result_count: 0,
  known_count: 0,
  twice_count: 0,
  noon_count: 0,
  farthest_m: null,
  faults: [],
  notes: [],
  refused: [],
  refused_counts: [],
} as unknown as Preview;
const files = [{ file }];

test("an EPSG code is a whole number, and a system that is refused is taken back", async () => {
  server.answer = () => shapes;
  await show(<FilePreview purpose="twin" files={files} plant_id={null} onRead={onRead} />);
  await vi.waitUntil(() => document.querySelector("select"));
  await choose("other");
  const input = document.querySelector<HTMLInputElement>("input[inputmode]")!;
  await act(async () => {
    input.focus();
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!.set!.call(
      input,
      "32719.5",
    );
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await act(async () => input.blur());
  expect(document.body.textContent).toContain("Enter a whole number.");
  fail("BAD_REQUEST", { problems: [{ reason: "field_invalid", field: "mapping" }] });
  await choose("EPSG:32719");
  await vi.waitUntil(() => button("Undo the last choice"));
  server.answer = () => shapes;
  await press("Undo the last choice");
  await vi.waitUntil(() => document.querySelector("select"));
  expect(server.sent).toEqual([null, '{"system":"EPSG:32719"}', null]);
});

test("the sheets of several workbooks are asked for in turn, and go with the mapping to the import", async () => {
  const choice = (name: string, ...sheets: readonly string[]) =>
    fail("FILE_REFUSED", {
      problems: sheets.map((sheet) => ({ reason: "sheet_choice", sheet, file: name })),
    });
  choice("one.xlsx", "Planned", "Built");
  await show(<FilePreview purpose="twin" files={files} plant_id={null} onRead={onRead} />);
  await vi.waitUntil(() => document.body.textContent?.includes("one.xlsx"));
  await choose("Built");
  choice("two.xlsx", "A", "B");
  await press("Read this sheet");
  await vi.waitUntil(() => document.body.textContent?.includes("two.xlsx"));
  server.answer = () => ({ ...shapes, said: { name: "called" } });
  await press("Read this sheet");
  await vi.waitUntil(() => document.querySelector("[aria-label]"));
  await vi.waitUntil(() => onRead.mock.lastCall?.[0] !== null);
  expect(onRead.mock.lastCall![0]).toMatchObject({
    mapping: { name: "called", sheets: "Built/A" },
    sheet: "Built/A",
  });
});
