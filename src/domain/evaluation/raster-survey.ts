// Measures the components of a plant in a raster, block by block, so that the raster can be larger than memory.
import type { Geometry } from "../component/component-index.ts";
import { rectangleRing } from "../geometry/rectangle.ts";
import type { EvaluationSettings } from "./evaluation-settings.ts";
import { frameOf, type Frame } from "./module-frame.ts";
import { isInside, windowOf, type PixelRing, type PixelWindow, type Size } from "./zone.ts";
import { zoneBatches } from "./zone-batch.ts";
import {
  zonalStatistics,
  zonePixels,
  type ZonalStatistics,
  type ZonePixels,
} from "./zonal-statistics.ts";

/** What is read of a raster; `read` answers rows from the top, NaN for pixels without a value. */
export type SurveyRaster = Size & {
  read(window: PixelWindow, band: number): Promise<ArrayLike<number>>;
};

/** From the plant plane (metres) to pixels of the raster. */
export type ToPixel = (x: number, y: number) => readonly [column: number, row: number];

export type MeasuredComponent = {
  readonly row: number;
  readonly statistics: ZonalStatistics;
  readonly pixels: ZonePixels;
  readonly frame: Frame;
  /** All of the component is in the raster, and has values. */
  readonly is_whole: boolean;
  /** Ground area of a pixel in square metres. */
  readonly pixel_m2: number;
};

/**
 * Calls `visit` for each component with enough valid pixels, and answers how many pixels were read. Of a component
 * that is partly outside, the part inside is measured.
 */
export async function surveyRaster(
  raster: SurveyRaster,
  geometry: Geometry,
  toPixel: ToPixel,
  settings: EvaluationSettings,
  visit: (measured: MeasuredComponent) => Promise<void> | void,
): Promise<number> {
  const polygonOf = polygonIndex(geometry);
  const outline = (row: number) => inPixels(polygonOf(row) ?? rectangleOf(geometry, row), toPixel);
  function* windows(): Generator<PixelWindow | null> {
    for (let row = 0; row < geometry.count; row++) {
      yield geometry.length[row]! > 0 ? windowOf(outline(row), raster) : null;
    }
  }
  let read = 0;
  for (const { window, rows } of zoneBatches(windows())) {
    const block = { ...window, values: await raster.read(window, 0) };
    read += window.width * window.height;
    for (const row of rows) {
      const ring = outline(row);
      const own = windowOf(ring, raster);
      const corners = inPixels(rectangleOf(geometry, row), toPixel);
      const frame = frameOf(corners);
      if (!own || !frame) continue;
      const pixels = zonePixels(block, ring, own, settings.edge_pixels);
      if (pixels.values.length < settings.least_pixels) continue;
      const statistics = zonalStatistics(pixels)!;
      const share = statistics.valid / pixels.total;
      if (share < settings.least_share) continue;
      const pixel_m2 = (geometry.length[row]! * geometry.width[row]!) / areaOf(corners);
      const is_whole = share === 1 && isInside(ring, raster);
      await visit({ row, statistics, pixels, frame, is_whole, pixel_m2 });
    }
  }
  return read;
}

function rectangleOf(geometry: Geometry, row: number): number[] {
  return rectangleRing({
    centreX: geometry.centreX[row]!,
    centreY: geometry.centreY[row]!,
    length: geometry.length[row]!,
    width: geometry.width[row]!,
    rotation: geometry.rotation[row]!,
  });
}

function polygonIndex({ polygons }: Geometry): (row: number) => ArrayLike<number> | null {
  const places = new Map(Array.from(polygons.rows, (row, at) => [row, at]));
  return (row) => {
    const at = places.get(row);
    if (at === undefined) return null;
    return polygons.xy.subarray(polygons.offsets[at]! * 2, polygons.offsets[at + 1]! * 2);
  };
}

function inPixels(ring: ArrayLike<number>, toPixel: ToPixel): PixelRing {
  const pixels = new Float64Array(ring.length);
  for (let k = 0; k < ring.length; k += 2) pixels.set(toPixel(ring[k]!, ring[k + 1]!), k);
  return pixels;
}

/** Area of a parallelogram by three of its corners. */
function areaOf(corners: PixelRing): number {
  const [ax, ay] = [corners[2]! - corners[0]!, corners[3]! - corners[1]!];
  const [bx, by] = [corners[6]! - corners[0]!, corners[7]! - corners[1]!];
  return Math.abs(ax * by - ay * bx);
}
