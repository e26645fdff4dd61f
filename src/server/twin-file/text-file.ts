// A twin as GeoJSON or KML text, piece by piece.
import type { ComponentType } from "../../domain/component/component.ts";
import type { TwinComponent } from "./component-row.ts";

const PIECE = 64 * 1024;

/** Joins small texts, so that the network gets pieces of a sensible size. */
async function* joined(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let piece = "";
  for await (const text of texts) {
    piece += text;
    if (piece.length < PIECE) continue;
    yield Buffer.from(piece);
    piece = "";
  }
  if (piece !== "") yield Buffer.from(piece);
}

export function geoJsonFile(components: AsyncIterable<TwinComponent>): AsyncGenerator<Buffer> {
  async function* texts() {
    let separator = "\n";
    yield '{"type":"FeatureCollection","features":[';
    for await (const { ring, ...properties } of components) {
      const geometry = { type: "Polygon", coordinates: [ring] };
      yield separator + JSON.stringify({ type: "Feature", properties, geometry });
      separator = ",\n";
    }
    yield "\n]}\n";
  }
  return joined(texts());
}

/** Text for XML; characters that XML cannot hold at all are left out. */
function xml(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll('"', "&quot;");
}

export function kmlFile(
  name: string,
  components: AsyncIterable<TwinComponent>,
): AsyncGenerator<Buffer> {
  async function* texts() {
    let folder: ComponentType | null = null;
    yield `<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>${xml(name)}</name>\n`;
    for await (const { ring, ...properties } of components) {
      if (folder !== properties.component_type) {
        if (folder !== null) yield "</Folder>\n";
        folder = properties.component_type;
        yield `<Folder><name>${folder}</name>\n`;
      }
      const data = Object.entries(properties)
        .map(([key, value]) => `<Data name="${key}"><value>${xml(String(value))}</value></Data>`)
        .join("");
      const coordinates = ring.map((position) => position.join(",")).join(" ");
      yield `<Placemark><name>${xml(properties.pcs || properties.dt_id)}</name><ExtendedData>${data}</ExtendedData><Polygon><outerBoundaryIs><LinearRing><coordinates>${coordinates}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>\n`;
    }
    if (folder !== null) yield "</Folder>\n";
    yield "</Document></kml>\n";
  }
  return joined(texts());
}
