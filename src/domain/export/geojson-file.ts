// The rows as GeoJSON (RFC 7946): the outline of each component with its values.
import {
  RING_CELLS,
  type Cell,
  type ExportCells,
  type Pause,
  type RingOf,
} from "./export-request.ts";
import { pieces } from "./pieces.ts";

/** The properties of a row; a class has its number, and its text under "…_name". */
export function propertiesOf(columns: readonly ExportCells[], row: number): Record<string, Cell> {
  const properties: Record<string, Cell> = {};
  for (const { key, at, words } of columns) {
    const cell = at(row);
    properties[key] = cell;
    if (words) properties[`${key}_name`] = typeof cell === "number" ? (words[cell] ?? null) : null;
  }
  return properties;
}

export type PropertyFields = readonly Pick<ExportCells, "key" | "header" | "isNumber">[];

/** The properties that `propertiesOf` gives, in its order. */
export function propertyFields(columns: readonly ExportCells[]): PropertyFields {
  return columns.flatMap(({ key, header, isNumber, words }) => {
    const field = { key, header, isNumber };
    return words ? [field, { key: `${key}_name`, header, isNumber: false }] : [field];
  });
}

export function geoJsonFile(
  title: string,
  rows: Uint32Array,
  columns: readonly ExportCells[],
  ringOf: RingOf,
  pause: Pause,
): Promise<Blob | null> {
  const row = (one: number, place: number) => {
    const properties = propertiesOf(columns, one);
    const geometry = { type: "Polygon", coordinates: [ringOf(one)] };
    const feature = JSON.stringify({ type: "Feature", properties, geometry });
    return place === 0 ? feature : `,\n${feature}`;
  };
  const head = `{"type":"FeatureCollection","name":${JSON.stringify(title)},"features":[\n`;
  const width = columns.length + RING_CELLS;
  return pieces(rows, { width, head, row, foot: "\n]}\n", type: "application/geo+json" }, pause);
}
