// Cuts a picture of each finding out of the rasters of a survey, with the outline of its component in it: temperatures
// as colours of a palette over a stated scale, and what a visible raster shows of the same place.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp, { type Sharp } from "sharp";
import { ringOf } from "../../../domain/component/ring.ts";
import type { Geometry, Names } from "../../../domain/component/component-index.ts";
import type { ComponentType } from "../../../domain/component/component.ts";
import type { SurveyRaster, ToPixel } from "../../../domain/evaluation/raster-survey.ts";
import type { VisibleRaster } from "../../../domain/evaluation/visible/visible-survey.ts";
import type { PixelWindow } from "../../../domain/evaluation/zone.ts";
import { rectangleRing } from "../../../domain/geometry/rectangle.ts";
import { paletteTexture } from "../../../domain/result-file/thermal-image.ts";
import { encodeIndexedPng } from "./indexed-png.ts";

/** A raster whose place is sure: °C in band 0, NaN where there is no value; or colours. */
export type PlacedRaster = { readonly toPixel: ToPixel } & (
  | { readonly kind: "thermal"; readonly raster: SurveyRaster }
  | { readonly kind: "rgb"; readonly raster: VisibleRaster }
);

export type FindingPicture = {
  readonly component_type: ComponentType;
  readonly dt_id: string;
  readonly kind: PlacedRaster["kind"];
  readonly format: "png" | "jpeg";
  readonly path: string;
  readonly thumbPath: string;
  readonly width: number;
  readonly height: number;
  /** °C of the first and the last colour of the palette; null of a visible picture. */
  readonly scale: readonly [number, number] | null;
  /** Corners of the component in pixels, x to the right, y down. */
  readonly outline: readonly (readonly [number, number])[];
};

type Components = {
  readonly type: ComponentType;
  readonly geometry: Geometry;
  readonly names: Names;
};

type Most = { readonly bytes: number; readonly findings: number };

/** Ground around a component, as a part of its longer side, and at least. */
const MARGIN = 0.5;
const LEAST_MARGIN_M = 1.5;
/** Pixels of a side. A raster that is so fine shows less around a component than it should, so it shows none. */
const MOST_PX = 2000;
const THUMB_PX = 320;
/** Of the pixels of a picture must have a value. */
const LEAST_VALUES = 0.5;
const JPEG_QUALITY = 88;

/**
 * In the order of `rows`: at most one picture of each kind, out of the first raster that shows the component whole.
 * @param most of all of them: bytes, and findings that have one; rows beyond have none
 */
export async function cutPictures(
  rasters: readonly PlacedRaster[],
  { type, geometry, names }: Components,
  rows: readonly number[],
  { folder, most }: { readonly folder: string; readonly most: Most },
): Promise<FindingPicture[]> {
  const made: FindingPicture[] = [];
  let [total, pictured] = [0, 0];
  for (const row of rows) {
    if (total >= most.bytes || pictured >= most.findings) break;
    const before = made.length;
    for (const kind of ["thermal", "rgb"] as const) {
      for (const placed of rasters) {
        if (placed.kind !== kind) continue;
        const cut = cutOf(placed, geometry, row);
        if (!cut) continue;
        const { window, outline } = cut;
        const picture =
          placed.kind === "thermal"
            ? await thermal(placed.raster, window)
            : await rgb(placed.raster, window);
        if (!picture) continue;
        const { bytes, format, scale } = picture;
        const path = join(folder, `picture-${row}.${format}`);
        const thumbPath = join(folder, `picture-${row}.${kind}.small.jpeg`);
        await writeFile(path, bytes);
        const thumb = await thumbOf(sharp(bytes));
        await writeFile(thumbPath, thumb);
        total += bytes.length + thumb.length;
        const { width, height } = window;
        const of = { component_type: type, dt_id: names.dtId(row) };
        made.push({ ...of, kind, format, path, thumbPath, width, height, scale, outline });
        break;
      }
    }
    if (made.length > before) pictured += 1;
  }
  return made;
}

/** The window around a component, and its outline in it; null where the raster does not show all of the component. */
function cutOf({ raster, toPixel }: PlacedRaster, geometry: Geometry, row: number) {
  const ring = ringOf(geometry, row) ?? rectangleRing(rectangleOf(geometry, row));
  const corners = Array.from({ length: ring.length / 2 }, (_, at) =>
    toPixel(ring[at * 2]!, ring[at * 2 + 1]!),
  );
  const [x, y] = [geometry.centreX[row]!, geometry.centreY[row]!];
  const [middle, east] = [toPixel(x, y), toPixel(x + 1, y)];
  const perMetre = Math.hypot(east[0] - middle[0], east[1] - middle[1]);
  const side = Math.max(geometry.length[row]!, geometry.width[row]!);
  const margin = Math.max(LEAST_MARGIN_M, MARGIN * side) * perMetre;
  const [left, right] = extent(corners.map(([column]) => column));
  const [top, bottom] = extent(corners.map(([, line]) => line));
  if (left < 0 || top < 0 || right > raster.width || bottom > raster.height) return null;
  const column = Math.max(0, Math.floor(left - margin));
  const line = Math.max(0, Math.floor(top - margin));
  const width = Math.min(raster.width, Math.ceil(right + margin)) - column;
  const height = Math.min(raster.height, Math.ceil(bottom + margin)) - line;
  if (width > MOST_PX || height > MOST_PX) return null;
  const outline = corners.map(([px, py]) => [rounded(px - column), rounded(py - line)] as const);
  return { window: { column, row: line, width, height }, outline };
}

const rectangleOf = (geometry: Geometry, row: number) => ({
  centreX: geometry.centreX[row]!,
  centreY: geometry.centreY[row]!,
  length: geometry.length[row]!,
  width: geometry.width[row]!,
  rotation: geometry.rotation[row]!,
});

const extent = (values: readonly number[]) => [Math.min(...values), Math.max(...values)] as const;
const rounded = (value: number) => Math.round(value * 100) / 100;

async function thermal(raster: SurveyRaster, window: PixelWindow) {
  const values = await raster.read(window, 0);
  let [low, high, count] = [Infinity, -Infinity, 0];
  for (let at = 0; at < values.length; at++) {
    const value = values[at]!;
    if (!Number.isFinite(value)) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
    count += 1;
  }
  if (count < LEAST_VALUES * values.length) return null;
  const span = Math.max(high - low, 0.1);
  const entries = Uint8Array.from({ length: values.length }, (_, at) => {
    const value = values[at]!;
    return Number.isFinite(value) ? Math.round(((value - low) / span) * 255) : 0;
  });
  const bytes = encodeIndexedPng(entries, window.width, window.height, ironTriples());
  return { bytes, format: "png" as const, scale: [low, low + span] as const };
}

/** The iron palette, which the browser reads temperatures from. */
function ironTriples(): Uint8Array {
  const texture = paletteTexture("iron");
  return Uint8Array.from(
    { length: 256 * 3 },
    (_, at) => texture[Math.floor(at / 3) * 4 + (at % 3)]!,
  );
}

async function rgb(raster: VisibleRaster, window: PixelWindow) {
  const { width, height } = window;
  const { bands, isValid } = await raster.read(window);
  const pixels = new Uint8Array(width * height * bands.length);
  let count = 0;
  for (let at = 0; at < width * height; at++) {
    if (!isValid(at)) continue;
    count += 1;
    for (const [band, values] of bands.entries()) pixels[at * bands.length + band] = values[at]!;
  }
  if (count < LEAST_VALUES * width * height) return null;
  const raw = { width, height, channels: bands.length } as const;
  const bytes = await sharp(pixels, { raw }).jpeg({ quality: JPEG_QUALITY }).toBuffer();
  return { bytes, format: "jpeg" as const, scale: null };
}

/** Enlarged where the picture is smaller: a module has a few dozen pixels. */
const thumbOf = (picture: Sharp): Promise<Buffer> =>
  picture.resize(THUMB_PX, THUMB_PX, { fit: "inside" }).jpeg({ quality: 78 }).toBuffer();
