// The drone app: packages that staff upload and everyone can download.
import { z } from "zod";
import { appSeries } from "./drone-model.ts";
import type { Refusal } from "../error.ts";

/** Content type of an Android package. */
export const apkType = "application/vnd.android.package-archive";

export const seriesShape = z.enum(appSeries);
/** Version as used in the address: letters, digits, dots, plus and minus. */
export const versionShape = z
  .string()
  .min(1)
  .regex(/^[0-9A-Za-z][0-9A-Za-z.+-]{0,39}$/, { message: "app_version_format" });

/** Input of the upload form. */
export const droneAppFormShape = z.object({
  series: seriesShape,
  version: versionShape,
  file: z.instanceof(Blob, { message: "file_needed" }),
});
export type DroneAppForm = z.infer<typeof droneAppFormShape>;

export const droneAppShape = z.object({
  id: z.number().int(),
  series: seriesShape,
  version: z.string(),
  bytes: z.number().int(),
  /** ISO 8601. */
  created_at: z.string(),
  /** True for the package on the download page. */
  is_current: z.boolean(),
});
export type DroneApp = z.infer<typeof droneAppShape>;

/** Why a text is no version, or null. */
export function appVersionRefusal(text: string): Refusal | null {
  return versionShape.safeParse(text).success
    ? null
    : { reason: text === "" ? "field_missing" : "app_version_format", field: "version" };
}

/** Why a file with this beginning is no Android package, or null. A package is a ZIP file, which begins with PK. */
export function packageRefusal(head: Uint8Array): Refusal | null {
  const isZip = head[0] === 0x50 && head[1] === 0x4b && head[2] === 3 && head[3] === 4;
  return isZip ? null : { reason: "app_no_package", field: "file" };
}

/** Name of the downloaded file. */
export function packageName(series: string, version: string): string {
  return `drone-app-${series}-${version}.apk`;
}
