// Visible rasters of modules or of trough collectors in a known state, as a drone would see them.
import type { Geometry } from "../../component/component-index.ts";
import { normalNumbers } from "../scene.fixture.ts";
import type { ToPixel } from "../raster-survey.ts";
import type { Colour } from "./visible-pattern.ts";
import type { VisibleRaster } from "./visible-survey.ts";

export const ground: Colour = [0.55, 0.47, 0.38];

/** Elements of 12 m in two lines, each with 4 rows of 7 mirrors of 1.6 m, and 3 tubes of 4 m above them. */
const [lines, perLine, facets, along, tubesEach] = [3, 4, 4, 7, 3] as const;
const [elementLength, elementWidth, side] = [12, 6.8, 1.6];

function geometryOf(
  type: Geometry["type"],
  parts: readonly (readonly [x: number, y: number, parent: number])[],
  [length, width]: readonly [number, number],
): Geometry {
  const count = parts.length;
  return {
    type,
    count,
    parent: Uint32Array.from(parts, ([, , parent]) => parent),
    centreX: Float32Array.from(parts, ([x]) => x),
    centreY: Float32Array.from(parts, ([, y]) => y),
    length: new Float32Array(count).fill(length),
    width: new Float32Array(count).fill(width),
    rotation: new Float32Array(count),
    height: new Float32Array(count),
    polygons: { rows: new Uint32Array(), offsets: new Uint32Array([0]), xy: new Float32Array() },
    blockBounds: new Float32Array(4),
  };
}

const list = (length: number) => Array.from({ length }, (_, at) => at);
const places = list(lines * perLine).map(
  (row) => [6 + (row % perLine) * 12.4, -4 - Math.floor(row / perLine) * 16] as const,
);
export const elements = geometryOf(
  "sce",
  places.map(([x, y]) => [x, y, 0] as const),
  [elementLength, elementWidth],
);
export const mirrors = geometryOf(
  "mirror",
  places.flatMap(([x, y], row) =>
    list(facets * along).map(
      (at) =>
        [x + ((at % along) - 3) * 1.7, y + (Math.floor(at / along) - 1.5) * 1.7, row] as const,
    ),
  ),
  [side + 0.001, side],
);
/** Between the inner rows of mirrors, as the gap of a parabola shows them. */
export const tubes = geometryOf(
  "absorber_tube",
  places.flatMap(([x, y], row) => list(tubesEach).map((at) => [x + (at - 1) * 4, y, row] as const)),
  [3.9, 0.12],
);

export type Layer = {
  readonly geometry: Geometry;
  /** Colour at u along and v across the component. */
  readonly at: (row: number, u: number, v: number) => Colour;
};

export type VisibleScene = { readonly raster: VisibleRaster; readonly toPixel: ToPixel };

/** The last layer lies on top. Components lie along the axes, turned by 0 or 90 degrees. */
export function visibleScene(
  layers: readonly Layer[],
  { pixel = 0.02, noise = 0.02, seed = 1 } = {},
): VisibleScene {
  const all = layers.flatMap(({ geometry }) => [...geometry.centreX]);
  const ups = layers.flatMap(({ geometry }) => [...geometry.centreY]);
  const reach = 4;
  const [west, east] = [Math.min(...all) - reach, Math.max(...all) + reach];
  const [south, north] = [Math.min(...ups) - reach, Math.max(...ups) + reach];
  const [width, height] = [Math.ceil((east - west) / pixel), Math.ceil((north - south) / pixel)];
  const bands = list(3).map((channel) => new Float32Array(width * height).fill(ground[channel]!));
  const toPixel: ToPixel = (x, y) => [(x - west) / pixel, (north - y) / pixel];
  for (const { geometry, at } of layers) {
    for (let row = 0; row < geometry.count; row++) {
      const isUpright = geometry.rotation[row]! > 0.5;
      const [long, short] = [geometry.length[row]!, geometry.width[row]!];
      const [across, down] = isUpright ? [short, long] : [long, short];
      const [x, y] = [geometry.centreX[row]!, geometry.centreY[row]!];
      const [left, top] = toPixel(x - across / 2, y + down / 2);
      for (let line = Math.ceil(top - 0.5); line + 0.5 <= top + down / pixel; line++) {
        for (let column = Math.ceil(left - 0.5); column + 0.5 <= left + across / pixel; column++) {
          const [a, b] = [
            ((column + 0.5 - left) * pixel) / across,
            1 - ((line + 0.5 - top) * pixel) / down,
          ];
          const colour = isUpright ? at(row, b, 1 - a) : at(row, a, b);
          for (const [channel, band] of bands.entries())
            band[line * width + column] = colour[channel]!;
        }
      }
    }
  }
  const random = normalNumbers(seed);
  const bytes = bands.map((band) =>
    Uint8ClampedArray.from(band, (value) => 255 * (value + noise * random())),
  );
  const raster: VisibleRaster = {
    width,
    height,
    read(window) {
      const cut = (band: Uint8ClampedArray) => {
        const part = new Uint8ClampedArray(window.width * window.height);
        for (let row = 0; row < window.height; row++) {
          const from = (window.row + row) * width + window.column;
          part.set(band.subarray(from, from + window.width), row * window.width);
        }
        return part;
      };
      const parts = [cut(bytes[0]!), cut(bytes[1]!), cut(bytes[2]!)] as const;
      return Promise.resolve({ ...window, bands: parts, isValid: () => true });
    },
  };
  return { raster, toPixel };
}
