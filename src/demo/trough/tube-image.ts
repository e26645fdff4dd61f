// Images of an absorber tube between its neighbours, seen from above.
import {
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
} from "../image.ts";
import { textureNoise, hashed } from "../random.ts";

export type TubeScene = {
  readonly seed: number;
  /** Apparent temperatures in °C: the tube, its neighbours' glass, the air. */
  readonly glass: number;
  readonly neighbours: number;
  readonly ambient: number;
  readonly isGlassMissing: boolean;
  /** Broken or missing mirrors, by column 0 to 7 and row 0 to 3. */
  readonly brokenMirrors: readonly { column: number; row: number; isMissing: boolean }[];
};

/** Pixels of the tube's axis, of its half width, and the ends of the tube in the middle. */
const AXIS = IMAGE_HEIGHT / 2;
const HALF_GLASS = 3.4;
const TUBE_FROM = 70;
const TUBE_TO = 250;
/** The trough's edges, and the rows and columns of its mirrors. */
const TROUGH_TOP = 26;
const TROUGH_BOTTOM = 230;
const MIRROR_COLUMNS = 8;
const MIRROR_ROWS = 4;

/** The tube in a thermal image: the mirrors reflect the cold sky, the glass shows its temperature. */
export function thermalTube(scene: TubeScene): DrawnImage {
  const { seed, ambient, glass, neighbours } = scene;
  const grid = thermalGrid(seed, ambient + 13, 3);
  eachPixel([0, TROUGH_TOP, IMAGE_WIDTH, TROUGH_BOTTOM], (at, x, y) => {
    const fromAxis = Math.abs(y - AXIS) / (TROUGH_BOTTOM - AXIS);
    const mirror = ambient - 9 + 5 * fromAxis + textureNoise(seed + 2, x, y, 50) * 1.2;
    grid[at] = isMirrorGone(scene, x, y) ? ambient + 11 : mirror + (isGap(x, y) ? 5 : 0);
  });
  eachPixel([0, AXIS - 12, IMAGE_WIDTH, AXIS + 12], (at, x, y) => {
    const across = Math.abs(y - AXIS + Math.sin(x / 90) * 0.6);
    const isMiddleTube = x >= TUBE_FROM && x < TUBE_TO;
    const warmth = isMiddleTube ? glass + flicker(scene, x) : neighbours;
    const edge = 1 / (1 + Math.exp((across - HALF_GLASS) * 1.8));
    // The bellows at the joints are bare metal and appear slightly warmer than intact glass.
    const joint = Math.min(Math.abs(x - TUBE_FROM), Math.abs(x - TUBE_TO)) < 5 ? 9 : 0;
    grid[at] = (grid[at] ?? 0) * (1 - edge) + (warmth + joint) * edge;
    // Reflections of the tube in the mirrors below.
    const ghost = Math.exp(-((across - 8) ** 2) / 6) * 0.16;
    grid[at] = (grid[at] ?? 0) * (1 - ghost) + warmth * ghost;
  });
  return encodeThermal(grid, seed);
}

/** Temperature variation along the tube: bare steel is patchy because its coating peels; glass is even. */
function flicker({ seed, isGlassMissing }: TubeScene, x: number): number {
  if (isGlassMissing)
    return textureNoise(seed + 3, x, 0, 9) * 22 + textureNoise(seed + 4, x, 0, 31) * 14;
  return textureNoise(seed + 3, x, 0, 40) * 1.6;
}

/** The same place in a visible image. */
export async function visibleTube(scene: TubeScene): Promise<DrawnImage> {
  const { seed } = scene;
  const grid = groundGrid(seed);
  eachPixel([0, TROUGH_TOP, IMAGE_WIDTH, TROUGH_BOTTOM], (at, x, y) => {
    if (isMirrorGone(scene, x, y)) {
      const isBeam = x % 40 < 4 || (y - TROUGH_TOP) % 51 < 5;
      if (isBeam) paint(grid, at, [150, 153, 156]);
      return;
    }
    const curve = (y - AXIS) / (TROUGH_BOTTOM - AXIS);
    const cloud = textureNoise(seed + 5, x, y * 2, 110) * 16;
    const light = 1 - 0.28 * curve * curve;
    const sky = [104 + cloud, 143 + cloud, 186 + cloud * 0.7] as const;
    paint(grid, at, isGap(x, y) ? [52, 60, 70] : [sky[0] * light, sky[1] * light, sky[2] * light]);
  });
  drawCracks(grid, scene);
  drawTube(grid, scene);
  return encodeColours(grid);
}

function drawTube(grid: ColourGrid, scene: TubeScene): void {
  const { seed, isGlassMissing } = scene;
  eachPixel([0, AXIS - 8, IMAGE_WIDTH, AXIS + 8], (at, x, y) => {
    const across = y - AXIS;
    const isBare = isGlassMissing && x >= TUBE_FROM && x < TUBE_TO;
    const joint = Math.min(Math.abs(x - TUBE_FROM), Math.abs(x - TUBE_TO)) < 6;
    if (joint && Math.abs(across) < 5) paint(grid, at, [176, 178, 180]);
    else if (isBare && Math.abs(across) < 2.6) {
      const rust = textureNoise(seed + 6, x, y, 6) * 26;
      paint(grid, at, [118 + rust, 92 + rust * 0.6, 80 + rust * 0.4]);
    } else if (!isBare && Math.abs(across) < 4.2) {
      paint(grid, at, Math.abs(across) < 2.2 ? [22, 26, 40] : [128, 150, 172]);
      if (across > -3.4 && across < -2) paint(grid, at, [236, 242, 248], 0.7);
    }
  });
  if (!isGlassMissing) return;
  // Shards in the trough below the tube.
  for (let shard = 0; shard < 46; shard++) {
    const x = TUBE_FROM + hashed(seed, 7, shard) * (TUBE_TO - TUBE_FROM);
    const y = AXIS + 8 + hashed(seed, 8, shard) ** 2 * 70;
    const size = 1 + hashed(seed, 9, shard) * 3;
    eachPixel([x, y, x + size * 1.6, y + size], (at) => paint(grid, at, [232, 240, 246], 0.8));
  }
}

function isGap(x: number, y: number): boolean {
  const column = x % (IMAGE_WIDTH / MIRROR_COLUMNS) < 1.2;
  const row = (y - TROUGH_TOP) % ((TROUGH_BOTTOM - TROUGH_TOP) / MIRROR_ROWS) < 1.2;
  return column || row;
}

function mirrorAt(x: number, y: number): { column: number; row: number } {
  return {
    column: Math.floor(x / (IMAGE_WIDTH / MIRROR_COLUMNS)),
    row: Math.floor((y - TROUGH_TOP) / ((TROUGH_BOTTOM - TROUGH_TOP) / MIRROR_ROWS)),
  };
}

function isMirrorGone({ brokenMirrors }: TubeScene, x: number, y: number): boolean {
  const { column, row } = mirrorAt(x, y);
  return brokenMirrors.some(
    (mirror) => mirror.isMissing && mirror.column === column && mirror.row === row,
  );
}

/** Cracks run from the point of impact to the mirror's edge; some pieces are missing. */
function drawCracks(grid: ColourGrid, { seed, brokenMirrors }: TubeScene): void {
  const width = IMAGE_WIDTH / MIRROR_COLUMNS;
  const height = (TROUGH_BOTTOM - TROUGH_TOP) / MIRROR_ROWS;
  for (const [number, { column, row, isMissing }] of brokenMirrors.entries()) {
    if (isMissing) continue;
    const left = column * width;
    const top = TROUGH_TOP + row * height;
    const [cx, cy] = [left + width * (0.3 + 0.4 * hashed(seed, 10, number)), top + height * 0.45];
    eachPixel([left + 1, top + 1, left + width, top + height], (at, x, y) => {
      const angle = Math.atan2(y - cy, x - cx) + textureNoise(seed + 11, x, y, 12) * 0.5;
      const ray = Math.abs(Math.sin(angle * 4.5));
      const distance = Math.hypot(x - cx, y - cy);
      if (ray < 0.09 + 1.2 / (distance + 1)) paint(grid, at, [236, 240, 242], 0.85);
      if (distance < 9 && ray > 0.6) paint(grid, at, [96, 84, 70]);
    });
  }
}
