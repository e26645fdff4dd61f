// @vitest-environment happy-dom
// The components of observations as the selection: one type, each component once.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Observation } from "../../domain/observation/observation.ts";
import { openedPlant } from "../plant/opened.fixture.ts";
import { selectedRowsAtom, selectionAtom } from "../plant/component/selection.ts";
import { observationAt } from "./observed.fixture.ts";
import { selectObserved } from "./select.ts";

vi.mock(
  "../../client/call.ts",
  async () => (await import("../plant/two-plants.fixture.ts")).client,
);
vi.mock(
  "../../client/plant-data.ts",
  async () => (await import("../plant/two-plants.fixture.ts")).worker,
);

let opened: Awaited<ReturnType<typeof openedPlant>>;
beforeEach(async () => {
  opened = await openedPlant("analysis=12");
});
afterEach(() => opened.close());

const at = (row: number | null, component_type: "module" | "tracker" = "module"): Observation =>
  observationAt(row ?? 0, {
    fieldgeometry_component: { component_id: row, component_type, pcs: "", dt_id: `${row}` },
  });
const selected = () => ({
  type: opened.store.get(selectionAtom)?.component_type,
  rows: [...opened.store.get(selectedRowsAtom)].toSorted((a, b) => a - b),
});

test("those of the most frequent type are selected, each component once", () => {
  opened.store.set(selectObserved, [
    at(1, "tracker"),
    at(4),
    at(4),
    at(7),
    at(2, "tracker"),
    at(null),
  ]);
  expect(selected()).toEqual({ type: "module", rows: [4, 7] });
});

test("a selection stays where none of the components is in the twin any more", () => {
  opened.store.set(selectObserved, [at(4)]);
  opened.store.set(selectObserved, [at(null)]);
  expect(selected()).toEqual({ type: "module", rows: [4] });
});
