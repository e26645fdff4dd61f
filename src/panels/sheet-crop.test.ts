// @vitest-environment happy-dom
// The part of the map on a flight sheet. Places are metres from the camera's centre on the equator, where a degree is
// 111,319.49 m both ways, and the picture has a metre per pixel.
import { afterEach, expect, test, vi } from "vitest";
import type { MapPicture } from "../state/map/picture.ts";
import { croppedTo } from "./sheet-crop.ts";

const METRES = 111_319.4908;
const drawn = vi.fn();
vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue({
  drawImage: drawn,
} as unknown as null);
afterEach(() => drawn.mockClear());

type Sides = { west: number; south: number; east: number; north: number };

function cropOf(
  { west, south, east, north }: Sides,
  more: Partial<MapPicture> = {},
  sharpness = 1,
) {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [1400 * sharpness, 1000 * sharpness];
  const picture: MapPicture = {
    canvas,
    width: 1400,
    height: 1000,
    metresPerPixel: 1,
    bearing: 0,
    isTilted: false,
    isWhole: true,
    attribution: "ground",
    ...more,
  };
  const camera = { centre: [10, 0] as const, zoom: 15, bearing: 0, pitch: 0 };
  const bounds = [10 + west / METRES, south / METRES, 10 + east / METRES, north / METRES] as const;
  const cropped = croppedTo(picture, camera, bounds);
  expect(drawn).toHaveBeenCalledTimes(1);
  const [of, x, y] = drawn.mock.calls[0]!;
  expect(of).toBe(canvas);
  const { width, height } = cropped.canvas;
  const near = (value: number) => Math.round(value) + 0;
  drawn.mockClear();
  return {
    left: near(-x),
    top: near(-y),
    width: near(cropped.width),
    height: near(cropped.height),
    canvas: [width, height],
    attribution: cropped.attribution,
  };
}

test("routes in the middle have 40 pixels around them", () => {
  expect(cropOf({ west: -400, south: -300, east: 400, north: 250 })).toEqual({
    left: 260,
    // 250 m north of the middle, and 40 pixels.
    top: 210,
    width: 880,
    height: 630,
    canvas: [880, 630],
    attribution: "ground",
  });
});

test("a small flight keeps 660 by 420 pixels with the routes in their middle", () => {
  const crop = cropOf({ west: -60, south: 20, east: 40, north: 60 });
  // The middle of the routes is 10 m west and 40 m north of the picture's middle.
  expect(crop).toMatchObject({ left: 690 - 330, top: 460 - 210, width: 660, height: 420 });
});

test("at the edge the part stays inside of the picture", () => {
  const low = cropOf({ west: -690, south: 380, east: -650, north: 480 });
  expect(low).toMatchObject({ left: 0, top: 0, width: 660, height: 420 });
  const high = cropOf({ west: 650, south: -480, east: 690, north: -380 });
  expect(high).toMatchObject({ left: 740, top: 580, width: 660, height: 420 });
  const all = cropOf({ west: -900, south: -900, east: 900, north: 900 });
  expect(all).toMatchObject({ left: 0, top: 0, width: 1400, height: 1000 });
});

test("a turned map has north where its bearing says", () => {
  // East is at the top: what lies 300 m north of the middle is 300 pixels to the left of it. From west to east the
  // routes are 700 pixels high and reach the lower edge.
  const crop = cropOf({ west: -500, south: 280, east: 200, north: 320 }, { bearing: 90 });
  expect(crop).toMatchObject({ left: 400 - 330, width: 660, top: 1000 - 780, height: 780 });
  const back = cropOf({ west: -500, south: 280, east: 200, north: 320 }, { bearing: -90 });
  expect(back).toMatchObject({ left: 1000 - 330, width: 660, top: 0, height: 780 });
});

test("a scale of two metres a pixel halves the routes, and a sharp screen doubles the pixels", () => {
  const far = cropOf({ west: -800, south: -600, east: 800, north: 600 }, { metresPerPixel: 2 });
  expect(far).toMatchObject({ left: 260, top: 160, width: 880, height: 680 });
  const sharp = cropOf({ west: -400, south: -300, east: 400, north: 250 }, {}, 2);
  expect(sharp).toMatchObject({ left: 520, top: 420, width: 880, height: 630 });
  expect(sharp.canvas).toEqual([1760, 1260]);
});
