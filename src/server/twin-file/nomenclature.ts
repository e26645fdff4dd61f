// Reads the names of components and where they stand, from the placemarks of a KML or KMZ file.
import { ringCentroid } from "../../domain/geometry/ring.ts";
import { limits } from "../../domain/limits.ts";
import { isLine } from "../../domain/text.ts";
import type { NamedPlace } from "../../domain/twin/nomenclature.ts";
import { readerFor } from "../geo-file/reader-for.ts";
import { fileRefused, type RawFeature, type TwinSource } from "../geo-file/raw-feature.ts";

/**
 * Placemarks without a name or without a place are left out.
 * @throws FILE_REFUSED for a broken file, and for one without names
 */
export async function readNomenclature(source: TwinSource, head: Buffer): Promise<NamedPlace[]> {
  const read = readerFor(source, head);
  const places: NamedPlace[] = [];
  await read(source, {
    crs: () => undefined,
    refuse: () => undefined,
    feature(raw) {
      const text = raw.properties["name"];
      const name = typeof text === "string" ? text.trim() : "";
      const place = placeOf(raw);
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

/** The middle of the area, or the point. */
function placeOf({ outlines, points }: RawFeature): [lon: number, lat: number] | null {
  const [outline] = outlines;
  const place = outline
    ? ringCentroid(Array.from(outline.ring), 0, outline.ring.length / 2)
    : points?.[0];
  const [lon = NaN, lat = NaN] = place ?? [];
  return Math.abs(lon) <= 180 && Math.abs(lat) <= 90 ? [lon, lat] : null;
}
