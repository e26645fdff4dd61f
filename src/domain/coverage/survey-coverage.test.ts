import { describe, expect, it } from "vitest";
import type { Geometry } from "../component/component-index.ts";
import { NO_ROW } from "../component/component-index.ts";
import { blockBoundsOf } from "../geometry/geometry-rows.ts";
import { planeAt } from "../geometry/plane.ts";
import { rectangleRing } from "../geometry/rectangle.ts";
import type { ImageCamera } from "../image/image-camera.ts";
import { eastNorthUp } from "../image/scene.fixture.ts";
import { towardsSun, type Direction } from "../flight/time/sun.ts";
import { coverageRules, NOT_INSPECTED, VALID, VALID_WITH_NOTE } from "./coverage-rule.ts";
import type { CoverageImage } from "./look.ts";
import { surveyCoverage } from "./survey-coverage.ts";

const origin = [-70.112, -38.886] as const;
const plane = planeAt(origin);
const DEGREE = Math.PI / 180;

/** The same numbers in each run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A field of modules, some turned and some removed. */
function field(rows: number, columns: number): Geometry {
  const random = numbers(7);
  const count = rows * columns;
  const of = (value: (row: number) => number) =>
    Float32Array.from({ length: count }, (_, i) => value(i));
  const geometry = {
    type: "module" as const,
    count,
    parent: new Uint32Array(count).fill(NO_ROW),
    centreX: of((i) => (i % columns) * 3 - columns * 1.5),
    centreY: of((i) => Math.floor(i / columns) * 5 - rows * 2.5),
    length: of((i) => (i % 17 === 3 ? 0 : 2)),
    width: of(() => 1),
    rotation: of(() => random() * 0.4 - 0.2),
    height: of(() => 1 + random()),
    polygons: { rows: new Uint32Array(0), offsets: new Uint32Array(1), xy: new Float32Array(0) },
  };
  return { ...geometry, blockBounds: blockBoundsOf(geometry) };
}

function cameras(count: number, reach: number): ImageCamera[] {
  const random = numbers(11);
  return Array.from({ length: count }, () => {
    const [lon, lat] = plane.toLonLat((random() - 0.5) * reach, (random() - 0.5) * reach);
    return {
      lon,
      lat,
      height_m: 25 + random() * 30,
      yaw_deg: random() * 360,
      pitch_deg: -90 + random() * 40,
      roll_deg: random() * 10 - 5,
      focal_px: 760,
      centre_px: [322, 250] as const,
      width_px: 640,
      height_px: 512,
      distortion: null,
    };
  });
}

type Matrix = readonly (readonly [number, number, number])[];
const product = (a: Matrix, b: Matrix): Matrix =>
  a.map(
    (line) =>
      [0, 1, 2].map(
        (k) => line[0] * b[0]![k]! + line[1] * b[1]![k]! + line[2] * b[2]![k]!,
      ) as never,
  );

/** Turns about the axes one by one, on the earth's ellipsoid: nothing of the camera model is used. */
function pixelOf(camera: ImageCamera, lon: number, lat: number, height: number) {
  const [east, north, up] = eastNorthUp(
    [camera.lon, camera.lat, camera.height_m],
    [lon, lat, height],
  );
  const [y, p, r] = [camera.yaw_deg, camera.pitch_deg, camera.roll_deg].map((a) => a * DEGREE) as [
    number,
    number,
    number,
  ];
  const yaw: Matrix = [
    [Math.cos(y), -Math.sin(y), 0],
    [Math.sin(y), Math.cos(y), 0],
    [0, 0, 1],
  ];
  const pitch: Matrix = [
    [Math.cos(p), 0, Math.sin(p)],
    [0, 1, 0],
    [-Math.sin(p), 0, Math.cos(p)],
  ];
  const roll: Matrix = [
    [1, 0, 0],
    [0, Math.cos(r), -Math.sin(r)],
    [0, Math.sin(r), Math.cos(r)],
  ];
  const body = product(product(yaw, pitch), roll);
  const outer = [north, east, -up] as const;
  const along = (axis: 0 | 1 | 2) =>
    body[0]![axis] * outer[0] + body[1]![axis] * outer[1] + body[2]![axis] * outer[2];
  const [depth, right, down] = [along(0), along(1), along(2)];
  const way = Math.hypot(east, north, up);
  return {
    depth,
    x: camera.centre_px[0] + (camera.focal_px * right) / depth,
    y: camera.centre_px[1] + (camera.focal_px * down) / depth,
    toCamera: [-east / way, -north / way, -up / way] as Direction,
  };
}

const within = (camera: ImageCamera, x: number, y: number) =>
  x >= 0 && y >= 0 && x <= camera.width_px && y <= camera.height_px;

/** Every component in every image, one by one. */
function bruteForce(geometry: Geometry, images: readonly CoverageImage[]) {
  return Array.from({ length: geometry.count }, (_, row) => {
    if (geometry.length[row] === 0) return { looks: 0, gsd: NaN };
    const [x, y] = [geometry.centreX[row]!, geometry.centreY[row]!];
    const ring = rectangleRing({
      centreX: x,
      centreY: y,
      length: geometry.length[row]!,
      width: geometry.width[row]!,
      rotation: geometry.rotation[row]!,
    });
    let [looks, best, gsd] = [0, 0, NaN];
    for (const { camera } of images) {
      const places = [0, 2, 4, 6].map((at) => plane.toLonLat(ring[at]!, ring[at + 1]!));
      const height = geometry.height[row]!;
      const seen = places.every(([lon, lat]) => {
        const at = pixelOf(camera, lon, lat, height);
        return at.depth > 0 && within(camera, at.x, at.y);
      });
      const middle = pixelOf(camera, ...plane.toLonLat(x, y), height);
      const angle = Math.acos(middle.toCamera[2]) / DEGREE;
      const size = (middle.depth / camera.focal_px) * 100;
      if (!seen || angle > 60 || size > 20) continue;
      looks += 1;
      const score = middle.toCamera[2] / size ** 2;
      if (score > best) [best, gsd] = [score, size];
    }
    return { looks, gsd };
  });
}

const asImages = (all: readonly ImageCamera[]): CoverageImage[] =>
  all.map((camera) => ({ camera, sun: null, normals: [] }));
const covered = (geometry: Geometry) =>
  ({ geometry, origin, rule: coverageRules.module, mirroring: "pane" }) as const;

describe("the coverage of a survey", () => {
  const geometry = field(24, 30);
  const images = asImages(cameras(60, 110));

  it("has the looks and pixels that a projection on the ellipsoid has", () => {
    const found = surveyCoverage(covered(geometry), images);
    const wanted = bruteForce(geometry, images);
    // A corner within a hundredth of a pixel of the edge may fall to either side.
    const other = wanted.filter(({ looks }, row) => looks !== found.looks[row]);
    expect(other.length).toBeLessThanOrEqual(2);
    expect(wanted.filter(({ looks }) => looks > 1).length).toBeGreaterThan(300);
    expect(wanted.some(({ looks }, row) => looks === 0 && geometry.length[row] !== 0)).toBe(true);
    for (const [row, { looks, gsd }] of wanted.entries()) {
      if (looks !== found.looks[row]) continue;
      if (looks > 0) expect(found.gsd_cm[row]).toBeCloseTo(gsd, 2);
      else expect(found.gsd_cm[row]).toBeNaN();
      expect(found.verdict[row] === NOT_INSPECTED).toBe(looks === 0);
    }
  });

  it("loses exactly the components that only deleted images show", () => {
    const few = images.slice(0, 25);
    const left = few.slice(0, -10);
    const before = surveyCoverage(covered(geometry), few).verdict;
    const after = surveyCoverage(covered(geometry), left).verdict;
    const [all, rest] = [bruteForce(geometry, few), bruteForce(geometry, left)];
    const lost = all.flatMap(({ looks }, row) =>
      looks > 0 && rest[row]!.looks === 0 ? [row] : [],
    );
    const found = [...before.keys()].filter(
      (row) => before[row] !== NOT_INSPECTED && after[row] === NOT_INSPECTED,
    );
    expect(lost.length).toBeGreaterThan(3);
    expect(found).toEqual(lost);
  });

  it("needs two sound looks for the verdict valid", () => {
    const one = field(1, 1);
    const above = (x: number, pitch = -90): ImageCamera => {
      const [lon, lat] = plane.toLonLat(x, -2.5);
      const at = { lon, lat, height_m: 30, yaw_deg: 0, pitch_deg: pitch, roll_deg: 0 };
      return {
        ...at,
        focal_px: 760,
        centre_px: [320, 256],
        width_px: 640,
        height_px: 512,
        distortion: null,
      };
    };
    const verdict = (...all: ImageCamera[]) =>
      surveyCoverage(covered(one), asImages(all)).verdict[0];
    expect(verdict()).toBe(NOT_INSPECTED);
    expect(verdict(above(0))).toBe(VALID_WITH_NOTE);
    expect(verdict(above(0), above(1))).toBe(VALID);
    expect(verdict(above(0), above(300))).toBe(VALID_WITH_NOTE);
  });

  it("finds the glint of a pane where the mirrored sun meets the camera", () => {
    const one = field(1, 1);
    const random = numbers(3);
    let glints = 0;
    for (let round = 0; round < 400; round++) {
      const sun = towardsSun({ elevation_deg: 55 + random() * 35, azimuth_deg: random() * 360 });
      const [camera] = cameras(1, 1);
      const [lon, lat] = plane.toLonLat(random() * 30 - 16, random() * 30 - 17);
      const at = { ...camera!, lon, lat, pitch_deg: -90, height_m: 50, focal_px: 400 };
      const found = surveyCoverage(covered(one), [{ camera: at, sun, normals: [] }]);
      if (found.looks[0] === 0) continue;
      const { toCamera } = pixelOf(
        at,
        ...plane.toLonLat(one.centreX[0]!, one.centreY[0]!),
        one.height[0]!,
      );
      // A level pane turns the horizontal part of the ray around.
      const [e, n, u] = [-sun[0], -sun[1], sun[2]];
      const cross = Math.hypot(
        n * toCamera[2] - u * toCamera[1],
        u * toCamera[0] - e * toCamera[2],
        e * toCamera[1] - n * toCamera[0],
      );
      const apart = Math.asin(Math.min(1, cross)) / DEGREE;
      if (Math.abs(apart - 3) < 0.05) continue;
      expect(found.glints[0]).toBe(apart < 3 ? 1 : 0);
      glints += found.glints[0]!;
    }
    expect(glints).toBeGreaterThan(3);
  });

  it("finds the glint of a tube as the best of all normals around its axis", () => {
    const one = field(1, 1);
    const tube = { ...covered(one), mirroring: "tube" as const };
    const random = numbers(5);
    let glints = 0;
    const angle = one.rotation[0]!;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    for (let round = 0; round < 200; round++) {
      const sun = towardsSun({ elevation_deg: 40 + random() * 50, azimuth_deg: random() * 360 });
      const [camera] = cameras(1, 1);
      const [lon, lat] = plane.toLonLat(random() * 40 - 21, random() * 30 - 17);
      const at = { ...camera!, lon, lat, pitch_deg: -90, height_m: 50, focal_px: 400 };
      const found = surveyCoverage(tube, [{ camera: at, sun, normals: [] }]);
      if (found.looks[0] === 0) continue;
      const { toCamera } = pixelOf(
        at,
        ...plane.toLonLat(one.centreX[0]!, one.centreY[0]!),
        one.height[0]!,
      );
      let least = 180;
      for (let t = 0; t < 3600; t++) {
        const [c, s] = [Math.cos((t * Math.PI) / 1800), Math.sin((t * Math.PI) / 1800)];
        const normal = [-sin * c, cos * c, s] as const;
        const facing = normal[0] * sun[0] + normal[1] * sun[1] + normal[2] * sun[2];
        const ray = [0, 1, 2].map((k) => 2 * facing * normal[k]! - sun[k]!);
        const meets = ray[0]! * toCamera[0] + ray[1]! * toCamera[1] + ray[2]! * toCamera[2];
        least = Math.min(least, Math.acos(Math.min(1, meets)) / DEGREE);
      }
      if (Math.abs(least - 3) < 0.1) continue;
      expect(found.glints[0]).toBe(least < 3 ? 1 : 0);
      glints += found.glints[0]!;
    }
    expect(glints).toBeGreaterThan(3);
  });
});
