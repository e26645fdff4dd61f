// Heights of the ground from a GeoTIFF of 32-bit floats in degrees, read byte by byte.
import type { LonLat } from "./mission.ts";

/** Metres of the ground at a place; NaN outside of the file. */
export type Ground = (at: LonLat) => number;

const [WIDTH, HEIGHT, STRIPS, ROWS_PER_STRIP, SCALE, TIE_POINT] = [
  256, 257, 273, 278, 33550, 33922,
];
const SIZES: Readonly<Record<number, number>> = { 3: 2, 4: 4, 12: 8 };

export function readTerrain(bytes: Uint8Array): Ground {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const little = bytes[0] === 0x49;
  const short = (at: number) => view.getUint16(at, little);
  const long = (at: number) => view.getUint32(at, little);
  const directory = long(4);
  const tags = new Map<number, number[]>();
  for (let i = 0; i < short(directory); i++) {
    const entry = directory + 2 + 12 * i;
    const [type, count] = [short(entry + 2), long(entry + 4)];
    const size = SIZES[type];
    if (size === undefined) continue;
    const start = size * count <= 4 ? entry + 8 : long(entry + 8);
    const values = Array.from({ length: count }, (_, k) => {
      const at = start + size * k;
      return type === 3 ? short(at) : type === 4 ? long(at) : view.getFloat64(at, little);
    });
    tags.set(short(entry), values);
  }
  const tag = (name: number) => tags.get(name) ?? [];
  const [columns = 0, rows = 0] = [tag(WIDTH)[0], tag(HEIGHT)[0]];
  const perStrip = tag(ROWS_PER_STRIP)[0] ?? rows;
  const [stepX = 0, stepY = 0] = tag(SCALE);
  const [, , , west = 0, north = 0] = tag(TIE_POINT);
  const pixel = (column: number, row: number) => {
    const strip = tag(STRIPS)[Math.floor(row / perStrip)]!;
    return view.getFloat32(strip + 4 * ((row % perStrip) * columns + column), little);
  };
  return ([lon, lat]) => {
    // A height stands for the middle of its pixel.
    const [x, y] = [(lon - west) / stepX - 0.5, (north - lat) / stepY - 0.5];
    const [left, top] = [Math.floor(x), Math.floor(y)];
    if (left < 0 || top < 0 || left + 1 >= columns || top + 1 >= rows) return NaN;
    const [u, v] = [x - left, y - top];
    const upper = pixel(left, top) * (1 - u) + pixel(left + 1, top) * u;
    const lower = pixel(left, top + 1) * (1 - u) + pixel(left + 1, top + 1) * u;
    return upper * (1 - v) + lower * v;
  };
}
