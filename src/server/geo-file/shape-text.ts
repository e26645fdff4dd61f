// The shape of a text: WKT, bytes of WKB as databases print them, or a geometry of GeoJSON.
import wkx from "wkx";
import { isObject, shapeOf, type Json, type Shape } from "./geometry-shape.ts";

/** `srid` is 0 where the text states none. */
export type Given = { readonly kind: string; readonly shape: Shape; readonly srid: number };

const wkt = /^\s*(?:SRID=\d+;)?\s*(?:MULTI)?(?:POINT|LINESTRING|POLYGON|GEOMETRYCOLLECTION)\b/i;

/** Binary shapes as databases print them: "0x01…", "\\x01…". */
const hex = /^(?:0x|\\{1,2}x)?((?:[\da-f]{2})+)$/i;

/** Whether the first brackets close at the end of the text: what follows them would be lost. */
function isOneShape(text: string): boolean {
  let depth = 0;
  for (const [at, letter] of [...text.trimEnd()].entries()) {
    if (letter === "(") depth += 1;
    else if (letter === ")") {
      depth -= 1;
      if (depth === 0) return at === text.trimEnd().length - 1;
    }
  }
  return /\bempty$/i.test(text.trimEnd());
}

/** Null for a text that is no shape, or more than one. */
export function shapeOfText(text: string): Given | null {
  try {
    if (text.startsWith("{")) {
      const json: unknown = JSON.parse(text);
      return isObject(json) ? givenOf(json, 0) : null;
    }
    const isText = wkt.test(text);
    if (isText && !isOneShape(text)) return null;
    const geometry = isText
      ? wkx.Geometry.parse(text.trim().toUpperCase())
      : wkx.Geometry.parse(Buffer.from(hex.exec(text.trim())?.[1] ?? "", "hex"));
    return givenOf(geometry.toGeoJSON() as Json, (geometry as { srid?: number }).srid ?? 0);
  } catch {
    return null;
  }
}

function givenOf(json: Json, srid: number): Given | null {
  const shape = shapeOf(json);
  return "reason" in shape ? null : { kind: String(json["type"]), shape, srid };
}
