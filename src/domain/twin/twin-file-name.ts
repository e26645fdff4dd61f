// What the name of a digital twin's file must say, judged alike before and after it is sent.
import type { Refusal } from "../error.ts";

/** File name endings that are read. */
export const twinEndings = [".geojson", ".json", ".kml", ".kmz", ".fgb"] as const;

/** Lower case, no accents, letters and digits only: `Zona PV` and `zona_pv` are one. */
export function plainName(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}

/** Why a file of this name is refused, or null: its ending, or a name without the plant's. */
export function twinFileRefusal(fileName: string, plantName: string): Refusal | null {
  const name = fileName.toLowerCase();
  if (!twinEndings.some((ending) => name.endsWith(ending))) return { reason: "twin_file_kind" };
  const wanted = plainName(plantName);
  return wanted !== "" && plainName(fileName.replace(/\.[^.]+$/, "")).includes(wanted)
    ? null
    : { reason: "twin_file_name", values: { plant: plantName } };
}
