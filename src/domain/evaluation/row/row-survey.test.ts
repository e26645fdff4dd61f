// Trackers and collectors at known angles, rendered by rays, against what is measured of them.
import { beforeAll, describe, expect, it } from "vitest";
import { isRelease } from "../../../../tests/fixtures/rounds.ts";
import { patient } from "../../../../tests/fixtures/patience.ts";
import { planeAt } from "../../geometry/plane.ts";
import type { ImageCamera } from "../../image/image-camera.ts";
import { evaluationSettings as settings, type EvaluationSettings } from "../evaluation-settings.ts";
import { rasterOf } from "../image-survey.ts";
import type { Grid } from "../../image/measure.ts";
import { imageOfRows, mosaicOfRows, parallelRows } from "./row-scene.fixture.ts";
import { rowSurvey, type RowSurvey } from "./row-survey.ts";

const DEGREE = Math.PI / 180;
const plane = planeAt([-69.5, -23.4]);
const trackers = parallelRows("tracker", [9, 30, 2.2, 5.5, 1.5]);
const usual = 32 * DEGREE;
const tilted = (changes: Record<number, number>, count = 9) =>
  Array.from({ length: count }, (_, row) => usual + (changes[row] ?? 0) * DEGREE);

function cameraAt(x: number, y: number, more: Partial<ImageCamera> = {}): ImageCamera {
  const [lon, lat] = plane.toLonLat(x, y);
  const size = { width_px: 640, height_px: 512, centre_px: [320, 256] as const };
  const angles = { yaw_deg: 0, pitch_deg: -90, roll_deg: 0 };
  return { lon, lat, height_m: 45, ...angles, focal_px: 760, ...size, distortion: null, ...more };
}

/** All images of one flight, each in its place. */
async function visitFlight(
  survey: RowSurvey,
  cameras: readonly ImageCamera[],
  grids: readonly Grid[],
  facing: () => number,
) {
  const flight = survey.flight(cameras);
  for (const [at, grid] of grids.entries()) await flight.look(at, rasterOf(grid));
  for (const [at, grid] of grids.entries())
    await survey.visitImage(grid, cameras[at]!, flight.placeOf(at), facing);
}

async function ofMosaic(changes: Record<number, number>, pixel = 0.03) {
  const survey = rowSurvey(trackers, plane, settings);
  const { raster, toPixel } = mosaicOfRows({ geometry: trackers, tilts: tilted(changes) }, pixel);
  await survey.visitRaster(raster, { toPixel, certainty: null, windows: null });
  return survey.columns();
}

describe("trackers", () => {
  it(
    "in an orthomosaic differ from those around by what they were turned",
    async () => {
      const columns = await ofMosaic({ 2: -4, 6: 9 });
      const [deviation, uncertainty] = [
        columns["tracker_angle_deviation"]!,
        columns["tracker_angle_uncertainty"]!,
      ];
      const truth = [0, 0, -4, 0, 0, 0, 9, 0, 0];
      for (const [row, own] of truth.entries()) {
        expect(Math.abs(deviation[row]! - own), `row ${row}`).toBeLessThan(uncertainty[row]!);
        expect(uncertainty[row]!).toBeLessThan(1);
      }
      expect([...columns["tracker_stuck"]!]).toEqual([0, 0, 1, 0, 0, 0, 2, 0, 0]);
    },
    patient(180_000),
  );

  it("near level have no class where their width leaves it open", async () => {
    const survey = rowSurvey(trackers, plane, settings);
    const level = Array.from({ length: 9 }, () => 1 * DEGREE);
    const { raster, toPixel } = mosaicOfRows({ geometry: trackers, tilts: level }, 0.05);
    await survey.visitRaster(raster, { toPixel, certainty: null, windows: null });
    const columns = survey.columns();
    for (let row = 0; row < 9; row++) {
      expect(columns["tracker_angle_uncertainty"]![row]!).toBeGreaterThan(settings.tracker_lag_deg);
      expect([0, 255]).toContain(columns["tracker_stuck"]![row]);
    }
  });

  // 0.3 m of 2.2 m are as dark as the ground: as narrow as one that is 11° steeper.
  it("have no class where a neighbour shades one of their sides", async () => {
    for (const side of [1, -1]) {
      const survey = rowSurvey(trackers, plane, settings);
      const [width, centreX] = [trackers.width.slice(), trackers.centreX.slice()];
      width[4]! -= 0.3;
      centreX[4]! -= side * 0.15 * Math.cos(usual);
      const shaded = { ...trackers, width, centreX };
      const scene = { geometry: shaded, tilts: tilted({ 6: 9 }) };
      const { raster, toPixel } = mosaicOfRows(scene, 0.03);
      await survey.visitRaster(raster, { toPixel, certainty: null, windows: null });
      const columns = survey.columns();
      expect([...columns["tracker_stuck"]!]).toEqual([0, 0, 0, 0, 255, 0, 2, 0, 0]);
      const [deviation, uncertainty] = [
        columns["tracker_angle_deviation"]![4]!,
        columns["tracker_angle_uncertainty"]![4]!,
      ];
      expect(Math.abs(deviation)).toBeLessThan(uncertainty);
    }
  });

  it("in a part of a mosaic that lies beside the rest are not measured", async () => {
    const survey = rowSurvey(trackers, plane, settings);
    const scene = { geometry: trackers, tilts: tilted({}) };
    const { raster, toPixel } = mosaicOfRows(scene, 0.05);
    // The northern end of the fifth tracker.
    const windows = {
      agreed: [...trackers.centreX]
        .filter((_, row) => row !== 4)
        .flatMap((x) => [-15, 0, 15].map((along) => [x, along] as const)),
      strayed: [[trackers.centreX[4]!, 15] as const],
    };
    await survey.visitRaster(raster, { toPixel, certainty: null, windows });
    const { tracker_stuck: stuck } = survey.columns();
    expect(stuck![4]).toBe(255);
    expect([0, 1, 7, 8].map((row) => stuck![row])).toEqual([0, 0, 0, 0]);
  });

  it(
    "in an image whose rows may be the next ones have no angle, and have one by a camera that is known well",
    async () => {
      // The outer ones show that there is no tracker beyond the first and the last one.
      const cameras = [4, 10, 22, 34, 40].map((x) => cameraAt(x, 2));
      const scene = { geometry: trackers, tilts: tilted({}) };
      const grids = cameras.map((camera) => imageOfRows(scene, camera, plane));
      const measured = async (
        position_m: number | null,
        from = 0,
        to = cameras.length,
        off = 0,
      ) => {
        const survey = rowSurvey(trackers, plane, settings);
        const stated = cameras.slice(from, to).map((camera) => {
          const [x, y] = plane.toPlane(camera.lon, camera.lat);
          const [lon, lat] = plane.toLonLat(x + off, y);
          return { ...camera, lon, lat, position_m };
        });
        await visitFlight(survey, stated, grids.slice(from, to), () => usual);
        return Object.keys(survey.columns());
      };
      // Rows lie 5.5 m apart.
      expect(await measured(null, 2, 3)).toEqual([]);
      expect(await measured(0.5)).toContain("tracker_stuck");
      // A single image of the middle may show the next rows, whatever accuracy its file states.
      expect(await measured(0.5, 2, 3)).toEqual([]);
      expect(await measured(0.5, 0, cameras.length, 5.5)).toEqual([]);
    },
    patient(60_000),
  );

  it.runIf(isRelease)(
    "get their direction of tilt from single images",
    async () => {
      const survey = rowSurvey(trackers, plane, settings);
      const scene = { geometry: trackers, tilts: tilted({ 4: -64 }) };
      const cameras = [-2, 3, 8, 12, 22, 32, 37, 42, 46].map((x) => cameraAt(x, x === 22 ? 2 : 0));
      // A barometer that is 1 m wrong, and a place 0.4 m beside: the image is measured by its rows.
      const stated = cameras.map((camera) => {
        const [lon, lat] = plane.toLonLat(...shifted(camera));
        return { ...camera, lon, lat, height_m: camera.height_m + 1, position_m: 0.5 };
      });
      const grids = cameras.map((camera) => imageOfRows(scene, camera, plane));
      await visitFlight(survey, stated, grids, () => usual);
      const columns = survey.columns();
      const deviation = columns["tracker_angle_deviation"]!;
      expect(Math.abs(deviation[4]! + 64)).toBeLessThan(columns["tracker_angle_uncertainty"]![4]!);
      expect(columns["tracker_stuck"]![4]).toBe(2);
      for (const row of [1, 2, 3, 5, 6, 7]) {
        expect(Math.abs(deviation[row]!), `row ${row}`).toBeLessThan(
          Math.max(columns["tracker_angle_uncertainty"]![row]!, 1),
        );
      }
    },
    patient(180_000),
  );
});

const shifted = (camera: ImageCamera): [number, number] => {
  const [x, y] = plane.toPlane(camera.lon, camera.lat);
  return [x + 0.4, y];
};

describe.runIf(isRelease)("collectors", () => {
  const collectors = parallelRows("sca", [6, 60, 5.77, 17, 3.2]);
  const facing = 20 * DEGREE;

  const offsets = [0, 0, 12, 0, -30, 0];
  const scene = {
    geometry: collectors,
    tilts: offsets.map((one) => facing + one / 1000),
    surface: -10,
  };
  const lens = { height_m: 60, focal_px: 1600, width_px: 1280, height_px: 640 };
  const cameras = [-12, 5, 22, 39, 56, 73, 90].map((x) =>
    cameraAt(x, 0, { ...lens, centre_px: [640, 320], position_m: 0.03 }),
  );
  let grids: ReturnType<typeof imageOfRows>[] = [];
  beforeAll(() => {
    grids = cameras.map((camera) => imageOfRows(scene, camera, plane));
  });
  const measured = async (known: Partial<EvaluationSettings>, from = 0, to = cameras.length) => {
    const survey = rowSurvey(collectors, plane, { ...settings, ...known });
    // The place of the flight is known by all of its images.
    const flight = survey.flight(cameras);
    for (const [at, grid] of grids.entries()) await flight.look(at, rasterOf(grid));
    for (let at = from; at < to; at++)
      await survey.visitImage(grids[at]!, cameras[at]!, flight.placeOf(at), () => facing);
    return survey.columns();
  };

  it(
    "miss the sun by what they were turned, within the uncertainty",
    async () => {
      const columns = await measured({ aperture_share: 0.0005 });
      for (const [row, own] of offsets.entries()) {
        const value = columns["tracking_deviation"]![row]!;
        const uncertainty = columns["tracking_deviation_uncertainty"]![row]!;
        expect(Math.abs(value - own), `row ${row}: ${value} +- ${uncertainty}`).toBeLessThan(
          uncertainty,
        );
        expect(uncertainty).toBeLessThan(13);
      }
      // No class, or the right one.
      const classes = [0, 0, 1, 0, 2, 0];
      for (const [row, own] of classes.entries())
        expect([own, 255], `row ${row}`).toContain(columns["tracking_state"]![row]);
      expect(columns["tracking_state"]![4]).toBe(2);
    },
    patient(180_000),
  );

  it(
    "are not classed where the place of the camera is not known well enough",
    async () => {
      const columns = await measured({}, 1, 3);
      for (const row of [0, 1]) {
        expect(columns["tracking_deviation_uncertainty"]![row]!).toBeGreaterThan(6);
        expect(columns["tracking_state"]![row]).toBe(255);
      }
    },
    patient(180_000),
  );

  it("have no deviation without the time of the image", async () => {
    const survey = rowSurvey(collectors, plane, settings);
    const scene = { geometry: collectors, tilts: Array.from({ length: 6 }, () => facing) };
    const place = { found: null, doubt: "pattern", isFlightKnown: true } as const;
    const camera = cameraAt(17, 0);
    await survey.visitImage(imageOfRows(scene, camera, plane), camera, place, () => NaN);
    expect(survey.columns()).toEqual({});
  });
});
