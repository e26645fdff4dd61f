import { describe, expect, it } from "vitest";
import { planeAt } from "../../domain/geometry/plane.ts";
import type { ComponentType } from "../../domain/component/component.ts";
import type { TwinDraft } from "../../domain/twin/twin-draft.ts";
import { middleOf } from "../finding.ts";
import { generatePhotovoltaicPlant } from "../photovoltaic/photovoltaic-plant.ts";
import { generateTroughField } from "../trough/trough-field.ts";
import { photovoltaicScenery } from "./photovoltaic-scenery.ts";
import { paintedSize, paintRows, rgb, type Scenery } from "./scenery.ts";
import type { Soil } from "./soil.ts";
import { troughScenery } from "./trough-scenery.ts";

const origin = [-5.9, 38.2] as const;
const soil: Soil = { seed: 2, colour: rgb(180, 160, 128), plants: null };
const PIXEL_M = 0.5;

/** A reader of the painted colour at metres east and north of the middle. */
function painted(scenery: Scenery) {
  const size = paintedSize(scenery, PIXEL_M);
  const parts: Uint8Array[] = [];
  // As the file is written: some rows at a time, the last ones fewer.
  for (let row = 0; row < size.height; row += 64)
    parts.push(paintRows(scenery, size, row, Math.min(64, size.height - row)));
  return (east: number, north: number) => {
    const column = Math.floor((east - scenery.box.west) / PIXEL_M);
    const row = Math.floor((scenery.box.north - north) / PIXEL_M);
    const at = (column + (row % 64) * size.width) * 3;
    return [...parts[Math.floor(row / 64)]!.subarray(at, at + 3)] as [number, number, number];
  };
}

/** Middles of the twin's components in the picture's metres. */
function middles(draft: TwinDraft, type: ComponentType): (readonly [number, number])[] {
  const { toPlane } = planeAt(origin);
  const level = draft.levels.find((one) => one.type === type)!;
  return Array.from({ length: level.count }, (_, row) => toPlane(...middleOf(level, row)));
}

const isBlue = ([red, , blue]: readonly [number, number, number]) => blue > red;
const share = (count: number, all: readonly unknown[]) => count / all.length;

describe("the scenery of a photovoltaic plant", () => {
  // The last table has 20 of its 56 modules.
  const parameters = { origin, modules: 56 * 19 + 20, mounting: "tracked" } as const;
  const colourAt = painted(photovoltaicScenery(parameters, soil));
  const modules = middles(generatePhotovoltaicPlant(parameters), "module");

  it("has glass where the twin has modules, and soil where it has none", () => {
    expect(modules.filter((place) => !isBlue(colourAt(...place)))).toEqual([]);
    // Half of 11 m from row to row: in the middle of the lane, which the shadow does not reach.
    const lanes = modules.map(([east, north]) => colourAt(east + (east > 0 ? 5.5 : -5.5), north));
    expect(share(lanes.filter(isBlue).length, lanes)).toBeLessThan(0.02);
    const glass = modules.map((place) => colourAt(...place).join());
    // Modules differ a little, as they do.
    expect(new Set(glass).size).toBeGreaterThan(2);
  });

  it("has a shadow beside a table that is darker than the soil and brighter than none", () => {
    const east = Math.max(...modules.map(([x]) => x));
    const along = modules.filter(([x]) => x === east).map(([, y]) => y);
    const north = along[Math.floor(along.length / 2)]!;
    const sum = (colour: readonly number[]) => colour.reduce((total, part) => total + part, 0);
    // The module is 2.28 m wide; the shadow of 1.8 m reaches 0.6 m beyond it.
    const shadow = sum(colourAt(east + 1.14 + 0.3, north));
    const lit = sum(colourAt(east + 1.14 + 2, north));
    expect(shadow).toBeLessThan(lit * 0.75);
    expect(shadow).toBeGreaterThan(lit * 0.3);
  });

  it("refuses tables that do not lie from north to south", () => {
    const fixed = { ...parameters, mounting: "fixed" } as const;
    expect(() => photovoltaicScenery(fixed, soil)).toThrow(RangeError);
  });
});

describe("the scenery of a trough field", () => {
  // From 20 loops on there is a power block in the middle.
  const parameters = { origin, loops: 22, model: "eurotrough_et150" } as const;
  const scenery = troughScenery(parameters, soil);
  const colourAt = painted(scenery);
  const draft = generateTroughField(parameters);

  it("has mirrors where the twin has them, and nothing else over them", () => {
    const wrong = middles(draft, "mirror").filter((place) => !isBlue(colourAt(...place)));
    expect(wrong).toEqual([]);
  });

  it("has soil between the rows", () => {
    // 17.25 m from row to row.
    const lanes = middles(draft, "sce").map(([x, y]) => colourAt(x + 17.25 / 2, y));
    expect(share(lanes.filter(isBlue).length, lanes)).toBeLessThan(0.02);
  });

  it("has a darker line along the tube", () => {
    const tubes = middles(draft, "absorber_tube");
    const light = ([red, green, blue]: readonly number[]) => red! + green! + blue!;
    const darker = tubes.filter(([x, y]) => light(colourAt(x, y)) < light(colourAt(x + 1, y)) - 30);
    expect(share(darker.length, tubes)).toBeGreaterThan(0.95);
  });

  it("has buildings in the middle, and no power block where the field is small", () => {
    expect(colourAt(40, 20)).toEqual([204, 210, 204]);
    const few = troughScenery({ ...parameters, loops: 4 }, soil);
    expect(few.shapes.length).toBeLessThan(60);
  });
});
