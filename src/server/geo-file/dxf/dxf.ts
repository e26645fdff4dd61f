// Reads a DXF drawing: closed lines are areas, layers are their folders, and texts inside an area name it.
import { isUtf8 } from "node:buffer";
import Parser from "dxf-parser";
import { readDrawing, type DxfBlock, type DxfDrawing, type DxfShape } from "./dxf-entity.ts";
import { ownFills } from "./dxf-fill.ts";
import { pointOf, takeWhole, type DxfObject } from "./dxf-raw.ts";
import { decodeOf } from "../dbf.ts";
import { dxfStructure } from "./dxf-structure.ts";
import { otherUnit } from "./dxf-unit.ts";
import { namedAreas } from "./dxf-text.ts";
import {
  fileRefused,
  placeMetres,
  unreadNote,
  type FeatureReader,
  type FeatureSink,
} from "../raw-feature.ts";

/** The parser needs all of the text; a drawing of a large plant has about 50 MB. */
const MOST_BYTES = 200 * 1024 ** 2;
const MOST_ENTITIES = 4_000_000;
/** The greatest distance between a curve and the line that stands for it: a centimetre, in metres or in degrees. */
const ERROR_M = 0.01;
const ERROR_DEG = 1e-7;

/** @throws FILE_REFUSED for a damaged drawing, and for one of which nothing can be read */
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
  const text = isUtf8(bytes) ? bytes.toString("utf8") : decodedText(bytes);
  const structure = dxfStructure(text);
  if ("reason" in structure) throw fileRefused(source, structure);
  const file = parsed(text, structure);
  if (file === null) throw fileRefused(source, { reason: "dxf_broken" });
  const error = isInDegrees(file.entities) ? ERROR_DEG : ERROR_M;
  const drawing = readDrawing(file.entities, file.blocks, MOST_ENTITIES, error);
  if (drawing.isTooMany) {
    throw fileRefused(source, { reason: "dxf_crowded", values: { most: MOST_ENTITIES } });
  }
  const fills = ownFills(drawing.fills, drawing.shapes, 2 * error);
  const shapes = [...drawing.shapes, ...fills];
  sayUnread(drawing, sink);
  const [first] = shapes;
  if (!first && drawing.unread.length === 0) throw fileRefused(source, { reason: "dxf_empty" });
  // Not of the first object: title blocks and stray points lie at the origin of drawings in metres.
  if (first) placeMetres(source, sink, farthestPlace(shapes));
  const system = source.system ?? source.chosen_system;
  const unit = first && system ? otherUnit(file.unit, system, first.xy) : null;
  if (unit !== null) sink.note?.({ reason: "dxf_unit", values: { unit } });
  const hidden = hiddenLayers(file.layers, shapes);
  const { nameOf, spare_count } = namedAreas(shapes, drawing.texts);
  for (const [at, shape] of shapes.entries()) passShape(shape, at + 1, nameOf(at), sink);
  const counts = {
    dxf_same_fill: drawing.fills.length - fills.length,
    dxf_spare_text: spare_count,
    dxf_annotation: drawing.annotation_count,
    dxf_paper: drawing.paper_count,
    dxf_invisible: drawing.invisible_count,
  };
  for (const [reason, count] of Object.entries(counts)) {
    if (count > 0) sink.note?.({ reason, values: { count } });
  }
  if (hidden.length > 0) sink.note?.(unreadNote("dxf_hidden", hidden));
};

/** Bytes at the begin of a drawing in which its header says the code page. */
const HEADER_BYTES = 64 * 1024;

/** The text of a drawing in the code page of its header, as programs before 2007 write it; else in Windows-1252. */
function decodedText(bytes: Buffer): string {
  const head = bytes.toString("latin1", 0, HEADER_BYTES);
  const [, page = "1252"] = /\$DWGCODEPAGE\s+3\s+(?:ANSI_|DOS)(\d{3,4})\b/i.exec(head) ?? [];
  return (decodeOf(page) ?? decodeOf("1252")!)(bytes);
}

/** Names of the layers that the drawing does not show and whose objects were read. */
function hiddenLayers(layers: File["layers"], shapes: readonly DxfShape[]): string[] {
  const used = new Set(shapes.map(({ layer }) => layer));
  return [...used].filter((name) => {
    const layer = Object.hasOwn(layers, name) ? layers[name] : undefined;
    return layer?.frozen === true || layer?.visible === false;
  });
}

type File = {
  readonly entities: readonly DxfObject[];
  readonly blocks: Readonly<Record<string, DxfBlock>>;
  readonly layers: Readonly<
    Record<string, { readonly frozen?: boolean; readonly visible?: boolean }>
  >;
  /** $INSUNITS; 0 where the drawing states none. */
  readonly unit: number;
};
/** What the parser answers. */
type Parsed = Partial<Pick<File, "entities" | "blocks">> & {
  readonly header?: { readonly $INSUNITS?: unknown };
  readonly tables?: { readonly layer?: { readonly layers?: File["layers"] } };
};

function parsed(text: string, words: ReadonlySet<string>): File | null {
  const parser = new Parser();
  takeWhole(parser, words);
  try {
    const found = (parser.parseSync(text) ?? {}) as unknown as Parsed;
    const { entities = [], blocks = {}, tables, header } = found;
    return {
      entities,
      blocks,
      layers: tables?.layer?.layers ?? {},
      unit: Number(header?.$INSUNITS ?? 0),
    };
  } catch {
    return null;
  }
}

/** Longitude and latitude, by the first object that says where it stands. */
/** The corner that lies farthest from the origin. */
function farthestPlace(shapes: readonly DxfShape[]): readonly [number, number] {
  let [x, y] = [0, 0];
  for (const { xy } of shapes) {
    for (let at = 0; at + 1 < xy.length; at += 2) {
      if (Math.max(Math.abs(xy[at]!), Math.abs(xy[at + 1]!)) <= Math.max(Math.abs(x), Math.abs(y)))
        continue;
      [x, y] = [xy[at]!, xy[at + 1]!];
    }
  }
  return [x, y];
}

function isInDegrees(entities: readonly DxfObject[]): boolean {
  return entities.every((one) => {
    const place = pointOf(one, 10);
    return !place || (Math.abs(place[0]) <= 180 && Math.abs(place[1]) <= 180);
  });
}

function sayUnread({ unread }: DxfDrawing, sink: FeatureSink): void {
  for (const { reason, type, layer } of unread) {
    sink.refuse({ reason, field: type, values: { name: type, layer } });
  }
}

function passShape(shape: DxfShape, number: number, text: string | null, sink: FeatureSink): void {
  const { xy, holes, isArea, layer, block, attributes } = shape;
  const isPoint = xy.length === 2;
  sink.feature({
    number,
    kind: isArea ? "Polygon" : isPoint ? "Point" : "LineString",
    outlines: isArea ? [{ ring: xy, holes }] : [],
    lines: isArea || isPoint ? [] : [xy],
    points: isPoint ? [xy] : [],
    properties: {
      ...(block !== "" && { block }),
      ...attributes,
      ...(text !== null && { name: text }),
    },
    folders: [layer],
  });
}
