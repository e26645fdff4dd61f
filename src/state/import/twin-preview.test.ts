// @vitest-environment happy-dom
// What the panel reads from the result of an import, and what the map shows of it.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Task } from "../../domain/analysis/task.ts";
import { flyRequestAtom } from "../map/view.ts";
import { openedPlant } from "../plant/opened.fixture.ts";
import { selectedRowsAtom, selectionAtom } from "../plant/component/selection.ts";
import { showChanges, twinChangesOf } from "./twin-preview.ts";

vi.mock(
  "../../client/call.ts",
  async () => (await import("../plant/two-plants.fixture.ts")).client,
);
vi.mock(
  "../../client/plant-data.ts",
  async () => (await import("../plant/two-plants.fixture.ts")).worker,
);

const task = (result: Record<string, unknown> | null) =>
  ({ output: { result } }) as unknown as Task;
const counts = {
  component_type: "module",
  kept: 1,
  new: 2,
  changed: 0,
  moved: 0,
  removed: 3,
  returned: 0,
  orphans: 0,
};

describe("the result of a task", () => {
  it("has counts and no lists after an import without a preview", () => {
    const changes = twinChangesOf(task({ mode: "add", by_type: [counts], levels: [] }));
    expect(changes).toEqual({
      mode: "add",
      preview: false,
      by_type: [counts],
      changes: [],
      changed_rows: [],
      orphans: [],
      orphan_rows: [],
      regrouped: [],
      regrouped_rows: [],
      regrouped_count: 0,
      refused: [],
      refused_counts: [],
      notes: [],
      columns: [],
    });
  });

  it("says what of the files was not read, as the import does", () => {
    const note = { reason: "dxf_annotation", file: "plan.dxf", values: { count: 3 } };
    const found = twinChangesOf(task({ mode: "add", by_type: [counts], notes: [note] }));
    expect(found?.notes).toEqual([note]);
  });

  it("has no changes where an earlier version or another job made it", () => {
    expect(twinChangesOf(task({ levels: [] }))).toBeNull();
    expect(twinChangesOf(task(null))).toBeNull();
  });
});

describe("changes on the map", () => {
  let opened: Awaited<ReturnType<typeof openedPlant>>;
  beforeEach(async () => {
    opened = await openedPlant("analysis=12");
  });
  afterEach(() => opened.close());
  const bounds: [number, number, number, number] = [-70, -24, -69.99, -23.99];

  it("are selected where they exist, and the map flies to them", () => {
    const { store } = opened;
    const before = store.get(flyRequestAtom);
    const runs = [4, 3, 20, 1];
    store.set(showChanges, { component_type: "module", isOnMap: true, runs, bounds });
    expect([...store.get(selectedRowsAtom)]).toEqual([4, 5, 6, 20]);
    expect(store.get(flyRequestAtom)).not.toBe(before);
  });

  it("are only a place where they have no row yet", () => {
    const { store } = opened;
    store.set(showChanges, { component_type: "module", isOnMap: false, runs: [900, 2], bounds });
    expect(store.get(selectionAtom)).toBeNull();
    const [west, south, east, north] = (
      store.get(flyRequestAtom)!.target as { bounds: readonly number[] }
    ).bounds as [number, number, number, number];
    expect([west < -70, south < -24, east > -69.99, north > -23.99]).toEqual(Array(4).fill(true));
  });
});
