// What a file holds, whatever it becomes: formats, systems, properties, folders, and shapes to draw.
import type { GeoFormat } from "../../domain/geometry/geo-file.ts";
import type { ToLonLat } from "../../domain/geometry/crs.ts";
import { placesApart } from "../../domain/geometry/ground-distance.ts";
import type { LonLat } from "../../domain/geometry/plane.ts";
import { columnLetters } from "../../domain/file-preview/file-mapping.ts";
import { featureLimitProblem } from "../geo-file/feature-limit.ts";
import type { RawFeature, TwinSource } from "../geo-file/raw-feature.ts";
import { addNote } from "../twin-file/collect.ts";
import type { Problem } from "../../domain/error.ts";
import { readPlaced } from "../geo-file/placed-feature.ts";
import { drawnShapes, type DrawnShape } from "./drawn-shapes.ts";

type Column = { filled: number; readonly examples: Set<string> };
type Part = { readonly name: string; format: GeoFormat; feature_count: number };

export type Understood = {
  readonly files: readonly Part[];
  readonly systems: readonly string[];
  readonly feature_count: number;
  readonly outline_count: number;
  readonly line_count: number;
  readonly point_count: number;
  readonly bounds: [number, number, number, number] | null;
  /** From the nearest of the places; null without one or without a shape. */
  readonly distance_km: number | null;
  readonly columns: readonly {
    readonly name: string;
    readonly filled: number;
    readonly examples: string[];
  }[];
  readonly more_columns: number;
  readonly folders: readonly { readonly path: string[]; readonly feature_count: number }[];
  readonly more_folders: number;
  /** What the files have beside their features and is not read. */
  readonly notes: readonly Problem[];
  readonly shapes: readonly DrawnShape[];
};

const MOST_COLUMNS = 100;
const MOST_FOLDERS = 60;
const EXAMPLES = 3;
const EXAMPLE_LETTERS = 60;
/** Properties and folders are no fields of ours, so a name cannot reach the prototype of an object. */
const SEPARATOR = "\u0000";

/**
 * Reads the files in order. Features that cannot be read are counted by the importer, not here.
 * @param near places of the plant
 * @param onUnplaced gets coordinates that are no degrees and of which the files state no system, with the files so far
 * @throws FILE_REFUSED for a file that cannot be read at all
 */
export async function understand(
  sources: readonly TwinSource[],
  near: readonly LonLat[],
  onUnplaced: (x: number, y: number, files: readonly Part[]) => void = () => undefined,
): Promise<Understood> {
  const files: Part[] = [];
  const systems = new Set<string>();
  const columns = new Map<string, Column>();
  const folders = new Map<string, number>();
  const [missedColumns, missedFolders] = [new Set<string>(), new Set<string>()];
  const counts = { feature_count: 0, outline_count: 0, line_count: 0, point_count: 0 };
  const drawn = drawnShapes();
  const notes: Problem[] = [];
  let bounds: Understood["bounds"] = null;
  let metres = Infinity;

  const takeColumns = (properties: RawFeature["properties"]) => {
    for (const [name, value] of Object.entries(properties)) {
      const text = exampleOf(value);
      if (text === "" || name.length > columnLetters) continue;
      let column = columns.get(name);
      if (column === undefined) {
        if (columns.size === MOST_COLUMNS) {
          if (missedColumns.size < MOST_COLUMNS) missedColumns.add(name);
          continue;
        }
        columns.set(name, (column = { filled: 0, examples: new Set() }));
      }
      column.filled += 1;
      if (column.examples.size < EXAMPLES) column.examples.add(text);
    }
  };
  const takeFolder = (path: readonly string[]) => {
    const key = path.join(SEPARATOR);
    const known = folders.get(key);
    if (known === undefined && folders.size === MOST_FOLDERS) missedFolders.add(key.slice(0, 500));
    else folders.set(key, (known ?? 0) + 1);
  };
  const takePlace = (xy: ArrayLike<number>, toLonLat: ToLonLat): LonLat[] => {
    const places: LonLat[] = [];
    for (let at = 0; at + 1 < xy.length; at += 2) {
      const [lon, lat] = toLonLat(xy[at]!, xy[at + 1]!);
      if (!(Math.abs(lon) <= 180 && Math.abs(lat) <= 90)) return [];
      places.push([lon, lat]);
    }
    const [first] = places;
    if (first) for (const place of near) metres = Math.min(metres, placesApart(place, first));
    for (const [lon, lat] of places) {
      bounds =
        bounds === null
          ? [lon, lat, lon, lat]
          : [
              Math.min(bounds[0], lon),
              Math.min(bounds[1], lat),
              Math.max(bounds[2], lon),
              Math.max(bounds[3], lat),
            ];
    }
    return places;
  };

  for (const source of sources) {
    let part: Part | null = null;
    const begin = (name: string): Part => {
      const begun: Part = { name, format: part?.format ?? "geojson", feature_count: 0 };
      files.push(begun);
      return begun;
    };
    part = begin(source.name);
    await readPlaced(source, {
      system: (name) => void systems.add(name),
      note: (note) => addNote(notes, note),
      format(format) {
        part = { ...(part ?? begin(source.name)) };
        part.format = format;
        files[files.length - 1] = part;
      },
      part(name) {
        // The first file of an archive takes the place of the archive itself.
        const isFirst = part?.name === source.name && part.feature_count === 0;
        if (isFirst) files.pop();
        part = begin(`${source.name}/${name}`);
      },
      unplaced: (x, y) => onUnplaced(x, y, files),
      refuse: () => undefined,
      feature(feature, toLonLat) {
        if (featureLimitProblem(feature) !== null) return;
        counts.feature_count += 1;
        if (part) part.feature_count += 1;
        takeColumns(feature.properties);
        if (feature.folders && feature.folders.length > 0) takeFolder(feature.folders);
        for (const { ring } of feature.outlines) {
          counts.outline_count += 1;
          drawn.add("Polygon", takePlace(ring, toLonLat));
        }
        for (const line of feature.lines ?? []) {
          counts.line_count += 1;
          if (line) drawn.add("LineString", takePlace(line, toLonLat));
        }
        for (const point of feature.points ?? []) {
          counts.point_count += 1;
          if (point) drawn.add("Point", takePlace(point, toLonLat));
        }
      },
    });
  }
  return {
    files,
    systems: [...systems],
    ...counts,
    bounds,
    distance_km: Number.isFinite(metres) ? metres / 1000 : null,
    columns: Array.from(columns, ([name, { filled, examples }]) => ({
      name,
      filled,
      examples: [...examples],
    })),
    more_columns: missedColumns.size,
    folders: Array.from(folders, ([key, feature_count]) => ({
      path: key.split(SEPARATOR),
      feature_count,
    })),
    more_folders: missedFolders.size,
    notes,
    shapes: drawn.shapes(),
  };
}

/** A value as a person reads it; "" where there is none, or where it is none of one line. */
function exampleOf(value: unknown): string {
  if (typeof value === "number" || typeof value === "boolean" || typeof value === "bigint") {
    return String(value);
  }
  if (typeof value !== "string") return "";
  return value
    .slice(0, 4 * EXAMPLE_LETTERS)
    .replaceAll(/[\p{Cc}\p{Cs}\s]+/gu, " ")
    .trim()
    .slice(0, EXAMPLE_LETTERS);
}
