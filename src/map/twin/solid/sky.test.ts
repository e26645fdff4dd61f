// The sky costs nothing where it is not seen.
import { expect, test } from "vitest";
import { placeCamera } from "../twin-camera.ts";
import { isSkySeen } from "./sky.ts";

const origin = [15, 42] as const;
const seen = (zoom: number, pitch: number, aspect = 1.6) => {
  const camera = { centre: origin, zoom, bearing: 30, pitch };
  return isSkySeen(placeCamera(camera, origin, { width: 800 * aspect, height: 800 }), aspect);
};

test.each([
  ["straight down over a table", 20, 0, false],
  ["tilted by 50 degrees over tables", 18, 50, false],
  // The upper edge of the view is 18.4 degrees above its middle.
  [
    "71 degrees, where the upper edge is below the horizon and shows ground beyond 20 km",
    18,
    71.5,
    true,
  ],
  ["along the rows", 20, 80, true],
  // 60 m per pixel: 800 pixels are 48 km, and the grid has 40.
  ["straight down on a whole province", 10.9, 0, true],
])("%s: %s degrees", (_, zoom, pitch, isSeen) => expect(seen(zoom, pitch)).toBe(isSeen));

test("a wide view sees more of it than a narrow one", () => {
  const least = [0.4, 1, 3].map((aspect) => {
    let pitch = 0;
    while (!seen(12.5, pitch, aspect)) pitch += 0.5;
    return pitch;
  });
  expect(least[0]).toBeGreaterThan(least[2]!);
});
