// Reads GPX 1.0 and 1.1 (topografix.com/GPX/1/1): waypoints become points, routes and tracks lines.
import { SaxesParser } from "saxes";
import { limits } from "../../domain/limits.ts";
import { lineOf } from "./kml-text.ts";
import { fileRefused, type FeatureReader } from "./raw-feature.ts";
import { writeXml } from "./xml-stream.ts";

const localName = (name: string) => name.slice(name.indexOf(":") + 1);
const decimal = /^[-+]?(?:\d+\.?\d*|\.\d+)$/;

/** Names of the properties that an element becomes; others keep their own. */
const properties: Readonly<Record<string, string>> = {
  desc: "description",
  cmt: "comment",
  time: "timestamp",
  ele: "elevation",
  sym: "symbol",
};
/** Elements of links and of the file itself. */
const unread = new Set(["link", "text", "url", "urlname", "extensions", "number"]);
const MOST_TEXT = 10_000;

type Part = {
  readonly kind: "wpt" | "rte" | "trk";
  readonly line: number;
  readonly properties: Record<string, string>;
  readonly lines: number[][];
  point: number[] | null;
  isBad: boolean;
};

/** @throws FILE_REFUSED for what is no sound XML, or no GPX */
export const readGpx: FeatureReader = async (source, sink) => {
  sink.format?.("gpx");
  const parser = new SaxesParser({ position: true });
  const path: string[] = [];
  let part: Part | null = null;
  let [text, number] = ["", 0];
  const refuse = (reason: string, values?: Record<string, string | number>) => {
    throw fileRefused(source, { reason, line: parser.line, ...(values ? { values } : {}) });
  };
  parser.on("doctype", () => refuse("xml_doctype"));
  parser.on("error", (error) =>
    refuse("xml_syntax", { detail: error.message.replace(/^\d+:\d+: /, "") }),
  );
  parser.on("opentag", ({ name, attributes }) => {
    const element = localName(name);
    path.push(element);
    if (path.length > limits.xmlDepth) refuse("xml_nested", { deepest: limits.xmlDepth });
    text = "";
    const isPart =
      path.length === 2 && (element === "wpt" || element === "rte" || element === "trk");
    if (isPart) {
      number += 1;
      const base = { line: parser.line, properties: {}, lines: [], point: null, isBad: false };
      part = { kind: element, ...base };
      if (element === "rte") part.lines.push([]);
    }
    if (part === null) return;
    if (element === "trkseg") part.lines.push([]);
    if (!/^(?:wpt|rtept|trkpt)$/.test(element)) return;
    const [lon = "", lat = ""] = [attributes["lon"], attributes["lat"]].map((one) =>
      typeof one === "string" ? one.trim() : "",
    );
    if (!decimal.test(lon) || !decimal.test(lat)) part.isBad = true;
    else if (element === "wpt") part.point = [Number(lon), Number(lat)];
    else part.lines.at(-1)?.push(Number(lon), Number(lat));
  });
  const onText = (some: string) => {
    if (part !== null && text.length < MOST_TEXT) text += some;
  };
  parser.on("text", onText);
  parser.on("cdata", onText);
  parser.on("closetag", () => {
    const element = path.pop()!;
    if (part === null) return;
    const isOwn = path.length === 2 || path.includes("extensions");
    const isOfPoint = path.includes("rtept") || path.includes("trkpt");
    const words = element === "desc" || element === "cmt" ? text.trim() : lineOf(text);
    if (path.length === 1) {
      pass(part);
      part = null;
    } else if (isOwn && !isOfPoint && words !== "" && !unread.has(element)) {
      const name = properties[element] ?? element;
      if (!Object.hasOwn(part.properties, name)) part.properties[name] = words;
    }
    text = "";
  });
  const pass = ({ kind, line, lines, point, isBad, properties: found }: Part) => {
    const place = { feature: number, line };
    if (isBad || (kind === "wpt" && point === null)) {
      sink.refuse({ reason: "kml_coordinates", field: "lat, lon", ...place });
      return;
    }
    sink.feature({
      number,
      line,
      kind: kind === "wpt" ? "Point" : "LineString",
      properties: found,
      outlines: [],
      lines: lines.filter((one) => one.length > 2),
      points: point ? [point] : [],
    });
  };
  await writeXml(await source.open(), source, parser);
};
