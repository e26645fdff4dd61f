// The rows as KML 2.2 (OGC 07-147r2): the outline of each component in the colour of its severity.
import { severityColours } from "../colour/palette.ts";
import { escapeXml } from "../xml.ts";
import { RING_CELLS, type ExportCells, type Pause, type RingOf } from "./export-request.ts";
import { propertiesOf } from "./geojson-file.ts";
import { pieces } from "./pieces.ts";

/** "#rrggbb" as KML writes colours: opacity, blue, green, red. */
const kmlColour = (css: string, opacity: string) =>
  `${opacity}${css.slice(5, 7)}${css.slice(3, 5)}${css.slice(1, 3)}`;

const styles = Object.entries(severityColours.light)
  .map(
    ([severity, css]) =>
      `<Style id="severity_${severity}"><LineStyle><color>${kmlColour(css, "ff")}</color></LineStyle><PolyStyle><color>${kmlColour(css, "b3")}</color></PolyStyle></Style>`,
  )
  .join("\n");

export function kmlFile(
  title: string,
  rows: Uint32Array,
  columns: readonly ExportCells[],
  ringOf: RingOf,
  pause: Pause,
): Promise<Blob | null> {
  const titles = new Map(columns.map(({ key, header }) => [key, header]));
  const row = (one: number) => {
    const properties = propertiesOf(columns, one);
    const data = Object.entries(properties)
      .filter(([, cell]) => cell !== null)
      .map(([key, cell]) => {
        const header = titles.get(key);
        const shown = header ? `<displayName>${escapeXml(header)}</displayName>` : "";
        return `<Data name="${key}">${shown}<value>${escapeXml(String(cell))}</value></Data>`;
      })
      .join("");
    const { pcs, severity } = properties;
    // A component without a name stays without one: a reader takes the placemark's name for it.
    const name = pcs ? `<name>${escapeXml(String(pcs))}</name>` : "";
    const style = typeof severity === "number" ? `<styleUrl>#severity_${severity}</styleUrl>` : "";
    const ring = ringOf(one)
      .map((position) => position.join(","))
      .join(" ");
    return `<Placemark>${name}${style}<ExtendedData>${data}</ExtendedData><Polygon><outerBoundaryIs><LinearRing><coordinates>${ring}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>\n`;
  };
  const head = `<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>${escapeXml(title)}</name>\n${styles}\n`;
  const type = "application/vnd.google-earth.kml+xml";
  const width = columns.length + RING_CELLS;
  return pieces(rows, { width, head, row, foot: "</Document></kml>\n", type }, pause);
}
