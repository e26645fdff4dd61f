// Exactly the observations that meet the filters, as CSV, GeoJSON or XLSX.
import { workbookType } from "../../domain/export/workbook.ts";
import { photosOf, recordingsOf } from "../../domain/observation/recording/recording.ts";
import { csvRow } from "../../domain/column/csv.ts";
import { faultTypeFigureOf } from "../../domain/key-figure/fault-type.ts";
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
import { inTurns } from "../turn.ts";
import { textStream } from "../twin-file/text-file.ts";
import { xlsxStream } from "../zip/xlsx-stream.ts";
import { plantInstant } from "../../domain/plant/plant-time.ts";

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

/** The key of the fault type of the finding that it is about; "unnamed" for a fault without a name. */
function findingKey({ fault_type, fieldgeometry_component }: Observation): string | null {
  if (fault_type === null) return null;
  const classes = faultTypeFigureOf(fieldgeometry_component.component_type)?.classes ?? [];
  const named = fault_type === 0 ? undefined : classes.find(({ value }) => value === fault_type);
  return named?.key ?? "unnamed";
}

/** @param zone of the plant, by whose clock the time of an observation is written */
const fixedOf = (zone: string): readonly Column[] => [
  { header: "id", of: ({ id }) => id },
  { header: "external_id", of: ({ external_id }) => external_id },
  { header: "component_type", of: (one) => one.fieldgeometry_component.component_type },
  { header: "dt_id", of: (one) => one.fieldgeometry_component.dt_id },
  { header: "pcs", of: (one) => one.fieldgeometry_component.pcs },
  { header: "lon", of: (_, placed) => placed?.lon ?? null },
  { header: "lat", of: (_, placed) => placed?.lat ?? null },
  { header: "observed_at", of: ({ observed_at }) => plantInstant(zone, observed_at) },
  { header: "created_by_user", of: ({ created_by_user }) => created_by_user },
  { header: "created_at", of: ({ created_at }) => created_at },
  { header: "analysis", of: ({ analysis }) => analysis?.name ?? null },
  // A key figure has the name "fault_type", and may be a column too.
  { header: "finding_fault_type", of: findingKey },
  { header: "notes", of: ({ notes }) => notes },
  { header: "image_count", of: ({ images }) => photosOf(images).length },
  { header: "recording_count", of: ({ images }) => recordingsOf(images).length },
];

/** @throws CONFLICT where more observations meet the filters than a file has */
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
  const used = new Set<string>();
  for await (const { column_values } of inTurns(observations)) {
    for (const { column_id } of column_values) used.add(column_id);
  }
  const columns = [
    ...fixedOf(plant.time_zone),
    ...all.filter(({ id }) => used.has(id)).map(valueColumn),
  ];
  const { content_type, body } = written[format]({ observations, places, columns }, plant.name);
  return { content_type, file_name: `${plant.name} observations.${format}`, body };
}

type Written = Pick<ByteAnswer, "content_type" | "body">;

/** The file is written while it is sent, in pieces: thousands of rows must not hold up other requests. */
const written: Record<"csv" | "geojson" | "xlsx", (table: Table, title: string) => Written> = {
  csv: (table) => ({
    content_type: "text/csv; charset=utf-8",
    body: textStream(csvTexts(table)),
  }),
  geojson: (table) => ({
    content_type: "application/geo+json",
    body: textStream(geoJsonTexts(table)),
  }),
  xlsx: (table, title) => ({
    content_type: workbookType,
    body: xlsxStream(title, rowsOf(table)),
  }),
};

async function* rowsOf({ observations, places, columns }: Table): AsyncGenerator<Cell[]> {
  yield columns.map(({ header }) => header);
  for await (const one of inTurns(observations)) {
    const placed = places.get(one.fieldgeometry_component.dt_id);
    yield columns.map(({ of }) => of(one, placed));
  }
}

async function* csvTexts(table: Table): AsyncGenerator<string> {
  // Spreadsheets read a file as UTF-8 only if it has a byte order mark.
  yield "\ufeff";
  for await (const row of rowsOf(table)) yield csvRow(row);
}

/** The outline of the component by observation; null where the twin has it no more. */
async function* geoJsonTexts({ observations, places, columns }: Table): AsyncGenerator<string> {
  yield '{"type":"FeatureCollection","features":[';
  let separator = "\n";
  for await (const one of inTurns(observations)) {
    const placed = places.get(one.fieldgeometry_component.dt_id);
    const geometry = placed ? { type: "Polygon", coordinates: [placed.component.ring] } : null;
    const properties = Object.fromEntries(
      columns.map(({ header, of }) => [header, of(one, placed)]),
    );
    yield separator + JSON.stringify({ type: "Feature", properties, geometry });
    separator = ",\n";
  }
  yield "\n]}\n";
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
