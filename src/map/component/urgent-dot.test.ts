import type { Atom } from "jotai";
import { expect, test } from "vitest";
import { standScene, standStore, standValues, type Knobs } from "../../../tests/e2e/map/scene.ts";
import { keyFigureById } from "../../domain/key-figure/key-figure.ts";
import { cameraAtom } from "../../state/map/view.ts";
import { keyFigureAtom, limitsAtom } from "../../state/plant/column/key-figure.ts";
import { componentDataAtom } from "./component-data.ts";
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

test("a map of differences has none", () => {
  const store = stand({ compare: "difference" });
  expect([store.get(dotPartsAtom), store.get(besideDotsAtom)]).toEqual([null, null]);
});
