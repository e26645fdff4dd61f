// @vitest-environment happy-dom
// Copying rows of the table: which rows, in which forms, and what is said.
import { atom, createStore } from "jotai";
import { beforeEach, expect, test, vi } from "vitest";
import { loadWords, startWords } from "../../../client/i18n.ts";
import { limits } from "../../../domain/limits.ts";
import { onToast } from "../../shell/toast.ts";
import { copyRows } from "./copy-rows.ts";

const { shown, asked } = vi.hoisted(() => ({
  shown: { type: "module", selected: [] as number[], refusal: null as object | null },
  asked: [] as number[][],
}));
vi.mock("./export.ts", () => ({
  exportRefusalAtom: atom(() => shown.refusal),
  tableCsv: atom(null, async (_get, _set, rows: Uint32Array) => {
    asked.push([...rows]);
    return `ID,Value\r\n${[...rows].map((row) => `M${row},1\r\n`).join("")}`;
  }),
}));
vi.mock("../component/selection.ts", () => ({
  selectionAtom: atom(() => ({ component_type: "module" })),
  selectedRowsAtom: atom(() => Uint32Array.from(shown.selected)),
}));
vi.mock("../filter/table.ts", () => ({ tableTypeAtom: atom(() => shown.type) }));

const said: string[] = [];
onToast(({ message }) => said.push(message));
let copied: Record<string, Blob>[] = [];
const write = vi.fn(async (items: { parts: Record<string, Blob> }[]) => {
  copied = items.map(({ parts }) => parts);
});
beforeEach(async () => {
  await startWords("en");
  await loadWords(() => true);
  vi.stubGlobal(
    "ClipboardItem",
    class {
      readonly parts: Record<string, Blob>;
      constructor(parts: Record<string, Blob>) {
        this.parts = parts;
      }
    },
  );
  vi.stubGlobal("navigator", { ...navigator, clipboard: { write } });
  Object.assign(shown, { type: "module", selected: [], refusal: null });
  for (const list of [said, asked]) list.splice(0);
  copied = [];
  write.mockClear();
});
const copy = (row: number) => createStore().set(copyRows, row);

test("the active row alone, where it is not selected", async () => {
  shown.selected = [4, 5];
  await copy(7);
  expect(asked).toEqual([[7]]);
  expect(await copied[0]!["text/plain"]!.text()).toBe("ID\tValue\nM7\t1");
  expect(await copied[0]!["text/html"]!.text()).toContain("<td>M7</td>");
  expect(said).toEqual(["1 row was copied."]);
});

test("all selected rows, where it is among them, and not those of another type", async () => {
  shown.selected = [4, 5];
  await copy(5);
  shown.type = "tracker";
  await copy(5);
  expect(asked).toEqual([[4, 5], [5]]);
  expect(said).toEqual(["2 rows were copied.", "1 row was copied."]);
});

test("too many are left to the export, and nothing is copied without permission", async () => {
  shown.selected = Array.from({ length: limits.copiedRows + 1 }, (_, row) => row);
  await copy(5);
  expect(said).toEqual(["At most 5,000 rows are copied at once. Export the table instead."]);
  shown.refusal = {};
  await copy(5);
  expect([asked, write.mock.calls.length]).toEqual([[], 0]);
});

test("a browser that does not allow it says so", async () => {
  write.mockRejectedValueOnce(new Error("denied"));
  await copy(1);
  expect(said).toEqual(["The browser did not allow copying. Export the table instead."]);
});
