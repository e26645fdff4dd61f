// Reads KML 2.2 (OGC 07-147r2) placemark by placemark. Any namespace prefix is accepted. A DOCTYPE is
// refused before any entity is expanded.
import { SaxesParser } from "saxes";
import type { Readable } from "node:stream";
import { limits } from "../../domain/limits.ts";
import { coordinateFault, descriptionText, lineOf, tableProperties } from "./kml-text.ts";
import {
  fileRefused,
  unreadNote,
  type FeatureReader,
  type FeatureSink,
  type RawOutline,
  type TwinSource,
} from "./raw-feature.ts";
import { writeXml } from "./xml-stream.ts";

const localName = (name: string) => name.slice(name.indexOf(":") + 1);

const decimal = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i;

/** "lon,lat[,alt] lon,lat[,alt] ..." as x, y pairs; null for an invalid tuple. */
export function readCoordinates(text: string): number[] | null {
  const xy: number[] = [];
  for (const tuple of text.split(/\s+/)) {
    if (tuple === "") continue;
    const parts = tuple.split(",");
    const [x = "", y = ""] = parts;
    if (parts.length < 2 || parts.length > 3 || x === "" || y === "") return null;
    if (!decimal.test(x) || !decimal.test(y)) return null;
    const [lon, lat] = [Number(x), Number(y)];
    xy.push(lon, lat);
  }
  return xy;
}

/** A document inside another one, or in a folder, is a folder. @param path of open elements, with this one */
const isFolder = (element: string, path: readonly string[]) =>
  element === "Folder" || (element === "Document" && path.length > 2);

/** The time of a placemark, not that of a view of it. @param path of open elements around this one */
const isTime = (element: string, path: readonly string[]) =>
  path.at(-2) === "Placemark" &&
  ((element === "when" && path.at(-1) === "TimeStamp") ||
    (element === "begin" && path.at(-1) === "TimeSpan"));

type Placemark = {
  line: number;
  properties: Record<string, unknown>;
  outlines: RawOutline[];
  lines: (number[] | null)[];
  points: (number[] | null)[];
  kinds: Set<string>;
  /** Names of its data so far. */
  data: Set<string>;
  /** It has a name of its own. */
  isNamed: boolean;
  /** Positions of a flown track that is open. */
  track: number[] | null;
  /** Why its coordinates cannot be read. */
  bad: string | null;
};

/** @param onLink called with the address of each NetworkLink, and its line */
export async function readKmlStream(
  stream: Readable,
  source: TwinSource,
  sink: FeatureSink,
  onLink: (href: string, line: number) => void = () => undefined,
) {
  const parser = new SaxesParser({ position: true });
  const path: string[] = [];
  let text = "";
  let textBytes = 0;
  let placemark: Placemark | null = null;
  let dataName: string | null = null;
  let inOuter = false;
  let polygon: { ring: number[] | null; holes: number[][] } | null = null;
  let [number, overlays, models] = [0, 0, 0];
  /** Names of data that a placemark has twice. */
  const repeated = new Set<string>();
  /** Names of the open folders; that of a document is the name of the file. */
  const folders: string[] = [];
  const refuse = (reason: string, values?: Record<string, string | number>) => {
    const place = placemark === null ? {} : { feature: number };
    throw fileRefused(source, {
      reason,
      line: parser.line,
      ...place,
      ...(values ? { values } : {}),
    });
  };

  parser.on("doctype", () => refuse("xml_doctype"));
  parser.on("error", (error) => {
    const detail = error.message.replace(/^\d+:\d+: /, "");
    refuse("xml_syntax", { detail });
  });
  parser.on("opentag", ({ name, attributes }) => {
    const element = localName(name);
    if (path.length === 0 && element !== "kml")
      refuse("kml_root", { element: element.slice(0, 60) });
    path.push(element);
    if (path.length > limits.xmlDepth) refuse("xml_nested", { deepest: limits.xmlDepth });
    text = "";
    textBytes = 0;
    if (isFolder(element, path)) folders.push("");
    if (element === "GroundOverlay" || element === "PhotoOverlay") overlays += 1;
    if (element === "Model" && placemark !== null) models += 1;
    if (element === "Placemark") {
      number += 1;
      placemark = {
        line: parser.line,
        properties: {},
        outlines: [],
        lines: [],
        points: [],
        kinds: new Set(),
        data: new Set(),
        isNamed: false,
        track: null,
        bad: null,
      };
    }
    if (placemark === null) return;
    if (element === "Data" || element === "SimpleData") {
      const given = attributes["name"];
      dataName = typeof given === "string" ? given : null;
    } else if (element === "Track") placemark.track = [];
    else if (element === "Polygon") polygon = { ring: null, holes: [] };
    else if (element === "outerBoundaryIs") inOuter = true;
    if (
      /^(Polygon|Point|LineString|LinearRing|Model|Track)$/.test(element) &&
      (element === "Polygon" || polygon === null)
    ) {
      placemark.kinds.add(element);
    }
  });
  const onText = (part: string) => {
    textBytes += part.length;
    if (textBytes > limits.xmlTextLength) refuse("xml_too_long");
    const isName = path.at(-1) === "name" && isFolder(path.at(-2) ?? "", path.slice(0, -1));
    if (placemark !== null || isName || path.at(-1) === "href") text += part;
  };
  parser.on("text", onText);
  parser.on("cdata", onText);
  parser.on("closetag", () => {
    const element = path.pop()!;
    const isLink = /^(Link|Url)$/.test(path.at(-1) ?? "") && path.at(-2) === "NetworkLink";
    if (element === "href" && isLink) onLink(text.trim(), parser.line);
    if (isFolder(element, [...path, element])) folders.pop();
    if (element === "name" && isFolder(path.at(-1) ?? "", path))
      folders[folders.length - 1] = lineOf(text);
    if (placemark === null) return;
    const parent = path.at(-1);
    if (element === "coordinates" && parent === "LinearRing") {
      const ring = readCoordinates(text);
      if (ring === null) placemark.bad ??= coordinateFault(text);
      else if (polygon === null) placemark.outlines.push({ ring, holes: [] });
      else if (inOuter) {
        // Which of the holes belong to which outline is not said.
        if (polygon.ring !== null) placemark.bad ??= "kml_outlines";
        polygon.ring = ring;
      } else polygon.holes.push(ring);
    } else if (element === "coordinates" && parent === "LineString") {
      placemark.lines.push(readCoordinates(text));
    } else if (element === "coordinates" && parent === "Point") {
      // Two positions are one with decimal commas.
      const xy = readCoordinates(text);
      placemark.points.push(xy !== null && xy.length > 2 ? null : xy);
    } else if (element === "coord" && placemark.track !== null) {
      const [lon, lat] = readCoordinates(text.trim().split(/\s+/).slice(0, 2).join(",")) ?? [];
      if (lon === undefined) placemark.bad ??= "kml_coordinates";
      else placemark.track.push(lon, lat!);
    } else if (element === "Track") {
      if (placemark.track !== null) placemark.lines.push(placemark.track);
      placemark.track = null;
    } else if (element === "outerBoundaryIs") inOuter = false;
    else if (element === "Polygon" && polygon !== null) {
      placemark.outlines.push({ ring: polygon.ring ?? [], holes: polygon.holes });
      polygon = null;
    } else if (element === "name" && parent === "Placemark") {
      placemark.properties["name"] = lineOf(text);
      placemark.isNamed = true;
    } else if (isTime(element, path)) {
      placemark.properties["timestamp"] ??= text.trim();
    } else if (element === "description" && parent === "Placemark") {
      const table = tableProperties(text);
      const words = Object.keys(table).length > 0 ? "" : descriptionText(text);
      const said = words === "" ? table : { description: words };
      placemark.properties = { ...said, ...placemark.properties };
    } else if (dataName !== null && (element === "SimpleData" || element === "value")) {
      // People rename the placemark: a property with the same word keeps the former name.
      const isOwnName = dataName === "name" && placemark.isNamed;
      const isOther = isOwnName && placemark.properties["name"] !== lineOf(text);
      if (placemark.data.has(dataName) || isOther) repeated.add(dataName);
      else placemark.properties[dataName] = lineOf(text);
      placemark.data.add(dataName);
      dataName = null;
    } else if (parent === "ExtendedData" && element !== "Data" && element !== "SchemaData") {
      // elements of a custom schema, with a prefix
      placemark.properties[element] = text.trim();
    } else if (element === "Placemark") {
      const { bad, kinds, track: _, data: __, isNamed: ___, ...found } = placemark;
      const place = { feature: number, line: found.line };
      placemark = null;
      if (bad !== null) sink.refuse({ reason: bad, field: "coordinates", ...place });
      else {
        const inside = folders.filter((name) => name !== "");
        sink.feature({ number, ...found, folders: inside, kind: [...kinds].join(", ") || "-" });
      }
    }
    text = "";
  });

  await writeXml(stream, source, parser);
  if (repeated.size > 0) sink.note?.(unreadNote("columns_repeated", [...repeated]));
  const unread = { kml_overlay: overlays, kml_model: models };
  for (const [reason, count] of Object.entries(unread)) {
    if (count > 0) sink.note?.({ reason, values: { count } });
  }
}

/** Counts a NetworkLink to a file that was not uploaded. */
export function refuseLink(sink: FeatureSink, reason: string, href: string, line: number): void {
  sink.refuse({ reason, field: "href", line, values: { href: href.slice(0, 200) } });
}

export const readKml: FeatureReader = async (source, sink) => {
  sink.format?.("kml");
  await readKmlStream(await source.open(), source, sink, (href, line) =>
    refuseLink(sink, "kml_link_outside", href, line),
  );
};
