import { describe, expect, it, vi } from "vitest";
import type { PointerState, ToolReach } from "../src/map/tool.ts";
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

function reachWith(picked: typeof component | null = component) {
  return {
    pick: vi.fn(() => picked),
    selectRing: vi.fn(),
    selectOne: vi.fn(),
    clearSelection: vi.fn(),
    hover: vi.fn(),
    open: vi.fn(),
    fly: vi.fn(),
    boundsOf: vi.fn((): [number, number, number, number] => [1, 2, 3, 4]),
    draft: vi.fn(),
  } satisfies ToolReach;
}

describe("the shelf of tools", () => {
  it("has no id and no key twice, and the first moves the map", () => {
    expect(new Set(tools.map(({ id }) => id)).size).toBe(tools.length);
    expect(new Set(tools.map(({ shortcut }) => shortcut)).size).toBe(tools.length);
    expect(tools[0]!.dragsMap).toBe(true);
  });
});

describe("the point tool", () => {
  it("selects and opens what is clicked", () => {
    const reach = reachWith();
    tool("point").click!(pointer(), reach);
    expect(reach.selectOne).toHaveBeenCalledWith(component, "replace");
    expect(reach.open).toHaveBeenCalledWith(component);
  });

  it("adds and takes away with shift or control, and opens nothing", () => {
    for (const keys of [{ shift: true }, { control: true }]) {
      const reach = reachWith();
      tool("point").click!(pointer(keys), reach);
      expect(reach.selectOne).toHaveBeenCalledWith(component, "toggle");
      expect(reach.open).not.toHaveBeenCalled();
    }
  });

  it("clears the selection on open ground, but not when adding", () => {
    const reach = reachWith(null);
    tool("point").click!(pointer({ shift: true }), reach);
    expect(reach.clearSelection).not.toHaveBeenCalled();
    tool("point").click!(pointer(), reach);
    expect(reach.clearSelection).toHaveBeenCalled();
  });

  it("reaches farther with a finger, and does not hover with one", () => {
    const reach = reachWith();
    tool("point").click!(pointer({ touch: true }), reach);
    tool("point").click!(pointer(), reach);
    const [finger, mouse] = reach.pick.mock.calls as unknown as [unknown, number][];
    expect(finger![1]).toBeGreaterThan(mouse![1]);
    tool("point").move!(pointer({ touch: true }), reach);
    expect(reach.hover).not.toHaveBeenCalled();
  });
});

describe("the box and the lasso", () => {
  it("select in the corners of the box, by shift and control", () => {
    const reach = reachWith();
    tool("box").drop!([[10, 20]], pointer({ shift: true }), reach);
    const ring = [
      [10, 20],
      [50, 20],
      [50, 40],
      [10, 40],
    ];
    expect(reach.selectRing).toHaveBeenCalledWith(ring, "add");
    tool("box").drop!([[10, 20]], pointer({ control: true }), reach);
    expect(reach.selectRing).toHaveBeenLastCalledWith(ring, "remove");
    expect(reach.draft).toHaveBeenLastCalledWith(null);
  });

  it("select along the path of the lasso, and nothing with a scratch", () => {
    const reach = reachWith();
    const path = [
      [0, 0],
      [9, 0],
      [9, 9],
    ] as const;
    tool("lasso").drop!(path.slice(0, 2), pointer(), reach);
    expect(reach.selectRing).not.toHaveBeenCalled();
    tool("lasso").drop!(path, pointer(), reach);
    expect(reach.selectRing).toHaveBeenCalledWith(path, "replace");
  });

  it("draw what they will select, and take it back when cancelled", () => {
    const reach = reachWith();
    tool("box").drag!([[1, 2]], pointer(), reach);
    expect(reach.draft).toHaveBeenCalledWith({ kind: "box", from: [1, 2], to: [50, 40] });
    tool("box").cancel!(reach);
    expect(reach.draft).toHaveBeenLastCalledWith(null);
  });
});

describe("the zoom box", () => {
  it("flies to the box, but not for a slip of the hand", () => {
    const reach = reachWith();
    tool("zoom_box").drop!([[48, 38]], pointer(), reach);
    expect(reach.fly).not.toHaveBeenCalled();
    tool("zoom_box").drop!([[0, 0]], pointer(), reach);
    expect(reach.fly).toHaveBeenCalledWith({ bounds: [1, 2, 3, 4] });
  });
});
