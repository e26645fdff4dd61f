// Measures the components of a plant in a raster, block by block, so that the raster can be larger than memory.
import type { Geometry } from "../component/component-index.ts";
import { rectangleRing } from "../geometry/rectangle.ts";
import { leftOutEdge, type EvaluationSettings } from "./evaluation-settings.ts";
import { GROUND_MARGIN_M, groundsBeside, type GroundBeside } from "./ground-beside.ts";
import { frameOf, type Frame } from "./module/module-frame.ts";
import type { EdgeBlur } from "./spot/spot-patch.ts";
import { isInside, windowOf, type PixelRing, type PixelWindow, type Size } from "./zone.ts";
import { zoneBatches } from "./zone-batch.ts";
import {
  zonalStatistics,
  zonePixels,
  type PixelBlock,
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
  /** Number of the raster among those of the survey; absent for the only one, and for images. */
  readonly source?: number;
  /** How blurred the raster is, where it shows it. */
  readonly blur?: EdgeBlur;
  /** Its pixels are those that lay nearest in another raster, so they do not say what shape a spot has. */
  readonly is_nearest?: boolean;
  /** What lies beside it; to be asked for while it is visited. */
  readonly ground: () => GroundBeside | null;
};

/** One component in a raster, in pixels. */
export type PlacedComponent = {
  readonly row: number;
  readonly ring: PixelRing;
  readonly window: PixelWindow;
  readonly corners: PixelRing;
  readonly frame: Frame;
  /** Ground area of a pixel in square metres. */
  readonly pixel_m2: number;
};

/**
 * Calls `visit` for each component that the raster can show, with what `read` answered for the window around it
 * and its neighbours. Answers how many pixels were read.
 * @param margin_m ground around each component that the window has too
 */
export async function visitComponents<Block>(
  raster: Size,
  geometry: Geometry,
  toPixel: ToPixel,
  read: (window: PixelWindow) => Promise<Block>,
  visit: (block: Block, placed: PlacedComponent) => Promise<void> | void,
  margin_m = 0,
): Promise<number> {
  const polygonOf = polygonIndex(geometry);
  // The outlines of the group that is being collected: each is placed once.
  const outlines = new Map<number, { readonly ring: PixelRing; readonly window: PixelWindow }>();
  function* windows(): Generator<PixelWindow | null> {
    for (let row = 0; row < geometry.count; row++) {
      if (!(geometry.length[row]! > 0)) {
        yield null;
        continue;
      }
      const ring = inPixels(polygonOf(row) ?? rectangleOf(geometry, row), toPixel);
      const window = windowOf(ring, raster);
      if (window) outlines.set(row, { ring, window });
      yield window && widened(window, margin_m / geometry.length[row]!, raster);
    }
  }
  let pixels = 0;
  for (const { window, rows } of zoneBatches(windows())) {
    const block = await read(window);
    pixels += window.width * window.height;
    for (const row of rows) {
      const outline = outlines.get(row)!;
      outlines.delete(row);
      const corners = polygonOf(row) ? inPixels(rectangleOf(geometry, row), toPixel) : outline.ring;
      const frame = frameOf(corners);
      if (!frame) continue;
      const pixel_m2 = (geometry.length[row]! * geometry.width[row]!) / areaOf(corners);
      const visited = visit(block, { row, ...outline, corners, frame, pixel_m2 });
      if (visited) await visited;
    }
  }
  return pixels;
}

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
  const read = async (window: PixelWindow) => ({ ...window, values: await raster.read(window, 0) });
  const beside = groundsBeside(geometry);
  const measure = (block: PixelBlock, placed: PlacedComponent) => {
    const { row, ring, window, frame, pixel_m2 } = placed;
    const pixels = zonePixels(block, ring, window, leftOutEdge(settings));
    if (pixels.values.length < settings.least_pixels) return undefined;
    const statistics = zonalStatistics(pixels)!;
    const share = statistics.valid / pixels.total;
    if (share < settings.least_share) return undefined;
    const is_whole = share === 1 && isInside(ring, raster);
    const place = { toPixel, pixel_m: Math.sqrt(pixel_m2) };
    const ground = () => beside(row, block, place);
    return visit({ row, statistics, pixels, frame, is_whole, pixel_m2, ground });
  };
  const margin_m = geometry.type === "module" ? GROUND_MARGIN_M : 0;
  return visitComponents(raster, geometry, toPixel, read, measure, margin_m);
}

/** The window with this share of its longer side around it, as far as the raster goes. */
function widened(
  { column, row, width, height }: PixelWindow,
  share: number,
  size: Size,
): PixelWindow {
  const pixels = Math.ceil(share * Math.max(width, height));
  const [left, top] = [Math.max(0, column - pixels), Math.max(0, row - pixels)];
  return {
    column: left,
    row: top,
    width: Math.min(size.width, column + width + pixels) - left,
    height: Math.min(size.height, row + height + pixels) - top,
  };
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
