// What is counted as in view in 3D is what lies on the screen.
import { expect, it } from "vitest";
import { areaTest } from "../../domain/column/in-view.ts";
import { areaInView } from "./resting-view.ts";
import { placeCamera, screenOf } from "./twin-camera.ts";

const origin = [-69.5, -23.2] as const;
const size = { width: 1200, height: 800 };

it.each([
  { bearing: 0, pitch: 0 },
  { bearing: 30, pitch: 35 },
  { bearing: -125, pitch: 50 },
])("a place counts where the screen shows it: %j", (turn) => {
  const camera = { centre: origin, zoom: 17, ...turn };
  const placed = placeCamera(camera, origin, size);
  const isIn = areaTest(areaInView(camera, origin, size));
  const counts = { inside: 0, outside: 0 };
  for (let x = -1500; x <= 1500; x += 13) {
    for (let y = -1500; y <= 1500; y += 17) {
      const pixel = screenOf(placed, size, [x, y, placed.base]);
      const shown =
        pixel !== null &&
        pixel[0] > 0 &&
        pixel[0] < size.width &&
        pixel[1] > 0 &&
        pixel[1] < size.height;
      expect(isIn(x, y), `${x} ${y}`).toBe(shown);
      counts[shown ? "inside" : "outside"] += 1;
    }
  }
  expect(Math.min(counts.inside, counts.outside)).toBeGreaterThan(1000);
});
