import { describe, expect, it } from "vitest";
import { standScene } from "../../../tests/e2e/map/scene.ts";
import { planeAt } from "../../domain/geometry/plane.ts";
import { placeLabels, takenBoxes } from "./label-placement.ts";
import { FILTERED_OUT, SELECTED } from "../../state/plant/column/row-flag.ts";
import type { RowFlags } from "./level.ts";
import { metresPerPixel } from "./projection.ts";

const { scene, data } = standScene({ count: 20_000 });

const nothingFiltered: RowFlags["of"] = () => undefined;

function labelsAt(zoom: number, bearing = 0, flags = nothingFiltered) {
  const camera = { centre: scene.origin, zoom, bearing, pitch: 0 };
  const half = 640 * metresPerPixel(zoom, scene.origin);
  return placeLabels({
    origin: scene.origin,
    levels: data.levels,
    camera,
    viewBox: [-half, -half, half, half],
    flags,
  });
}

describe("placeLabels", () => {
  it.each([
    [17, 0],
    [19, 0],
    [20.5, 35],
  ])("covers no name with another at zoom %d turned by %d", (zoom, bearing) => {
    const placed = labelsAt(zoom, bearing);
    expect(placed.length).toBeGreaterThan(2);
    const scale = metresPerPixel(zoom, scene.origin);
    const angle = (bearing * Math.PI) / 180;
    const points = placed.map(({ position, text }) => {
      const [x, y] = planeAt(scene.origin).toPlane(...position);
      return {
        x: (x * Math.cos(angle) - y * Math.sin(angle)) / scale,
        y: (x * Math.sin(angle) + y * Math.cos(angle)) / scale,
        width: text.length * 7,
      };
    });
    for (const [index, a] of points.entries()) {
      for (const b of points.slice(index + 1)) {
        const apart = Math.abs(a.x - b.x) >= (a.width + b.width) / 2 || Math.abs(a.y - b.y) >= 14;
        expect(apart).toBe(true);
      }
    }
  });

  it("stays few, and draws few glyphs", () => {
    for (const zoom of [15, 17, 19, 21]) {
      const placed = labelsAt(zoom);
      expect(placed.length).toBeLessThanOrEqual(60);
      expect(placed.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(2000);
    }
  });

  it("leaves out what the filters leave out", () => {
    const named = labelsAt(22).filter(({ text }) => text.startsWith("M-"));
    const { geometry } = data.levels.find(({ type }) => type === "module")!;
    const all = new Uint8Array(geometry.count).fill(FILTERED_OUT | SELECTED);
    const left = labelsAt(22, 0, (type) => (type === "module" ? all : undefined));
    expect(named.length).toBeGreaterThan(0);
    expect(left.filter(({ text }) => text.startsWith("M-"))).toEqual([]);
    expect(labelsAt(22, 0, () => all.map(() => SELECTED))).toEqual(labelsAt(22));
  });

  it("names higher levels first and modules only from near", () => {
    expect(labelsAt(17)[0]!.text).toMatch(/^G-/);
    expect(labelsAt(18.5).some(({ text }) => text.startsWith("M-"))).toBe(false);
    expect(labelsAt(22).some(({ text }) => text.startsWith("M-"))).toBe(true);
  });
});

describe("takenBoxes", () => {
  it("refuses what covers a box, also across cells, and takes what only touches it", () => {
    const taken = takenBoxes();
    expect(taken.claim(0, 0, 100, 20)).toBe(true);
    expect(taken.claim(99, 0, 100, 20)).toBe(false);
    expect(taken.claim(0, 19, 10, 20)).toBe(false);
    expect(taken.claim(100, 0, 100, 20)).toBe(true);
    expect(taken.claim(0, 20, 10, 20)).toBe(true);
  });
});

it("reads only the blocks of components that touch the view", () => {
  const level = data.levels.at(-1)!;
  let reads = 0;
  const length = new Proxy(level.geometry.length, {
    get(of, name) {
      if (typeof name === "string" && /^\d+$/.test(name)) reads += 1;
      return Reflect.get(of, name, of) as unknown;
    },
  });
  const watched = { ...level, geometry: { ...level.geometry, length } };
  const half = 20;
  const [x, y] = [level.geometry.centreX[0]!, level.geometry.centreY[0]!];
  const view = {
    origin: scene.origin,
    camera: { centre: scene.origin, zoom: 22, bearing: 0, pitch: 0 },
    viewBox: [x - half, y - half, x + half, y + half] as const,
    flags: nothingFiltered,
  };
  const all = placeLabels({ ...view, levels: [level] });
  expect(all.length).toBeGreaterThan(2);
  expect(placeLabels({ ...view, levels: [watched] })).toEqual(all);
  expect(reads).toBeLessThan(level.geometry.count / 4);
});
