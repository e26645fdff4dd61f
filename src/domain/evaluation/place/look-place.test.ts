import { expect, it } from "vitest";
import { planeAt } from "../../geometry/plane.ts";
import type { ImageCamera } from "../../image/image-camera.ts";
import { lookPlaces } from "./look-place.ts";

const plane = planeAt([-69.5, -23.4]);
const cameraAt = (x: number, y: number, height_m = 40) => {
  const [lon, lat] = plane.toLonLat(x, y);
  return { lon, lat, height_m } as ImageCamera;
};

it("takes cameras within a fiftieth of their height for one place", () => {
  const placeOf = lookPlaces(plane);
  const seen = [
    cameraAt(0, 0),
    cameraAt(0.5, 0.5),
    cameraAt(1, 0),
    cameraAt(0, 0, 40.7),
    cameraAt(0, 0, 42),
    cameraAt(1.1, 0.2),
    cameraAt(6, 0),
  ];
  expect(seen.map(placeOf)).toEqual([0, 0, 1, 0, 2, 1, 3]);
});
