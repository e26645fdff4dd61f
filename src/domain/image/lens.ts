// The lens of an image: focal length in pixels, principal point, distortion, and what they were taken from.
import { z } from "zod";
import { aircraft, type Camera } from "../flight/plan/aircraft.ts";
import type { AircraftModel } from "../flight/route/flight-route.ts";
import type { Distortion } from "./distortion.ts";
import type { ImageCamera } from "./image-camera.ts";

const number = z.number();

/** What a file says of its lens. Null where it says nothing. */
export const lensTagsShape = z.object({
  /** Millimetres of a 36 x 24 mm camera with the same diagonal angle of view. */
  focal_35mm: number.nullable(),
  /** DJI's `CalibratedFocalLength`, in pixels. */
  calibrated_px: number.nullable(),
  /** DJI's `CalibratedOpticalCenterX` and `Y`, in pixels. */
  centre_px: z.tuple([number, number]).nullable(),
  /** DJI's `DewarpData`: fx, fy, cx, cy (pixels from the middle), k1, k2, p1, p2, k3. */
  dewarp: z.array(number).length(9).nullable(),
  /** DJI's `DewarpFlag`: the drone has corrected the distortion already. */
  is_dewarped: z.boolean(),
  /** Enlargement of a part of the image; files that an earlier version read have none. */
  digital_zoom: number.nullable().optional(),
});
export type LensTags = z.infer<typeof lensTagsShape>;

/** Where a focal length comes from, best first. */
export const lensBases = ["dewarp", "calibrated", "camera_table", "focal_35mm"] as const;
export type LensBasis = (typeof lensBases)[number];

export type Lens = Pick<ImageCamera, "focal_px" | "centre_px" | "distortion"> & {
  readonly basis: LensBasis;
};

type LensFile = {
  /** Of a thermal camera, also where it holds no temperatures. */
  readonly is_thermal?: boolean | null;
  readonly camera_model: string | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly is_radiometric: boolean | null;
};

/** Diagonal of the frame of 35 mm film, in mm. */
const FILM_DIAGONAL_MM = Math.hypot(36, 24);
/**
 * Shapes of whole sensors, long side over short side: 5:4 and 4:3 with the thermal ones between them, and 3:2. Sources:
 * data sheets of cameras of drones (640 x 512, 336 x 256, 5280 x 3956, 8192 x 5460).
 */
const SENSOR_SHAPES = [
  [1.24, 1.345],
  [1.49, 1.51],
] as const;
/** A sensor of 1 inch with 5472 x 3648 pixels writes this size where it is asked for 4:3 (Phantom 4 Pro, EVO II Pro). */
const CUT_FROM_3_2 = [4864, 3648] as const;
/** Shapes that differ by less are the same: sizes are rounded to whole pixels, or to blocks of 16. */
const SAME_SHAPE = 0.01;
/** A focal length further from the table's is that of another camera of the drone, such as its zoom. */
const SAME_LENS = 0.15;

/** Names that cameras write into EXIF. Source: exiftool dumps of their files. */
const modelNames: Readonly<Record<string, AircraftModel>> = {
  "MAVIC2-ENTERPRISE-ADVANCED": "M2EA",
  M2EA: "M2EA",
  M3E: "M3E",
  M3T: "M3T",
  M3TD: "M3TD",
  M30T: "M30T",
  M4T: "M4T",
  M4TD: "M4TD",
  ZH20T: "H20T",
  H20T: "H20T",
};

/**
 * Null where nothing says how wide the camera sees. So is an image that was enlarged: calibrations are those of the whole
 * image, and makers differ in whether the focal length of 35 mm has the zoom (Exif 2.32 leaves it open).
 *
 * The focal length of 35 mm goes by the diagonal of the whole sensor (Exif 2.32, 41989; CIPA DCG-001). An image of 16:9,
 * a square or a turned one is a part of a sensor whose shape the file does not say: of one of 4:3 the focal length in
 * pixels would come out 8 % too small, of one of 3:2 5 %. It has no lens by that focal length.
 */
export function lensOf(file: LensFile, tags: LensTags | null): Lens | null {
  const { width, height } = file;
  if (!width || !height) return null;
  if ((tags?.digital_zoom ?? 1) > 1) return null;
  const middle = [width / 2, height / 2] as const;
  const [fx = 0, fy = 0, cx = 0, cy = 0, k1 = 0, k2 = 0, p1 = 0, p2 = 0, k3 = 0] =
    tags?.dewarp ?? [];
  if (tags && fx > 0 && fy > 0) {
    const distortion: Distortion = { k1, k2, p1, p2, k3 };
    return {
      focal_px: (fx + fy) / 2,
      // The drone resamples around the middle when it corrects an image.
      centre_px: tags.is_dewarped ? middle : [middle[0] + cx, middle[1] + cy],
      distortion: tags.is_dewarped ? null : distortion,
      basis: "dewarp",
    };
  }
  const pinhole = { distortion: null, centre_px: tags?.centre_px ?? middle };
  if (tags?.calibrated_px) {
    return { ...pinhole, focal_px: tags.calibrated_px, basis: "calibrated" };
  }
  const film = tags?.focal_35mm ?? null;
  const byFilm = film === null ? null : (film * Math.hypot(width, height)) / FILM_DIAGONAL_MM;
  const known = tableFocal(file, width, height);
  if (known !== null && (byFilm === null || Math.abs(byFilm / known - 1) <= SAME_LENS)) {
    return { ...pinhole, centre_px: middle, focal_px: known, basis: "camera_table" };
  }
  if (byFilm === null || !(byFilm > 0) || !isWholeSensor(width, height)) return null;
  return { ...pinhole, centre_px: middle, focal_px: byFilm, basis: "focal_35mm" };
}

/** Pixels. An image that is wider in shape than the camera keeps its width; of a narrower one the width was cut. */
function tableFocal(file: LensFile, width: number, height: number): number | null {
  const { camera_model, is_radiometric, is_thermal } = file;
  const model = modelNames[camera_model?.toUpperCase() ?? ""];
  if (!model) return null;
  const drone = aircraft[model];
  const camera: Camera | null = is_radiometric || is_thermal ? drone.thermal : drone.visual;
  if (!camera) return null;
  const isCut = width / height < (camera.width_px / camera.height_px) * (1 - SAME_SHAPE);
  return isCut ? null : (camera.focal_px.value * width) / camera.width_px;
}

/** Whether an image can be the whole of its sensor. */
function isWholeSensor(width: number, height: number): boolean {
  const [cutWidth, cutHeight] = CUT_FROM_3_2;
  if (width === cutWidth && height === cutHeight) return false;
  const ratio = width / height;
  return SENSOR_SHAPES.some(([least, most]) => ratio >= least && ratio <= most);
}

/** DJI doubles the sides of a thermal frame where its "super resolution" is on. */
const THERMAL_SCALES = [1, 2];

/**
 * Whether a picture has the frame of the thermal camera that its drone carries, upright or turned: the other cameras of
 * these drones have none of this size.
 */
export function hasThermalFrame(file: Omit<LensFile, "is_radiometric" | "is_thermal">): boolean {
  const model = modelNames[file.camera_model?.toUpperCase() ?? ""];
  const camera: Camera | null = model ? aircraft[model].thermal : null;
  if (!camera) return false;
  const sides = [file.width, file.height];
  return THERMAL_SCALES.some((scale) => {
    const [width, height] = [camera.width_px * scale, camera.height_px * scale];
    return sides.includes(width) && sides.includes(height);
  });
}
