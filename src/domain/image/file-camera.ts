// The camera of an uploaded image, from what was read from the file.
import type { FileOrigin } from "../analysis/analysis-file.ts";
import type { ImageCamera } from "./image-camera.ts";
import { lensOf, type LensBasis, type LensTags } from "./lens.ts";

export type FileCamera = ImageCamera & { readonly lens_basis: LensBasis };

type Taken = Pick<
  FileOrigin,
  | "camera_model"
  | "lon"
  | "lat"
  | "relative_altitude"
  | "gimbal_pitch"
  | "gimbal_yaw"
  | "gimbal_roll"
  | "width"
  | "height"
  | "is_radiometric"
> & { readonly position_m?: number | null; readonly is_thermal?: boolean | null };

/** Null for a file that does not say where the camera was, where it looked or how wide it sees. */
export function fileCamera(file: Taken, tags: LensTags | null): FileCamera | null {
  const { lon, lat, relative_altitude, gimbal_pitch, gimbal_yaw, width, height } = file;
  const lens = lensOf(file, tags);
  if (!lens || lon === null || lat === null || relative_altitude === null) return null;
  if (gimbal_pitch === null || gimbal_yaw === null || !width || !height) return null;
  const { focal_px, centre_px, distortion, basis } = lens;
  return {
    lon,
    lat,
    height_m: relative_altitude,
    yaw_deg: gimbal_yaw,
    pitch_deg: gimbal_pitch,
    roll_deg: file.gimbal_roll ?? 0,
    focal_px,
    centre_px,
    width_px: width,
    height_px: height,
    distortion,
    position_m: file.position_m ?? null,
    lens_basis: basis,
  };
}
