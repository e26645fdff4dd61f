// What the images of a survey show of every component of one type.
import type { Geometry } from "../component/component-index.ts";
import { planeAt, type LonLat } from "../geometry/plane.ts";
import { imageToGround, type ImageCamera } from "../image/image-camera.ts";
import { localMetres } from "../image/local-metres.ts";
import type { Direction } from "../flight/time/sun.ts";
import { SOUND_DEG, coverageVerdict, type CoverageRule } from "./coverage-rule.ts";
import { lookerOf, type CoverageImage, type Mirroring } from "./look.ts";
import { placeGrid } from "./place-grid.ts";

/** One value per row; `gsd_cm` and `angle_deg` are those of the best look, NaN without a look. */
export type SurveyCoverage = {
  readonly verdict: Uint8Array;
  readonly looks: Uint16Array;
  readonly gsd_cm: Float32Array;
  readonly angle_deg: Float32Array;
  /** Looks in which the sun is mirrored. */
  readonly glints: Uint16Array;
};

type Covered = {
  readonly geometry: Geometry;
  readonly origin: LonLat;
  readonly rule: CoverageRule;
  readonly mirroring: Mirroring;
};

const MOST_LOOKS = 65535;

/**
 * Heights are above the ground, which is taken as level with the take-off position. A component is its rectangle at
 * one height.
 */
export function surveyCoverage(
  { geometry, origin, rule, mirroring }: Covered,
  images: readonly CoverageImage[],
): SurveyCoverage {
  const { count, centreX, centreY, length, width, rotation, height } = geometry;
  const looks = new Uint16Array(count);
  const sound = new Uint16Array(count);
  const glints = new Uint16Array(count);
  const gsd_cm = new Float32Array(count).fill(NaN);
  const angle_deg = new Float32Array(count).fill(NaN);
  const best = new Float64Array(count);
  const grid = placeGrid(geometry);
  const plane = planeAt(origin);
  const points = new Float64Array(15);
  for (const image of images) {
    const { camera } = image;
    const look = lookerOf(image, mirroring);
    const [x0, y0] = plane.toPlane(camera.lon, camera.lat);
    const toCamera = cameraMetres(camera, plane, [x0, y0]);
    const [minX, minY, maxX, maxY] = footprintBox(camera, plane, [x0, y0], rule);
    grid.visit(minX, minY, maxX, maxY, (row) => {
      const [cos, sin] = [Math.cos(rotation[row]!), Math.sin(rotation[row]!)];
      const [along, across] = [length[row]! / 2, width[row]! / 2];
      const up = height[row]! - camera.height_m;
      for (let corner = 0; corner < 5; corner++) {
        const [a, b] =
          corner === 4 ? [0, 0] : [corners[corner]![0] * along, corners[corner]![1] * across];
        const x = centreX[row]! + a * cos - b * sin - x0;
        const y = centreY[row]! + a * sin + b * cos - y0;
        points[corner * 3] = toCamera[0] * x + toCamera[1] * y;
        points[corner * 3 + 1] = toCamera[2] * x + toCamera[3] * y;
        points[corner * 3 + 2] = up;
      }
      const axis: Direction = [cos, sin, 0];
      const found = look(points, axis);
      if (!found || found.gsd_cm > rule.coarsest_cm) return;
      if (looks[row]! < MOST_LOOKS) looks[row]! += 1;
      if (found.has_glint) glints[row]! += 1;
      else if (found.gsd_cm <= rule.sound_cm && found.angle_deg <= SOUND_DEG) sound[row]! += 1;
      const score = Math.cos((found.angle_deg * Math.PI) / 180) / found.gsd_cm ** 2;
      if (score <= best[row]!) return;
      best[row] = score;
      gsd_cm[row] = found.gsd_cm;
      angle_deg[row] = found.angle_deg;
    });
  }
  const verdict = looks.map((one, row) => coverageVerdict(one, sound[row]!));
  return { verdict: Uint8Array.from(verdict), looks, gsd_cm, angle_deg, glints };
}

const corners = [
  [-1, -1],
  [1, -1],
  [1, 1],
  [-1, 1],
] as const;

type PlaneAt = ReturnType<typeof planeAt>;

/**
 * The plane around a camera as east and north in metres: [east by x, east by y, north by x, north by y]. Within 450 m
 * it is good to 2 cm.
 */
function cameraMetres(
  { lon, lat }: ImageCamera,
  plane: PlaneAt,
  [x0, y0]: readonly [number, number],
): readonly [number, number, number, number] {
  const local = localMetres(lon, lat);
  const STEP = 100;
  const at = (x: number, y: number) => local.toMetres(...plane.toLonLat(x0 + x, y0 + y));
  const [right, left, top, bottom] = [at(STEP, 0), at(-STEP, 0), at(0, STEP), at(0, -STEP)];
  const slope = (a: number, b: number) => (a - b) / (2 * STEP);
  return [
    slope(right[0], left[0]),
    slope(top[0], bottom[0]),
    slope(right[1], left[1]),
    slope(top[1], bottom[1]),
  ];
}

/** Metres that heights and the curve of a distorted edge may move an outline outwards. */
const MARGIN_M = 8;

/** The box around what the image can show, in plane metres. */
function footprintBox(
  camera: ImageCamera,
  plane: PlaneAt,
  [x0, y0]: readonly [number, number],
  { coarsest_cm }: CoverageRule,
): readonly [number, number, number, number] {
  const { focal_px, width_px, height_px } = camera;
  // Farther away a pixel is coarser than any look.
  const depth = (coarsest_cm / 100) * focal_px;
  const reach = depth * Math.hypot(1, width_px / focal_px, height_px / focal_px) + MARGIN_M;
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  const frame = [
    [0, 0],
    [width_px / 2, 0],
    [width_px, 0],
    [width_px, height_px / 2],
    [width_px, height_px],
    [width_px / 2, height_px],
    [0, height_px],
    [0, height_px / 2],
  ] as const;
  for (const pixel of frame) {
    const ground = imageToGround(camera, pixel);
    if (!ground) return [x0 - reach, y0 - reach, x0 + reach, y0 + reach];
    const [x, y] = plane.toPlane(ground[0], ground[1]);
    [minX, minY] = [Math.min(minX, x), Math.min(minY, y)];
    [maxX, maxY] = [Math.max(maxX, x), Math.max(maxY, y)];
  }
  return [
    Math.max(minX - MARGIN_M, x0 - reach),
    Math.max(minY - MARGIN_M, y0 - reach),
    Math.min(maxX + MARGIN_M, x0 + reach),
    Math.min(maxY + MARGIN_M, y0 + reach),
  ];
}
