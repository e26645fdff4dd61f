// Rendered plants on grounds of several temperatures: the renderer shares no code with the comparison.
import { expect, it } from "vitest";
import { grounds, placeScene } from "../../../../tests/bench/place-scene.ts";
import { patient } from "../../../../tests/fixtures/patience.ts";
import { isRelease } from "../../../../tests/fixtures/rounds.ts";
import { renderScene, sceneGeometry } from "../scene.fixture.ts";
import { groundAlike } from "./ground-contrast.ts";

it.runIf(isRelease).each(grounds)(
  "tells modules from %s",
  async (ground) => {
    const scene = placeScene({ seed: 1001, ground });
    const alike = await groundAlike(scene.raster, scene.geometry, scene.truth);
    expect(alike).toBeLessThan(0.2);
  },
  patient(60_000),
);

it("says where modules and ground are the same", async () => {
  const same = renderScene(() => 0, { module: 28, ground: 28, pixel: 0.05 });
  expect(await groundAlike(same.raster, sceneGeometry, same.toPixel)).toBeGreaterThan(0.9);
  const other = renderScene(() => 0, { module: 45, ground: 28, pixel: 0.05 });
  expect(await groundAlike(other.raster, sceneGeometry, other.toPixel)).toBeLessThan(0.1);
});

it("says nothing where no ground is beside a module", async () => {
  const scene = renderScene(() => 0, { pixel: 0.05 });
  const few = {
    ...sceneGeometry,
    length: sceneGeometry.length.map((one, at) => (at < 5 ? one : 0)),
  };
  expect(await groundAlike(scene.raster, few, scene.toPixel)).toBeNull();
});
