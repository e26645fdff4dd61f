// Reads the names of components and where they stand, from the features of a file with shapes.
import { failure, type Problem } from "../../domain/error.ts";
import type { ToLonLat } from "../../domain/geometry/crs.ts";
import { ringCentroid } from "../../domain/geometry/ring.ts";
import { limits } from "../../domain/limits.ts";
import { isLine } from "../../domain/text.ts";
import type { NamedPlace } from "../../domain/twin/nomenclature.ts";
import { readPlaced } from "../geo-file/placed-feature.ts";
import { fileRefused, type RawFeature, type TwinSource } from "../geo-file/raw-feature.ts";
import { addNote, addProblem, noneRefused, type Refused } from "./collect.ts";
import { nameFields } from "./field.ts";

export type ReadNomenclature = {
  readonly places: NamedPlace[];
  /** Features whose name is not used. */
  readonly refused: Refused;
  /** What the file has beside its features and is not read. */
  readonly notes: readonly Problem[];
};

/**
 * A feature without a name, without a place, or with a name that cannot be one is refused. The name is in the
 * property that twins are named by.
 * @throws FILE_REFUSED for a broken file, for a reference system that is not known, and for one without names
 */
export async function readNomenclature(source: TwinSource): Promise<ReadNomenclature> {
  // In KML people edit the name of the placemark; the properties that an export gave it keep the old one.
  const fields = /\.km[lz]$/i.test(source.name) ? ["name", ...nameFields] : nameFields;
  const places: NamedPlace[] = [];
  const refused = noneRefused();
  const notes: Problem[] = [];
  const refuse = (problem: Problem) => addProblem(refused, { ...problem, file: source.name });
  await readPlaced(source, {
    refuse,
    note: (note) => addNote(notes, note),
    feature(raw, toLonLat) {
      const { number: feature, line } = raw;
      const name = nameIn(raw.properties, fields);
      const place = placeOf(raw, toLonLat);
      const reason = nameRefusal(name) ?? (place === null ? "names_no_place" : null);
      if (reason !== null || place === null) {
        const values = { most: limits.componentNameLength };
        refuse({ reason: reason ?? "names_no_place", values, feature, ...(line && { line }) });
        return;
      }
      if (places.length === limits.renamesAtOnce) {
        throw fileRefused(source, {
          reason: "kml_too_many_names",
          values: { most: places.length },
        });
      }
      const [lon, lat] = place;
      places.push({ name, lon, lat, line: line ?? 0 });
    },
  });
  if (places.length > 0) return { places, refused, notes };
  // Where the same is wrong with all of them, that says more than "no names".
  const other = refused.problems.filter(({ reason }) => reason !== "names_no_name");
  if (other.length > 0) throw failure("FILE_REFUSED", ...other);
  throw fileRefused(source, { reason: "kml_no_tracker_names" });
}

function nameRefusal(name: string): string | null {
  if (name === "") return "names_no_name";
  if (name.length > limits.componentNameLength) return "twin_name_too_long";
  return isLine(name) ? null : "twin_name_with_control";
}

const plain = (key: string) => key.toLowerCase().replaceAll(/[\s_-]/g, "");

function nameIn(properties: RawFeature["properties"], fields: readonly string[]): string {
  const keys = Object.keys(properties);
  for (const field of fields) {
    const text = properties[keys.find((key) => plain(key) === field) ?? ""];
    const name = typeof text === "string" || typeof text === "number" ? String(text).trim() : "";
    if (name !== "") return name;
  }
  return "";
}

/** The middle of the only area, or the only point; null for several, because one name has one place. */
function placeOf(
  { outlines, points = [] }: RawFeature,
  toLonLat: ToLonLat,
): [lon: number, lat: number] | null {
  if (outlines.length > 1 || (outlines.length === 0 && points.length > 1)) return null;
  const [outline] = outlines;
  const place = outline
    ? ringCentroid(Array.from(outline.ring), 0, outline.ring.length / 2)
    : points[0];
  const [x = NaN, y = NaN] = place ?? [];
  const [lon, lat] = toLonLat(x, y);
  return Math.abs(lon) <= 180 && Math.abs(lat) <= 90 ? [lon, lat] : null;
}
