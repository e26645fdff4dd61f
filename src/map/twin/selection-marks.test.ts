// The selection in 3D says the same as on the map, and what is open or under the pointer is marked near and far.
import type { Atom } from "jotai";
import { expect, test } from "vitest";
import { standScene, standStore, standValues } from "../../../tests/e2e/map/scene.ts";
import { planeAt } from "../../domain/geometry/plane.ts";
import { signalInks } from "../../domain/colour/palette.ts";
import { dimensionsAtom, poseAtom } from "../../state/map/space.ts";
import { dimensionDefaults } from "../../domain/twin-view/dimension.ts";
import { groundAtom } from "../../state/map/ground.ts";
import { shownOpacityAtom } from "../../state/map/layer.ts";
import { openRowAtom } from "../../state/plant/component/component.ts";
import { hoveredAtom, selectedRowsAtom } from "../../state/plant/component/selection.ts";
import { crosshairTargetAtom } from "../../state/field/choose.ts";
import { pixelsAt, restingViewAtom } from "./resting-view.ts";
import { outlineLinesAtom, ringLinesAtom } from "./selection-marks.ts";
import { FIELD_OF_VIEW, placeCamera } from "./twin-camera.ts";

const size = { width: 1200, height: 800 };
const perPixelAt1 = (2 * Math.tan(FIELD_OF_VIEW / 2)) / size.height;

type Look = {
  selected?: readonly number[];
  open?: number;
  hovered?: number;
  zoom: number;
  pitch?: number;
  /** The middle of the screen, metres north of the plant's origin. */
  north?: number;
};

function seen({ selected = [], open, hovered, zoom, pitch = 50, north = 0 }: Look) {
  const knobs = { count: 20_000, selected: [...selected] };
  const stood = standScene(knobs);
  const { origin } = stood.scene;
  const camera = { centre: planeAt(origin).toLonLat(0, north), zoom, bearing: 0, pitch };
  const rowOf = (row: number | undefined) =>
    row === undefined ? null : { component_type: "module", row };
  const values: Map<Atom<unknown>, unknown> = standValues(stood, knobs)
    .set(restingViewAtom, { placed: placeCamera(camera, origin, size), perPixelAt1 })
    .set(shownOpacityAtom, () => 1)
    .set(groundAtom, null)
    .set(poseAtom, () => 0)
    .set(dimensionsAtom, dimensionDefaults)
    .set(openRowAtom, rowOf(open))
    .set(hoveredAtom, rowOf(hovered))
    .set(crosshairTargetAtom, null)
    .set(selectedRowsAtom, Uint32Array.from(selected));
  const store = standStore(values);
  const modules = stood.data.levels.find(({ type }) => type === "module")!.geometry;
  return { rings: store.get(ringLinesAtom), outlines: store.get(outlineLinesAtom), modules };
}
const many = Array.from({ length: 5000 }, (_, row) => row * 2);
const near = (is: readonly number[], wanted: readonly number[]) =>
  wanted.every((part, axis) => Math.abs(part - is[axis]!) < 0.05);

test("few small components have a ring of two pixels each, at their places and at their height", () => {
  const { rings, outlines, modules } = seen({ selected: [1, 2, 3], zoom: 14 });
  expect(rings.map(({ width_px }) => width_px)).toEqual([11, 9, 11, 9, 11, 9]);
  for (const [at, row] of [1, 2, 3].entries()) {
    const [x, y, z] = rings[at * 2]!.points[0]!;
    expect(near([x, y], [modules.centreX[row]!, modules.centreY[row]!])).toBe(true);
    // A ring above the tables would lie over another component in a view from the side.
    expect(z).toBeGreaterThan(0.5);
    expect(z).toBeLessThan(3);
  }
  expect(outlines).toEqual([]);
});

test("very many are in a hatched area, each of them", () => {
  const { outlines, rings, modules } = seen({ selected: many, zoom: 14 });
  expect(rings).toEqual([]);
  expect(outlines.length).toBeLessThan(1000);
  const boxes = outlines.map(({ points }) => [points[0]!, points[2]!] as const);
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

/** The southern rows lie at the feet of a camera that looks along the ground, the northern ones far behind the middle. */
function farAndNear() {
  const { modules } = seen({ zoom: 21 });
  const rows = Array.from({ length: modules.count }, (_, row) => row);
  const northern = rows.reduce((a, b) => (modules.centreY[b]! > modules.centreY[a]! ? b : a));
  const southern = rows.reduce((a, b) => (modules.centreY[b]! < modules.centreY[a]! ? b : a));
  return { northern, southern, south: modules.centreY[southern]!, modules };
}

test("near, the rims of the components say it", () => {
  const { southern, south } = farAndNear();
  const look = { zoom: 21.5, north: south };
  expect(seen({ ...look, selected: [southern] })).toMatchObject({ rings: [], outlines: [] });
});

test("a selected component far behind the middle of a tilted view has a ring, though the middle is near", () => {
  const { northern, southern, south } = farAndNear();
  const look = { zoom: 20.5, pitch: 78, north: south };
  const { rings, modules } = seen({ ...look, selected: [southern, northern] });
  expect(rings).toHaveLength(2);
  expect(near(rings[0]!.points[0]!, [modules.centreX[northern]!, modules.centreY[northern]!])).toBe(
    true,
  );
});

test("the open one that is not selected is marked near and far: what a list opens is found", () => {
  const { southern, south, modules } = farAndNear();
  const close = seen({ open: southern, zoom: 21, north: south });
  expect(close.rings).toEqual([]);
  // Its four edges, with their rims below them.
  expect(close.outlines.map(({ width_px }) => width_px)).toEqual([5, 5, 5, 5, 2, 2, 2, 2]);
  expect(close.outlines.at(-1)!.inks).toEqual([signalInks.open]);
  const [x, y] = close.outlines.at(-1)!.points[0]!;
  const away = Math.hypot(x - modules.centreX[southern]!, y - modules.centreY[southern]!);
  // Half a diagonal, and the few centimetres around it.
  const half = Math.hypot(modules.length[southern]!, modules.width[southern]!) / 2;
  expect(away).toBeGreaterThan(half);
  expect(away).toBeLessThan(half + 0.1);
  const far = seen({ open: southern, zoom: 15, north: south });
  expect(far.outlines).toEqual([]);
  expect(far.rings.map(({ width_px }) => width_px)).toEqual([19, 17]);
});

test("the one under the pointer is outlined too, in another colour than the open one", () => {
  const { southern, south } = farAndNear();
  const { outlines } = seen({ hovered: southern, zoom: 21, north: south });
  expect(outlines).toHaveLength(8);
  expect(outlines.at(-1)!.inks).not.toEqual([signalInks.open]);
});

test("the size on the screen is that at the distance of the component", () => {
  // 100 m before the eye a screen of 800 pixels shows 100 m · 2 · tan(angle / 2) = 66.7 m: 12 pixels a metre.
  const placed = placeCamera({ centre: [0, 0], zoom: 18, bearing: 0, pitch: 0 }, [0, 0], size);
  const view = { placed, perPixelAt1 };
  expect(pixelsAt(view, [0, 0, placed.eye[2] - 100], 1)).toBeCloseTo(12, 1);
  expect(pixelsAt(view, [0, 0, placed.eye[2] + 1], 1)).toBeNull();
});
