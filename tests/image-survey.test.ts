// Single photos of trough fields in a known state, over HTTP on a real server: uploaded, evaluated, reviewed,
// released. Each value is compared with what the photos were drawn from.
import { afterAll, beforeAll, expect, it } from "vitest";
import { isRelease } from "./fixtures/rounds.ts";
import { patient } from "./fixtures/patience.ts";
import { api } from "../src/api/index.ts";
import type { Geometry } from "../src/domain/component/component-index.ts";
import { evaluationSettings } from "../src/domain/evaluation/evaluation-settings.ts";
import type { Finding, Review, Verdict } from "../src/domain/evaluation/finding-review.ts";
import { imageOfRows, parallelRows } from "../src/domain/evaluation/row/row-scene.fixture.ts";
import { photoOf } from "../src/domain/evaluation/visible/visible-photo.fixture.ts";
import type { Colour } from "../src/domain/evaluation/visible/visible-pattern.ts";
import {
  elements,
  ground,
  mirrors,
  tubes,
} from "../src/domain/evaluation/visible/visible-scene.fixture.ts";
import { sunAt } from "../src/domain/flight/time/sun.ts";
import { planeAt } from "../src/domain/geometry/plane.ts";
import type { ImageCamera } from "../src/domain/image/image-camera.ts";
import { keyFigureByKey } from "../src/domain/key-figure/key-figure.ts";
import { dronePhoto } from "./fixtures/drone-photo.ts";
import { openSurveyServer, twinFile, type SurveyServer } from "./fixtures/survey-server.ts";

const plane = planeAt([-69.5, -23.4]);
/** The sun stands above the field: collectors lie flat, as the scene of the mirrors is drawn. */
const NOON = new Date("2025-12-21T16:36:00Z");
const MORNING = new Date("2025-12-21T15:00:00Z");
let server: SurveyServer;
beforeAll(async () => {
  server = await openSurveyServer();
}, patient(300_000));
afterAll(() => server.close());

function cameraAt(x: number, y: number, more: Partial<ImageCamera>): ImageCamera {
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
    position_m: 0.05,
    ...more,
  };
}

const byBands = (bands: readonly ArrayLike<number>[]) => {
  const rgb = new Uint8Array(bands[0]!.length * bands.length);
  for (const [channel, band] of bands.entries())
    for (let at = 0; at < band.length; at++) rgb[at * bands.length + channel] = band[at]!;
  return rgb;
};

/** A rectangle around everything, or around each part and as long as it. */
const box = (
  type: Geometry["type"],
  [x, y, length, width]: readonly [number, number, number, number],
): Geometry => ({
  ...elements,
  type,
  count: 1,
  centreX: Float32Array.of(x),
  centreY: Float32Array.of(y),
  length: Float32Array.of(length),
  width: Float32Array.of(width),
  rotation: Float32Array.of(0),
});

const severe = (columns: ReadonlyMap<string, number>) =>
  [...columns].filter(([, value]) => value > 0).map(([name, value]) => `${name} ${value}`);

it.runIf(isRelease)(
  "mirrors: what photos show becomes findings, their verdicts change values, and the release shows them",
  async () => {
    const skyOf = (row: number): Colour => {
      const facet = Math.floor((row % 28) / 7);
      return [0.25 + 0.05 * facet, 0.35 + 0.05 * facet, 0.55 + 0.04 * facet];
    };
    /** Gone; broken; 16 % of the light scattered, so 8 % of it lost. */
    const [missing, broken, dusty] = [122, 136, 150];
    const colourOf = (row: number, u: number, v: number): Colour => {
      const sky = skyOf(row);
      if (row === missing || (row === broken && u + v > 1.1)) return ground;
      if (row !== dusty) return sky;
      return [
        sky[0] + (1 - sky[0]) * 0.16,
        sky[1] + (1 - sky[1]) * 0.16,
        sky[2] + (1 - sky[2]) * 0.16,
      ];
    };
    const photos: Buffer[] = [];
    // The outer ones show the ends of the rows, and that there is no further row.
    for (const [x, y, light] of [
      [12, -20, 1],
      [18, -20, 0.8],
      [24, -20, 0.9],
      [8, -6, 1],
      [42, -6, 0.9],
      [42, -34, 1],
      [8, -34, 0.9],
    ] as const) {
      const camera = cameraAt(x, y, {});
      const bands = await photoOf([{ geometry: mirrors, at: colourOf }], camera, plane, light);
      photos.push(await dronePhoto({ rgb: byBands(bands), camera, taken: NOON }));
    }
    const twin = {
      loop: twinFile(box("loop", [24, -20, 60, 44]), plane, () => ({ name: "L1", parent: null })),
      sca: twinFile(
        {
          ...elements,
          type: "sca",
          count: 3,
          centreX: Float32Array.of(24.6, 24.6, 24.6),
          centreY: Float32Array.of(-4, -20, -36),
          length: new Float32Array(3).fill(50),
        },
        plane,
        (row) => ({ name: `A${row}`, parent: "L1" }),
      ),
      sce: twinFile(elements, plane, (row) => ({
        name: `E${row}`,
        parent: `A${Math.floor(row / 4)}`,
      })),
      mirror: twinFile(mirrors, plane, (row) => ({
        name: `M${row}`,
        parent: `E${mirrors.parent[row]}`,
      })),
      absorber_tube: twinFile(tubes, plane, (row) => ({
        name: `T${row}`,
        parent: `E${tubes.parent[row]}`,
      })),
    };
    const { id } = await server.addSurvey("Espejos", twin, NOON);
    // The next mirror looks the same: the outer images say which one it is.
    await server.evaluate(id, photos);

    expect(severe(await server.valuesOf(id, "mirror_missing"))).toEqual([`M${missing} 1`]);
    expect(severe(await server.valuesOf(id, "mirror_damage"))).toEqual([`M${broken} 3`]);
    expect(severe(await server.valuesOf(id, "mirror_soiling"))).toEqual([`M${dusty} 2`]);
    const clean = (await server.valuesOf(id, "mirror_cleanliness")).get(`M${dusty}`)!;
    const unsure = (await server.valuesOf(id, "mirror_cleanliness_uncertainty")).get(`M${dusty}`)!;
    expect(Math.abs(clean - 92)).toBeLessThan(unsure);
    expect(unsure).toBeLessThan(8);

    const params = { id };
    const review = () => server.asked<Review>(api.findingReview.list, { params });
    const { findings } = await review();
    expect(findings.map(({ dt_id, reasons }) => [dt_id, ...reasons]).toSorted()).toEqual([
      [`M${missing}`, "visible"],
      [`M${broken}`, "visible"],
      [`M${dusty}`, "visible"],
    ]);
    const judge = (row: number, body: Verdict) => {
      const { id: finding_id } = findings.find(({ dt_id }: Finding) => dt_id === `M${row}`)!;
      return server.asked(api.findingReview.judge, { params: { id, finding_id }, body });
    };
    await judge(missing, { verdict: "accept", moved_to: null, stated_as: null });
    await judge(broken, { verdict: "reject", moved_to: null, stated_as: null });
    await judge(dusty, { verdict: "move", moved_to: `M${dusty + 1}`, stated_as: null });
    expect((await review()).open).toBe(0);
    await server.asked(api.analysis.progress, { params, body: { event: "analysis_finished" } });
    await server.asked(api.analysis.setVisibility, { params, body: { visibility: "released" } });
    expect(await server.asked(api.analysis.read, { params })).toMatchObject({
      visibility: "released",
    });
    expect(severe(await server.valuesOf(id, "mirror_missing"))).toEqual([`M${missing} 1`]);
    expect(severe(await server.valuesOf(id, "mirror_damage"))).toEqual([]);
    expect(severe(await server.valuesOf(id, "mirror_soiling"))).toEqual([`M${dusty + 1} 2`]);
  },
  patient(600_000),
);

it.runIf(isRelease)(
  "collectors: their deviation from the sun is that of the scene, within the stated uncertainty",
  async () => {
    const collectors = parallelRows("sca", [6, 60, 5.77, 17, 3.2]);
    /** Independent of the product: the sun's direction across the axis. Azimuth clockwise from north. */
    const { azimuth_deg, elevation_deg } = sunAt(MORNING.getTime(), [-69.5, -23.4]);
    const radians = (degrees: number) => (degrees / 180) * Math.PI;
    const axis = Math.PI / 2 - collectors.rotation[0]!;
    const beside = Math.sin(radians(azimuth_deg) - axis) / Math.tan(radians(elevation_deg));
    const facing = Math.atan(beside);
    const offsets = [0, 0, 12, 0, -30, 0];
    const tilts = offsets.map((mrad) => facing + mrad / 1000);
    const scene = { geometry: collectors, tilts, surface: 40, ground: 190, noise: 2 };
    const lens = {
      height_m: 60,
      focal_px: 1600,
      width_px: 1280,
      height_px: 640,
      yaw_deg: 0,
      pitch_deg: -90,
    };
    const photos = await Promise.all(
      [-12, 5, 22, 39, 56, 73, 90].map((x) => {
        const camera = cameraAt(x, 0, { ...lens, centre_px: [640, 320] });
        const grey = Uint8ClampedArray.from(imageOfRows(scene, camera, plane).values);
        return dronePhoto({ rgb: byBands([grey, grey, grey]), camera, taken: MORNING });
      }),
    );
    const name = (letter: string, parent: string | null) => (row: number) => ({
      name: `${letter}${row}`,
      parent: parent === null ? null : `${parent}${parent === "L" ? 0 : row}`,
    });
    const thin = {
      ...collectors,
      type: "absorber_tube" as const,
      width: new Float32Array(6).fill(0.12),
    };
    const twin = {
      loop: twinFile(box("loop", [42.5, 0, 120, 80]), plane, name("L", null), 3.2),
      sca: twinFile(collectors, plane, name("A", "L"), 3.2),
      sce: twinFile({ ...collectors, type: "sce" }, plane, name("E", "A"), 3.2),
      absorber_tube: twinFile(thin, plane, name("T", "E"), 3.2),
    };
    const { plant_id, id } = await server.addSurvey("Colectores", twin, MORNING);
    // An aperture that was measured.
    await server.asked(api.evaluation.updateLimits, {
      params: { id: plant_id },
      body: { aperture_share: 0.0005 },
    });
    await server.evaluate(id, photos);

    const deviation = await server.valuesOf(id, "tracking_deviation");
    const uncertainty = await server.valuesOf(id, "tracking_deviation_uncertainty");
    const states = await server.valuesOf(id, "tracking_state");
    for (const [row, own] of offsets.entries()) {
      const [value, unsure] = [deviation.get(`A${row}`)!, uncertainty.get(`A${row}`)!];
      expect(Math.abs(value - own), `A${row}: ${value} ± ${unsure} mrad`).toBeLessThan(unsure);
      expect(unsure).toBeLessThan(15);
    }
    // 30 mrad are beyond both limits whatever the uncertainty is.
    const { tracking_defocus_mrad: limit } = evaluationSettings;
    expect(Math.abs(deviation.get("A4")!)).toBeGreaterThan(limit);
    const { findings } = await server.asked<Review>(api.findingReview.list, { params: { id } });
    const isFound = (row: number) => (states.get(`A${row}`) ?? 0) > 0;
    expect(isFound(4)).toBe(true);
    expect([0, 1, 3, 5].filter(isFound)).toEqual([]);
    const { id: figure } = keyFigureByKey("tracking_state")!;
    for (const one of findings)
      expect([one.key_figure_id, one.component_type]).toEqual([figure, "sca"]);
  },
  patient(600_000),
);
