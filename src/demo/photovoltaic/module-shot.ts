// What a drone's two cameras see of the modules below them, drawn from the same model as the key figures.
import { projectorOf, type ImageCamera, type Pixel } from "../../domain/image/image-camera.ts";
import type { LonLat } from "../../domain/geometry/plane.ts";
import type { LevelDraft } from "../../domain/twin/twin-draft.ts";
import { bypassExcess, OPEN_EXCESS } from "./module-analysis.ts";
import type { ModuleScene } from "./module-image.ts";
import { hashed } from "../random.ts";

const COLUMNS = 6;
const ROWS = 10;
/** Degrees within which a camera sees modules: about 33 m. */
const CAMERA_REACH = 0.0003;

/** What is drawn, and where a place lies in it. */
export type ShotView = {
  readonly width_px: number;
  readonly height_px: number;
  readonly middle: LonLat;
  /** Degrees of latitude, and half as many of longitude, from the middle within which there are modules. */
  readonly reach: number;
  /** @param place longitude and latitude in degrees, metres above the ground */
  project(place: readonly [lon: number, lat: number, height: number]): Pixel | null;
};

export function cameraView(camera: ImageCamera): ShotView {
  const { width_px, height_px, lon, lat } = camera;
  const project = projectorOf(camera);
  return {
    width_px,
    height_px,
    middle: [lon, lat],
    reach: CAMERA_REACH,
    project: (place) => project(place)?.pixel ?? null,
  };
}

/** Calls `draw` for each pixel of a module, with the place in the module, 0 to 1. */
type Draw = (at: number, row: number, u: number, v: number) => void;

function eachModulePixel(view: ShotView, level: LevelDraft, draw: Draw): void {
  const [lon0, lat0] = view.middle;
  for (let row = 0; row < level.count; row++) {
    const from = (level.ringOffsets[row] ?? 0) * 2;
    const [lon, lat] = [level.rings[from]!, level.rings[from + 1]!];
    if (Math.abs(lat - lat0) > view.reach || Math.abs(lon - lon0) > view.reach * 2) continue;
    const corners: Pixel[] = [];
    for (let at = from; at < from + 8; at += 2) {
      const height = level.height?.[row] ?? 0;
      const found = view.project([level.rings[at]!, level.rings[at + 1]!, height]);
      if (found) corners.push(found);
    }
    if (corners.length === 4) fillModule(view, corners, (at, u, v) => draw(at, row, u, v));
  }
}

function fillModule(
  { width_px, height_px }: ShotView,
  corners: readonly Pixel[],
  draw: (at: number, u: number, v: number) => void,
): void {
  const [[x0, y0], [xu, yu], , [xv, yv]] = corners as [Pixel, Pixel, Pixel, Pixel];
  const [ux, uy, vx, vy] = [xu - x0, yu - y0, xv - x0, yv - y0];
  const area = ux * vy - uy * vx;
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  const [left, right] = [
    Math.max(0, Math.floor(Math.min(...xs))),
    Math.min(width_px - 1, Math.ceil(Math.max(...xs))),
  ];
  const [top, bottom] = [
    Math.max(0, Math.floor(Math.min(...ys))),
    Math.min(height_px - 1, Math.ceil(Math.max(...ys))),
  ];
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) {
      const [dx, dy] = [x + 0.5 - x0, y + 0.5 - y0];
      const u = (dx * vy - dy * vx) / area;
      const v = (dy * ux - dx * uy) / area;
      if (u >= 0 && u <= 1 && v >= 0 && v <= 1) draw(y * width_px + x, u, v);
    }
  }
}

type SceneOf = (row: number) => ModuleScene;

/** °C, row by row from the upper left. */
export function thermalShot(view: ShotView, level: LevelDraft, sceneOf: SceneOf): Float32Array {
  const pixels = view.width_px * view.height_px;
  const first = sceneOf(0);
  const grid = Float32Array.from(
    { length: pixels },
    (_, at) => first.ambient + 14 + 2 * hashed(first.seed, 41, at),
  );
  const scenes = new Map<number, ModuleScene>();
  eachModulePixel(view, level, (at, row, u, v) => {
    const scene = scenes.get(row) ?? sceneOf(row);
    scenes.set(row, scene);
    grid[at] = scene.temperature + excessOf(scene, u, v) + 0.4 * (hashed(row, 42, at) - 0.5);
  });
  return grid;
}

function excessOf(scene: ModuleScene, u: number, v: number): number {
  const { seed, bypassed, isIdle, hotCells, hotCellExcess } = scene;
  const [column, line] = [Math.floor(u * COLUMNS), Math.floor(v * ROWS)];
  let excess = Math.floor(column / 2) < bypassed ? bypassExcess(bypassed) : 0;
  if (isIdle) excess = Math.max(excess, OPEN_EXCESS);
  for (let cell = 0; cell < hotCells; cell++) {
    const isIn =
      column === Math.floor(hashed(seed, 11, cell) * COLUMNS) &&
      line === 1 + Math.floor(hashed(seed, 12, cell) * (ROWS - 2));
    if (isIn) excess += hotCellExcess * (cell === 0 ? 1 : 0.5);
  }
  return excess;
}

/** RGB, three bytes per pixel. */
export function visibleShot(view: ShotView, level: LevelDraft, sceneOf: SceneOf): Uint8Array {
  const pixels = view.width_px * view.height_px;
  const grid = new Uint8Array(pixels * 3);
  for (let at = 0; at < pixels; at++) {
    const tone = 18 * hashed(7, 43, at);
    grid.set([164 + tone, 142 + tone, 112 + tone], at * 3);
  }
  const scenes = new Map<number, ModuleScene>();
  eachModulePixel(view, level, (at, row, u, v) => {
    const scene = scenes.get(row) ?? sceneOf(row);
    scenes.set(row, scene);
    const isFrame = u < 0.03 || u > 0.97 || v < 0.02 || v > 0.98;
    const isLine = (u * COLUMNS) % 1 < 0.06 || (v * ROWS) % 1 < 0.06;
    const dust = 60 * scene.soiling;
    const broken = scene.isBroken
      ? 90 * hashed(row, 44, Math.floor(u * 40), Math.floor(v * 60))
      : 0;
    const sheen = 10 * v + dust + broken;
    if (isFrame) grid.set([178, 182, 186], at * 3);
    else if (isLine) grid.set([92, 100, 122], at * 3);
    else grid.set([22 + sheen, 32 + sheen, 62 + sheen], at * 3);
  });
  return grid;
}
