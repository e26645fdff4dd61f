// The reference system that a file, a feature or a geometry of GeoJSON states (`crs` of its version of 2008).
import type { Problem } from "../../domain/error.ts";
import { epsgCode } from "../../domain/geometry/crs.ts";
import { isObject, type Json } from "./geometry-shape.ts";

/** Its name, or its problem; null where it states none. */
export function statedSystem({ crs }: Json): string | Problem | null {
  if (crs === undefined || crs === null) return null;
  if (typeof crs === "string" && crs.trim() !== "") return crs;
  if (isObject(crs)) {
    const properties = isObject(crs["properties"]) ? crs["properties"] : {};
    const { name, code, href } = properties;
    if (typeof name === "string") return name;
    // The address may name the code. It is not opened.
    if (typeof href === "string" && epsgCode(href) !== null) return href;
    if (typeof code === "number" || typeof code === "string") return `EPSG:${code}`;
    // PROJJSON, as newer programs write it.
    if (typeof crs["$schema"] === "string") return JSON.stringify(crs);
  }
  return { reason: "geojson_crs", field: "crs" };
}
