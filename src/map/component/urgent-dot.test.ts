import type { Atom } from "jotai";
import { expect, test } from "vitest";
import { standScene, standStore, standValues, type Knobs } from "../../../tests/e2e/map/scene.ts";
import { planeAt, type LonLat } from "../../domain/geometry/plane.ts";
import { keyFigureById } from "../../domain/key-figure/key-figure.ts";
import { cameraAtom, eyeAtom } from "../../state/map/view.ts";
import { keyFigureAtom, limitsAtom } from "../../state/plant/column/key-figure.ts";
import { componentDataAtom } from "./component-data.ts";
import { barsInViewAtom } from "./bars-in-view.ts";
import { besideDotsAtom, dotPartsAtom, urgentDotsAtom } from "./urgent-dot.ts";

const HOT = 4321;

/** A field of 20,000 modules from afar, in which one module of the current analysis needs action now. */
function stand(knobs: Partial<Knobs>) {
  const stood = standScene({ mode: "classes", values: { [HOT]: 90 }, ...knobs });
  const { data } = stood;
  const judged = { ...data, aggregation: { ...data.aggregation, aggregate: "notable" as const } };
  const values = new Map<Atom<unknown>, unknown>([
    ...standValues(stood, knobs),
    [componentDataAtom, judged],
    [cameraAtom, { centre: stood.scene.origin, zoom: 14, bearing: 0, pitch: 0 }],
    [keyFigureAtom, keyFigureById(50)],
    [limitsAtom, [45, 52, 60]],
  ]);
  return standStore(values);
}
const countIn = (dots: readonly { count: number }[] = []) =>
  dots.reduce((sum, { count }) => sum + count, 0);

test("one analysis has its dots over the whole map", () => {
  const store = stand({});
  const [part, ...more] = store.get(dotPartsAtom) ?? [];
  expect(more).toEqual([]);
  expect(part).toMatchObject({ side: "this", swipe: [0, 1] });
  expect(countIn(part?.dots)).toBeGreaterThan(0);
  expect(store.get(besideDotsAtom)).toBeNull();
});

test("a swipe has the dots of each analysis on its side of the line, the older one left", () => {
  const store = stand({ compare: "swipe", position: 0.3 });
  const [other, own] = store.get(dotPartsAtom) ?? [];
  expect(other).toMatchObject({ side: "other", swipe: [0, 0.3] });
  expect(own).toMatchObject({ side: "this", swipe: [0.3, 1] });
  expect(own!.dots).toEqual(store.get(urgentDotsAtom));
  expect(countIn(own!.dots)).not.toBe(countIn(other!.dots));
});

test("the map beside has the dots of the other analysis over its whole width", () => {
  const store = stand({ compare: "swipe", position: 0.3 });
  const [part] = store.get(besideDotsAtom) ?? [];
  expect(part).toMatchObject({ side: "other", swipe: [0, 1] });
  expect(part!.dots).toEqual(store.get(dotPartsAtom)![0]!.dots);
});

test("neither a pan nor a turn of the wheel judges the values of the column again", () => {
  const stood = standScene({ mode: "classes", values: { [HOT]: 90 } });
  const { data } = stood;
  const judged = { ...data, aggregation: { ...data.aggregation, aggregate: "notable" as const } };
  let reads = 0;
  const limits = [45, 52, 60];
  const figure = Object.create(keyFigureById(50)!, {
    direction: { get: () => ((reads += 1), "higher_is_worse") },
  });
  const dotsAt = (centre: LonLat, zoom: number) => {
    const values: Map<Atom<unknown>, unknown> = standValues(stood, {})
      .set(componentDataAtom, judged)
      .set(cameraAtom, { centre, zoom, bearing: 0, pitch: 0 })
      .set(keyFigureAtom, figure)
      .set(limitsAtom, limits);
    return standStore(values).get(urgentDotsAtom);
  };
  const [lon, lat] = stood.scene.origin;
  const before = dotsAt([lon, lat], 14);
  const first = reads;
  expect(first).toBeGreaterThan(0);
  expect(dotsAt([lon + 0.01, lat], 14)).toEqual(before);
  dotsAt([lon, lat], 14.1);
  expect(reads).toBe(first);
});

test("a map of differences has none", () => {
  const store = stand({ compare: "difference" });
  expect([store.get(dotPartsAtom), store.get(besideDotsAtom)]).toEqual([null, null]);
});

/**
 * A 3D view over the southern edge of the field, 40 m high, with 0.01 m per pixel one metre before the eye. The modules of
 * a tracker are drawn while its middle is nearer than their size / 2 pixels / 0.01.
 */
function standInSpace(urgent: readonly number[]) {
  const values = Object.fromEntries(urgent.map((row) => [row, 90]));
  const stood = standScene({ mode: "classes", values });
  const judged = {
    ...stood.data,
    aggregation: { ...stood.data.aggregation, aggregate: "notable" as const },
  };
  const [, trackers, modules] = stood.data.levels;
  const [minX, minY, maxX] = modules!.mesh!.extent;
  const eye = [(minX + maxX) / 2, minY, 40] as const;
  const { toLonLat } = planeAt(stood.scene.origin);
  const perPixelAt1 = 0.01;
  const store = standStore(
    new Map<Atom<unknown>, unknown>([
      ...standValues(stood, {}),
      [componentDataAtom, judged],
      // The middle of the view is near: there the modules themselves are drawn.
      [cameraAtom, { centre: stood.scene.origin, zoom: 21, bearing: 0, pitch: 75 }],
      [eyeAtom, { place: toLonLat(eye[0], eye[1]), height_m: eye[2], perPixelAt1 }],
      [keyFigureAtom, keyFigureById(50)],
      [limitsAtom, [45, 52, 60]],
    ]),
  );
  /** Metres from the eye to the middle of a module's tracker. */
  const metresTo = (module: number) => {
    const tracker = modules!.geometry.parent[module]!;
    const { centreX, centreY } = trackers!.geometry;
    return Math.hypot(centreX[tracker]! - eye[0], centreY[tracker]! - eye[1], eye[2]);
  };
  const reach = modules!.mesh!.size / 2 / perPixelAt1;
  const isCool = (module: number) => stood.data.column!.values[module]! < 45;
  return { store, metresTo, reach, isCool, count: modules!.geometry.count };
}

test("in 3D parts far away have dots although the middle of the view is near, and near ones have none", () => {
  const { metresTo, reach, isCool, count } = standInSpace([]);
  const rows = Array.from({ length: count }, (_, row) => row).filter(isCool);
  const near = rows.filter((row) => metresTo(row) < reach - 5);
  const far = rows.filter((row) => metresTo(row) > reach + 5);
  expect(Math.min(near.length, far.length)).toBeGreaterThan(100);
  const urgent = [near[7]!, far[3]!, far[far.length >> 1]!];
  const { store } = standInSpace(urgent);
  const bars = store.get(barsInViewAtom);
  const without = standInSpace([]).store;
  const more = countIn(store.get(urgentDotsAtom)!) - countIn(without.get(urgentDotsAtom) ?? []);
  expect(more).toBe(2);
  // The legend says bars and dots: what is far is drawn so.
  expect(bars).toMatchObject({ component_type: "tracker", part_type: "module" });
  expect(bars!.dots).toBe(countIn(store.get(urgentDotsAtom)!));
  // Of the bars it counts those that are drawn as such.
  const trackers = new Set(far.map((row) => metresTo(row)));
  expect(bars!.count + bars!.missing).toBeGreaterThan(trackers.size * 0.9);
  expect(bars!.count).toBeLessThan(count / 56);
});
