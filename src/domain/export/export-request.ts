// What is exported: the rows and columns of one component type, as a file of one format.
import type { ComponentType } from "../component/component.ts";
import type { LonLat } from "../geometry/plane.ts";
import type { Judged } from "../plant/data-request.ts";

export const exportFormats = ["csv", "xlsx", "geojson", "kml", "fgb", "gpkg"] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** `path`: names of the ancestors from the top down; `parent`: ID of the parent; centre in degrees, WGS 84. */
export type ExportName = "pcs" | "dt_id" | "path" | "parent" | "longitude" | "latitude";

export type ExportColumn = {
  /** Title in the user's language: the heading of a column of CSV and Excel. */
  readonly header: string;
  /** Name of the property in GeoJSON, KML, FlatGeobuf and GeoPackage, the same in every language. */
  readonly key: string;
  readonly of:
    | ExportName
    | { readonly hash: string }
    | { readonly severity: Judged }
    | { readonly text: string };
  /** Text by class number; without a text the number is written. */
  readonly words?: Readonly<Record<number, string>>;
};

export type ExportRequest = {
  readonly format: ExportFormat;
  /** Name of the whole: plant and analysis. */
  readonly title: string;
  readonly type: ComponentType;
  /** Where the plant plane is. */
  readonly origin: LonLat;
  readonly rows: Uint32Array;
  readonly columns: readonly ExportColumn[];
};

/** A cell: a text, a number, or null where there is none. */
export type Cell = string | number | null;

/** A column that is ready to be read; `words` gives the text of a class. */
export type ExportCells = {
  readonly header: string;
  readonly key: string;
  readonly at: (row: number) => Cell;
  /** Whether its cells are numbers, also where all of them are missing. */
  readonly isNumber: boolean;
  readonly words?: Readonly<Record<number, string>> | undefined;
};

/** Longitude, latitude pairs of a component, closed, counter-clockwise. */
export type RingOf = (row: number) => readonly LonLat[];
/** What the outline of a component takes to write, in cells: five corners of two numbers. */
export const RING_CELLS = 10;
/**
 * Resolves after a pause, which lets others have their turn: true to go on, false once the request was cancelled.
 * @param done rows that are written, of so many
 */
export type Pause = (done: number, of: number) => Promise<boolean>;
