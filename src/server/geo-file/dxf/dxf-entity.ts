// The lines, areas and points of a drawing, with those of its inserted blocks where they stand, and what was not read.
import { hatchAreas, hatchRings } from "./dxf-hatch.ts";
import { outlineOf, type Outline } from "./dxf-outline.ts";
import { asDrawn, copiesOf, inPlane, insertions, scaleOf, type Place } from "./dxf-place.ts";
import { isPlaced, numberOf, pointOf, textOf, type DxfObject, type V3 } from "./dxf-raw.ts";

export type DxfBlock = {
  readonly entities?: readonly DxfObject[];
  readonly position?: { readonly x: number; readonly y: number; readonly z?: number };
  readonly xrefPath?: string;
};

export type DxfShape = {
  /** x, y pairs; of an area its outer ring, closed. */
  readonly xy: readonly number[];
  readonly holes: readonly (readonly number[])[];
  readonly isArea: boolean;
  readonly layer: string;
  /** Name of the block that it was inserted with; "" without one. */
  readonly block: string;
  readonly attributes: Readonly<Record<string, string>>;
};
export type DxfText = { readonly x: number; readonly y: number; readonly text: string };
/** An object without a shape in the product: the reason, and what it is. */
export type DxfUnread = { readonly reason: string; readonly type: string; readonly layer: string };

export type DxfDrawing = {
  readonly shapes: readonly DxfShape[];
  /** Areas of hatches, which may fill outlines that are drawn as well. */
  readonly fills: readonly DxfShape[];
  readonly texts: readonly DxfText[];
  readonly unread: readonly DxfUnread[];
  /** Objects on a sheet of paper, such as the frame and the title block. */
  readonly paper_count: number;
  /** Objects that are not shown, such as the other states of a dynamic block. */
  readonly invisible_count: number;
  /** Dimensions, leaders and pictures. */
  readonly annotation_count: number;
  /** The drawing has more objects than are read. */
  readonly isTooMany: boolean;
};

const MAX_DEPTH = 8;
const annotations = new Set(
  `DIMENSION ARC_DIMENSION LARGE_RADIAL_DIMENSION LEADER MULTILEADER MLEADER TOLERANCE IMAGE WIPEOUT OLEFRAME OLE2FRAME
  PDFUNDERLAY DWFUNDERLAY DGNUNDERLAY RTEXT ACAD_TABLE`.split(/\s+/),
);
/** Parts of other objects, and what has no shape by itself. */
const silent = new Set("VERTEX SEQEND ATTRIB ATTDEF VIEWPORT LIGHT CAMERA SUN".split(" "));
const reasons: Readonly<Record<string, string>> = {
  HATCH: "dxf_hatch",
  MPOLYGON: "dxf_hatch",
  SPLINE: "dxf_spline",
  POLYLINE: "dxf_mesh",
  MESH: "dxf_mesh",
  "3DSOLID": "dxf_solid",
  BODY: "dxf_solid",
  REGION: "dxf_solid",
  SURFACE: "dxf_solid",
  INSERT: "dxf_block",
};

type Around = {
  readonly place: Place;
  readonly layer: string;
  readonly block: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly depth: number;
};

/**
 * @param most objects with those of inserted blocks
 * @param error the greatest distance of a line from the curve that it stands for, in the units of the drawing
 */
export function readDrawing(
  entities: readonly DxfObject[],
  blocks: Readonly<Record<string, DxfBlock>>,
  most: number,
  error: number,
): DxfDrawing {
  const shapes: DxfShape[] = [];
  const fills: DxfShape[] = [];
  const texts: DxfText[] = [];
  const unread: DxfUnread[] = [];
  let [paper_count, annotation_count, invisible_count, left] = [0, 0, 0, most];

  const flat = (points: readonly V3[], place: Place) =>
    points.map(place).flatMap(([x, y]) => [x, y]);
  const miss = (type: string, layer: string, reason = reasons[type] ?? "dxf_object") =>
    unread.push({ reason, type: type.slice(0, 60), layer: layer.slice(0, 60) });

  const takeHatch = (
    hatch: DxfObject,
    on: string,
    { place: around, block, attributes }: Around,
  ) => {
    const place = inPlane(hatch, around);
    const rings = hatchRings(hatch, numberOf(hatch, 30), error / scaleOf(place));
    const isSound = rings?.every((ring) => ring.length > 3 && ring.every(isPlaced));
    if (!rings || rings.length === 0 || !isSound) return void miss(hatch.type, on);
    for (const { ring, holes } of hatchAreas(rings, numberOf(hatch, 75))) {
      const inside = holes.map((hole) => flat(hole, place));
      const xy = flat(ring, place);
      fills.push({ xy, holes: inside, isArea: true, layer: on, block, attributes });
    }
  };

  const takeInsert = (insert: DxfObject, parts: readonly DxfObject[], on: string, of: Around) => {
    const name = textOf(insert, 2);
    const found = Object.hasOwn(blocks, name) ? blocks[name] : undefined;
    const isOutside = found?.xrefPath !== undefined && found.xrefPath !== "";
    if (!found || isOutside) return void miss(name || insert.type, on, "dxf_block");
    if (of.depth === MAX_DEPTH) return void miss(name, on, "dxf_block_deep");
    const { x = 0, y = 0, z = 0 } = found.position ?? {};
    const attributes = { ...of.attributes, ...attributesOf(parts) };
    const inside = found.entities ?? [];
    if (inside.length === 0) return;
    if (copiesOf(insert) * inside.length > left) {
      left = 0;
      return;
    }
    for (const place of insertions(insert, [x, y, z], of.place)) {
      take(inside, { place, layer: on, block: name, attributes, depth: of.depth + 1 });
    }
  };

  const takeOutline = (outline: Outline | null, type: string, on: string, of: Around) => {
    const { block, attributes } = of;
    if (!outline?.points.every(isPlaced) || outline.points.length === 0) return void miss(type, on);
    const xy = flat(outline.points, outline.place);
    shapes.push({ xy, holes: [], isArea: outline.isArea, layer: on, block, attributes });
  };

  function take(list: readonly DxfObject[], of: Around): void {
    for (let at = 0; at < list.length; at += 1) {
      if (left === 0) return;
      left -= 1;
      const object = list[at]!;
      const { type } = object;
      // What lies on layer 0 of a block is on the layer of its insertion.
      const own = textOf(object, 8) || "0";
      const on = own === "0" && of.layer !== "" ? of.layer : own;
      const first = at + 1;
      if (hasParts(object)) while (isPart(list[at + 1])) at += 1;
      const parts = list.slice(first, at + 1);
      if (silent.has(type)) continue;
      // Group 60. A dynamic block has the objects of all its states, and shows those of one.
      if (numberOf(object, 60) === 1) {
        invisible_count += 1;
        continue;
      }
      if (numberOf(object, 67) === 1) paper_count += 1;
      else if (annotations.has(type)) annotation_count += 1;
      else if (type === "INSERT") takeInsert(object, parts, on, of);
      else if (type === "HATCH") takeHatch(object, on, of);
      else if (type === "TEXT" || type === "MTEXT") {
        const place = type === "TEXT" ? inPlane(object, of.place) : of.place;
        const stands = standsAt(object);
        const text = plainText(wholeText(object));
        if (stands && text !== "") {
          const [x, y] = place(stands);
          texts.push({ x, y, text });
        }
      } else {
        const outline = outlineOf(object, parts, of.place, error);
        takeOutline(outline, type, on, of);
      }
    }
  }
  take(entities, { place: asDrawn, layer: "", block: "", attributes: {}, depth: 0 });
  const isTooMany = left === 0;
  const counts = { paper_count, annotation_count, invisible_count };
  return { shapes, fills, texts, unread, ...counts, isTooMany };
}

/**
 * Where a text stands. One that is aligned (groups 72 and 73) stands at group 11: group 10 is then the lower left corner
 * of its letters, which may lie in the area beside, or 0, 0. In MTEXT group 11 is a direction.
 */
function standsAt(object: DxfObject): V3 | null {
  const isAligned = [72, 73].some((code) => (numberOf(object, code) ?? 0) !== 0);
  const aligned = object.type === "TEXT" && isAligned ? pointOf(object, 11) : null;
  return aligned ?? pointOf(object, 10);
}

const hasParts = (object: DxfObject) =>
  object.type === "POLYLINE" || (object.type === "INSERT" && numberOf(object, 66) === 1);
const isPart = (object: DxfObject | undefined) =>
  object?.type === "VERTEX" || object?.type === "ATTRIB" || object?.type === "SEQEND";

/** What is written in the fields of an inserted block, by their names. */
function attributesOf(parts: readonly DxfObject[]): Record<string, string> {
  const named = parts.flatMap((part): [string, string][] => {
    const [name, text] = [textOf(part, 2).slice(0, 100), plainText(textOf(part, 1))];
    return part.type === "ATTRIB" && name !== "" && text !== "" ? [[name, text]] : [];
  });
  return Object.fromEntries(named);
}

/** Long texts are in several parts: those of code 3, then that of code 1. */
function wholeText(object: DxfObject): string {
  const parts = object.values.filter((_, at) => object.codes[at] === 3);
  return [...(object.type === "MTEXT" ? parts : []), textOf(object, 1)].join("");
}

const signs: Readonly<Record<string, string>> = { d: "°", c: "Ø", p: "±" };

/** The text without the codes of its formats. */
const plainText = (text: string) =>
  text
    // Letters by their number, as older programs write those of Spanish names.
    .replace(/\\U\+([\da-f]{4})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
    .replace(/%%([dcp])/gi, (_, sign: string) => signs[sign.toLowerCase()]!)
    .replace(/\\P/g, " ")
    .replace(/\\[A-Za-z][^;\\]*;|[{}]|%%[uo]/g, "")
    .trim()
    .slice(0, 200);
