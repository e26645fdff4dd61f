// Images of a photovoltaic module between its neighbours, seen from above.
import { bypassExcess, OPEN_EXCESS } from "./module-analysis.ts";
import {
  addSpot,
  eachPixel,
  encodeColours,
  encodeThermal,
  groundGrid,
  paint,
  IMAGE_HEIGHT,
  IMAGE_WIDTH,
  thermalGrid,
  type ColourGrid,
  type DrawnImage,
  type ThermalGrid,
} from "../image.ts";
import { textureNoise, hashed } from "../random.ts";

export type ModuleScene = {
  readonly seed: number;
  /** °C: healthy modules, the air. */
  readonly temperature: number;
  readonly ambient: number;
  /** Kelvin over the healthy neighbours; 0 without a hot cell. */
  readonly hotCellExcess: number;
  readonly hotCells: number;
  readonly bypassed: number;
  /** The module or its string delivers no power. */
  readonly isIdle: boolean;
  readonly pid: 0 | 1 | 2;
  readonly junctionBoxExcess: number;
  readonly isBroken: boolean;
  readonly isCracked: boolean;
  readonly vegetation: 0 | 1 | 2;
  readonly hasDroppings: boolean;
  /** Share of power lost by dust, 0 to 1. */
  readonly soiling: number;
};

/** The module's frame in pixels, its cells, and the distance to the next module. */
const LEFT = 62;
const RIGHT = 258;
const TOP = -14;
const BOTTOM = 270;
const COLUMNS = 6;
const ROWS = 10;
const PITCH = RIGHT - LEFT + 7;
const CELL_WIDTH = (RIGHT - LEFT) / COLUMNS;
const CELL_HEIGHT = (BOTTOM - TOP) / ROWS;

/** Pixel of a cell's middle. */
function cellAt(column: number, row: number): [number, number] {
  return [LEFT + (column + 0.5) * CELL_WIDTH, TOP + (row + 0.5) * CELL_HEIGHT];
}

/** The module at a pixel column (0 is the one in the centre) and the offset in it. */
function moduleAt(x: number): { number: number; within: number } {
  const number = Math.floor((x - LEFT) / PITCH);
  return { number, within: x - LEFT - number * PITCH };
}

/** The module in the thermal camera. */
export function thermalModule(scene: ModuleScene): DrawnImage {
  const { seed, temperature, ambient } = scene;
  const grid = thermalGrid(seed, ambient + 16, 2.5);
  eachPixel([0, 0, IMAGE_WIDTH, IMAGE_HEIGHT], (at, x, y) => {
    const { number, within } = moduleAt(x);
    if (within >= RIGHT - LEFT) return;
    const slope = ((y - TOP) / (BOTTOM - TOP)) * 1.4;
    const excess = number === 0 ? partExcess(scene, within, y) : 0;
    const line = isLine(within, y - TOP) ? -1 : 0;
    grid[at] =
      temperature + slope + line + excess + textureNoise(seed + 2 + number, x, y, 70) * 0.6;
  });
  drawHotCells(grid, scene);
  if (scene.junctionBoxExcess > 0)
    addSpot(grid, (LEFT + RIGHT) / 2, 30, 9, scene.junctionBoxExcess);
  if (scene.isBroken) addPatchwork(grid, scene, 9);
  if (scene.hasDroppings) addSpot(grid, ...cellAt(4, 6), 7, 5);
  return encodeThermal(grid, seed);
}

/** Extra temperature of a part of the module, K: bypassed substrings of two columns, idle, PID at the frame. */
function partExcess(
  { bypassed, isIdle, pid, vegetation }: ModuleScene,
  within: number,
  y: number,
): number {
  const column = Math.floor(within / CELL_WIDTH);
  const row = Math.floor((y - TOP) / CELL_HEIGHT);
  const substring = Math.floor(column / 2) < bypassed ? bypassExcess(bypassed) : 0;
  const nearFrame = column === 0 || column === COLUMNS - 1 || row >= ROWS - 2;
  const potential = nearFrame && (column + row * 3) % 4 !== 0 ? pid * 2.4 : 0;
  const shadow = vegetation === 2 && row >= ROWS - 3 && column > 2 ? 5 : 0;
  return Math.max(substring, isIdle ? OPEN_EXCESS : 0) + potential + shadow;
}

function drawHotCells(grid: ThermalGrid, { seed, hotCells, hotCellExcess }: ModuleScene): void {
  for (let cell = 0; cell < hotCells; cell++) {
    const column = Math.floor(hashed(seed, 11, cell) * COLUMNS);
    const row = 1 + Math.floor(hashed(seed, 12, cell) * (ROWS - 2));
    const [x, y] = cellAt(column, row);
    const excess = hotCellExcess * (cell === 0 ? 1 : 0.45 + 0.4 * hashed(seed, 13, cell));
    const [w, h] = [CELL_WIDTH / 2 - 1, CELL_HEIGHT / 2 - 1];
    eachPixel([x - w, y - h, x + w, y + h], (at) => (grid[at] = (grid[at] ?? 0) + excess * 0.55));
    addSpot(grid, x + (hashed(seed, 14, cell) - 0.5) * 12, y, 6, excess * 0.45);
  }
}

function addPatchwork(grid: ThermalGrid, { seed }: ModuleScene, excess: number): void {
  eachPixel([LEFT, 0, RIGHT, IMAGE_HEIGHT], (at, x, y) => {
    const cell =
      Math.floor((x - LEFT) / CELL_WIDTH) + COLUMNS * Math.floor((y - TOP) / CELL_HEIGHT);
    grid[at] = (grid[at] ?? 0) + excess * hashed(seed, 15, cell) ** 2;
  });
}

function isLine(within: number, down: number): boolean {
  return within % CELL_WIDTH < 1 || down % CELL_HEIGHT < 1;
}

/** The same module in the visible camera. */
export async function visibleModule(scene: ModuleScene): Promise<DrawnImage> {
  const { seed, soiling } = scene;
  const grid = groundGrid(seed);
  eachPixel([0, 0, IMAGE_WIDTH, IMAGE_HEIGHT], (at, x, y) => {
    const { within } = moduleAt(x);
    if (within >= RIGHT - LEFT) return;
    const isFrame = within < 3 || within > RIGHT - LEFT - 4;
    const sheen = textureNoise(seed + 3, x, y, 150) * 9 + (y / IMAGE_HEIGHT) * 8;
    if (isFrame) paint(grid, at, [178, 182, 186]);
    else if (isLine(within, y - TOP)) paint(grid, at, [150, 158, 170]);
    else paint(grid, at, [18 + sheen, 28 + sheen, 58 + sheen * 1.2]);
    const dust =
      soiling * 4 * (0.6 + 0.5 * textureNoise(seed + 4, x, y, 24)) + (y > 200 ? soiling * 2 : 0);
    paint(grid, at, [176, 158, 126], Math.min(0.7, Math.max(0, dust)));
  });
  if (scene.isBroken) drawGlassBreakage(grid, seed);
  if (scene.isCracked) drawSnailTrails(grid, seed);
  if (scene.hasDroppings) drawDroppings(grid, seed);
  if (scene.vegetation > 0) drawPlants(grid, scene);
  return encodeColours(grid);
}

function drawGlassBreakage(grid: ColourGrid, seed: number): void {
  const [cx, cy] = cellAt(
    1 + Math.floor(hashed(seed, 16) * 4),
    3 + Math.floor(hashed(seed, 17) * 3),
  );
  eachPixel([LEFT + 3, 0, RIGHT - 3, IMAGE_HEIGHT], (at, x, y) => {
    const distance = Math.hypot(x - cx, y - cy);
    const angle = Math.atan2(y - cy, x - cx) + textureNoise(seed + 18, x, y, 40) * 0.35;
    const ray = Math.abs(Math.sin(angle * 8));
    const ring = Math.abs(Math.sin(distance / 11 + textureNoise(seed + 19, x, y, 34) * 0.9));
    if (ray < 0.06 || ring < 0.03 + 3 / (distance + 10)) paint(grid, at, [206, 214, 222], 0.75);
  });
}

function drawSnailTrails(grid: ColourGrid, seed: number): void {
  eachPixel([LEFT + 3, 0, RIGHT - 3, IMAGE_HEIGHT], (at, x, y) => {
    if (Math.abs(textureNoise(seed + 20, x, y, 30)) < 0.035) paint(grid, at, [120, 116, 108], 0.6);
  });
}

function drawDroppings(grid: ColourGrid, seed: number): void {
  for (let drop = 0; drop < 5; drop++) {
    const [cx, cy] = cellAt(3 + hashed(seed, 21, drop) * 2, 5 + hashed(seed, 22, drop) * 2);
    const radius = 3 + hashed(seed, 23, drop) * 6;
    eachPixel([cx - radius, cy - radius, cx + radius, cy + radius * 3], (at, x, y) => {
      const run = y > cy ? 0.4 : 1;
      if (Math.hypot(x - cx, (y - cy) * run) < radius * 0.8) paint(grid, at, [232, 230, 220], 0.9);
    });
  }
}

function drawPlants(grid: ColourGrid, { seed, vegetation }: ModuleScene): void {
  const upTo = vegetation === 2 ? 165 : 225;
  for (let leaf = 0; leaf < 260; leaf++) {
    const x = (vegetation === 2 ? 150 : 0) + hashed(seed, 24, leaf) * 170;
    const y = IMAGE_HEIGHT - hashed(seed, 25, leaf) ** 1.6 * (IMAGE_HEIGHT - upTo);
    const size = 2 + hashed(seed, 26, leaf) * 5;
    const tone = hashed(seed, 27, leaf) * 50;
    eachPixel([x - size, y - size, x + size, y + size], (at, px, py) => {
      if ((px - x) ** 2 + ((py - y) * 2) ** 2 < size * size)
        paint(grid, at, [48 + tone, 82 + tone, 34 + tone * 0.4]);
    });
  }
}
