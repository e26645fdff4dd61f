import { expect, test } from "vitest";
import { standScene, standStore, standValues } from "../tests/e2e/map/scene.ts";
import { cameraAtom } from "../src/state/map/view.ts";
import { selectedRowsAtom } from "../src/state/plant/component/selection.ts";
import { selection } from "./selection.ts";

function drawnOf(selected: readonly number[], zoom: number) {
  const knobs = { count: 20_000, selected: [...selected] };
  const stood = standScene(knobs);
  const camera = { centre: stood.scene.origin, zoom, bearing: 0, pitch: 0 };
  const values = standValues(stood, knobs)
    .set(cameraAtom, camera)
    .set(selectedRowsAtom, Uint32Array.from(selected));
  const data = standStore(values).get(selection.data);
  if (data === null) return [];
  return selection.build(data, stood.scene, 1).map(({ id, props }) => ({
    id,
    count: (props.data as readonly unknown[]).length,
  }));
}
const many = Array.from({ length: 5000 }, (_, row) => row * 2);

test("few selected components have a ring each, many tint an area of far fewer boxes", () => {
  expect(drawnOf([1, 2, 3], 14)).toEqual([{ id: "selection", count: 3 }]);
  const [tint, ...others] = drawnOf(many, 14);
  expect(others).toEqual([]);
  expect(tint?.id).toBe("selection-tint");
  expect(tint?.count).toBeGreaterThan(0);
  expect(tint?.count).toBeLessThan(1000);
});

test("near, the components' own outlines say it", () => {
  expect(drawnOf([1, 2, 3], 21)).toEqual([]);
  expect(drawnOf(many, 21)).toEqual([]);
});
