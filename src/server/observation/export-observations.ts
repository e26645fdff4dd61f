// Exactly the observations that meet the filters, as CSV, GeoJSON or XLSX.
import { csvRow } from "../../domain/column/csv.ts";
import { keyFigureById } from "../../domain/key-figure/key-figure.ts";
import {
  shownPropertyValue,
  type ObservationColumn,
} from "../../domain/observation/observation-column.ts";
import { valueIn } from "../../domain/observation/observation-query.ts";
import type { Observation } from "../../domain/observation/observation.ts";
import type { Plant } from "../../domain/plant/plant.ts";
import type { ByteAnswer } from "../implement.ts";
import type { PlacedComponent } from "../twin-file/component-row.ts";
import { placedOf } from "./observation-shapes.ts";
import { readColumns, readSelected, type Parts } from "./read-observations.ts";
import { xlsxFile } from "../../domain/export/workbook.ts";

type Cell = string | number | null;
type Column = {
  readonly header: string;
  readonly of: (one: Observation, placed: PlacedComponent | undefined) => Cell;
};
type Table = {
  readonly observations: readonly Observation[];
  readonly places: ReadonlyMap<string, PlacedComponent>;
  readonly columns: readonly Column[];
};

const fixed: readonly Column[] = [
  { header: "id", of: ({ id }) => id },
  { header: "external_id", of: ({ external_id }) => external_id },
  { header: "component_type", of: (one) => one.fieldgeometry_component.component_type },
  { header: "dt_id", of: (one) => one.fieldgeometry_component.dt_id },
  { header: "pcs", of: (one) => one.fieldgeometry_component.pcs },
  { header: "lon", of: (_, placed) => placed?.lon ?? null },
  { header: "lat", of: (_, placed) => placed?.lat ?? null },
  { header: "observed_at", of: ({ observed_at }) => observed_at },
  { header: "created_by_user", of: ({ created_by_user }) => created_by_user },
  { header: "created_at", of: ({ created_at }) => created_at },
  { header: "analysis", of: ({ analysis }) => analysis?.name ?? null },
  { header: "notes", of: ({ notes }) => notes },
  { header: "image_count", of: ({ images }) => images.length },
];

export async function exportObservations(
  context: Parts,
  plant: Plant,
  format: "csv" | "geojson" | "xlsx",
  query: Parameters<typeof readSelected>[2],
): Promise<ByteAnswer> {
  const observations = await readSelected(context, plant.id, query);
  const places = new Map<string, PlacedComponent>();
  for await (const placed of placedOf(context, plant.id, observations)) {
    places.set(placed.component.dt_id, placed);
  }
  const all = [...(await readColumns(context, plant)).values()];
  const used = new Set(
    observations.flatMap(({ column_values }) => column_values.map(({ column_id }) => column_id)),
  );
  const columns = [...fixed, ...all.filter(({ id }) => used.has(id)).map(valueColumn)];
  const table = { observations, places, columns };
  const [content_type, bytes] = written[format](table, plant.name);
  const file_name = `${plant.name} observations.${format}`;
  return { content_type, file_name, bytes: bytes.length, body: bytes };
}

const written = {
  csv: (table: Table): [string, Uint8Array] => [
    "text/csv; charset=utf-8",
    // Spreadsheets read a file as UTF-8 only if it has a byte order mark.
    Buffer.from(`\ufeff${rowsOf(table).map(csvRow).join("")}`),
  ],
  geojson: (table: Table): [string, Uint8Array] => [
    "application/geo+json",
    Buffer.from(geoJson(table)),
  ],
  xlsx: (table: Table, title: string): [string, Uint8Array] => [
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    xlsxFile(title, rowsOf(table)),
  ],
};

function rowsOf({ observations, places, columns }: Table): Cell[][] {
  const cells = (one: Observation) => {
    const placed = places.get(one.fieldgeometry_component.dt_id);
    return columns.map(({ of }) => of(one, placed));
  };
  return [columns.map(({ header }) => header), ...observations.map(cells)];
}

/** The outline of the component by observation; null where the twin has it no more. */
function geoJson({ observations, places, columns }: Table): string {
  const features = observations.map((one) => {
    const placed = places.get(one.fieldgeometry_component.dt_id);
    const geometry = placed ? { type: "Polygon", coordinates: [placed.component.ring] } : null;
    const properties = Object.fromEntries(
      columns.map(({ header, of }) => [header, of(one, placed)]),
    );
    return JSON.stringify({ type: "Feature", properties, geometry });
  });
  return `{"type":"FeatureCollection","features":[\n${features.join(",\n")}\n]}\n`;
}

/** A column of values: options by their labels, a number with a range as the number. */
function valueColumn({ id, ccp_column, pi_column }: ObservationColumn): Column {
  return {
    header: ccp_column?.name ?? keyFigureById(pi_column?.pi_id ?? 0)?.key ?? id,
    of(one) {
      const value = valueIn(one, id);
      if (value === undefined) return null;
      if (typeof value === "number") return value;
      return ccp_column ? shownPropertyValue(ccp_column, value).label : String(value);
    },
  };
}
