// Temperatures of single images that a maker's program has exported as TIFF: one band, without a place on the ground.
import type { ImageTags } from "../analysis/image-tags.ts";
import { fileCamera, type FileCamera } from "./file-camera.ts";
import type { LensTags } from "./lens.ts";
import {
  isPossibleMedian,
  type RasterValues,
  type TemperatureScale,
} from "../raster/temperature.ts";

/** Pixels of the smallest and the largest thermal camera, and of a frame that was doubled in both directions. */
const [LEAST_PX, MOST_PX] = [80 * 60, 1280 * 1024 * 4];

/** True for the size of a frame of a thermal camera. */
export function isFrameSize(width: number, height: number): boolean {
  const [pixels, ratio] = [width * height, width / height];
  return pixels >= LEAST_PX && pixels <= MOST_PX && ratio >= 0.5 && ratio <= 2;
}

type Named = { readonly file_name: string };
type Taken = Parameters<typeof fileCamera>[0] &
  Pick<ImageTags, "taken_at" | "utc_offset"> & { readonly lens: LensTags | null };

const nameOf = (file: string) => file.split("/").at(-1)!;
const stemOf = (file: string) => file.toLowerCase().replace(/\.[^./]*$/, "");

/**
 * The JPEG from which each TIFF was exported: that of the same name in its folder, else the only one of that name in
 * the survey. Cameras restart their numbering, so a name that occurs in several folders is ambiguous.
 */
export function originsOf<Frame extends Named, Image extends Named>(
  frames: readonly Frame[],
  images: readonly Image[],
): Map<Frame, Image> {
  const byPath = new Map<string, Image>();
  const byName = new Map<string, Image[]>();
  for (const image of images) {
    if (!/\.jpe?g$/i.test(image.file_name)) continue;
    const path = stemOf(image.file_name);
    byPath.set(path, image);
    byName.set(nameOf(path), [...(byName.get(nameOf(path)) ?? []), image]);
  }
  const origins = new Map<Frame, Image>();
  for (const frame of frames) {
    const path = stemOf(frame.file_name);
    const [only, second] = byName.get(nameOf(path)) ?? [];
    const origin = byPath.get(path) ?? (second ? undefined : only);
    if (origin) origins.set(frame, origin);
  }
  return origins;
}

/**
 * Where the camera of an exported TIFF was, where it looked and how it sees: by its own words, else by those of its
 * JPEG of the same size. Null where neither says it.
 */
export function frameCamera<Row extends Taken>(
  frame: Row,
  origin: Row | undefined,
): { readonly camera: FileCamera; readonly by: Row } | null {
  const isSame = origin?.width === frame.width && origin.height === frame.height;
  for (const by of isSame ? [frame, origin] : [frame]) {
    const camera = fileCamera({ ...by, is_radiometric: true }, by.lens);
    if (camera) return { camera, by };
  }
  return null;
}

type Frame = Taken & Named & { readonly temperature_values: RasterValues | null };
type Jpeg = Taken & Named & { readonly is_thermal: boolean | null };

export type UsedFrames<Row> = {
  readonly placed: readonly {
    readonly row: Row;
    readonly camera: FileCamera;
    /** What says its camera and its time. */
    readonly by: Row;
  }[];
  /** Neither they nor their JPEGs say where the camera was. */
  readonly unplaced: readonly Row[];
  /** They say no camera and have another size than their JPEGs, which hold temperatures and count instead. */
  readonly by_jpeg: number;
  /** JPEGs whose place an exported TIFF takes. */
  readonly replaced: ReadonlySet<Row>;
};

/**
 * What becomes of TIFFs that were exported from JPEGs. One takes the place of its JPEG once a user has said what its
 * numbers mean, and where they are temperatures of a plant in that unit: files of two makers may lie in one survey, and
 * a JPEG that holds temperatures itself needs no unit.
 */
export function usedFrames<Row extends Frame & Jpeg>(
  exported: readonly Row[],
  images: readonly Row[],
  scale: TemperatureScale | null,
): UsedFrames<Row> {
  const origins = originsOf(exported, images);
  const [placed, unplaced]: [UsedFrames<Row>["placed"][number][], Row[]] = [[], []];
  const replaced = new Set<Row>();
  let by_jpeg = 0;
  for (const row of exported) {
    const origin = origins.get(row);
    const holdsOwn = origin?.is_radiometric === true;
    const found = frameCamera(row, origin);
    if (!found) {
      if (origin && holdsOwn && fileCamera(origin, origin.lens)) by_jpeg += 1;
      else unplaced.push(row);
      continue;
    }
    placed.push({ row, ...found });
    if (!origin || scale === null || !(holdsOwn || origin.is_thermal === true)) continue;
    const { temperature_values } = row;
    const isPossible = temperature_values !== null && isPossibleMedian(temperature_values, scale);
    if (isPossible || !holdsOwn) replaced.add(origin);
  }
  return { placed, unplaced, by_jpeg, replaced };
}
