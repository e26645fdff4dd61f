// Places that a person has set, on rendered plants: the renderer shares no code with the registration.
import { expect, it } from "vitest";
import { placeScene, type PlaceScene } from "../../../../tests/bench/place-scene.ts";
import { patient } from "../../../../tests/fixtures/patience.ts";
import { isRelease } from "../../../../tests/fixtures/rounds.ts";
import { planeAt, type PlanePoint } from "../../geometry/plane.ts";
import { controlledRaster } from "./control-registration.ts";
import { controlFit, type ControlPoint } from "./control-point.ts";
import { isPlaceSure, registerRaster } from "../registration.ts";

const origin = [-69.3, -24.1] as const;
const plane = planeAt(origin);

/** Corners as a person sets them: up to `error` metres beside, and `slip` metres along the row too far. */
function pointsOf(scene: PlaceScene, rows: readonly number[], error = 0.05, slip = 0) {
  const { geometry, toPixel, truth, pixel_m } = scene;
  const [left, top] = toPixel(0, 0);
  return rows.map((row, at): ControlPoint => {
    const along = geometry.rotation[row]! - Math.PI / 2;
    const place = [geometry.centreX[row]!, geometry.centreY[row]!] as const;
    const [column, line] = truth(...place);
    const way = at * 2.4;
    const seen: PlanePoint = [
      (column - left) * pixel_m + error * Math.cos(way) + slip * Math.cos(along),
      (top - line) * pixel_m + error * Math.sin(way) + slip * Math.sin(along),
    ];
    return { seen: plane.toLonLat(...seen), place: plane.toLonLat(...place) };
  });
}

function worstOf(
  { geometry, truth, pixel_m }: PlaceScene,
  toPixel: PlaceScene["toPixel"],
  rows: readonly number[],
): number {
  return Math.max(
    ...rows.map((row) => {
      const place = [geometry.centreX[row]!, geometry.centreY[row]!] as const;
      const [a, b] = [toPixel(...place), truth(...place)];
      return Math.hypot(a[0] - b[0], a[1] - b[1]) * pixel_m;
    }),
  );
}

it.runIf(isRelease)(
  "places a raster that lies further away than the registration looks, and its rows refine the place",
  async () => {
    const scene = placeScene({ seed: 1008, ground: "grass", shift_m: 12 });
    const { count } = scene.geometry;
    const all = Array.from({ length: count }, (_, row) => row);
    expect(isPlaceSure(await registerRaster(scene.raster, scene.geometry, scene.toPixel))).toBe(
      false,
    );
    const fit = controlFit(pointsOf(scene, [0, count - 1, Math.floor(count / 2)]), origin)!;
    const found = await controlledRaster(scene.raster, scene.geometry, scene.toPixel, fit);
    expect(isPlaceSure(found)).toBe(true);
    expect(found.registration.control).toMatchObject({ points: 3, check: "agrees" });
    expect(worstOf(scene, found.toPixel, all)).toBeLessThan(0.05);
    // What is said is the whole movement.
    const [dx, dy] = found.registration.shift_m;
    expect(Math.hypot(dx, dy)).toBeGreaterThan(3.5);
  },
  patient(240_000),
);

it.runIf(isRelease)(
  "decides where no end of a row is seen",
  async () => {
    const scene = placeScene({ seed: 1002, ground: "grass", isEndless: true });
    const { geometry, raster, toPixel, truth } = scene;
    const shown = Array.from({ length: geometry.count }, (_, row) => row).filter((row) => {
      const [column, line] = truth(geometry.centreX[row]!, geometry.centreY[row]!);
      return column > 60 && line > 60 && column < raster.width - 60 && line < raster.height - 60;
    });
    const points = pointsOf(scene, [shown[0]!, shown.at(-1)!]);
    const found = await controlledRaster(raster, geometry, toPixel, controlFit(points, origin)!);
    expect(isPlaceSure(found)).toBe(true);
    expect(found.registration.control).toMatchObject({ points: 2, check: "agrees" });
    expect(worstOf(scene, found.toPixel, shown)).toBeLessThan(0.05);
  },
  patient(240_000),
);

it.runIf(isRelease)(
  "is not sure where the rows are clearly elsewhere: a person may take the next module",
  async () => {
    const scene = placeScene({ seed: 1001, ground: "soil" });
    const points = pointsOf(scene, [0, scene.geometry.count - 1], 0.05, 1.2);
    const fit = controlFit(points, origin)!;
    const found = await controlledRaster(scene.raster, scene.geometry, scene.toPixel, fit);
    expect(isPlaceSure(found)).toBe(false);
    expect(found.registration.control?.check).toBe("contradicts");
    expect(found.registration.rival_m).toBeCloseTo(1.2, 1);
    expect(found.toPixel(3, 4)).toEqual(scene.toPixel(3, 4));
  },
  patient(240_000),
);

it.runIf(isRelease)(
  "takes the points alone where no row is seen",
  async () => {
    const scene = placeScene({ seed: 1001, ground: "grass" });
    const empty = { ...scene.raster, read: async () => new Float32Array(1) };
    const fit = controlFit(pointsOf(scene, [0, scene.geometry.count - 1], 0), origin)!;
    const flat = {
      ...empty,
      read: async ({ width, height }: { width: number; height: number }) =>
        new Float32Array(width * height).fill(20),
    };
    const found = await controlledRaster(flat, scene.geometry, scene.toPixel, fit);
    expect(found.registration.control?.check).toBe("none");
    expect(worstOf(scene, found.toPixel, [0, 40, 500])).toBeLessThan(0.01);
  },
  patient(240_000),
);
