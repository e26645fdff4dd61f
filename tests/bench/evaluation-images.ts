// How well single images show the state of a trough field: mirrors by their colours, collectors by how wide they look.
import { evaluationSettings as settings } from "../../src/domain/evaluation/evaluation-settings.ts";
import { rasterOf } from "../../src/domain/evaluation/image-survey.ts";
import { placeByRows } from "../../src/domain/evaluation/place/flight-place.ts";
import { isPlaceSure } from "../../src/domain/evaluation/registration.ts";
import { imageOfRows, parallelRows } from "../../src/domain/evaluation/row/row-scene.fixture.ts";
import { rowSurvey } from "../../src/domain/evaluation/row/row-survey.ts";
import { normalNumbers } from "../../src/domain/evaluation/scene.fixture.ts";
import { mirrorsSeen } from "../../src/domain/evaluation/visible/visible-finding.ts";
import { seenInImage, visibleVotes } from "../../src/domain/evaluation/visible/visible-image.ts";
import { photoOf } from "../../src/domain/evaluation/visible/visible-photo.fixture.ts";
import { elements, mirrors } from "../../src/domain/evaluation/visible/visible-scene.fixture.ts";
import type { VisibleRaster } from "../../src/domain/evaluation/visible/visible-survey.ts";
import { planeAt } from "../../src/domain/geometry/plane.ts";
import type { ImageCamera } from "../../src/domain/image/image-camera.ts";
import { mirrorFaults, skyOf } from "./evaluation-visible.ts";
import type { Report } from "./report.ts";

const plane = planeAt([-69.5, -23.4]);
const DEGREE = Math.PI / 180;

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
    position_m: 0.1,
    ...more,
  };
}

export async function imageBench(report: Report): Promise<void> {
  for (const height of [28, 40, 70]) await mirrorRows(report, height);
  for (const error of [0.03, 1.5]) await collectorRows(report, error);
}

/** Each fault in each of the four rows of mirrors; most of three images decide. */
async function mirrorRows(report: Report, height_m: number): Promise<void> {
  const names = Object.keys(mirrorFaults);
  const counts = new Map(names.map((name) => [name, { found: 0, all: 0, wrong: 0 }]));
  for (let seed = 1; seed <= 4; seed++) {
    const truth = (row: number) =>
      row % 4 === seed % 4 ? names[Math.floor(row / 4) % (3 * names.length)] : undefined;
    const at = (row: number, u: number, v: number) =>
      mirrorFaults[truth(row) ?? ""]?.paint(u, v, skyOf(row)) ?? skyOf(row);
    const votes = visibleVotes(mirrors.count);
    for (const [place, light] of [
      [14, 1],
      [22, 0.8],
      [30, 0.9],
    ] as const) {
      const camera = cameraAt(place, -20, { height_m });
      const bands = await photoOf([{ geometry: mirrors, at }], camera, plane, light);
      const image = { ...pictureOf(bands, camera), camera, plane };
      const flight = { geometry: mirrors, plane, settings, isChecked: false };
      const found = await placeByRows(image.bright, camera, flight);
      if (!found || !isPlaceSure(found)) continue;
      const { rows, part, seen } = await seenInImage(image, mirrors, found, settings);
      votes.add(rows, mirrorsSeen(part, elements, seen, settings));
    }
    const columns = votes.columns();
    for (const [name, { key, value }] of Object.entries(mirrorFaults)) {
      const count = counts.get(name)!;
      for (let row = 0; row < mirrors.count; row++) {
        const said = columns[key]?.[row];
        if (said === undefined || !votes.has(row)) continue;
        const own = mirrorFaults[truth(row) ?? ""];
        if (truth(row) === name) {
          count.all += 1;
          if (said === value) count.found += 1;
        } else if (said === value && (own?.key !== key || own.value !== value)) count.wrong += 1;
      }
    }
  }
  const pixel = (100 * height_m) / 900;
  for (const [name, { found, all, wrong }] of counts) {
    const said = found + wrong;
    report({
      name: `${name}; three single images, ${pixel.toFixed(1)} cm: recall`,
      unit: "%",
      ours: (100 * found) / all,
      baseline: "injected",
      theirs: null,
      higher_is_better: true,
      note:
        said === 0
          ? `none said of ${all}`
          : `precision ${((100 * found) / said).toFixed(0)} % of ${said}, ${all} injected`,
    });
  }
}

function pictureOf(bands: readonly Uint8ClampedArray[], camera: ImageCamera) {
  const { width_px: width, height_px: height } = camera;
  const [red, green, blue] = bands as [Uint8ClampedArray, Uint8ClampedArray, Uint8ClampedArray];
  const values = Float32Array.from(red, (own, at) => (own + green[at]! + blue[at]!) / 3);
  const raster: VisibleRaster = {
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
      const parts = [cut(red), cut(green), cut(blue)] as const;
      return Promise.resolve({ ...window, bands: parts, isValid: () => true });
    },
  };
  return { raster, bright: rasterOf({ width, height, values }) };
}

/** Collectors that miss the sun by so many mrad, in eleven images of cameras whose places are wrong by so many metres. */
async function collectorRows(report: Report, position_m: number): Promise<void> {
  const offsets = [0, 12, 0, -30, 0, 25, 0, -15];
  const collectors = parallelRows("sca", [offsets.length, 60, 5.77, 17, 3.2]);
  const facing = 20 * DEGREE;
  const tilts = offsets.map((mrad) => facing + mrad / 1000);
  const aperture_share = position_m < 1 ? 0.0005 : settings.aperture_share;
  const survey = rowSurvey(collectors, plane, { ...settings, aperture_share });
  const random = normalNumbers(4);
  const lens = { height_m: 60, focal_px: 1600, width_px: 1280, height_px: 640, yaw_deg: 0 };
  const [cameras, grids]: [ImageCamera[], ReturnType<typeof imageOfRows>[]] = [[], []];
  for (let x = -12; x <= 131; x += 13) {
    const more = { ...lens, pitch_deg: -90, centre_px: [640, 320] as const, position_m };
    const scene = { geometry: collectors, tilts, surface: -10, seed: x + 20 };
    const grid = imageOfRows(scene, cameraAt(x, 0, more), plane);
    const beside = [position_m * random(), position_m * random()] as const;
    const stated = cameraAt(x + beside[0], beside[1], more);
    cameras.push(stated);
    grids.push(grid);
  }
  const flight = survey.flight(cameras);
  for (const [at, grid] of grids.entries()) await flight.look(at, rasterOf(grid));
  for (const [at, grid] of grids.entries())
    await survey.visitImage(grid, cameras[at]!, flight.placeOf(at), () => facing);
  const columns = survey.columns();
  const [values, unsure, states] = [
    columns["tracking_deviation"]!,
    columns["tracking_deviation_uncertainty"]!,
    columns["tracking_state"]!,
  ];
  const isSaid = (row: number) => states[row] === 1 || states[row] === 2;
  const rows = [...offsets.keys()];
  const turned = rows.filter((row) => offsets[row] !== 0);
  const found = turned.filter(isSaid).length;
  const wrong = rows.filter((row) => offsets[row] === 0 && isSaid(row)).length;
  const open = rows.filter((row) => states[row] === 255).length;
  // Looks that contradict each other give no value.
  const measured = rows.filter((row) => unsure[row]! > 0);
  const errors = measured.map((row) => values[row]! - offsets[row]!);
  const inside = measured.filter((row, at) => Math.abs(errors[at]!) <= unsure[row]!).length;
  const rms = Math.sqrt(errors.reduce((sum, one) => sum + one ** 2, 0) / measured.length);
  const widest = Math.max(...measured.map((row) => unsure[row]!));
  report({
    name: `collectors off the sun by 12 to 30 mrad; 60 m, places of the camera ± ${position_m} m: recall`,
    unit: "%",
    ours: (100 * found) / turned.length,
    baseline: "injected",
    theirs: null,
    higher_is_better: true,
    note: `${wrong} wrong, ${open} of ${rows.length} left open, ${measured.length} with a value: error ${rms.toFixed(1)} mrad (root mean square), ${inside} inside the stated uncertainty of at most ${widest.toFixed(0)} mrad`,
  });
}
