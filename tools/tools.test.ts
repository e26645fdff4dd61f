import { describe, expect, it, vi } from "vitest";
import type { PointerState, ToolCanvas } from "../src/map/tool.ts";
import { flyTo } from "../src/state/map/view.ts";
import { openComponent } from "../src/state/plant/component/component.ts";
import { clearSelection, hover, select } from "../src/state/plant/component/selection.ts";
import {
  hoveredPhotoAtom,
  hoverPhoto,
  openPhotoAt,
} from "../src/state/observation/photo-on-map.ts";
import { tools } from "./index.ts";

const component = { component_type: "module", row: 7 } as const;
const pointer = (change: Partial<PointerState> = {}): PointerState => ({
  at: [50, 40],
  shift: false,
  control: false,
  touch: false,
  ...change,
});
const tool = (id: string) => tools.find((one) => one.id === id)!;

function canvasWith(picked: typeof component | null = component) {
  const set = vi.fn();
  const canvas = {
    get: vi.fn(),
    set,
    pick: vi.fn(() => picked),
    pickRing: vi.fn(() => ({ component_type: "module" as const, rows: [1, 2] })),
    boundsOf: vi.fn((): [number, number, number, number] => [1, 2, 3, 4]),
    showDraft: vi.fn(),
  };
  /** Whether a verb of the state was called. */
  const called = (verb: unknown) => set.mock.calls.some(([first]) => first === verb);
  return { canvas: canvas satisfies ToolCanvas, called };
}

describe("the list of tools", () => {
  it("has unique ids and keys, and the first tool moves the map", () => {
    expect(new Set(tools.map(({ id }) => id)).size).toBe(tools.length);
    expect(new Set(tools.map(({ shortcut }) => shortcut)).size).toBe(tools.length);
    expect(tools[0]!.dragsMap).toBe(true);
  });
});

describe("the point tool", () => {
  it("selects and opens what is clicked", () => {
    const { canvas } = canvasWith();
    tool("point").click!(pointer(), canvas);
    const rows = [component.row];
    expect(canvas.set).toHaveBeenCalledWith(select, {
      component_type: "module",
      rows,
      mode: "replace",
    });
    expect(canvas.set).toHaveBeenCalledWith(openComponent, component);
  });

  it("adds and takes away with shift or control, and opens nothing", () => {
    for (const keys of [{ shift: true }, { control: true }]) {
      const { canvas, called } = canvasWith();
      tool("point").click!(pointer(keys), canvas);
      expect(canvas.set).toHaveBeenCalledWith(
        select,
        expect.objectContaining({ rows: [7], mode: "toggle" }),
      );
      expect(called(openComponent)).toBe(false);
    }
  });

  it("clears the selection on open ground, but not when adding", () => {
    const { canvas, called } = canvasWith(null);
    tool("point").click!(pointer({ shift: true }), canvas);
    expect(called(clearSelection)).toBe(false);
    tool("point").click!(pointer(), canvas);
    expect(called(clearSelection)).toBe(true);
  });

  it("picks from farther with a finger, and does not hover with one", () => {
    const { canvas, called } = canvasWith();
    tool("point").click!(pointer({ touch: true }), canvas);
    tool("point").click!(pointer(), canvas);
    const [finger, mouse] = canvas.pick.mock.calls as unknown as [unknown, number][];
    expect([finger![1], mouse![1]]).toEqual([12, 6]);
    tool("point").move!(pointer({ touch: true }), canvas);
    expect(called(hover)).toBe(false);
  });

  it("outlines the component under the pointer, and none once it has left", () => {
    const { canvas } = canvasWith();
    tool("point").move!(pointer(), canvas);
    expect(canvas.set).toHaveBeenLastCalledWith(hover, component);
    tool("point").leave!(canvas);
    expect(canvas.set).toHaveBeenLastCalledWith(hover, null);
  });
});

describe("a photo of an observation below the point tool", () => {
  const withPhoto = () => {
    const { canvas, called } = canvasWith();
    canvas.set.mockImplementation((verb) => verb === hoverPhoto || verb === openPhotoAt);
    return { canvas, called };
  };

  it("opens when it is pressed, in place of the component below it", () => {
    const { canvas, called } = withPhoto();
    tool("point").click!(pointer(), canvas);
    expect(canvas.set).toHaveBeenCalledWith(
      openPhotoAt,
      expect.objectContaining({ place: [1, 2], component }),
    );
    expect([called(select), called(openComponent), called(clearSelection)]).toEqual([
      false,
      false,
      false,
    ]);
  });

  it("leaves the component to a press with shift or control", () => {
    for (const keys of [{ shift: true }, { control: true }]) {
      const { canvas, called } = withPhoto();
      tool("point").click!(pointer(keys), canvas);
      expect([called(openPhotoAt), called(select)]).toEqual([false, true]);
    }
  });

  it("is found from twice as far with a finger", () => {
    const { canvas } = withPhoto();
    canvas.boundsOf.mockImplementation((([[x]]: [[number]]) => [x / 1e6, 0, 0, 0]) as never);
    tool("point").click!(pointer({ touch: true }), canvas);
    tool("point").click!(pointer(), canvas);
    const [finger, mouse] = canvas.set.mock.calls.map(([, spot]) => spot.reach as number);
    expect(finger! / mouse!).toBeCloseTo(2, 6);
  });

  it("has the tooltip and a pointing hand, and the component below it has none", () => {
    const { canvas } = withPhoto();
    tool("point").move!(pointer(), canvas);
    expect(canvas.set).toHaveBeenLastCalledWith(hover, null);
    expect(canvas.set).toHaveBeenCalledWith(hoverPhoto, expect.objectContaining({ component }));
    canvas.get.mockImplementation((one) => (one === hoveredPhotoAtom ? { count: 1 } : null));
    expect(tool("point").cursorAt!(canvas)).toBe("pointer");
    canvas.get.mockImplementation(() => null);
    expect(tool("point").cursorAt!(canvas)).toBeNull();
    tool("point").leave!(canvas);
    expect(canvas.set).toHaveBeenCalledWith(hoverPhoto, null);
  });
});

describe("the box and the lasso", () => {
  it("select in the corners of the box, by shift and control", () => {
    const { canvas } = canvasWith();
    tool("box").drop!([[10, 20]], pointer({ shift: true }), canvas);
    const ring = [
      [10, 20],
      [50, 20],
      [50, 40],
      [10, 40],
    ];
    expect(canvas.pickRing).toHaveBeenCalledWith(ring);
    const found = { component_type: "module", rows: [1, 2] };
    expect(canvas.set).toHaveBeenLastCalledWith(select, { ...found, mode: "add" });
    tool("box").drop!([[10, 20]], pointer({ control: true }), canvas);
    expect(canvas.set).toHaveBeenLastCalledWith(select, { ...found, mode: "remove" });
    expect(canvas.showDraft).toHaveBeenLastCalledWith(null);
  });

  it("select along the path of the lasso, and nothing with a scratch", () => {
    const { canvas, called } = canvasWith();
    const path = [
      [0, 0],
      [9, 0],
      [9, 9],
    ] as const;
    tool("lasso").drop!(path.slice(0, 2), pointer(), canvas);
    expect(called(select)).toBe(false);
    tool("lasso").drop!(path, pointer(), canvas);
    expect(canvas.pickRing).toHaveBeenCalledWith(path);
    expect(canvas.set).toHaveBeenCalledWith(select, expect.objectContaining({ mode: "replace" }));
  });

  it("draw what they will select, and clear it when cancelled", () => {
    const { canvas } = canvasWith();
    tool("box").drag!([[1, 2]], pointer(), canvas);
    expect(canvas.showDraft).toHaveBeenCalledWith({ kind: "box", from: [1, 2], to: [50, 40] });
    tool("box").cancel!(canvas);
    expect(canvas.showDraft).toHaveBeenLastCalledWith(null);
  });
});

describe("the zoom box", () => {
  it("flies to the box, but not to a tiny one", () => {
    const { canvas, called } = canvasWith();
    tool("zoom_box").drop!([[48, 38]], pointer(), canvas);
    expect(called(flyTo)).toBe(false);
    tool("zoom_box").drop!([[0, 0]], pointer(), canvas);
    expect(canvas.set).toHaveBeenCalledWith(flyTo, { bounds: [1, 2, 3, 4] });
  });
});
