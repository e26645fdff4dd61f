// A heat map of a key figure: mean values of grid cells, blurred, in the colours of the components.
import { MISSING_U8, type ColumnValues } from "../../domain/column/column.ts";
import type { Geometry } from "../../domain/component/component-index.ts";
import { FILTERED_OUT } from "../../state/plant/column/row-flag.ts";
import type { Colouring } from "./colouring.ts";

export type HeatRequest = {
  readonly geometry: Geometry;
  /** [min x, min y, max x, max y] in plane metres. */
  readonly extent: readonly [number, number, number, number];
  readonly values: ColumnValues;
  readonly colouring: Colouring;
  readonly mask: Uint8Array | null;
};

export type HeatImage = {
  /** Rows from north to south. */
  readonly image: ImageData;
  readonly extent: readonly [number, number, number, number];
};

const LONG_SIDE = 192;
/** Cells left empty around the plant, so that the blur fades out inside the image. */
const MARGIN = 3;

/** The heat map of a column; null for a plant without extent. */
export function heatImage(request: HeatRequest): HeatImage | null {
  const [minX, minY, maxX, maxY] = request.extent;
  const span = Math.max(maxX - minX, maxY - minY);
  if (!(span > 0)) return null;
  const cell = span / (LONG_SIDE - 2 * MARGIN);
  const width = Math.ceil((maxX - minX) / cell) + 2 * MARGIN;
  const height = Math.ceil((maxY - minY) / cell) + 2 * MARGIN;
  const west = minX - MARGIN * cell;
  const south = minY - MARGIN * cell;
  const { sums, counts } = collect(request, { width, height, west, south, cell });
  blur(sums, width, height);
  blur(counts, width, height);
  const pixels = new Uint8ClampedArray(width * height * 4);
  const full = Math.max(1e-9, typical(counts));
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = y * width + x;
      if (!(counts[at]! > full * 0.02)) continue;
      const [r, g, b] = colourAt(request.colouring, sums[at]! / counts[at]!);
      const to = ((height - 1 - y) * width + x) * 4;
      pixels[to] = r;
      pixels[to + 1] = g;
      pixels[to + 2] = b;
      pixels[to + 3] = Math.min(1, (counts[at]! / full) * 1.5) * 255;
    }
  }
  const extent = [west, south, west + width * cell, south + height * cell] as const;
  return { image: new ImageData(pixels, width, height), extent };
}

type Grid = { width: number; height: number; west: number; south: number; cell: number };

function collect({ geometry, values, colouring, mask }: HeatRequest, grid: Grid) {
  const sums = new Float32Array(grid.width * grid.height);
  const counts = new Float32Array(grid.width * grid.height);
  const { centreX, centreY, length } = geometry;
  const classes = values instanceof Uint8Array;
  const rows = Math.min(values.length, geometry.count);
  for (let row = 0; row < rows; row += 1) {
    const value = values[row]!;
    const missing = classes ? value === MISSING_U8 : value !== value;
    if (missing || length[row] === 0 || (mask && mask[row]! & FILTERED_OUT)) continue;
    const x = Math.floor((centreX[row]! - grid.west) / grid.cell);
    const y = Math.floor((centreY[row]! - grid.south) / grid.cell);
    const at = y * grid.width + x;
    // The mean of class numbers is meaningless, so their severities are averaged.
    sums[at]! += colouring.by === "class" ? colouring.ramp[1024 + value * 4]! : value;
    counts[at]! += 1;
  }
  return { sums, counts };
}

/** Three box blurs of five cells each way are near a Gaussian. */
function blur(cells: Float32Array, width: number, height: number): void {
  const line = new Float32Array(Math.max(width, height));
  const pass = (start: number, step: number, count: number) => {
    for (let i = 0; i < count; i += 1) {
      let sum = 0;
      for (let k = Math.max(0, i - 2); k <= Math.min(count - 1, i + 2); k += 1) {
        sum += cells[start + k * step]!;
      }
      line[i] = sum / 5;
    }
    for (let i = 0; i < count; i += 1) cells[start + i * step] = line[i]!;
  };
  for (let round = 0; round < 3; round += 1) {
    for (let y = 0; y < height; y += 1) pass(y * width, 1, width);
    for (let x = 0; x < width; x += 1) pass(x, width, height);
  }
}

/** Mean count of the cells that have any. */
function typical(counts: Float32Array): number {
  let sum = 0;
  let cells = 0;
  for (const count of counts) {
    if (count <= 0.01) continue;
    sum += count;
    cells += 1;
  }
  return cells > 0 ? sum / cells : 0;
}

function colourAt({ by, ramp, domain, limits }: Colouring, value: number) {
  const at = (entry: number): [number, number, number] => [
    ramp[entry * 4]!,
    ramp[entry * 4 + 1]!,
    ramp[entry * 4 + 2]!,
  ];
  if (by === "ramp") {
    const share = (value - domain[0]) / (domain[1] - domain[0] || 1);
    return at(Math.round(Math.min(1, Math.max(0, share)) * 255));
  }
  if (by === "class") return at(entryOfSeverity(ramp, Math.round(value)));
  const judged = limits[3] === 3 ? Math.abs(value) : value;
  const reached = limits
    .slice(0, 3)
    .filter((limit) => (limits[3] === 2 ? judged <= limit : judged >= limit));
  return at(reached.length);
}

/** The first class with this severity, or the next milder one that has a colour. */
function entryOfSeverity(ramp: Uint8Array, severity: number): number {
  for (let wanted = severity; wanted >= 0; wanted -= 1) {
    for (let entry = 0; entry < 255; entry += 1) {
      if (ramp[entry * 4 + 3]! > 0 && ramp[1024 + entry * 4] === wanted) return entry;
    }
  }
  return 0;
}
