// Thermal rasters of two rows of absorber tubes over mirrors. Shares no code with the registration.
import type { Geometry } from "../../src/domain/component/component-index.ts";
import { rasterOf, type PlaceScene } from "./place-scene.ts";

type TubeOptions = {
  /** Metres by which the raster lies beside its place, and radians that it is turned. */
  readonly shift: readonly [x: number, y: number];
  readonly turn: number;
  /** °C of the glass; the mirrors have 20. */
  readonly glass?: number;
};

const [TUBES, LENGTH, WIDTH, APART] = [8, 4.06, 0.12, 15] as const;
const MIRROR_C = 20;
const GROUND_C = 38;

/** Rows from west to east, the first one in the south. */
export function tubeScene({ shift: [dx, dy], turn, glass = 60 }: TubeOptions): PlaceScene {
  const pixel_m = 0.04;
  const [halfX, halfY] = [22, 13];
  const [width, height] = [(2 * halfX) / pixel_m, (2 * halfY) / pixel_m];
  const west = -(TUBES * LENGTH) / 2;
  const values = new Float32Array(width * height);
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  let state = 12345;
  const noise = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32 - 0.5;
  };
  const seen = (x: number, y: number) => {
    const across = Math.abs(Math.abs(y) - APART / 2);
    if (across < WIDTH / 2 && x > west && x < -west) return glass;
    if (across < 2.9 && x > west - 1 && x < 1 - west) return MIRROR_C;
    return GROUND_C;
  };
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      let sum = 0;
      for (let part = 0; part < 9; part++) {
        const px = (column + ((part % 3) + 0.5) / 3) * pixel_m - halfX - dx;
        const py = halfY - (row + (Math.floor(part / 3) + 0.5) / 3) * pixel_m - dy;
        sum += seen(cos * px + sin * py, cos * py - sin * px);
      }
      values[row * width + column] = sum / 9 + noise();
    }
  }
  const count = 2 * TUBES;
  const floats = (value: (at: number) => number) =>
    Float32Array.from({ length: count }, (_, at) => value(at));
  const geometry: Geometry = {
    type: "absorber_tube",
    count,
    parent: Uint32Array.from({ length: count }, (_, at) => Math.floor(at / TUBES)),
    centreX: floats((at) => west + ((at % TUBES) + 0.5) * LENGTH),
    centreY: floats((at) => (at < TUBES ? -APART / 2 : APART / 2)),
    length: floats(() => LENGTH),
    width: floats(() => WIDTH),
    rotation: floats(() => 0),
    height: floats(() => 0),
    polygons: { rows: new Uint32Array(), offsets: new Uint32Array([0]), xy: new Float32Array() },
    blockBounds: new Float32Array(4),
  };
  const toPixel: PlaceScene["toPixel"] = (x, y) => [(x + halfX) / pixel_m, (halfY - y) / pixel_m];
  return {
    geometry,
    raster: rasterOf(values, width, height),
    toPixel,
    truth: (x, y) => toPixel(cos * x - sin * y + dx, sin * x + cos * y + dy),
    pixel_m,
    words: "tubes",
  };
}
