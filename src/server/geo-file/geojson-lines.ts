// Reads one feature per line: newline-delimited GeoJSON, and text sequences of RFC 8142 with their separators.
import { isUtf8 } from "node:buffer";
import { limits } from "../../domain/limits.ts";
import { parseExactJson, syntaxProblem } from "./exact-json.ts";
import { geometryTypes, isObject } from "./geometry-shape.ts";
import { askingForSystem, passJsonFeature } from "./json-feature.ts";
import { fileRefused, type FeatureReader } from "./raw-feature.ts";

export const RECORD_SEPARATOR = 0x1e;
const NEWLINE = 0x0a;

/** Texts of a sequence end with the next separator, those of the other form with their line. */
export const readGeoJsonLines: FeatureReader = async (source, sink) => {
  sink.format?.("geojson_lines");
  const placed = askingForSystem(source, () => null, sink);
  let rest: Buffer = Buffer.alloc(0);
  let isSequence: boolean | null = null;
  let line = 1;
  let number = 0;
  const take = (bytes: Buffer) => {
    const start = line;
    for (const byte of bytes) if (byte === NEWLINE) line += 1;
    const place = { feature: number + 1, line: start };
    if (!isUtf8(bytes)) throw fileRefused(source, { reason: "file_not_utf8", ...place });
    const text = bytes
      .toString("utf8")
      .replace(/^\ufeff/, "")
      .trim();
    if (text === "") return;
    number += 1;
    let value: unknown;
    try {
      value = parseExactJson(text);
    } catch (error) {
      throw fileRefused(source, syntaxProblem(error, number, start));
    }
    if (isObject(value) && value["type"] === "FeatureCollection") {
      throw fileRefused(source, { reason: "json_trailing", ...place });
    }
    const isBare = isObject(value) && geometryTypes.includes(String(value["type"]));
    const feature = isBare ? { type: "Feature", geometry: value, properties: {} } : value;
    passJsonFeature(feature, place, placed);
  };
  for await (const chunk of await source.open()) {
    const bytes = chunk as Buffer;
    isSequence ??= bytes[0] === RECORD_SEPARATOR;
    const end = isSequence ? RECORD_SEPARATOR : NEWLINE;
    rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
    for (;;) {
      const at = rest.indexOf(end);
      if (at < 0) break;
      // The line break belongs to its line.
      take(rest.subarray(0, isSequence ? at : at + 1));
      rest = rest.subarray(at + 1);
    }
    if (rest.length > limits.featureBytes)
      throw fileRefused(source, { reason: "json_too_long", line });
  }
  take(rest);
};
