import { describe, expect, it } from "vitest";
import { moduleField } from "../../../tests/fixtures/module-field.ts";
import { buildComponentMesh, CULL_ROWS } from "../../domain/component/component-mesh.ts";
import { detailRanges, levelAt, visibleRanges } from "./level-of-detail.ts";

describe("detailRanges", () => {
  it("gives way to the parent below two pixels, and the topmost level never ends", () => {
    const ranges = detailRanges([1.6, 12, 110]);
    expect(ranges).toEqual([
      [0, 0.8],
      [0.8, 6],
      [6, Infinity],
    ]);
    expect([0, 0.79, 0.8, 5, 1000].map((scale) => levelAt(ranges, scale))).toEqual([0, 0, 1, 1, 2]);
  });

  it("never draws a parent that is no larger than its children", () => {
    const ranges = detailRanges([4, 3, 40]);
    expect([0.1, 1.9, 2.1, 50].map((scale) => levelAt(ranges, scale))).toEqual([0, 0, 2, 2]);
  });
});

describe("visibleRanges", () => {
  const { modules } = moduleField(60_000);
  const mesh = buildComponentMesh(modules);

  it("covers every component that touches the view", () => {
    const views = [
      [-50, -40, 60, 30],
      [-9999, -9999, 9999, 9999],
      [10, 10, 11, 11],
    ] as const;
    for (const view of views) {
      const drawn = new Uint8Array(mesh.count);
      for (const [from, to] of visibleRanges(mesh, view)) drawn.fill(1, from, to);
      for (let row = 0; row < mesh.count; row += 1) {
        const x = modules.centreX[row]!;
        const y = modules.centreY[row]!;
        const inside = x >= view[0] && x <= view[2] && y >= view[1] && y <= view[3];
        if (inside) expect(drawn[row]).toBe(1);
      }
    }
  });

  it("leaves out most of the plant from a close look, in few ascending ranges", () => {
    const ranges = visibleRanges(mesh, [0, 0, 60, 40]);
    const rows = ranges.reduce((sum, [from, to]) => sum + to - from, 0);
    expect(rows).toBeLessThan(mesh.count / 8);
    expect(ranges.length).toBeLessThanOrEqual(48);
    for (const [index, [from, to]] of ranges.entries()) {
      expect(from % CULL_ROWS).toBe(0);
      expect(to).toBeGreaterThan(from);
      if (index > 0) expect(from).toBeGreaterThanOrEqual(ranges[index - 1]![1]);
    }
  });

  it("draws nothing where the plant is out of view, nor boxes of removed rows", () => {
    expect(visibleRanges(mesh, [1e6, 1e6, 2e6, 2e6])).toEqual([]);
    const none = buildComponentMesh({ ...modules, length: new Float32Array(modules.count) });
    expect(visibleRanges(none, [-9999, -9999, 9999, 9999])).toEqual([]);
  });
});
