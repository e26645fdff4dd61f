// Builds the file of an export from the data of a plant.
import { NO_SEVERITY, severitiesOf } from "../column/column-severity.ts";
import { shortest, valueAt, type ColumnValues } from "../column/column.ts";
import { componentTypes, type ComponentType } from "../component/component.ts";
import { NO_ROW, type Geometry, type Names } from "../component/component-index.ts";
import { joinPath, parentsOf } from "../component/hierarchy.ts";
import { polygonIndex, ringOfRow } from "../geometry/geometry-rows.ts";
import { planeAt, type LonLat, type Plane } from "../geometry/plane.ts";
import type { KeyFigure } from "../key-figure/key-figure.ts";
import type { Judged } from "../plant/data-request.ts";
import { csvFile } from "./csv-file.ts";
import type {
  Cell,
  ExportCells,
  ExportColumn,
  ExportName,
  ExportRequest,
  Pause,
  RingOf,
} from "./export-request.ts";
import { geoJsonFile } from "./geojson-file.ts";
import { kmlFile } from "./kml-file.ts";

export type ExportData = {
  readonly levels: ReadonlyMap<
    ComponentType,
    { readonly geometry: Geometry; readonly names: Names }
  >;
  readonly columnOf: (hash: string) => ColumnValues;
  readonly judgedOf: (judged: Judged) => {
    readonly keyFigure: KeyFigure;
    readonly values: ColumnValues;
    readonly limits: readonly number[];
  };
};

/** Rounds degrees to 0.1 mm, the precision of the stored geometry. */
const rounded = (degrees: number) => Math.round(degrees * 1e9) / 1e9;

/** What every feature of a map file says about itself, so that this product reads it again. */
const identity = ["dt_id", "pcs", "parent"] as const;

/** The file; null if cancelled. Throws a RangeError if a level or a column is missing. */
export async function exportFile(
  data: ExportData,
  request: ExportRequest,
  pause: Pause,
): Promise<Blob | null> {
  const { format, title, rows, type } = request;
  const plane = planeAt(request.origin);
  const cells = request.columns.map((column) => cellsOf(data, type, plane, column));
  if (format === "csv") return csvFile(rows, cells, pause);
  if (format === "xlsx") {
    const { xlsxExport } = await import("./xlsx-file.ts");
    return xlsxExport(title, rows, cells, pause);
  }
  const given = new Set(request.columns.map(({ key }) => key));
  const own: ExportColumn[] = [
    { key: "component_type", header: "", of: { text: type } },
    ...identity.filter((key) => !given.has(key)).map((key) => ({ key, header: "", of: key })),
  ];
  const all = [...own.map((column) => cellsOf(data, type, plane, column)), ...cells];
  const rings = ringsOf(data, type, plane);
  if (format === "fgb") {
    const { fgbFile } = await import("./fgb-file.ts");
    return fgbFile(title, rows, all, rings, pause);
  }
  if (format === "gpkg") {
    const { gpkgFile } = await import("./gpkg-file.ts");
    return gpkgFile(title, rows, all, rings, pause);
  }
  const write = format === "geojson" ? geoJsonFile : kmlFile;
  return write(title, rows, all, rings, pause);
}

function levelOf({ levels }: ExportData, type: ComponentType) {
  const level = levels.get(type);
  if (!level) throw new RangeError(`the level ${type} is missing`);
  return level;
}

function cellsOf(
  data: ExportData,
  type: ComponentType,
  plane: Plane,
  { header, key, of, words }: ExportColumn,
): ExportCells {
  if (typeof of === "string") {
    const isNumber = of === "longitude" || of === "latitude";
    return { header, key, isNumber, at: namesOf(data, type, plane)[of] };
  }
  if ("text" in of) return { header, key, isNumber: false, at: () => of.text };
  if ("hash" in of) {
    const values = data.columnOf(of.hash);
    const at = (row: number): Cell => {
      const value = valueAt(values, row);
      return value === value ? shortest(value) : null;
    };
    return { header, key, isNumber: true, at, words };
  }
  const { values, keyFigure, limits } = data.judgedOf(of.severity);
  const severities = severitiesOf(values, keyFigure, limits);
  const at = (row: number): Cell => {
    const severity = severities[row] ?? NO_SEVERITY;
    return severity === NO_SEVERITY ? null : severity;
  };
  return { header, key, isNumber: true, at, words };
}

function namesOf(
  data: ExportData,
  type: ComponentType,
  plane: Plane,
): Record<ExportName, (row: number) => Cell> {
  const { names, geometry } = levelOf(data, type);
  const geometries = { get: (one: ComponentType) => data.levels.get(one)?.geometry };
  const above = componentTypes[type].parent;
  const parents = above === null ? undefined : data.levels.get(above)?.names;
  const centre = (row: number) => plane.toLonLat(geometry.centreX[row]!, geometry.centreY[row]!);
  return {
    pcs: names.pcs,
    dt_id: names.dtId,
    path: (row) =>
      joinPath(
        parentsOf(geometries, { component_type: type, row })
          .toReversed()
          .map((at) => {
            const level = levelOf(data, at.component_type).names;
            return level.pcs(at.row) || level.dtId(at.row);
          }),
      ),
    parent: (row) => {
      const parent = geometry.parent[row]!;
      return parents === undefined || parent === NO_ROW ? null : parents.dtId(parent);
    },
    longitude: (row) => rounded(centre(row)[0]),
    latitude: (row) => rounded(centre(row)[1]),
  };
}

function ringsOf(data: ExportData, type: ComponentType, plane: Plane): RingOf {
  const { geometry } = levelOf(data, type);
  const polygons = polygonIndex(geometry);
  return (row) => {
    const xy = ringOfRow(geometry, row, polygons[row]!);
    const ring: LonLat[] = [];
    for (let at = 0; at < xy.length; at += 2) {
      const [lon, lat] = plane.toLonLat(xy[at]!, xy[at + 1]!);
      ring.push([rounded(lon), rounded(lat)]);
    }
    return [...ring, ring[0]!];
  };
}
