import { describe, expect, it } from "vitest";
import { standScene } from "../../../tests/e2e/map/scene.ts";
import { isMissing } from "../../domain/column/column.ts";
import { keyFigureById } from "../../domain/key-figure/key-figure.ts";
import { FILTERED_OUT } from "../../state/plant/column/row-flag.ts";
import { barsInView } from "./bars-in-view.ts";
import type { ComponentData } from "./component-data.ts";

const LIMITS = [45, 60, 75];
const keyFigure = keyFigureById(50)!;
const values = { 3: 80, 60: 61, 61: 62, 5000: 90, 19_999: 46 };
const { data } = standScene({ count: 20_000, values, mode: "classes" });
const request = { minPixels: 2, area: null, keyFigure, limits: LIMITS };
const near = { ...request, metresPerPixel: 0.05 };
const far = { ...request, metresPerPixel: 2 };
const column = data.column!;
const [, trackers, modules] = data.levels;
const severity = (value: number) => LIMITS.filter((limit) => value >= limit).length;

/** The modules of each tracker, found one by one. */
const partsOf = (tracker: number) =>
  [...modules!.geometry.parent].flatMap((parent, row) => (parent === tracker ? [row] : []));

/** Bars by the severity of their worst part, for the trackers chosen. */
function countWorst(isCounted: (tracker: number) => boolean, passes = (_row: number) => true) {
  const counts = [0, 0, 0, 0];
  let missing = 0;
  for (let tracker = 0; tracker < trackers!.geometry.count; tracker += 1) {
    if (!isCounted(tracker)) continue;
    const parts = partsOf(tracker).filter((row) => passes(row) && !isMissing(column.values[row]!));
    const worst = Math.max(...parts.map((row) => column.values[row]!));
    if (parts.length === 0) missing += 1;
    else counts[severity(worst)]! += 1;
  }
  return { counts, missing };
}

describe("the bars in view", () => {
  it("are none while the modules themselves are drawn", () => {
    expect(barsInView(data, column, near)).toBeNull();
  });

  it("are trackers by the severity of their worst module, as an independent count finds them", () => {
    const bars = barsInView(data, column, far)!;
    expect(bars).toMatchObject({
      component_type: "tracker",
      part_type: "module",
      aggregate: "worst",
      missing: 0,
    });
    const { counts } = countWorst(() => true);
    expect(counts[3]).toBeGreaterThan(0);
    expect(Array.from(bars.classes!)).toEqual(counts);
    expect(bars.count).toBe(trackers!.geometry.count);
    // Twenty thousand modules in tables of 56: the last table has 8.
    expect(bars.parts).toEqual([20_000 % 56, 56]);
  });

  it("are those whose centre is in the view", () => {
    const box = [-200, -150, 120, 80] as const;
    const isInside = (tracker: number) => {
      const { centreX, centreY } = trackers!.geometry;
      const [x, y] = [centreX[tracker]!, centreY[tracker]!];
      return x >= box[0] && x <= box[2] && y >= box[1] && y <= box[3];
    };
    const bars = barsInView(data, column, { ...far, area: box })!;
    const { counts } = countWorst(isInside);
    expect(bars.count).toBeLessThan(trackers!.geometry.count);
    expect(Array.from(bars.classes!)).toEqual(counts);
  });

  it("count without the parts that the filters leave out, and name those that have none left", () => {
    const bytes = new Uint8Array(20_000);
    for (let row = 0; row < 20_000; row += 1) if (row < 112 || row % 3 === 0) bytes[row] = 1;
    const filtered: ComponentData = {
      ...data,
      rowFlags: { version: 3e6, of: (type) => (type === "module" ? bytes : undefined) },
    };
    const bars = barsInView(filtered, column, far)!;
    const passes = (row: number) => (bytes[row]! & FILTERED_OUT) === 0;
    const { counts, missing } = countWorst(() => true, passes);
    expect(missing).toBe(2);
    expect(Array.from(bars.classes!)).toEqual(counts);
    // They were measured, and are left out: that is said apart.
    expect([bars.filtered, bars.missing]).toEqual([missing, 0]);
    expect(barsInView(data, column, far)!.filtered).toBeNull();
    // A selection is no filter.
    const selected = { version: 5e6, of: () => new Uint8Array(20_000).fill(2) };
    expect(barsInView({ ...data, rowFlags: selected }, column, far)!.filtered).toBeNull();
  });

  it("have no classes on a ramp, and say that the mean stands where nothing is notable", () => {
    const share: ComponentData = {
      ...data,
      aggregation: { ...data.aggregation, aggregate: "share" },
    };
    expect(barsInView(share, column, far)).toMatchObject({ aggregate: "share", classes: null });
    const unjudged: ComponentData = {
      ...data,
      aggregation: { ...data.aggregation, aggregate: "notable", limits: [] },
    };
    expect(barsInView(unjudged, column, far)!.aggregate).toBe("mean");
  });

  it("read no module again when the map is moved", () => {
    const bytes = new Uint8Array(20_000);
    for (let row = 0; row < 20_000; row += 1) if (row < 112 || row % 3 === 0) bytes[row] = 1;
    let reads = 0;
    const watched = <Of extends object>(array: Of): Of =>
      new Proxy(array, {
        get(of, name) {
          if (typeof name === "string" && /^\d+$/.test(name)) reads += 1;
          const value = Reflect.get(of, name, of) as unknown;
          return typeof value === "function" ? value.bind(of) : value;
        },
      });
    const flags = watched(bytes);
    const filtered: ComponentData = {
      ...data,
      rowFlags: { version: 4e6, of: (type) => (type === "module" ? flags : undefined) },
      levels: data.levels.map((level) =>
        level === modules
          ? { ...level, geometry: { ...level.geometry, centreX: watched(level.geometry.centreX) } }
          : level,
      ),
    };
    const first = barsInView(filtered, column, { ...far, area: [-300, -300, 300, 300] })!;
    reads = 0;
    const moved = barsInView(filtered, column, { ...far, area: [-200, -150, 120, 80] })!;
    expect(moved.count).toBeLessThan(first.count);
    expect(moved.filtered).not.toBeNull();
    // Only the parts that are drawn as dots are asked where they are.
    expect(reads).toBeLessThan(500);
  });
});
