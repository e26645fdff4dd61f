// @vitest-environment happy-dom
// Table, list, tooltip and file of a comparison, against a count of each module alone.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { loadWords, startWords } from "../../../client/i18n.ts";
import { encodeColumn } from "../../../domain/column/column-codec.ts";
import { openPanel, startDocks } from "../../shell/dock.ts";
import { valueOf } from "../../shell/loaded.ts";
import { columnTitleAtom } from "../column/column-title.ts";
import { compare, differenceAtom, showChanges } from "./compare.ts";
import { changeWords, comparedAtAtom, comparedLinesAtom } from "./compared-value.ts";
import { filterCountsAtom } from "../filter/filter.ts";
import { findingsAtom } from "../analysis/finding.ts";
import { hoverWordsAtom } from "../component/hover-words.ts";
import { hover } from "../component/selection.ts";
import { openedPlant } from "../opened.fixture.ts";
import { shownColumnsAtom, sortTable, tableRowsAtom } from "../filter/table.ts";
import { answers, measured, MODULES } from "../two-plants.fixture.ts";

vi.mock("../../../client/call.ts", async () => (await import("../two-plants.fixture.ts")).client);
vi.mock(
  "../../../client/plant-data.ts",
  async () => (await import("../two-plants.fixture.ts")).worker,
);

/**
 * Tenths of a kelvin; null where nothing was measured. Changes up to 15 tenths mean nothing, nor those within the
 * uncertainty of both: each is 1 K and a tenth of the value.
 */
type Tenths = number | null;
const before: Tenths[] = Array.from({ length: MODULES }, (_, row) =>
  row % 9 === 4 ? null : (row * 37) % 120,
);
const after: Tenths[] = before.map((value, row) =>
  row % 7 === 3 ? null : (value ?? 50) + ([0, 15, -15, 40, -40, 90][row % 6] ?? 0),
);
const asColumn = (tenths: readonly Tenths[]) =>
  encodeColumn(
    Float32Array.from(tenths, (value) => (value === null ? NaN : value / 10)),
    { kind: "f32", step: 0.1 },
  );

/** What became of a module, spelled out. */
function changeByHand(row: number) {
  const [from, to] = [before[row]!, after[row]!];
  if (from === null && to === null) return "unknown";
  if (from === null) return "only_newer";
  if (to === null) return "only_older";
  const doubt = Math.hypot(10 + Math.abs(from) / 10, 10 + Math.abs(to) / 10);
  if (Math.abs(to - from) <= Math.max(15, doubt)) return "same";
  return to > from ? "worse" : "better";
}
const rowsOf = (...changes: string[]) =>
  before.flatMap((_, row) => (changes.includes(changeByHand(row)) ? [row] : []));
/** The greatest change for the worse first; equal ones by place. */
const ranked = (rows: number[]) =>
  rows.toSorted((a, b) => after[b]! - before[b]! - (after[a]! - before[a]!) || a - b);
const inOrder = [
  ...ranked(rowsOf("worse")),
  ...rowsOf("same"),
  ...ranked(rowsOf("better")),
  ...rowsOf("only_newer", "only_older", "unknown"),
];

const classWords: Record<string, string> = {
  only_newer: "measured in newer only",
  only_older: "measured in older only",
  unknown: "not comparable",
};

const usual = { ...answers };
let opened: Awaited<ReturnType<typeof openedPlant>>;
beforeEach(async () => {
  await startWords("en");
  await loadWords(() => true);
  localStorage.clear();
  answers["GET /auth/analysis-result/{analysis_id}/{key_figure_id}/column/{hash}"] = ({
    analysis_id,
  }) => asColumn(analysis_id === 11 ? before : after);
  opened = await openedPlant("analysis=12");
  opened.store.set(startDocks, [{ id: "table", dock: "bottom", opens: false }]);
  opened.store.set(openPanel, "table");
  opened.store.set(compare, { analysis_id: 11, mode: "difference" });
  await vi.waitUntil(() => opened.store.get(differenceAtom).state === "ready");
});
afterEach(() => {
  opened.close();
  Object.assign(answers, usual);
});
const tableRows = () => [...(valueOf(opened.store.get(tableRowsAtom)) ?? [])];

describe("a comparison in numbers", () => {
  it("is in the table: before, now and change, what became worst first", async () => {
    const { store } = opened;
    expect(store.get(shownColumnsAtom)).toEqual(["pcs", "path", "before", "now", "change"]);
    const titles = (["before", "now", "change"] as const).map(store.get(columnTitleAtom));
    expect(titles).toEqual([
      expect.stringContaining("2024"),
      expect.stringContaining("2025"),
      expect.stringContaining("K"),
    ]);
    await vi.waitUntil(() => tableRows().join() === inOrder.join());
    const valuesAt = store.get(comparedAtAtom)!;
    for (const row of before.keys()) {
      const value = valuesAt(row);
      expect(value.change, `row ${row}`).toBe(changeByHand(row));
      const [from, to] = [before[row] ?? NaN, after[row] ?? NaN];
      expect([Math.round(value.before * 10), Math.round(value.after * 10)]).toEqual([from, to]);
      const words = changeWords(measured, value);
      if (Number.isNaN(to - from)) expect(words.toLowerCase()).toContain(classWords[value.change]);
      else if (to >= from) {
        expect(words).toBe(`${to > from ? "+" : ""}${(to - from) / 10}\u202fK`);
      }
    }
    store.set(sortTable, "before");
    const filled = rowsOf("worse", "better", "same", "only_older");
    const greatest = filled.toSorted((a, b) => before[b]! - before[a]! || a - b);
    await vi.waitUntil(() => tableRows().slice(0, greatest.length).join() === greatest.join());
  });

  it("is listed and counted: map, legend, list and table have the same components", async () => {
    const { store } = opened;
    const changed = [...ranked(rowsOf("worse")), ...ranked(rowsOf("better"))];
    const listed = () => valueOf(store.get(findingsAtom));
    await vi.waitUntil(() => listed()?.changes !== undefined);
    expect([...listed()!.rows]).toEqual([...changed, ...rowsOf("only_newer", "only_older")]);
    const counts = [
      "worse",
      "same",
      "better",
      "cannot_tell",
      "only_newer",
      "only_older",
      "unknown",
    ].map((one) => rowsOf(one).length);
    // A change of ΔT without a stated uncertainty is never "cannot tell".
    expect(counts.filter((count) => count === 0)).toEqual([0]);
    expect(listed()!.changes).toEqual(counts);
    expect(valueOf(store.get(differenceAtom))?.counts).toEqual(counts);
    store.set(showChanges, ["better", "only_older"]);
    const shown = rowsOf("better", "only_older");
    await vi.waitUntil(() => store.get(filterCountsAtom).module?.matching === shown.length);
    const order = [...ranked(rowsOf("better")), ...rowsOf("only_older")];
    await vi.waitUntil(() => tableRows().join() === order.join());
    expect(valueOf(store.get(differenceAtom))?.counts).toEqual(counts);
  });

  it("is said at the pointer, with both dates", () => {
    const lines = opened.store.get(comparedLinesAtom)!(5);
    // From 6.5 to 15.5 K.
    expect(lines).toEqual(["1 May 2024: 6.5\u202fK", "1 May 2025: 15.5\u202fK", "Worse"]);
  });

  it("is counted at the pointer on a tracker, in place of its values", async () => {
    const { store } = opened;
    const modules = Array.from({ length: 10 }, (_, row) => changeByHand(10 + row));
    store.set(hover, { component_type: "tracker", row: 1 });
    const names = [
      ["worse", "Worse"],
      ["same", "Same"],
      ["better", "Better"],
      ["only_newer", "Measured in newer only"],
      ["only_older", "Measured in older only"],
    ] as const;
    const counted = names
      .map(([id, name]) => ({ name, count: modules.filter((one) => one === id).length }))
      .toSorted((one, other) => other.count - one.count);
    expect(store.get(hoverWordsAtom)!.lines).toEqual(
      counted.slice(0, 3).map(({ name, count }) => `${name}: ${count} of 10 modules`),
    );
  });

  it("ends with the comparison: the table has its own columns again", async () => {
    const { store } = opened;
    store.set(compare, null);
    expect(store.get(shownColumnsAtom)).toEqual(["pcs", "path", `${measured.id}`]);
    await vi.waitUntil(() => valueOf(store.get(findingsAtom))?.changes === undefined);
    expect(store.get(comparedAtAtom)).toBeNull();
  });
});
