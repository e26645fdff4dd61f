// The tool that draws flight areas, on a map of a thousandth of a degree per hundred pixels.
import { createStore } from "jotai";
import { describe, expect, it } from "vitest";
import { areaEditorAtom } from "../src/map/drawing/area-editor.ts";
import * as editor from "../src/map/drawing/area-modes.ts";
import type { PointerState, ToolCanvas } from "../src/map/tool.ts";
import {
  areaDraftAtom,
  areaModeAtom,
  areaPathAtom,
  areasAtom,
  chosenAreaAtom,
} from "../src/state/map/flight-area.ts";
import { undo } from "../src/state/shell/undo.ts";
import { flightArea } from "./flight-area.ts";

function canvasOf() {
  const store = createStore();
  store.set(areaEditorAtom, editor);
  const canvas: ToolCanvas = {
    get: store.get,
    set: store.set,
    pick: () => null,
    pickRing: () => null,
    boundsOf: ([[x, y] = [0, 0]]) => [x / 1e5, -y / 1e5, x / 1e5, -y / 1e5],
    showDraft: () => {},
  };
  return { store, canvas };
}
const at = (x: number, y: number, touch = false): PointerState => ({
  at: [x, y],
  shift: false,
  control: false,
  touch,
});
const press = (key: string, shiftKey = false) =>
  ({ key, shiftKey, ctrlKey: false, metaKey: false }) as KeyboardEvent;

/** A square from 100, 100 to 300, 300 as drawn by clicks. */
function withSquare() {
  const made = canvasOf();
  made.store.set(areaModeAtom, "flight");
  for (const [x, y] of [
    [100, 100],
    [300, 100],
    [300, 300],
    [100, 300],
  ] as const) {
    flightArea.click!(at(x, y), made.canvas);
  }
  return made;
}

describe("the tool that draws flight areas", () => {
  it("closes an outline at its first corner", () => {
    const { store, canvas } = withSquare();
    expect(store.get(areaPathAtom)).toHaveLength(4);
    flightArea.click!(at(104, 103), canvas);
    expect(store.get(areaPathAtom)).toEqual([]);
    expect(store.get(areasAtom).flight[0]?.[0]).toHaveLength(5);
  });

  it("moves a corner by drag and by keys, with a wider reach for a finger", () => {
    const { store, canvas } = withSquare();
    flightArea.click!(at(100, 100), canvas);
    store.set(areaModeAtom, "edit");
    expect(flightArea.grabs!(at(318, 100), canvas)).toBe(false);
    expect(flightArea.grabs!(at(318, 100, true), canvas)).toBe(true);
    flightArea.drop!(
      [
        [300, 100],
        [350, 80],
      ],
      at(350, 80),
      canvas,
    );
    const corner = () => store.get(areasAtom).flight[0]![0]![1]!;
    expect(corner()[0]).toBeCloseTo(0.0035, 9);
    expect(corner()[1]).toBeCloseTo(-0.0008, 9);
    expect(store.get(chosenAreaAtom)).toMatchObject({ is: "corner", corner: 1 });
    expect(flightArea.key!(press("ArrowUp", true), canvas)).toBe(true);
    // Ten metres to the north.
    expect(corner()[1]).toBeCloseTo(-0.0008 + 10 / 110_574.276, 7);
    expect(flightArea.key!(press("x"), canvas)).toBe(false);
  });

  it("makes a corner on an edge, and deletes it", () => {
    const { store, canvas } = withSquare();
    flightArea.click!(at(100, 100), canvas);
    store.set(areaModeAtom, "edit");
    flightArea.drop!(
      [
        [200, 100],
        [200, 60],
      ],
      at(200, 60),
      canvas,
    );
    expect(store.get(areasAtom).flight[0]![0]).toHaveLength(6);
    flightArea.key!(press("Delete"), canvas);
    expect(store.get(areasAtom).flight[0]![0]).toHaveLength(5);
  });

  it("refuses a corner that makes the outline cross itself", () => {
    const { store, canvas } = withSquare();
    flightArea.click!(at(100, 100), canvas);
    store.set(areaModeAtom, "edit");
    const before = store.get(areaDraftAtom);
    flightArea.drop!(
      [
        [100, 100],
        [400, 200],
      ],
      at(400, 200),
      canvas,
    );
    expect(store.get(areaDraftAtom)).toBe(before);
  });

  it("moves and deletes a corner of an obstacle by drag and by keys, and undoes it", async () => {
    const { store, canvas } = canvasOf();
    store.set(areaModeAtom, "obstacle_line");
    for (const [x, y] of [
      [100, 100],
      [300, 100],
      [500, 100],
    ] as const)
      flightArea.click!(at(x, y), canvas);
    flightArea.key!(press("Enter", true), canvas);
    const wire = () => store.get(areasAtom).obstacles?.[0]?.places;
    expect(wire()).toHaveLength(3);
    store.set(areaModeAtom, "edit");
    expect(flightArea.grabs!(at(303, 102), canvas)).toBe(true);
    // Between two corners the whole of it is chosen, and nothing is grabbed.
    expect(flightArea.grabs!(at(400, 100), canvas)).toBe(false);
    const path = [
      [300, 100],
      [320, 60],
    ] as const;
    flightArea.drag!([...path], at(320, 60), canvas);
    expect(wire()![1]).toEqual([0.003, -0.001]);
    flightArea.drop!([...path], at(320, 60), canvas);
    expect(wire()![1]).toEqual([0.0032, -0.0006]);
    expect(store.get(chosenAreaAtom)).toEqual({ is: "obstacle_corner", at: 0, corner: 1 });
    expect(flightArea.key!(press("ArrowUp", true), canvas)).toBe(true);
    expect(flightArea.key!(press("ArrowUp"), canvas)).toBe(true);
    // Eleven metres to the north, by the length of a degree on the equator.
    expect(wire()![1]![1]).toBeCloseTo(-0.0006 + 11 / 110_574.276, 7);
    // Both keys are one step.
    await store.set(undo);
    expect(wire()![1]).toEqual([0.0032, -0.0006]);
    await store.set(undo);
    expect(wire()![1]).toEqual([0.003, -0.001]);
    flightArea.click!(at(500, 100), canvas);
    flightArea.key!(press("Delete"), canvas);
    expect(wire()).toHaveLength(2);
    // A line of one corner is none.
    flightArea.click!(at(300, 100), canvas);
    flightArea.key!(press("Delete"), canvas);
    expect(wire()).toBeUndefined();
  });

  it("refuses a corner that makes the outline of an obstacle cross itself", () => {
    const { store, canvas } = canvasOf();
    const places = [
      [0.001, -0.001],
      [0.003, -0.001],
      [0.003, -0.003],
      [0.001, -0.003],
    ] as const;
    store.set(areaDraftAtom, {
      version: 1,
      areas: {
        flight: [],
        no_fly: [],
        take_offs: [],
        obstacles: [{ form: "area", places, height_m: null }],
      },
    });
    const before = store.get(areaDraftAtom);
    flightArea.drop!(
      [
        [100, 100],
        [400, 200],
      ],
      at(400, 200),
      canvas,
    );
    expect(store.get(areaDraftAtom)).toBe(before);
  });

  it("places take-off positions, and takes back what is drawn", () => {
    const { store, canvas } = canvasOf();
    store.set(areaModeAtom, "take_off");
    flightArea.click!(at(50, 50), canvas);
    expect(store.get(areasAtom).take_offs[0]?.place).toEqual([0.0005, -0.0005]);
    store.set(areaModeAtom, "no_fly");
    flightArea.click!(at(10, 10), canvas);
    flightArea.click!(at(60, 10), canvas);
    flightArea.key!(press("Backspace"), canvas);
    expect(store.get(areaPathAtom)).toHaveLength(1);
    flightArea.cancel!(canvas);
    expect(store.get(areaPathAtom)).toEqual([]);
  });
});
