// Opens a route file of any format that is written here, by the ending of its name.
import type { OpenedAreas } from "./feature-area.ts";
import { areasOfFeatures } from "./feature-area.ts";
import { geoJsonFeatures, type SystemOf } from "./feature-geojson.ts";
import { kmlFeatures } from "./feature-kml.ts";
import { routesOfFeatures } from "./feature-route.ts";
import { openArchive } from "./archive.ts";
import { readKmz } from "./kmz-read.ts";
import { readLitchiBinary } from "./litchi-binary.ts";
import { readLitchiCsv } from "./litchi-csv.ts";
import { routeOfLitchi } from "./litchi-route.ts";
import { areaFeatures, type ReadFeature } from "./map-feature.ts";
import { refusedFile, type OpenedRoute } from "./opened-route.ts";
import { readQgcFences, readQgcPlan } from "./qgc-plan-read.ts";
import { readWaypointList } from "./waypoint-list.ts";
import type { FlightPolygon } from "../route/flight-route.ts";
import type { Refusal } from "../../error.ts";

const ending = (file: string) => /\.([a-z]+)$/i.exec(file)?.[1]?.toLowerCase() ?? "";

/** Endings of the files that can be opened. */
export const routeEndings = [
  ".kmz",
  ".csv",
  ".lchm",
  ".plan",
  ".waypoints",
  ".kml",
  ".geojson",
  ".json",
] as const;

/** A KMZ of DJI has its own two files; that of Google Earth has a KML. */
const isDji = (bytes: Uint8Array, file: string) =>
  openArchive(bytes, file, (entry) => /(^|\/)(template\.kml|waylines\.wpml)$/i.test(entry)).size >
  0;

/**
 * @param systemOf transforms coordinates of a reference system to longitude and latitude; without it degrees alone are read
 * @throws Failure FILE_REFUSED with the place of the fault
 */
export function openRoutes(bytes: Uint8Array, file: string, systemOf?: SystemOf): OpenedRoute[] {
  switch (ending(file)) {
    case "kmz":
      return isDji(bytes, file)
        ? readKmz(bytes, file)
        : routesOfFeatures(areaFeaturesOf(bytes, file), file);
    case "csv":
      return [routeOfLitchi([readLitchiCsv(bytes, file)], file)];
    case "lchm":
      return [routeOfLitchi([readLitchiBinary(bytes, file)], file)];
    case "plan":
      return [readQgcPlan(bytes, file).route];
    case "waypoints":
      return [readWaypointList(bytes, file)];
    case "kml":
      return routesOfFeatures(kmlFeatures(bytes, file), file);
    case "geojson":
    case "json":
      return routesOfFeatures(geoJsonFeatures(bytes, file, systemOf), file);
    default:
      throw refusedFile(file, { reason: "route_file_kind" });
  }
}

/**
 * Flight areas of a KML, KMZ or GeoJSON file, or of a plan of QGroundControl.
 * @param rule why a polygon cannot be used, or null
 * @param systemOf transforms coordinates of a reference system to longitude and latitude; without it degrees alone are read
 * @throws Failure FILE_REFUSED with the place of every fault
 */
export function openAreas(
  bytes: Uint8Array,
  file: string,
  rule?: (polygon: FlightPolygon) => Refusal | null,
  systemOf?: SystemOf,
): OpenedAreas {
  return areasOfFeatures(areaFeaturesOf(bytes, file, systemOf), file, rule);
}

function areaFeaturesOf(bytes: Uint8Array, file: string, systemOf?: SystemOf): ReadFeature[] {
  switch (ending(file)) {
    case "kml":
      return kmlFeatures(bytes, file);
    case "kmz": {
      const entries = openArchive(bytes, file, (entry) => /\.kml$/i.test(entry));
      const features = [...entries].flatMap(([entry, content]) =>
        kmlFeatures(content, `${file}/${entry}`),
      );
      if (entries.size === 0) throw refusedFile(file, { reason: "kmz_no_kml" });
      return features;
    }
    case "geojson":
    case "json":
      return geoJsonFeatures(bytes, file, systemOf);
    case "plan":
      return areaFeatures(readQgcFences(bytes, file)).map((one, at) => ({
        ...one,
        feature: at + 1,
      }));
    default:
      throw refusedFile(file, { reason: "area_file_kind" });
  }
}
