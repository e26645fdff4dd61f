// Rules for the file name of a digital twin. Browser and server check them.
import type { Refusal } from "../error.ts";
import { geoEndings, isGeoFile, namedEnding } from "../geometry/geo-file.ts";
import { limits } from "../limits.ts";

/** Supported file name endings. */
export const twinEndings = geoEndings;

/** Lower case, no accents, letters and digits only: `Zona PV` and `zona_pv` are equal. */
export function plainName(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}

/**
 * Why a file with this name is refused, or null: too long, wrong ending, or the plant's name is missing.
 * @param plantName null where the user has said which plant the file is of
 */
export function twinFileRefusal(fileName: string, plantName: string | null): Refusal | null {
  if (fileName.length > limits.fileNameLength) {
    return { reason: "file_name_long", values: { most: limits.fileNameLength } };
  }
  if (!isGeoFile(fileName)) return { reason: namedEnding(fileName) ?? "twin_file_kind" };
  if (plantName === null) return null;
  const wanted = plainName(plantName);
  return wanted !== "" && plainName(fileName.replace(/\.[^.]+$/, "")).includes(wanted)
    ? null
    : { reason: "twin_file_name", values: { plant: plantName } };
}
