// A known trough and known modules in single visible images, each pixel coloured by the ground that its ray meets.
import { beforeAll, describe, expect, it } from "vitest";
import { isRelease } from "../../../../tests/fixtures/rounds.ts";
import { patient } from "../../../../tests/fixtures/patience.ts";
import type { Geometry } from "../../component/component-index.ts";
import { planeAt } from "../../geometry/plane.ts";
import type { ImageCamera } from "../../image/image-camera.ts";
import { evaluationSettings as settings } from "../evaluation-settings.ts";
import { rasterOf } from "../image-survey.ts";
import { placeByRows } from "../place/flight-place.ts";
import { isPlaceSure } from "../registration.ts";
import { sceneGeometry as modules } from "../scene.fixture.ts";
import { mirrorsSeen, modulesSeen } from "./visible-finding.ts";
import {
  filledIn,
  seenInImage,
  seenRows,
  visibleVotes,
  type VisibleImage,
} from "./visible-image.ts";
import type { Colour } from "./visible-pattern.ts";
import { photoOf } from "./visible-photo.fixture.ts";
import { elements, ground, mirrors, type Layer } from "./visible-scene.fixture.ts";

const plane = planeAt([-69.5, -23.4]);

function cameraAt(x: number, y: number, more: Partial<ImageCamera> = {}): ImageCamera {
  const [lon, lat] = plane.toLonLat(x, y);
  const size = { width_px: 960, height_px: 720, centre_px: [480, 360] as const };
  const angles = { yaw_deg: 8, pitch_deg: -86, roll_deg: 0 };
  return {
    lon,
    lat,
    height_m: 28,
    ...angles,
    focal_px: 900,
    ...size,
    distortion: null,
    position_m: 0.1,
    ...more,
  };
}

async function imageOf(
  layers: readonly Layer[],
  camera: ImageCamera,
  light = 1,
): Promise<VisibleImage> {
  const { width_px: width, height_px: height } = camera;
  const bands = await photoOf(layers, camera, plane, light);
  const values = Float32Array.from(
    { length: width * height },
    (_, at) => (bands[0][at]! + bands[1][at]! + bands[2][at]!) / 3,
  );
  return {
    camera,
    plane,
    bright: rasterOf({ width, height, values }),
    raster: {
      width,
      height,
      read(window) {
        const cut = (band: Uint8ClampedArray) => {
          const part = new Uint8Array(window.width * window.height);
          for (let row = 0; row < window.height; row++) {
            const from = (window.row + row) * width + window.column;
            part.set(band.subarray(from, from + window.width), row * window.width);
          }
          return part;
        };
        const parts = [cut(bands[0]), cut(bands[1]), cut(bands[2])] as const;
        return Promise.resolve({ ...window, bands: parts, isValid: () => true });
      },
    },
  };
}

/** By its rows, as if its flight had shown that these are not the next ones; null where it shows none of them. */
async function placeAlone(image: VisibleImage, geometry: Geometry) {
  if (seenRows(image, geometry).length === 0) return null;
  const flight = { geometry, plane, settings, isChecked: false };
  const found = await placeByRows(image.bright, image.camera, flight);
  return { found: found && isPlaceSure(found) ? found : null };
}

const skyOf = (row: number): Colour => {
  const facet = Math.floor((row % 28) / 7);
  return [0.25 + 0.05 * facet, 0.35 + 0.05 * facet, 0.55 + 0.04 * facet];
};
const dusty = ([red, green, blue]: Colour, share: number): Colour => [
  red + (1 - red) * share,
  green + (1 - green) * share,
  blue + (1 - blue) * share,
];

describe("an image of like mirrors", () => {
  const camera = cameraAt(18, -20);
  let image: VisibleImage;
  beforeAll(async () => {
    image = await imageOf([{ geometry: mirrors, at: (row) => skyOf(row) }], camera);
  }, patient(60_000));

  it("has a place only by a camera that is known better than their distance", async () => {
    const unknown = { ...image, camera: { ...camera, position_m: null } };
    expect(await placeAlone(unknown, mirrors)).toEqual({ found: null });
    const placed = await placeAlone(image, mirrors);
    const [east = NaN, north = NaN] = placed?.found?.registration.shift_m ?? [];
    expect(Math.hypot(east, north)).toBeLessThan(0.05);
  });

  it("is measured to its corners where the compass is a degree wrong", async () => {
    const turned = { ...image, camera: { ...camera, yaw_deg: camera.yaw_deg + 1 } };
    const placed = await placeAlone(turned, mirrors);
    const { part, seen } = await seenInImage(turned, mirrors, placed!.found, settings);
    expect(seen.size).toBeGreaterThan(40);
    // By the shift alone, ground at the corners of the image would be a broken mirror.
    const { mirror_damage: damage } = mirrorsSeen(part, elements, seen, settings);
    expect([...damage!].filter((value) => value !== 0 && value !== 255)).toEqual([]);
  });

  it("has no place where its height is 2 % wrong: one shift and turn does not fit", async () => {
    const higher = { ...image, camera: { ...camera, height_m: camera.height_m * 1.02 } };
    expect(await placeAlone(higher, mirrors)).toEqual({ found: null });
  });
});

it.runIf(isRelease)(
  "finds missing, broken and dusty mirrors, whatever the exposure of each image is",
  async () => {
    const state: Readonly<Record<number, (u: number, v: number, sky: Colour) => Colour>> = {
      122: () => ground,
      136: (u, v, sky) => (u + v > 1.1 ? ground : sky),
      150: (_u, _v, sky) => dusty(sky, 0.16),
    };
    const layer: Layer = {
      geometry: mirrors,
      at: (row, u, v) => state[row]?.(u, v, skyOf(row)) ?? skyOf(row),
    };
    const votes = visibleVotes(mirrors.count);
    for (const [x, light] of [
      [12, 1],
      [18, 0.8],
      [24, 0.9],
    ] as const) {
      const image = await imageOf([layer], cameraAt(x, -20), light);
      const placed = await placeAlone(image, mirrors);
      const { rows, part, seen } = await seenInImage(image, mirrors, placed!.found, settings);
      votes.add(rows, mirrorsSeen(part, elements, seen, settings));
    }
    const columns = votes.columns();
    const { mirror_missing: missing, mirror_damage: damage, mirror_soiling: soil } = columns;
    expect([missing![122], damage![136], soil![150]]).toEqual([1, 3, 2]);
    const others = Array.from({ length: mirrors.count }, (_, row) => row).filter(
      (row) => !(row in state) && votes.has(row),
    );
    expect(others.length).toBeGreaterThan(40);
    for (const row of others) {
      expect([0, 255], `mirror ${row}`).toContain(missing![row]);
      expect([0, 255], `mirror ${row}`).toContain(damage![row]);
      expect([0, 255], `mirror ${row}`).toContain(soil![row]);
    }
    // 16 % of the light is scattered, half of it is lost: within the stated uncertainty.
    const [value, uncertainty] = [
      columns["mirror_cleanliness"]![150]!,
      columns["mirror_cleanliness_uncertainty"]![150]!,
    ];
    expect(Math.abs(value - 92)).toBeLessThan(uncertainty);
    expect(uncertainty).toBeLessThan(8);
  },
  patient(300_000),
);

it.runIf(isRelease)(
  "lets most images decide, and leaves out what none shows",
  async () => {
    const blue: Colour = [0.12, 0.15, 0.28];
    const layer = (isBird: boolean): Layer => ({
      geometry: modules,
      at: (row, u, v) => {
        if (row === 60) return ground;
        const isSpot = isBird && row === 62 && Math.hypot((u - 0.4) * 2.2, v - 0.5) < 0.15;
        return isSpot ? [0.85, 0.85, 0.8] : blue;
      },
    });
    const votes = visibleVotes(modules.count);
    for (const [at, x] of [20, 23, 26].entries()) {
      // A bird sits on a module in the first image.
      const image = await imageOf([layer(at === 0)], cameraAt(x, -9));
      const placed = await placeAlone(image, modules);
      const { rows, part, seen } = await seenInImage(image, modules, placed!.found, settings);
      votes.add(rows, modulesSeen(part, seen, settings));
    }
    const columns = votes.columns();
    expect(columns["module_missing"]!.slice(59, 63)).toEqual(Uint8Array.of(0, 1, 0, 0));
    expect(columns["soiling_pattern"]![62]).toBe(0);
    expect(columns["soiling"]![61]!).toBeLessThan(columns["soiling_uncertainty"]![61]!);
    expect(columns["module_missing"]![239]).toBe(255);
    const elsewhere = await imageOf([layer(false)], cameraAt(900, 900));
    expect(await placeAlone(elsewhere, modules)).toBeNull();
  },
  patient(300_000),
);

it("fills in what images say of components that no raster shows, and nothing else", () => {
  const rasters = { module_missing: Uint8Array.of(0, 1, 255), soiling: Float32Array.of(2, 3, NaN) };
  const images = {
    module_missing: Uint8Array.of(1, 0, 0),
    soiling: Float32Array.of(9, 9, 4),
    vegetation: Uint8Array.of(1, 1, 1),
  };
  expect(filledIn(rasters, images, (row) => row < 2)).toEqual({
    module_missing: Uint8Array.of(0, 1, 0),
    soiling: Float32Array.of(2, 3, 4),
    vegetation: Uint8Array.of(255, 255, 1),
  });
});

it("has one vote for each place from which a component was seen", () => {
  const votes = visibleVotes(2);
  const shaded = { shading: Uint8Array.of(2, 2), soiling: Float32Array.of(8, 8) };
  const free = { shading: Uint8Array.of(0, 0), soiling: Float32Array.of(1, 1) };
  votes.add([0, 1], free, 0);
  votes.add([0, 1], shaded, 1);
  votes.add([0], shaded, 1);
  // From the same place, of a component that the image before did not show.
  votes.add([1], { shading: Uint8Array.of(2), soiling: Float32Array.of(8) }, 2);
  votes.add([0, 1], shaded, 2);
  votes.add([0, 1], free, 3);
  const columns = votes.columns();
  expect([...columns["shading"]!]).toEqual([0, 0]);
  expect([...columns["soiling"]!]).toEqual([4.5, 4.5]);
});
