// Places that a person has set where the rows of the picture leave something open.
import { expect, it } from "vitest";
import { isRelease } from "../../../../tests/fixtures/rounds.ts";
import type { SurveyRaster, ToPixel } from "../raster-survey.ts";
import { isPlacedAt, isPlaceSure } from "../registration.ts";
import { renderScene, sceneGeometry } from "../scene.fixture.ts";
import { localPlaneAt } from "../../geometry/local-plane.ts";
import { tubeScene } from "../../../../tests/bench/tube-scene.ts";
import { controlFit, type ControlFit } from "./control-point.ts";
import { controlledRaster } from "./control-registration.ts";

const origin = [-69.3, -24.1] as const;
const plane = localPlaneAt(origin);

/** Points on corners of the plant, which a person sets so many metres beside their places in the picture. */
function pointsBeside(errors: readonly (readonly [x: number, y: number])[]): ControlFit {
  const places = [
    [2, -3],
    [45, -33],
    [45, -3],
  ] as const;
  return controlFit(
    errors.map(([dx, dy], at) => {
      const [x, y] = places[at]!;
      return { place: plane.toLonLat(x, y), seen: plane.toLonLat(x + dx, y + dy) };
    }),
    origin,
  )!;
}

const rows = Array.from({ length: sceneGeometry.count }, (_, row) => row);
const beside = (toPixel: ToPixel, truth: ToPixel, row: number, pixel_m: number) => {
  const place = [sceneGeometry.centreX[row]!, sceneGeometry.centreY[row]!] as const;
  const [a, b] = [toPixel(...place), truth(...place)];
  return Math.hypot(a[0] - b[0], a[1] - b[1]) * pixel_m;
};

it.runIf(isRelease)(
  "keeps the place of the rows where they leave it open by more than the limit, and says of no component that it is sure",
  async () => {
    const scene = renderScene(() => 0, { pixel: 0.08, seed: 41 });
    // The mosaic is stretched here and there: each part lies up to 9 cm elsewhere.
    const waves: ToPixel = (x, y) =>
      scene.toPixel(x + 0.09 * Math.sin(x / 5), y + 0.09 * Math.sin(y / 6 + x / 9));
    const fit = pointsBeside([
      [0.2, 0.1],
      [0.25, -0.1],
      [0.1, 0.2],
    ]);
    const found = await controlledRaster(scene.raster, sceneGeometry, waves, fit);
    expect(found.registration.control?.check).toBe("agrees");
    // Not worse than the points: the rows say where it is.
    const worst = Math.max(...rows.map((row) => beside(found.toPixel, scene.toPixel, row, 0.08)));
    expect(worst).toBeLessThan(0.16);
    expect(found.certainty).not.toBeNull();
    expect(found.windows).not.toBeNull();
    expect(rows.filter((row) => isPlacedAt(found, sceneGeometry, row))).toEqual([]);
  },
);

/** What lies to the east of a column is seen so many rows further up, and twice as far to the east of the second one. */
function tornAt(
  raster: SurveyRaster,
  [first, second]: readonly [number, number],
  rows: number,
): SurveyRaster {
  return {
    ...raster,
    read: async (window, band) => {
      const whole = { column: 0, row: 0, width: raster.width, height: raster.height };
      const all = await raster.read(whole, band);
      return Float32Array.from({ length: window.width * window.height }, (_, at) => {
        const column = window.column + (at % window.width);
        const torn = column < first ? 0 : column < second ? rows : 2 * rows;
        const line = Math.min(raster.height - 1, window.row + Math.floor(at / window.width) + torn);
        return all[line * raster.width + column]!;
      });
    },
  };
}

it("is sure only of the part of a torn mosaic that lies where the points say", async () => {
  const scene = renderScene(() => 0, { pixel: 0.08, seed: 42 });
  const columns = [scene.toPixel(18, 0)[0], scene.toPixel(32, 0)[0]] as const;
  const raster = tornAt(scene.raster, columns, 4);
  const found = await controlledRaster(
    raster,
    sceneGeometry,
    scene.toPixel,
    pointsBeside([
      [0.01, 0],
      [0, 0.01],
    ]),
  );
  const sure = rows.filter((row) => isPlaceSure(found) && isPlacedAt(found, sceneGeometry, row));
  expect(sure.filter((row) => sceneGeometry.centreX[row]! > 18)).toEqual([]);
  expect(sure.length).toBeGreaterThan(30);
});

it("says how well points alone know the place, which is not sure, where the picture has no pattern", async () => {
  const { raster, toPixel } = renderScene(() => 0, { pixel: 0.1, seed: 43 });
  const flat: SurveyRaster = {
    ...raster,
    read: async ({ width, height }) => new Float32Array(width * height).fill(20),
  };
  const agreeing = pointsBeside([
    [0, 0],
    [0, 0],
  ]);
  const found = await controlledRaster(flat, sceneGeometry, toPixel, agreeing);
  expect(found.registration.control?.check).toBe("none");
  expect(isPlaceSure(found)).toBe(false);
  // That two points agree is not that they are right: they have one residual.
  expect(found.registration.uncertainty_m).toBeGreaterThan(0.1);
  const apart = pointsBeside([
    [0.2, 0],
    [-0.2, 0],
    [0, 0.2],
  ]);
  expect(apart.certainty(0.05).at(20, -10)).toBeGreaterThan(agreeing.certainty(0.05).at(20, -10));
});

it.runIf(isRelease)("measures no tube beside which the points have set it", async () => {
  const scene = tubeScene({ shift: [0, 0], turn: 0 });
  const [left, top] = scene.toPixel(0, 0);
  const at = (column: number, line: number) =>
    plane.toLonLat((column - left) * scene.pixel_m, (top - line) * scene.pixel_m);
  const { centreX, centreY } = scene.geometry;
  // A person takes the edge of the mirror for the tube: no line lies within 45 cm.
  const fit = controlFit(
    [0, 15].map((row) => {
      const [column, line] = scene.truth(centreX[row]!, centreY[row]!);
      return { place: plane.toLonLat(centreX[row]!, centreY[row]!), seen: at(column, line - 30) };
    }),
    origin,
  )!;
  const found = await controlledRaster(scene.raster, scene.geometry, scene.toPixel, fit);
  const sure = [...centreX.keys()].filter(
    (row) => isPlaceSure(found) && isPlacedAt(found, scene.geometry, row),
  );
  expect(sure).toEqual([]);
});
