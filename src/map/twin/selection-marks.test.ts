// The selection in 3D says the same as on the map.
import { expect, test } from "vitest";
import { standScene, standStore, standValues } from "../../../tests/e2e/map/scene.ts";
import { groundAtom } from "../../state/map/ground.ts";
import { shownOpacityAtom } from "../../state/map/layer.ts";
import { cameraAtom } from "../../state/map/view.ts";
import { selectedRowsAtom } from "../../state/plant/component/selection.ts";
import { selectionLinesAtom } from "./selection-marks.ts";

function linesOf(selected: readonly number[], zoom: number) {
  const knobs = { count: 20_000, selected: [...selected] };
  const stood = standScene(knobs);
  const camera = { centre: stood.scene.origin, zoom, bearing: 0, pitch: 50 };
  const values = standValues(stood, knobs)
    .set(cameraAtom, camera)
    .set(shownOpacityAtom, () => 1)
    .set(groundAtom, null)
    .set(selectedRowsAtom, Uint32Array.from(selected));
  const modules = stood.data.levels.find(({ type }) => type === "module")!.geometry;
  return { lines: standStore(values).get(selectionLinesAtom), modules };
}
const many = Array.from({ length: 5000 }, (_, row) => row * 2);

test("few small components have a ring of two pixels each, at their places", () => {
  const { lines, modules } = linesOf([1, 2, 3], 14);
  const places = lines.map(({ points: [first], width_px }) => [first![0], first![1], width_px]);
  const expected = [1, 2, 3].flatMap((row) =>
    [11, 9].map((wide) => [modules.centreX[row], modules.centreY[row], wide]),
  );
  expect(places).toEqual(expected);
});

test("very many are in a hatched area, each of them", () => {
  const { lines, modules } = linesOf(many, 14);
  expect(lines.length).toBeLessThan(1000);
  const boxes = lines.map(({ points }) => [points[0]!, points[2]!] as const);
  const isIn = (row: number) =>
    boxes.some(
      ([[left, lower], [right, upper]]) =>
        modules.centreX[row]! >= left &&
        modules.centreX[row]! <= right &&
        modules.centreY[row]! >= lower &&
        modules.centreY[row]! <= upper,
    );
  expect(many.filter((row) => !isIn(row))).toEqual([]);
});

test("near, the rims of the components say it", () => {
  expect(linesOf([1, 2, 3], 21).lines).toEqual([]);
});
