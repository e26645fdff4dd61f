// Features as KML 2.2 (OGC 07-147r2), one folder in another. The reader accepts any prefix and any encoding.
import { kmlGen } from "@tmcw/togeojson";
import { placemarkView } from "../../kml/placemark-view.ts";
import { escapeXml } from "../../xml.ts";
import { decimal, readDecimal } from "./decimal.ts";
import type { Geometry, MapFeature, Position, Properties, ReadFeature } from "./map-feature.ts";
import { refusedFile } from "./opened-route.ts";
import { descendantsOf, textAt, xmlTree, type XmlElement } from "./xml-tree.ts";

/** Colours as opacity, blue, green, red. */
const styles = {
  flight_route: "<LineStyle><color>ffff8c00</color><width>3</width></LineStyle>",
  photo_run: "<LineStyle><color>ff00d7ff</color><width>5</width></LineStyle>",
  waypoint: "<IconStyle><scale>0.5</scale></IconStyle><LabelStyle><scale>0.7</scale></LabelStyle>",
  flight_polygon:
    "<LineStyle><color>ff3c9a2e</color><width>2</width></LineStyle><PolyStyle><color>333c9a2e</color></PolyStyle>",
  no_fly_polygon:
    "<LineStyle><color>ff2b2bd9</color><width>2</width></LineStyle><PolyStyle><color>4d2b2bd9</color></PolyStyle>",
  obstacle:
    "<LineStyle><color>ff1e5aa8</color><width>3</width></LineStyle><PolyStyle><color>4d1e5aa8</color></PolyStyle>",
} as const;

export function featuresToKml(name: string, features: readonly MapFeature[]): string {
  const shared = Object.entries(styles).map(([id, style]) => `<Style id="${id}">${style}</Style>`);
  const content = folderContent(features, 0);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>${escapeXml(name)}</name>\n${shared.join("\n")}\n${content}</Document></kml>\n`;
}

/** Features of the same folder that follow one another lie in it together. */
function folderContent(features: readonly MapFeature[], depth: number): string {
  let text = "";
  for (let at = 0; at < features.length;) {
    const folder = features[at]!.folders[depth];
    let end = at + 1;
    while (end < features.length && features[end]!.folders[depth] === folder) end += 1;
    const group = features.slice(at, end);
    text +=
      folder === undefined
        ? group.map(placemark).join("")
        : `<Folder><name>${escapeXml(folder)}</name>\n${folderContent(group, depth + 1)}</Folder>\n`;
    at = end;
  }
  return text;
}

function placemark({ name, properties, geometry }: MapFeature): string {
  const { kind } = properties;
  const style = typeof kind === "string" && kind in styles ? `<styleUrl>#${kind}</styleUrl>` : "";
  const data = Object.entries(properties)
    .filter(([, value]) => value !== null)
    .map(([key, value]) => {
      const text = typeof value === "number" ? decimal(value) : escapeXml(String(value));
      return `<Data name="${escapeXml(key)}"><value>${text}</value></Data>`;
    });
  const title = name === "" ? "" : `<name>${escapeXml(name)}</name>`;
  return `<Placemark>${title}${style}<ExtendedData>${data.join("")}</ExtendedData>${geometryText(geometry)}</Placemark>\n`;
}

function geometryText(geometry: Geometry): string {
  if (geometry.type === "Polygon") {
    const rings = geometry.rings.map((ring, at) => {
      const bounds = at === 0 ? "outerBoundaryIs" : "innerBoundaryIs";
      return `<${bounds}><LinearRing>${coordinates(ring)}</LinearRing></${bounds}>`;
    });
    return `<Polygon>${rings.join("")}</Polygon>`;
  }
  const { type, positions } = geometry;
  const hasHeights = positions.every(([, , height]) => height !== null);
  const mode = hasHeights ? "<altitudeMode>relativeToGround</altitudeMode>" : "";
  return `<${type}>${mode}${coordinates(positions)}</${type}>`;
}

function coordinates(positions: readonly Position[]): string {
  const texts = positions.map((position) =>
    position
      .filter((number) => number !== null)
      .map(decimal)
      .join(","),
  );
  return `<coordinates>${texts.join(" ")}</coordinates>`;
}

/** @throws Failure FILE_REFUSED with line and number of the placemark */
export function kmlFeatures(bytes: Uint8Array, file: string): ReadFeature[] {
  const root = xmlTree(bytes, file);
  if (root.name !== "kml") {
    const values = { element: root.name.slice(0, 60) };
    throw refusedFile(file, { reason: "kml_root", line: root.line, values });
  }
  let number = 0;
  const read = (element: XmlElement, folders: readonly string[]): ReadFeature[] =>
    element.children.flatMap((child) => {
      if (child.name === "Placemark") return featuresOf(child, folders, (number += 1), file);
      const isFolder = child.name === "Folder" || child.name === "Document";
      if (!isFolder) return [];
      // The name of a document is the name of the file, not of its content.
      const name = child.name === "Folder" ? textAt(child, "name") : null;
      return read(child, name === null ? folders : [...folders, name]);
    });
  return read(root, []);
}

function featuresOf(
  placemark: XmlElement,
  folders: readonly string[],
  feature: number,
  file: string,
): ReadFeature[] {
  checkCoordinates(placemark, feature, file);
  const name = textAt(placemark, "name") ?? "";
  const { line } = placemark;
  const modes = descendantsOf(placemark, "altitudeMode").map(({ text }) => text.trim());
  const isAboveSea = modes.includes("absolute");
  const isAboveGround = modes.length > 0 && modes.every((mode) => mode === "relativeToGround");
  const above = { ...(isAboveSea && { isAboveSea }), ...(isAboveGround && { isAboveGround }) };
  const tracks = descendantsOf(placemark, "Track").map((track): ReadFeature => {
    const positions = descendantsOf(track, "coord").map((coord) =>
      trackPosition(coord, feature, file),
    );
    const geometry = { type: "LineString", positions } as const;
    return { name, folders, properties: {}, geometry, feature, line: track.line, ...above };
  });
  if (tracks.length > 0) return tracks;
  const description = textAt(placemark, "description");
  return [...kmlGen(placemarkView(placemark))].flatMap((read) => {
    const properties = propertiesOf({ ...(description && { description }), ...read.properties });
    return geometriesOf(read.geometry).map((geometry) => {
      return { name, folders, properties, geometry, feature, line, ...above };
    });
  });
}

/** A flown place of a gx:Track: "longitude latitude height". */
function trackPosition({ text, line }: XmlElement, feature: number, file: string): Position {
  const [longitude, latitude, height = null] = text.trim().split(/\s+/).map(readDecimal);
  if (typeof longitude === "number" && typeof latitude === "number")
    return [longitude, latitude, height];
  throw refusedFile(file, { reason: "kml_coordinates", line, feature, field: "gx:coord" });
}

/** An empty text says nothing. */
function propertiesOf(data: Readonly<Record<string, unknown>>): Properties {
  const texts = Object.entries(data).map(([key, value]) => [key, String(value).trim() || null]);
  return Object.fromEntries(texts) as Properties;
}

function geometriesOf(geometry: GeoJSON.Geometry | null): Geometry[] {
  switch (geometry?.type) {
    case "GeometryCollection":
      return geometry.geometries.flatMap(geometriesOf);
    case "Point":
      return [{ type: "Point", positions: [positionOf(geometry.coordinates)] }];
    case "LineString":
      return [{ type: "LineString", positions: geometry.coordinates.map(positionOf) }];
    case "Polygon":
      return [{ type: "Polygon", rings: geometry.coordinates.map((ring) => ring.map(positionOf)) }];
    default:
      return [];
  }
}

const positionOf = ([longitude, latitude, height]: GeoJSON.Position): Position => [
  longitude!,
  latitude!,
  height ?? null,
];

/** togeojson leaves out what it cannot read. Here each position must be "lon,lat[,height]", and each ring have some. */
function checkCoordinates(placemark: XmlElement, feature: number, file: string): void {
  const refuse = ({ line }: XmlElement) => {
    const place = { line, feature, field: "coordinates" };
    throw refusedFile(file, { reason: "kml_coordinates", ...place });
  };
  for (const element of descendantsOf(placemark, "coordinates")) {
    for (const tuple of element.text.split(/\s+/).filter((one) => one !== "")) {
      const numbers = tuple.split(",").map(readDecimal);
      if (numbers.length < 2 || numbers.length > 3 || numbers.includes(null)) refuse(element);
    }
  }
  for (const polygon of descendantsOf(placemark, "Polygon")) {
    const bounds = polygon.children.filter(({ name }) => name.endsWith("BoundaryIs"));
    if (bounds.every((bound) => descendantsOf(bound, "LinearRing").length === 0)) refuse(polygon);
  }
  for (const ring of descendantsOf(placemark, "LinearRing")) {
    if (textAt(ring, "coordinates") === null) refuse(ring);
  }
}
