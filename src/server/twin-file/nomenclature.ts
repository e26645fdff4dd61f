// Reads the names of components and where they stand, from the features of a file with shapes.
import type { ToLonLat } from "../../domain/geometry/crs.ts";
import { ringCentroid } from "../../domain/geometry/ring.ts";
import { limits } from "../../domain/limits.ts";
import { isLine } from "../../domain/text.ts";
import type { NamedPlace } from "../../domain/twin/nomenclature.ts";
import { readPlaced } from "../geo-file/placed-feature.ts";
import { fileRefused, type RawFeature, type TwinSource } from "../geo-file/raw-feature.ts";
import { nameFields } from "./field.ts";

/**
 * Features without a name or without a place are left out. The name is in the property that twins are named by.
 * @throws FILE_REFUSED for a broken file, for a reference system that is not known, and for one without names
 */
export async function readNomenclature(source: TwinSource): Promise<NamedPlace[]> {
  // In KML people edit the name of the placemark; the properties that an export gave it keep the old one.
  const fields = /\.km[lz]$/i.test(source.name) ? ["name", ...nameFields] : nameFields;
  const places: NamedPlace[] = [];
  await readPlaced(source, {
    refuse: () => undefined,
    feature(raw, toLonLat) {
      const name = nameIn(raw.properties, fields);
      const place = placeOf(raw, toLonLat);
      if (name === "" || !isLine(name) || place === null) return;
      if (places.length === limits.renamesAtOnce) {
        throw fileRefused(source, {
          reason: "kml_too_many_names",
          values: { most: places.length },
        });
      }
      const [lon, lat] = place;
      places.push({
        name: name.slice(0, limits.componentNameLength),
        lon,
        lat,
        line: raw.line ?? 0,
      });
    },
  });
  if (places.length === 0) throw fileRefused(source, { reason: "kml_no_tracker_names" });
  return places;
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

/** The middle of the area, or the point. */
function placeOf(
  { outlines, points }: RawFeature,
  toLonLat: ToLonLat,
): [lon: number, lat: number] | null {
  const [outline] = outlines;
  const place = outline
    ? ringCentroid(Array.from(outline.ring), 0, outline.ring.length / 2)
    : points?.[0];
  const [x = NaN, y = NaN] = place ?? [];
  const [lon, lat] = toLonLat(x, y);
  return Math.abs(lon) <= 180 && Math.abs(lat) <= 90 ? [lon, lat] : null;
}
