// Components with their values and places, as GeoJSON for a map or as CSV for a spreadsheet, streamed.
import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { csvRow } from "../../domain/column/csv.ts";
import type { ByteAnswer } from "../implement.ts";
import type { PlacedComponent } from "../twin-file/component-row.ts";

/** One property of each component: its name, and its value by row. */
export type GeoProperty = {
  readonly name: string;
  readonly of: (placed: PlacedComponent) => string | number | null;
};

type Written = {
  readonly placed: AsyncIterable<PlacedComponent>;
  readonly properties: readonly GeoProperty[];
};

/** Texts are joined to pieces of about this length for the network. */
const PIECE_LENGTH = 64 * 1024;

/** Joins texts to pieces, and lets other requests have their turn after each. */
async function* pieces(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let piece = "";
  for await (const text of texts) {
    piece += text;
    if (piece.length < PIECE_LENGTH) continue;
    yield Buffer.from(piece);
    piece = "";
    await setImmediate();
  }
  yield Buffer.from(piece);
}

const streamed = (texts: AsyncIterable<string>) =>
  Readable.from(pieces(texts), { objectMode: false });

/** A FeatureCollection in longitude and latitude (EPSG:4326). */
export function geoJsonAnswer(written: Written, file_name?: string): ByteAnswer {
  async function* texts() {
    let separator = "\n";
    yield '{"type":"FeatureCollection","features":[';
    for await (const placed of written.placed) {
      const properties = Object.fromEntries(
        written.properties.map(({ name, of }) => [name, of(placed)]),
      );
      const geometry = { type: "Polygon", coordinates: [placed.component.ring] };
      yield separator + JSON.stringify({ type: "Feature", properties, geometry });
      separator = ",\n";
    }
    yield "\n]}\n";
  }
  return {
    content_type: "application/geo+json",
    ...(file_name !== undefined && { file_name: `${file_name}.geojson` }),
    body: streamed(texts()),
  };
}

/** A table with the centre of each component as `lon` and `lat` behind its names. */
export function placedCsvAnswer(written: Written, file_name: string): ByteAnswer {
  const columns = [...names, lon, lat, ...written.properties.filter(({ name }) => !isName(name))];
  async function* texts() {
    // Spreadsheets read a file as UTF-8 only if it has a byte order mark.
    yield `\ufeff${csvRow(columns.map(({ name }) => name))}`;
    for await (const placed of written.placed) yield csvRow(columns.map(({ of }) => of(placed)));
  }
  return {
    content_type: "text/csv; charset=utf-8",
    file_name: `${file_name}.csv`,
    body: streamed(texts()),
  };
}

/** The properties that every component has. */
export const names: readonly GeoProperty[] = [
  { name: "dt_id", of: ({ component }) => component.dt_id },
  { name: "pcs", of: ({ component }) => component.pcs },
];
const lon: GeoProperty = { name: "lon", of: (placed) => placed.lon };
const lat: GeoProperty = { name: "lat", of: (placed) => placed.lat };
const isName = (name: string) => names.some((one) => one.name === name);
