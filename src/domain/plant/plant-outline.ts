// The outline of a plant: the area that its components cover, with the gaps between rows closed.
import { groundArea } from "../geometry/ground-area.ts";
import type { Plane } from "../geometry/plane.ts";
import { rectangleRing, type Rectangle } from "../geometry/rectangle.ts";
import { ringArea } from "../geometry/ring.ts";
import { simplifiedRing } from "../geometry/simplified-ring.ts";

export type Outline = {
  /** GeoJSON geometry, EPSG:4326. */
  readonly area: { readonly type: "MultiPolygon"; readonly coordinates: number[][][][] };
  /** Hectares on the ground. */
  readonly area_ha: number;
};

/** Gaps up to this many cells are closed: with cells of 4 m that is a service road of 15 m. */
const CLOSED_CELLS = 2;
const MAX_CELLS_ALONG = 600;

type Grid = { readonly columns: number; readonly rows: number; readonly cells: Uint8Array };

/** Grows (`value` 1) or shrinks (`value` 0) the covered cells by `steps` in all eight directions. */
function spread(grid: Grid, value: 0 | 1, steps: number): Grid {
  let cells = grid.cells;
  const { columns, rows } = grid;
  for (let step = 0; step < steps; step++) {
    const next = cells.slice();
    for (let y = 1; y < rows - 1; y++) {
      for (let x = 1; x < columns - 1; x++) {
        const at = y * columns + x;
        if (cells[at] !== value) continue;
        for (let dy = -columns; dy <= columns; dy += columns) {
          next[at + dy - 1] = value;
          next[at + dy] = value;
          next[at + dy + 1] = value;
        }
      }
    }
    cells = next;
  }
  return { columns, rows, cells };
}

/** Outlines of the covered cells as rings of grid corners; outer rings counter-clockwise, holes clockwise. */
function trace({ columns, rows, cells }: Grid): number[][] {
  const width = columns + 1;
  const from = new Map<number, number[]>();
  const edge = (a: number, b: number) => {
    const list = from.get(a);
    if (list === undefined) from.set(a, [b]);
    else list.push(b);
  };
  const covered = (x: number, y: number) =>
    x >= 0 && y >= 0 && x < columns && y < rows && cells[y * columns + x] === 1;
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      if (!covered(x, y)) continue;
      const corner = y * width + x;
      if (!covered(x, y - 1)) edge(corner, corner + 1);
      if (!covered(x + 1, y)) edge(corner + 1, corner + 1 + width);
      if (!covered(x, y + 1)) edge(corner + 1 + width, corner + width);
      if (!covered(x - 1, y)) edge(corner + width, corner);
    }
  }
  const rings: number[][] = [];
  for (const start of from.keys()) {
    while ((from.get(start)?.length ?? 0) > 0) {
      const ring: number[] = [];
      let at = start;
      do {
        ring.push(at % width, Math.floor(at / width));
        at = from.get(at)!.pop()!;
      } while (at !== start);
      rings.push(ring);
    }
  }
  return rings;
}

/** Rectangles with more places than this to look at are covered row by row. */
const MAX_PLACES = 8192;

/**
 * The cells that rectangles cover, by their first and last cell in each row: large rectangles that cover each
 * other cost no more than their rows.
 */
function rowCover(columns: number, rows: number) {
  const changes = new Int32Array(columns * rows + 1);
  return {
    /** @param corners x, y pairs in cells */
    add(corners: readonly number[]) {
      const ys = corners.filter((_, at) => at % 2 === 1);
      const last = Math.floor(Math.max(...ys));
      for (let row = Math.floor(Math.min(...ys)); row <= last; row++) {
        let [left, right] = [Infinity, -Infinity];
        for (let a = 0, b = corners.length - 2; a < corners.length; b = a, a += 2) {
          const [ax, ay, bx, by] = [corners[a]!, corners[a + 1]!, corners[b]!, corners[b + 1]!];
          const [low, high] = [
            Math.max(row, Math.min(ay, by)),
            Math.min(row + 1, Math.max(ay, by)),
          ];
          if (low > high) continue;
          for (const y of [low, high]) {
            const x = ay === by ? ax : ax + ((bx - ax) * (y - ay)) / (by - ay);
            left = Math.min(left, x);
            right = Math.max(right, x);
          }
        }
        changes[row * columns + Math.floor(left)]! += 1;
        changes[row * columns + Math.floor(right) + 1]! -= 1;
      }
    },
    markIn(cells: Uint8Array) {
      let covering = 0;
      for (let at = 0; at < cells.length; at++) {
        covering += changes[at]!;
        if (covering > 0) cells[at] = 1;
      }
    },
  };
}

/** Outline of the rectangles (plane metres); null without rectangles. `areaOf`: square metres in a ring. */
export function plantOutline(
  plane: Plane,
  count: number,
  rectangleAt: (index: number) => Rectangle | null,
  areaOf: (lonLat: readonly number[]) => number = groundArea,
): Outline | null {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < count; i++) {
    const rectangle = rectangleAt(i);
    if (rectangle === null) continue;
    const { centreX, centreY, length, width, rotation } = rectangle;
    const [cosine, sine] = [Math.abs(Math.cos(rotation)), Math.abs(Math.sin(rotation))];
    const reachX = (length * cosine + width * sine) / 2;
    const reachY = (length * sine + width * cosine) / 2;
    minX = Math.min(minX, centreX - reachX);
    maxX = Math.max(maxX, centreX + reachX);
    minY = Math.min(minY, centreY - reachY);
    maxY = Math.max(maxY, centreY + reachY);
  }
  if (!(maxX >= minX)) return null;
  const size = Math.max(4, Math.max(maxX - minX, maxY - minY) / MAX_CELLS_ALONG);
  // `spread` skips the outermost cells, and rounding can move a corner out by one cell.
  const margin = CLOSED_CELLS + 3;
  const columns = Math.ceil((maxX - minX) / size) + 2 * margin + 1;
  const rows = Math.ceil((maxY - minY) / size) + 2 * margin + 1;
  const cells = new Uint8Array(columns * rows);
  // Corners of cells between those of the components: plants are built on whole metres, and an outline that
  // touches the outermost components would be drawn half below them.
  minX -= size / 2;
  minY -= size / 2;
  const column = (x: number) => Math.floor((x - minX) / size) + margin;
  const row = (y: number) => Math.floor((y - minY) / size) + margin;
  const cover = rowCover(columns, rows);
  for (let i = 0; i < count; i++) {
    const rectangle = rectangleAt(i);
    if (rectangle === null) continue;
    const corners = rectangleRing(rectangle);
    const [x0, y0, x1, y1, , , x3, y3] = corners as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    const along = Math.max(1, Math.ceil((rectangle.length / size) * 2));
    const across = Math.max(1, Math.ceil((rectangle.width / size) * 2));
    if (along * across > MAX_PLACES) {
      cover.add(corners.map((value, at) => (value - (at % 2 === 0 ? minX : minY)) / size + margin));
      continue;
    }
    for (let a = 0; a <= along; a++) {
      for (let b = 0; b <= across; b++) {
        const x = x0 + ((x1 - x0) * a) / along + ((x3 - x0) * b) / across;
        const y = y0 + ((y1 - y0) * a) / along + ((y3 - y0) * b) / across;
        cells[row(y) * columns + column(x)] = 1;
      }
    }
  }
  cover.markIn(cells);
  const closed = spread(spread({ columns, rows, cells }, 1, CLOSED_CELLS), 0, CLOSED_CELLS);
  const rings = trace(closed)
    .filter((ring) => ringArea(ring, 0, ring.length / 2) > 0)
    .map((ring) => simplifiedRing(ring, 1.15))
    .filter((ring) => ring.length >= 6)
    .map((ring) => ring.map((value, i) => (i % 2 === 0 ? minX : minY) + (value - margin) * size));
  const coordinates = rings.map((ring) => {
    const closedRing: number[][] = [];
    for (let i = 0; i < ring.length; i += 2)
      closedRing.push(plane.toLonLat(ring[i]!, ring[i + 1]!));
    closedRing.push(closedRing[0]!);
    return [closedRing];
  });
  const squareMetres = coordinates.reduce(
    (sum, [ring = []]) => sum + areaOf(ring.slice(0, -1).flat()),
    0,
  );
  return { area: { type: "MultiPolygon", coordinates }, area_ha: squareMetres / 10_000 };
}
