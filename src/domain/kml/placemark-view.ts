// A placemark as the part of a DOM that togeojson reads, over an XML tree whose reader has checked size, encoding,
// nesting and DOCTYPE. No DOM is built and no text parsed again; only what becomes geometry or a property is seen.
import type { XmlElement } from "../flight/format/xml-tree.ts";

type ViewNode = {
  readonly nodeType: 1;
  readonly tagName: string;
  readonly localName: string;
  readonly childNodes: readonly ViewNode[] & { item(at: number): ViewNode | null };
  readonly textContent: string;
  normalize(): void;
  getAttribute(name: string): string | null;
  getElementsByTagName(name: string): readonly ViewNode[];
  getElementsByTagNameNS(space: string, name: string): readonly ViewNode[];
};

const seen = new Set([
  "Placemark",
  "ExtendedData",
  "Data",
  "value",
  "SchemaData",
  "SimpleData",
  "MultiGeometry",
  "Point",
  "LineString",
  "LinearRing",
  "Polygon",
  "outerBoundaryIs",
  "innerBoundaryIs",
  "coordinates",
]);

/** The placemark in a document of its own. */
export function placemarkView(placemark: XmlElement): Document {
  const root = { ...placemark, name: "kml", children: [placemark] };
  return viewOf(root) as unknown as Document;
}

function viewOf(element: XmlElement): ViewNode {
  const children = childrenOf(element).map(viewOf);
  const childNodes = Object.assign(children, { item: (at: number) => children[at] ?? null });
  const descendants = (name: string): ViewNode[] =>
    children.flatMap((child) => [
      ...(child.tagName === name ? [child] : []),
      ...child.getElementsByTagName(name),
    ]);
  return {
    nodeType: 1,
    tagName: element.name,
    localName: element.name,
    childNodes,
    textContent: element.text,
    normalize: () => undefined,
    getAttribute: (name) => element.attributes[name] ?? null,
    getElementsByTagName: descendants,
    getElementsByTagNameNS: () => [],
  };
}

/** The outer ring of a polygon first, as GeoJSON has it; a ring without a polygon gets one. */
function childrenOf(element: XmlElement): readonly XmlElement[] {
  const { name } = element;
  const children = element.children.filter((child) => seen.has(child.name));
  if (name === "LinearRing") return children.map(withCorners);
  if (name === "LineString") return children.map(withTwoPositions);
  if (name === "Point") return children.map(withOneTuple);
  if (name === "Polygon") {
    const outer = children.find((child) => child.name === "outerBoundaryIs");
    const inner = children.filter((child) => child.name === "innerBoundaryIs");
    return outer ? [outer, ...inner] : inner;
  }
  if (name !== "Placemark" && name !== "MultiGeometry") return children;
  return children.map((child) => {
    if (child.name !== "LinearRing") return child;
    const outer = { ...child, name: "outerBoundaryIs", children: [child] };
    return { ...child, name: "Polygon", children: [outer] };
  });
}

/** Rings of few corners would be left out in silence. Their last corner is repeated, and a rule refuses them. */
function withCorners(coordinates: XmlElement): XmlElement {
  const tuples = coordinates.text.split(/\s+/);
  const last = tuples.at(-1) ?? "";
  return tuples.length > 3 || last === ""
    ? coordinates
    : { ...coordinates, text: [...tuples, last, last, last].join(" ") };
}

/** A line with one position would be left out in silence. It is read, and counted as what it is not used for. */
function withTwoPositions(coordinates: XmlElement): XmlElement {
  const tuples = coordinates.text.split(/\s+/).filter((tuple) => tuple !== "");
  return tuples.length === 1 ? { ...coordinates, text: `${tuples[0]} ${tuples[0]}` } : coordinates;
}

/** togeojson joins the tuples of a point. The first one counts. */
function withOneTuple(coordinates: XmlElement): XmlElement {
  return { ...coordinates, text: coordinates.text.split(/\s+/)[0]! };
}
