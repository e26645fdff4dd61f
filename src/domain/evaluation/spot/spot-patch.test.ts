import { expect, it } from "vitest";
import { normalNumbers } from "../scene.fixture.ts";
import { noiseAbout } from "./spot-patch.ts";

/** As far over the usual value: healthy pixels, a shadow of 6 K and a hot cell of 12 K. */
function pixels(healthy: () => number): Float64Array {
  return Float64Array.from({ length: 600 }, (_, at) => {
    if (at < 90) return -6 + healthy();
    if (at < 99) return 12 + healthy();
    return healthy();
  });
}

it("is the noise of the healthy pixels, whatever lies on one side of them", () => {
  const random = normalNumbers(5);
  const noise = noiseAbout(pixels(() => 0.4 * random()));
  expect(noise).toBeGreaterThan(0.34);
  expect(noise).toBeLessThan(0.46);
});

it("is none where the healthy pixels are alike: shadow and hot cell are no noise", () => {
  expect(noiseAbout(pixels(() => 0))).toBe(0);
});
