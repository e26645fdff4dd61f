// Temperatures of single images that a maker's program has exported as TIFF: one band, without a place on the ground.
import type { ImageTags } from "../analysis/image-tags.ts";
import { fileCamera, type FileCamera } from "./file-camera.ts";
import type { LensTags } from "./lens.ts";

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
