// The demo's blueprints: a PDF to read and a KML file for the map, both generated.
import { eq } from "drizzle-orm";
import { planeAt } from "../../domain/geometry/plane.ts";
import type { Services } from "../../server/context.ts";
import { reader as drawingReader } from "../../server/file-reader/blueprint-reader.ts";
import { reader as pictureReading } from "../../server/file-reader/picture/blueprint-picture-reader.ts";
import { receiveBlueprint, type BlueprintReaders } from "../../server/upload/blueprint-upload.ts";
import type { BlueprintKind } from "../../domain/plant/blueprint.ts";
import { insertBlueprint } from "../../server/store/plant/blueprint.ts";
import { plant } from "../../server/store/schema/plant.ts";
import { Readable } from "node:stream";

const PLANT = "Valdesol";

/** Stores a PDF and a KML file for one of the plants, if the demo has it. */
export async function writeBlueprints(
  { db, files }: Pick<Services, "db" | "files">,
  plants: ReadonlyMap<string, number>,
  created_by: number,
): Promise<void> {
  const plant_id = plants.get(PLANT);
  const [row] =
    plant_id === undefined ? [] : await db.select().from(plant).where(eq(plant.id, plant_id));
  if (!row) return;
  const blueprints: [BlueprintKind, string, string][] = [
    ["pdf", `${PLANT} site plan.pdf`, sitePlan(PLANT)],
    ["kml", `${PLANT} site.kml`, siteKml(PLANT, [row.lon, row.lat])],
  ];
  for (const [kind, file_name, text] of blueprints) {
    const file = { kind: "file" as const, name: "file", file_name };
    const parts = [{ ...file, stream: Readable.from([Buffer.from(text, "latin1")]) }];
    const stored = await receiveBlueprint(files, row.id, kind, Readable.from(parts), readers);
    const { feature_count: _, refused_count: __, refused: ___, ...values } = stored;
    await insertBlueprint(db, { ...values, plant_id: row.id, kind, created_by });
  }
}

const silent = async () => undefined;
/** In this process: the files are our own. */
const readers: BlueprintReaders = {
  drawing: (name, bytes) => drawingReader({ name, bytes, mapping: {} }, silent),
  picture: (name, bytes) => pictureReading({ name, bytes }, silent),
};

/** One page: four quarters of loops around a power block, with a frame and a title. PDF 1.4. */
function sitePlan(name: string): string {
  const lines: string[] = ["0.6 w", "40 40 762 515 re S", "40 80 m 802 80 l S"];
  for (const [x, y] of [
    [80, 330],
    [440, 330],
    [80, 110],
    [440, 110],
  ] as const) {
    for (let loop = 0; loop < 20; loop += 1) lines.push(`${x + loop * 16} ${y} 10 180 re S`);
  }
  lines.push(
    "1.4 w",
    "390 290 62 40 re S",
    "0.8 w",
    "40 310 m 390 310 l S",
    "452 310 m 802 310 l S",
  );
  const addText = (x: number, y: number, size: number, text: string) =>
    lines.push(`BT /F1 ${size} Tf ${x} ${y} Td (${text}) Tj ET`);
  addText(52, 55, 16, `${name} - site plan`);
  addText(640, 55, 9, "Sheet 1 of 1, not to scale");
  addText(399, 306, 9, "Power block");
  addText(60, 316, 8, "Main header, hot and cold");
  const content = lines.join("\n");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 842 595] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  let text = "%PDF-1.4\n";
  const places = objects.map((object, at) => {
    const place = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const table = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("");
  const start = text.length;
  return `${text}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
}

/** Fence, access road, headers and buildings around the plant's origin. */
function siteKml(name: string, origin: readonly [number, number]): string {
  const { toLonLat } = planeAt(origin);
  const at = (x: number, y: number) =>
    toLonLat(x, y)
      .map((degrees) => degrees.toFixed(6))
      .join(",");
  const path = (...points: (readonly [number, number])[]) =>
    points.map(([x, y]) => at(x, y)).join(" ");
  const line = (title: string, ...points: (readonly [number, number])[]) =>
    `<Placemark><name>${title}</name><LineString><coordinates>${path(...points)}</coordinates></LineString></Placemark>`;
  const area = (title: string, west: number, south: number, east: number, north: number) =>
    `<Placemark><name>${title}</name><Polygon><outerBoundaryIs><LinearRing><coordinates>${path([west, south], [east, south], [east, north], [west, north], [west, south])}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>`;
  const point = (title: string, x: number, y: number) =>
    `<Placemark><name>${title}</name><Point><coordinates>${at(x, y)}</coordinates></Point></Placemark>`;
  const placemarks = [
    area("Fence", -900, -780, 900, 780),
    area("Power block", -110, -70, 110, 70),
    area("Heat storage", -60, 90, 60, 170),
    line("Main header west", [-860, 0], [-110, 0]),
    line("Main header east", [110, 0], [860, 0]),
    line("Access road", [0, -1400], [0, -780], [0, -70]),
    line("Overhead line 220 kV", [60, 170], [420, 780], [1100, 1900]),
    point("Gate", 0, -780),
    point("Weather station", -420, -700),
    point("Meeting point", 140, -120),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2">\n<Document>\n<name>${name}</name>\n${placemarks.join("\n")}\n</Document>\n</kml>\n`;
}
