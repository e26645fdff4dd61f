import { expect, test } from "vitest";
import { signalInks } from "../src/domain/colour/palette.ts";
import type { ImagePosition } from "../src/state/map/image-position.ts";
import { standScene } from "../tests/e2e/map/scene.ts";
import { images } from "./images.ts";

const { scene } = standScene({ count: 100 });
const at = (lon: number, lat: number, kind: ImagePosition["kind"] = "thermal"): ImagePosition => ({
  kind,
  lon,
  lat,
  camera: null,
  file_name: "",
});
const many = (count: number) => Array.from({ length: count }, (_, i) => at(i / 1e5, 40));

function drawnOf(all: readonly ImagePosition[], opacity = 1) {
  const [layer, ...others] = images.build({ positions: all, span: [0, 1] }, scene, opacity);
  expect(others).toEqual([]);
  const { data, ...props } = layer!.props as unknown as {
    data: readonly ImagePosition[];
    opacity: number;
    getPosition(one: ImagePosition): readonly number[];
    getFillColor(one: ImagePosition): readonly number[];
  };
  return { data, ...props };
}

test("every image is a point where it was taken, in the colour of its kind", () => {
  const all = [at(-69.5, -23.2), at(-69.4, -23.1, "rgb")];
  const { data, opacity, getPosition, getFillColor } = drawnOf(all, 0.4);
  expect(data.map(getPosition)).toEqual([
    [-69.5, -23.2],
    [-69.4, -23.1],
  ]);
  expect(data.map(getFillColor)).toEqual([signalInks.thermal_image, signalInks.rgb_image]);
  expect(signalInks.thermal_image).not.toEqual(signalInks.rgb_image);
  expect(opacity).toBe(0.4);
});

test("3000 images are all drawn, and more are thinned evenly to no more than that", () => {
  expect(drawnOf(many(3000)).data).toHaveLength(3000);
  const half = drawnOf(many(3001)).data;
  expect(half).toHaveLength(1501);
  expect(half.slice(0, 3).map(({ lon }) => Math.round(lon * 1e5))).toEqual([0, 2, 4]);
  expect(drawnOf(many(6000)).data).toHaveLength(3000);
  const third = drawnOf(many(6001)).data;
  expect(third).toHaveLength(2001);
  expect(third.slice(0, 3).map(({ lon }) => Math.round(lon * 1e5))).toEqual([0, 3, 6]);
});

test("the map goes to all of them: west, south, east, north", () => {
  const bounds = images.bounds?.(
    { positions: [at(-3, 41), at(-5, 38), at(2, 39), at(1, 43)], span: [0, 1] },
    scene,
  );
  expect(bounds).toEqual([-5, 38, 2, 43]);
});

test("they are off until someone wants them, and are there in 3D too", () => {
  expect(images).toMatchObject({ id: "images", visible: false, inSpace: true });
});
