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

/** Culling boxes 8 m long, every 10 m along x from 0; those named are 100 m further north. */
function boxesOf(count: number, isAway: (box: number) => boolean = () => false) {
  const bounds = new Float32Array(count * 4);
  for (let box = 0; box < count; box += 1) {
    const y = isAway(box) ? 100 : 0;
    bounds.set([box * 10, y, box * 10 + 8, y + 8], box * 4);
  }
  return { bounds, count: count * CULL_ROWS - 5 };
}
const rowsOf = (from: number, to: number) => [from * CULL_ROWS, to * CULL_ROWS];

describe("the boxes of a view", () => {
  it("are those that touch it, edges included, and the last one ends with the mesh", () => {
    const mesh = boxesOf(6);
    expect(visibleRanges(mesh, [12, 2, 17, 5])).toEqual([rowsOf(1, 2)]);
    expect(visibleRanges(mesh, [8, 0, 9, 1])).toEqual([rowsOf(0, 1)]);
    expect(visibleRanges(mesh, [9, 0, 10, 1])).toEqual([rowsOf(1, 2)]);
    expect(visibleRanges(mesh, [8.5, 0, 9.5, 1])).toEqual([]);
    expect(visibleRanges(mesh, [12, 8, 17, 20])).toEqual([rowsOf(1, 2)]);
    expect(visibleRanges(mesh, [12, 8.5, 17, 20])).toEqual([]);
    expect(visibleRanges(mesh, [12, -9, 17, 0])).toEqual([rowsOf(1, 2)]);
    expect(visibleRanges(mesh, [12, -9, 17, -1])).toEqual([]);
    expect(visibleRanges(mesh, [12, 2, 999, 5])).toEqual([[CULL_ROWS, 6 * CULL_ROWS - 5]]);
  });

  it("are drawn together over one hidden box between them, and apart over two", () => {
    const view = [-10, -10, 999, 20] as const;
    expect(
      visibleRanges(
        boxesOf(5, (box) => box === 2),
        view,
      ),
    ).toEqual([[0, 5 * CULL_ROWS - 5]]);
    const two = boxesOf(6, (box) => box === 2 || box === 3);
    expect(visibleRanges(two, view)).toEqual([rowsOf(0, 2), [4 * CULL_ROWS, 6 * CULL_ROWS - 5]]);
  });

  it("are 48 ranges at most: above it wider gaps are drawn, in no more steps than needed", () => {
    const view = [-10, -10, 1e5, 20] as const;
    // Each range is a box after two hidden ones.
    const apart = (ranges: number) => boxesOf(ranges * 3, (box) => box % 3 !== 0);
    expect(visibleRanges(apart(48), view)).toHaveLength(48);
    expect(visibleRanges(apart(49), view)).toEqual([rowsOf(0, 49 * 3 - 2)]);
    // One gap of three and a wider one: the wider one stays.
    const wide = boxesOf(49 * 4 + 40, (box) => box % 4 !== 0 || (box > 80 && box < 120));
    expect(visibleRanges(wide, view)).toEqual([rowsOf(0, 81), rowsOf(120, 49 * 4 + 40 - 3)]);
  });
});

it("no level is drawn at a scale that none has, and the least size can be chosen", () => {
  expect(detailRanges([])).toEqual([]);
  expect(levelAt([[1, 2]], 0.5)).toBe(-1);
  expect(levelAt([[1, 2]], 2)).toBe(-1);
  expect(detailRanges([8, 40], 4)).toEqual([
    [0, 2],
    [2, Infinity],
  ]);
});
