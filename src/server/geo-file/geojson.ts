// Reads GeoJSON feature by feature (RFC 7946, with `crs` of the 2008 version), and Esri JSON.
import type { Problem } from "../../domain/error.ts";
import { esriSystem, isCutOff, isEsriRoot, isQuantized } from "./esri-json.ts";
import { esriFields, type EsriFields } from "./esri-field.ts";
import { parseExactJson, syntaxProblem } from "./exact-json.ts";
import { readGeoJsonLines } from "./geojson-lines.ts";
import { geometryTypes, isObject, type Json } from "./geometry-shape.ts";
import { askingForSystem, passJsonFeature } from "./json-feature.ts";
import { statedSystem } from "./json-system.ts";
import { splitJson, type JsonSplit } from "./json-split.ts";
import { fileRefused, type FeatureReader, type TwinSource } from "./raw-feature.ts";

/** The name of the reference system, or its problem; null if the file has none. */
const systemOf = (root: Json): string | Problem | null =>
  isEsriRoot(root) ? esriSystem(root) : statedSystem(root);

/** Writes the file into the splitter, without its byte order mark. */
async function writeAll(source: TwinSource, split: JsonSplit): Promise<Problem | null> {
  let isFirst = true;
  for await (const chunk of await source.open()) {
    let bytes = chunk as Buffer;
    if (isFirst && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
      bytes = bytes.subarray(3);
    }
    isFirst = false;
    const problem = split.write(bytes);
    if (problem !== null) return problem;
  }
  return null;
}

/** Bytes at the end of a file in which a reference system after the features is looked for. */
const TAIL_BYTES = 64 * 1024;

/** The reference system that stands after the features, or its problem; undefined where none does. */
async function lateSystem(source: TwinSource): Promise<string | Problem | null | undefined> {
  const parts: Buffer[] = [];
  const start = Math.max(0, source.bytes - TAIL_BYTES);
  for await (const part of await source.open({ start, end: source.bytes - 1 })) {
    parts.push(part as Buffer);
  }
  if (!/"(?:crs|spatialReference)"\s*:/.test(Buffer.concat(parts).toString("latin1")))
    return undefined;
  const split = splitJson(() => null);
  if ((await writeAll(source, split)) !== null) return undefined;
  const rest = split.end();
  if ("problem" in rest) return undefined;
  try {
    const root: unknown = JSON.parse(rest.skeleton);
    // Asked again with the features.
    if (isObject(root) && isQuantized(root)) return undefined;
    return isObject(root) ? systemOf(root) : undefined;
  } catch {
    return undefined;
  }
}

const quantized: Problem = { reason: "esri_quantized", field: "transform" };

export const readGeoJson: FeatureReader = async (source, sink) => {
  sink.format?.("geojson");
  const late = await lateSystem(source);
  if (typeof late === "object" && late !== null) throw fileRefused(source, late);
  let declared = late;
  if (declared) sink.crs(declared);
  const declare = (root: Json): Problem | null => {
    if (isEsriRoot(root) && isQuantized(root)) return quantized;
    const name = systemOf(root);
    if (name !== null && typeof name === "object") return name;
    declared = name;
    if (name !== null) sink.crs(name);
    return null;
  };
  const placed = askingForSystem(source, () => declared ?? null, sink);
  let fields: EsriFields | null = null;
  const split = splitJson((text, number, line) => {
    if (declared === undefined || fields === null) {
      let root: unknown;
      try {
        root = JSON.parse(split.partialSkeleton());
      } catch (error) {
        return syntaxProblem(error, undefined, 1);
      }
      fields ??= esriFields(isObject(root) ? root : {});
      const problem = declared === undefined && isObject(root) ? declare(root) : null;
      if (problem !== null) return problem;
    }
    try {
      passJsonFeature(parseExactJson(text), { feature: number, line }, placed, fields);
      return null;
    } catch (error) {
      if (error instanceof SyntaxError) return syntaxProblem(error, number, line);
      throw error;
    }
  });
  const problem = await writeAll(source, split);
  // Nothing was passed on yet: a file of one object has no list of features.
  if (problem?.reason === "json_trailing" && !split.hasFeatures()) {
    await readGeoJsonLines(source, sink);
    return;
  }
  if (problem !== null) throw fileRefused(source, problem);
  const rest = split.end();
  if ("problem" in rest) throw fileRefused(source, rest.problem);
  let root: Json;
  try {
    root = parseExactJson(rest.skeleton) as Json;
  } catch (error) {
    throw fileRefused(source, syntaxProblem(error, undefined, 1));
  }
  if (declared === undefined) {
    const fault = declare(root);
    if (fault !== null) throw fileRefused(source, fault);
  } else if ((systemOf(root) ?? null) !== declared) {
    throw fileRefused(source, { reason: "geojson_crs_late", field: "crs" });
  }
  if (isEsriRoot(root)) {
    sink.format?.("esri_json");
    if (isQuantized(root)) throw fileRefused(source, quantized);
    // Its dates and codes were passed on as numbers.
    if (fields !== null && esriFields(root).size > (fields as EsriFields).size) {
      throw fileRefused(source, { reason: "esri_fields_late", field: "fields" });
    }
  }
  if (isCutOff(root)) sink.note?.({ reason: "features_cut_off" });
  endOf(source, root, (value) => passJsonFeature(value, { feature: 1, line: 1 }, placed));
};

/** Passes the one feature of a file without a list, and refuses what is no GeoJSON. */
function endOf(source: TwinSource, root: Json, pass: (value: unknown) => void): void {
  const { type } = root;
  if (type === "FeatureCollection" || isEsriRoot(root)) {
    if (!Array.isArray(root["features"])) {
      throw fileRefused(source, { reason: "geojson_no_features", field: "features" });
    }
    // its features are taken out, so these are those of a second list
    if (root["features"].length > 0) {
      throw fileRefused(source, { reason: "geojson_features_twice", field: "features" });
    }
  } else if (type === "Feature") pass(root);
  else if (typeof type === "string" && geometryTypes.includes(type)) {
    pass({ type: "Feature", geometry: root, properties: {} });
  } else if (type === "Topology") throw fileRefused(source, { reason: "format_topojson" });
  else throw fileRefused(source, { reason: "geojson_type", field: "type" });
}
