import type { Atom } from "jotai";
import type { Map as MapLibreMap } from "maplibre-gl";
import { expect, it } from "vitest";
import { ORIGIN, standScene, standStore, standValues } from "../../tests/e2e/map/scene.ts";
import { moduleField } from "../../tests/fixtures/module-field.ts";
import { buildComponentMesh } from "../domain/component/component-mesh.ts";
import { planeAt } from "../domain/geometry/plane.ts";
import type { Store } from "../state/shell/on-change.ts";
import { componentDataAtom } from "./component/component-data.ts";
import { zoomForScale } from "./component/projection.ts";
import { toolCanvas } from "./tool-canvas.ts";

/** A tenth of a metre per pixel, the plane's zero point at the top left. */
const SCALE = 0.1;
const map = {
  getZoom: () => zoomForScale(SCALE, ORIGIN),
  getCanvas: () => ({ clientWidth: 1000 }),
  unproject: ([x, y]: [number, number]) => {
    const [lng, lat] = planeAt(ORIGIN).toLonLat(x * SCALE, -y * SCALE);
    return { lng, lat };
  },
} as unknown as MapLibreMap;

const field = moduleField(56, 0).modules;
const level = (type: "absorber_tube" | "mirror", y: number, width: number) => {
  const geometry = {
    ...field,
    type,
    count: 1,
    centreX: Float32Array.of(20),
    centreY: Float32Array.of(y),
    length: Float32Array.of(10),
    width: Float32Array.of(width),
    rotation: Float32Array.of(0),
  };
  return { type, geometry, mesh: buildComponentMesh(geometry), names: undefined };
};
// A tube from y -9.4 to -10.6 m as drawn, and mirrors south of it from -11 to -15.
const stood = standScene({ count: 56 });
const levels = [level("absorber_tube", -10, 0.12), level("mirror", -13, 4)];
const data = {
  ...stood.data,
  levels,
  column: { ...stood.data.column!, type: "absorber_tube", values: Float32Array.of(30) },
} as const;
const values = new Map<Atom<unknown>, unknown>([
  ...standValues(stood, {}),
  [componentDataAtom, data],
]);
const { pick } = toolCanvas(standStore(values) as Store, map);

it("takes what lies under the pointer before what lies near it, whatever its level", () => {
  expect(pick([200, 100], 6)).toEqual({ component_type: "absorber_tube", row: 0 });
  // Four pixels below the tube lies the mirror.
  expect(pick([200, 110], 6)).toEqual({ component_type: "mirror", row: 0 });
  // Two pixels below the tube lies nothing, and the mirror is as near: the measured level comes first.
  expect(pick([200, 108], 6)).toEqual({ component_type: "absorber_tube", row: 0 });
});

it("takes the nearest within six pixels of a mouse, and within twelve of a finger", () => {
  expect(pick([200, 89], 6)).toEqual({ component_type: "absorber_tube", row: 0 });
  expect(pick([200, 87], 6)).toBeNull();
  expect(pick([200, 83], 12)).toEqual({ component_type: "absorber_tube", row: 0 });
  expect(pick([200, 81], 12)).toBeNull();
});

it("says on which side of a swipe the component is, and picks plain ones where the other has no values", () => {
  const comparison = standScene({ count: 56, compare: "swipe", position: 0.5 }).data.comparison!;
  const pickOf = (other: typeof comparison.other) =>
    toolCanvas(
      standStore(
        new Map(values).set(componentDataAtom, { ...data, comparison: { ...comparison, other } }),
      ) as Store,
      map,
    ).pick;
  const tubes = { ...data.column, values: Float32Array.of(20) } as typeof comparison.other;
  expect(pickOf(tubes)([200, 100], 6)).toEqual({
    component_type: "absorber_tube",
    row: 0,
    side: "other",
  });
  expect(pickOf(null)([200, 110], 6)).toMatchObject({ side: "other" });
  const right = { ...map, getCanvas: () => ({ clientWidth: 300 }) } as unknown as MapLibreMap;
  const swiped = new Map(values).set(componentDataAtom, { ...data, comparison });
  expect(toolCanvas(standStore(swiped) as Store, right).pick([200, 100], 6)).toEqual({
    component_type: "absorber_tube",
    row: 0,
  });
});

it("takes the components of the other analysis on its own map", () => {
  const comparison = standScene({ count: 56, compare: "swipe" }).data.comparison!;
  const other = { ...data.column, values: Float32Array.of(20) } as typeof comparison.other;
  const side = { ...comparison, mode: "side" as const, other };
  const beside = new Map(values).set(componentDataAtom, { ...data, comparison: side });
  expect(toolCanvas(standStore(beside) as Store, map, "other").pick([200, 100], 6)).toEqual({
    component_type: "absorber_tube",
    row: 0,
    side: "other",
  });
});
