// Reads a DXF drawing: closed lines are areas, layers are their folders, and texts inside an area name it.
import Parser from "dxf-parser";
import { insertedPolylines, type DxfEntity, type Polyline } from "./dxf-entity.ts";
import { isUtf8 } from "node:buffer";
import { dxfProblem } from "./dxf-structure.ts";
import { pointIn } from "./dxf-text.ts";
import { fileRefused, refuseMetres, type FeatureReader } from "./raw-feature.ts";

/** The parser needs all of the text; a drawing of a large plant has about 50 MB. */
const MOST_BYTES = 200 * 1024 ** 2;
const MOST_ENTITIES = 4_000_000;

export const readDxf: FeatureReader = async (source, sink) => {
  sink.format?.("dxf");
  if (source.bytes > MOST_BYTES) {
    throw fileRefused(source, {
      reason: "dxf_too_large",
      values: { most: MOST_BYTES / 1024 ** 2 },
    });
  }
  const parts: Buffer[] = [];
  for await (const part of await source.open()) parts.push(part as Buffer);
  const bytes = Buffer.concat(parts);
  if (bytes.toString("latin1", 0, 18) === "AutoCAD Binary DXF") {
    throw fileRefused(source, { reason: "format_dxf_binary" });
  }
  const text = isUtf8(bytes)
    ? bytes.toString("utf8")
    : new TextDecoder("windows-1252").decode(bytes);
  const problem = dxfProblem(text);
  if (problem !== null) throw fileRefused(source, problem);
  let drawing: ReturnType<Parser["parseSync"]>;
  try {
    drawing = new Parser().parseSync(text);
  } catch {
    drawing = null;
  }
  if (drawing === null) throw fileRefused(source, { reason: "dxf_broken" });
  const blocks = (drawing.blocks ?? {}) as Readonly<Record<string, { entities?: DxfEntity[] }>>;
  const entities = (drawing.entities ?? []) as unknown as readonly DxfEntity[];
  const { polylines, texts } = insertedPolylines(entities, blocks, MOST_ENTITIES);
  if (polylines.length === 0) throw fileRefused(source, { reason: "dxf_empty" });
  refuseMetres(source, polylines[0]!.xy);
  const nameOf = pointIn(polylines, texts);
  for (const [at, one] of polylines.entries()) {
    const number = at + 1;
    const outlines = one.isArea ? [{ ring: one.xy, holes: [] }] : [];
    const isPoint = one.xy.length === 2;
    sink.feature({
      number,
      kind: one.isArea ? "Polygon" : isPoint ? "Point" : "LineString",
      outlines,
      lines: one.isArea || isPoint ? [] : [one.xy],
      points: isPoint ? [one.xy] : [],
      properties: propertiesOf(one, nameOf(at)),
      folders: [one.layer],
    });
  }
};

function propertiesOf(
  { block, attributes }: Polyline,
  text: string | null,
): Record<string, unknown> {
  return { ...(block !== "" && { block }), ...attributes, ...(text !== null && { name: text }) };
}
