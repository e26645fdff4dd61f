// KML that must be refused.
import { badText, type BadFile } from "./bad-file.fixture.ts";

const kmlOf = (body: string) =>
  `<?xml version="1.0"?>\n<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${body}</Document></kml>`;
const placemark = (coordinates: string) =>
  `<Placemark><Polygon><outerBoundaryIs><LinearRing><coordinates>${coordinates}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>`;
export const goodKml = kmlOf(
  placemark("-70,-18 -69.9999,-18 -69.9999,-17.9999 -70,-17.9999 -70,-18"),
);
const kml = (title: string, content: string, reason: string, place?: BadFile["place"]) =>
  badText(title, content, reason, place, "tracker.kml");
const placed = (title: string, coordinates: string, reason: string) =>
  kml(title, kmlOf(placemark(coordinates)), reason, { feature: 1 });

export const badKmls: readonly BadFile[] = [
  kml("an XML that is no KML", "<a></a>", "kml_root", { line: 1 }),
  kml("an OpenStreetMap file", "<osm></osm>", "format_osm"),
  kml(
    "a bare ampersand",
    goodKml
      .replace("<kml", "<!-- a & b -->\n<kml")
      .replace("<Placemark>", "\n<Placemark><name>A & B</name>"),
    "xml_ampersand",
    { line: 4 },
  ),
  kml("an HTML page", "<!doctype html><html></html>", "format_html"),
  kml("a DOCTYPE", goodKml.replace("<kml", "<!DOCTYPE kml>\n<kml"), "xml_doctype", { line: 2 }),
  kml(
    "an external entity",
    goodKml.replace("<kml", '<!DOCTYPE kml [<!ENTITY x SYSTEM "file:///etc/passwd">]>\n<kml'),
    "xml_doctype",
  ),
  kml(
    "an external DTD",
    goodKml.replace("<kml", '<!DOCTYPE kml SYSTEM "http://127.0.0.1:9/x.dtd">\n<kml'),
    "xml_doctype",
  ),
  kml(
    "a billion laughs",
    goodKml.replace(
      "<kml",
      `<!DOCTYPE kml [<!ENTITY a "ha">${Array.from({ length: 9 }, (_, i) => `<!ENTITY b${i} "${"&a;".repeat(10)}">`).join("")}]>\n<kml`,
    ),
    "xml_doctype",
  ),
  kml(
    "a parameter entity",
    goodKml.replace(
      "<kml",
      '<!DOCTYPE kml [<!ENTITY % x SYSTEM "http://127.0.0.1:9/"> %x;]>\n<kml',
    ),
    "xml_doctype",
  ),
  kml("an entity without a declaration", goodKml.replace("-70,", "&lon;,"), "xml_syntax"),
  kml("an element left open", goodKml.replace("</Polygon>", ""), "xml_syntax"),
  kml("a file cut off", goodKml.slice(0, 200), "xml_syntax"),
  kml("text behind the end", `${goodKml}<more/>`, "xml_syntax"),
  kml("an attribute without quotes", goodKml.replace('version="1.0"', "version=1"), "xml_syntax"),
  kml(
    "one attribute twice",
    goodKml.replace("<Document>", '<Document id="1" id="2">'),
    "xml_syntax",
  ),
  kml("a control character", goodKml.replace("-70,", "\u0001-70,"), "xml_syntax"),
  kml("nested a hundred thousand deep", `<kml>${"<Folder>".repeat(100_000)}`, "xml_nested", {
    line: 1,
  }),
  kml(
    "an unknown encoding",
    goodKml.replace('"1.0"', '"1.0" encoding="klingon-8"'),
    "xml_encoding",
    { line: 1 },
  ),
  {
    ...kml("latin-1 that says UTF-8", "", "xml_not_in_encoding"),
    bytes: Buffer.from(goodKml.replace("<Polygon", "<name>Módulo</name><Polygon"), "latin1"),
  },
  kml("no placemark", kmlOf(""), "twin_no_features"),
  kml(
    "a link elsewhere and nothing else",
    kmlOf("<NetworkLink><Link><href>http://127.0.0.1:9/</href></Link></NetworkLink>"),
    "kml_link_outside",
  ),
  kml(
    "a placemark without geometry",
    kmlOf("<Placemark><name>Mesa</name></Placemark>"),
    "twin_not_an_area",
    { feature: 1, line: 2 },
  ),
  kml(
    "a point",
    kmlOf("<Placemark><Point><coordinates>1,1</coordinates></Point></Placemark>"),
    "twin_not_an_area",
    { feature: 1 },
  ),
  kml(
    "a polygon without an outer ring",
    kmlOf("<Placemark><Polygon/></Placemark>"),
    "twin_ring_short",
  ),
  placed("words as coordinates", "north,west south,east", "kml_coordinates"),
  placed("spaces behind the commas", "-70, -18 -69, -18 -69, -17", "kml_coordinates_blank"),
  placed("decimal commas", "-70,5,-18,5 -69,5,-18,5 -69,5,-17,5", "kml_coordinates"),
  placed("one number per position", "-70 -69 -68", "kml_coordinates"),
  placed("an empty latitude", "-70,-69,, -68,", "kml_coordinates"),
  placed("an infinite coordinate", "Infinity,1 2,2 3,1", "kml_coordinates"),
  placed("no coordinates at all", "", "twin_ring_short"),
  placed("two vertices", "1,1 2,2 1,1", "twin_ring_short"),
  placed("latitude first", "-23,133 -23,134 -24,134", "twin_coordinates_swapped"),
  placed("a longitude of 500", "500,1 501,1 501,2", "twin_coordinate_out_of_range"),
  placed("a bow tie", "0,0 0.001,0.001 0.001,0 0,0.001 0,0", "twin_ring_crosses_itself"),
];
