// Writes a twin as GeoJSON or KML, in chunks.
import { Readable } from "node:stream";
import type { ComponentType } from "../../domain/component/component.ts";
import { escapeXml } from "../../domain/xml.ts";
import type { TwinComponent } from "./component-row.ts";

const CHUNK_LENGTH = 64 * 1024;

/** Joins small texts into chunks of a sensible size for the network. */
async function* chunked(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let chunk = "";
  for await (const text of texts) {
    chunk += text;
    if (chunk.length < CHUNK_LENGTH) continue;
    yield Buffer.from(chunk);
    chunk = "";
  }
  if (chunk !== "") yield Buffer.from(chunk);
}

/** The texts as a stream of bytes. */
export function textStream(texts: AsyncIterable<string>): Readable {
  return Readable.from(chunked(texts), { objectMode: false });
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
  return chunked(texts());
}

export function kmlFile(
  name: string,
  components: AsyncIterable<TwinComponent>,
): AsyncGenerator<Buffer> {
  async function* texts() {
    let folder: ComponentType | null = null;
    yield `<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>${escapeXml(name)}</name>\n`;
    for await (const { ring, ...properties } of components) {
      if (folder !== properties.component_type) {
        if (folder !== null) yield "</Folder>\n";
        folder = properties.component_type;
        yield `<Folder><name>${folder}</name>\n`;
      }
      const data = Object.entries(properties)
        .map(
          ([key, value]) => `<Data name="${key}"><value>${escapeXml(String(value))}</value></Data>`,
        )
        .join("");
      const coordinates = ring.map((position) => position.join(",")).join(" ");
      // A component without a name stays without one: a reader takes the placemark's name for it.
      const title = properties.pcs === "" ? "" : `<name>${escapeXml(properties.pcs)}</name>`;
      yield `<Placemark>${title}<ExtendedData>${data}</ExtendedData><Polygon><outerBoundaryIs><LinearRing><coordinates>${coordinates}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>\n`;
    }
    if (folder !== null) yield "</Folder>\n";
    yield "</Document></kml>\n";
  }
  return chunked(texts());
}
