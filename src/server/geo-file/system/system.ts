// Reference systems by what files say: EPSG codes, WKT of both kinds, PROJJSON, PROJ strings, .prj files.
import proj4 from "proj4";
import { limits } from "../../../domain/limits.ts";
import {
  epsgCode,
  geographic,
  lonLatSystem,
  type LonLatSystem,
  type ToLonLat,
} from "../../../domain/geometry/crs.ts";
import { placesApart } from "../../../domain/geometry/ground-distance.ts";
import type { LonLat } from "../../../domain/geometry/plane.ts";
import { codesOfDatum, sound } from "./datum.ts";
import { epsgDefinition, epsgSystem } from "./epsg.ts";
import { isObject } from "../geometry-shape.ts";

const plain = (text: string) =>
  text
    .normalize("NFD")
    .toLowerCase()
    .replace(/[^a-z\d]/g, "");

const isWkt = (name: string) =>
  /^\s*(?:PROJ(?:CS|CRS)|PROJECTEDCRS|GEOG(?:CS|CRS)|GEOGRAPHICCRS|GEODCRS|GEODETICCRS|COMPD_?CS|COMPOUNDCRS|BOUNDCRS)\s*\[/i.test(
    name,
  );

/** The bracketed text that begins with one of these words; null without one. */
function partOf(wkt: string, words: RegExp): string | null {
  const start = wkt.search(words);
  if (start < 0) return null;
  let depth = 0;
  let inText = false;
  for (let at = start; at < wkt.length; at++) {
    const letter = wkt[at];
    if (letter === '"') inText = !inText;
    else if (!inText && letter === "[") depth += 1;
    else if (!inText && letter === "]" && (depth -= 1) === 0) return wkt.slice(start, at + 1);
  }
  return null;
}

/**
 * Methods whose definitions proj4 reads as PROJ does, by their plain names in WKT 1, of Esri, and in WKT 2 and PROJJSON.
 * It reads others without an error and far from their place: oblique ones of WKT 2 by up to 2,400 km.
 */
const methods =
  /^(?:albers(?:conicequalarea|equalarea)?|(?:double|oblique)stereographic|equalearth|equirectangular|equidistantcylindrical|gausskruger|lambertazimuthalequalarea|lambertcon(?:formalconic|icconformal)(?:1sp|2sp)?|mercator(?:1sp|varianta)?|polarstereographic(?:varianta|variantb)?|stereographicsouthpole|(?:american)?polyconic|transversemercator(?:southorientated)?)$/;
/** WKT 1 and Esri alone. */
const oblique = /^(?:hotineobliquemercator|krovak)/;

/** @param sign -1 where the file counts west and south */
const system = (definition: string | object, sign: 1 | -1 = 1): LonLatSystem | null => {
  try {
    const { forward, inverse } = proj4(definition as string, "EPSG:4326");
    const safe =
      (transform: typeof forward, before: 1 | -1, after: 1 | -1): ToLonLat =>
      (x, y) => {
        if (!Number.isFinite(x) || !Number.isFinite(y)) return [NaN, NaN];
        try {
          const [a, b] = transform([before * x, before * y]) as [number, number];
          return [after * a, after * b];
        } catch {
          // Outside of what the projection can show.
          return [NaN, NaN];
        }
      };
    return { toLonLat: safe(forward, sign, 1), fromLonLat: safe(inverse, 1, sign) };
  } catch {
    return null;
  }
};

function byCode(code: number): LonLatSystem | null {
  const ours = lonLatSystem(`EPSG:${code}`);
  // Degrees stay the numbers that they are. The table was compared with PROJ at seven places of each other code.
  const known = geographic.has(code) ? ours : (epsgSystem(code) ?? ours);
  if (known) return known;
  // Of a compound system the horizontal part counts.
  const definition = epsgDefinition(code);
  if (!definition || !/COMPOUND/i.test(definition.kind) || !definition.wkt) return null;
  return byWkt(definition.wkt);
}

function byWkt(text: string): LonLatSystem | null {
  const horizontal =
    partOf(text, /\b(?:PROJCS|PROJCRS|PROJECTEDCRS)\s*\[/i) ??
    partOf(text, /\b(?:GEOGCS|GEOGCRS|GEOGRAPHICCRS|GEODCRS|GEODETICCRS)\s*\[/i);
  if (horizontal === null) return null;
  const code = epsgCode(horizontal);
  // A code that does not agree is not read by its definition either.
  if (code !== null) return unlessContradicted(code, byParameters(horizontal));
  if (/Mercator_Auxiliary_Sphere|Popular Visualisation Pseudo/i.test(horizontal))
    return byCode(3857);
  return byParameters(horizontal);
}

/** Metres between a code and the definition that it closes. Datum shifts differ by less. */
const CONTRADICTION_M = 50;

/**
 * The system of a code, or null where the definition around it says another place: surveyors scale a grid to the
 * ground and leave its code.
 */
function unlessContradicted(code: number, defined: LonLatSystem | null): LonLatSystem | null {
  const coded = byCode(code);
  const [north, west, south, east] = epsgDefinition(code)?.bbox ?? [];
  if (!coded || !defined || east === undefined) return coded;
  const middle = west! > east ? east : (west! + east) / 2;
  const place: [number, number] = [middle, (north! + south!) / 2];
  const apart = placesApart(defined.toLonLat(...coded.fromLonLat(...place)), place);
  return apart > CONTRADICTION_M ? null : coded;
}

/** By method and parameters. Null for those that proj4 does not read as PROJ does. */
function byParameters(wkt: string): LonLatSystem | null {
  const datum = /\b(?:DATUM|ENSEMBLE|TRF|GEODETICDATUM)\s*\[\s*"([^"]*)"/i.exec(wkt)?.[1];
  const hasShift = /\bTOWGS84\s*\[/i.test(wkt);
  if (!hasShift && !sound.test(plain(datum ?? ""))) return byDatum(wkt);
  // Angles in grads, and those from Paris or Ferro.
  if (/UNIT\s*\[\s*"(?:grad|gon|radian|arc)/i.test(wkt)) return null;
  const meridian = /\bPRIMEM(?:ERIDIAN)?\s*\[\s*"[^"]*"\s*,\s*([\d.eE+-]+)/i.exec(wkt)?.[1];
  if (Number(meridian ?? 0) !== 0) return null;
  const method = /\b(PROJECTION|METHOD)\s*\[\s*"([^"]*)"/i.exec(wkt);
  if (!method) return system(wkt);
  const [, word = "", name = ""] = method;
  const isFirst = word.toUpperCase() === "PROJECTION";
  if (!methods.test(plain(name)) && !(isFirst && oblique.test(plain(name)))) return null;
  // proj4 takes no notice of it.
  const parallel = /"Standard_Parallel_1"\s*,\s*([\d.eE+-]+)/i.exec(wkt)?.[1];
  if (/^mercator$/.test(plain(name)) && Number(parallel ?? 0) !== 0) return null;
  const isSouth = plain(name).endsWith("southorientated");
  const isTurned = /\bAXIS\s*\[[^\]]*\bwest\b/i.test(wkt);
  if (!isSouth) return isTurned ? null : system(wkt);
  if (/"False[_ ](?:Easting|Northing)"\s*,\s*-?0*\.?0*[1-9]/i.test(wkt)) return null;
  return system(wkt.replace(name, isFirst ? "Transverse_Mercator" : "Transverse Mercator"), -1);
}

/** Metres between the same place of two definitions without their shift; the way between ellipsoids costs centimetres. */
const SAME_M = 0.1;
const noShift = "0,0,0,0,0,0,0";

/**
 * The system of the code whose definition this is, for a datum that Esri names without its shift: a code of the same
 * datum that puts the same coordinates at the same places of it.
 */
function byDatum(wkt: string): LonLatSystem | null {
  if (!/\bPROJCS\s*\[/i.test(wkt)) return null;
  const unshiftedText = wkt.replace(/(SPHEROID\s*\[[^\]]*\])/i, `$1,TOWGS84[${noShift}]`);
  const bare = unshiftedText === wkt ? null : byParameters(unshiftedText);
  if (bare === null) return null;
  const code = codesOfDatum(wkt).find((one) => {
    const { proj4: stated, bbox } = epsgDefinition(one) ?? {};
    const [north, west, south, east] = bbox ?? [];
    if (!stated || east === undefined) return false;
    const ownSign = stated.includes("+axis=wsu") ? -1 : 1;
    const unshifted = stated.replaceAll(/\+(?:towgs84|nadgrids)=\S+/g, "");
    const own = system(
      `${unshifted.replace("+datum=NAD27", "+ellps=clrk66")} +towgs84=${noShift}`,
      ownSign,
    );
    return (
      own !== null &&
      [0.3, 0.5, 0.8].every((part) => {
        const place: LonLat = [west! + (east - west!) * part, south! + (north! - south!) * part];
        return placesApart(bare.toLonLat(...own.fromLonLat(...place)), place) <= SAME_M;
      })
    );
  });
  return code === undefined ? null : byCode(code);
}

function byProjJson(text: string): LonLatSystem | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  for (let depth = 0; depth < 8 && isObject(value); depth++) {
    const { id, type, components, source_crs, base_crs, datum, datum_ensemble } = value;
    const hasEpsg = isObject(id) && /^epsg$/i.test(String(id["authority"]));
    if (hasEpsg) return byCode(Number(id["code"]));
    const { method } = isObject(value["conversion"]) ? value["conversion"] : {};
    const how = isObject(method) ? String(method["name"]) : null;
    if (how !== null && /Popular Visualisation Pseudo/i.test(how)) return byCode(3857);
    if (type === "CompoundCRS" && Array.isArray(components)) value = components[0];
    else if (type === "BoundCRS") value = source_crs;
    else {
      const base = isObject(base_crs) ? base_crs : { datum, datum_ensemble };
      const named = base["datum"] ?? base["datum_ensemble"];
      const name = isObject(named) ? String(named["name"] ?? "") : "";
      const isRead = how === null || (methods.test(plain(how)) && !/south/i.test(how));
      const isOfGreenwich = !isObject(named) || named["prime_meridian"] === undefined;
      return isRead && isOfGreenwich && sound.test(plain(name)) ? system(value) : null;
    }
  }
  return null;
}

/** Projections of PROJ strings that proj4 reads as PROJ does; Krovak has no defaults there. */
const projections =
  /\+proj=(?:lonlat|longlat|latlon|latlong|utm|tmerc|etmerc|lcc|aea|laea|merc|stere|sterea|somerc|omerc|poly|eqc|cea|eqearth|cass|krovak(?=.*\+alpha=))(?:\s|$)/;
const noNumber =
  /\+(?:lat_\w+|lon_\w+|lonc|k|k_0|x_0|y_0|zone|alpha|to_meter|a|b|rf)=(?!-?\d*\.?\d+(?:e-?\d+)?(?:\s|$))/i;

/** A PROJ string that states its datum. Grids are not at hand. */
function byProjString(text: string): LonLatSystem | null {
  if (/\+(?:nadgrids|init|step|pipeline|geoidgrids|R)\b/.test(text)) return null;
  if (!projections.test(text) || noNumber.test(text)) return null;
  const axis = /\+axis=(\w*)/.exec(text)?.[1] ?? "enu";
  // South Africa counts west and south.
  if (!/^(?:en|ws)[ud]$/.test(axis)) return null;
  const datum = /\+datum=(\S*)/.exec(text)?.[1];
  const isSound =
    datum === undefined
      ? /\+towgs84=/.test(text) || /\+ellps=(?:WGS84|GRS80)(?:\s|$)/.test(text)
      : /^(?:WGS84|NAD83)$/.test(datum);
  if (!isSound) return null;
  const missing = ["lat_0", "lon_0", "x_0", "y_0"].filter((name) => !text.includes(`+${name}=`));
  const whole = [text.replace(/\+axis=\S+/, ""), ...missing.map((name) => `+${name}=0`)].join(" ");
  return system(
    /\+proj=utm/.test(text) ? text.replace(/\+axis=\S+/, "") : whole,
    axis.startsWith("w") ? -1 : 1,
  );
}

/** "EPSG:32719+5773", or "urn:ogc:def:crs,crs:EPSG::32719,crs:EPSG::5773": the second one is a height. */
const withoutHeight = (name: string) =>
  name.replace(/\+(?:EPSG:)?\d+$/i, "").replace(/,crs:EPSG:[\d.]*:\d+$/i, "");

/** The transformation by what a file says, or null for a system that is not read. Longitude always comes first. */
export function systemFrom(name: string): LonLatSystem | null {
  const text = name.replace(/^\ufeff/, "").trim();
  if (text.length > limits.crsLength) return null;
  if (isWkt(text)) return byWkt(text);
  if (text.startsWith("{")) return byProjJson(text);
  if (text.startsWith("+")) return byProjString(text);
  const code = epsgCode(withoutHeight(text));
  return code === null ? null : byCode(code);
}

/** Whether north is up in the coordinates of a system: not around a pole, and not where they count to the south. */
export function isNorthUp(name: string): boolean {
  const code = epsgCode(withoutHeight(name));
  const definition = code === null ? name : (epsgDefinition(code)?.proj4 ?? "");
  return !/stere|laea|azimuthal|polar|axis=[ws]|south[_ (]*orient/i.test(definition);
}

/** Datums inside a definition have codes too: the outermost one is that of the system. */
function jsonName(text: string): string {
  try {
    const { id, name } = JSON.parse(text) as { id?: unknown; name?: unknown };
    if (isObject(id)) return `${String(id["authority"])}:${String(id["code"])}`.slice(0, 120);
    return typeof name === "string" ? name.slice(0, 120) : "PROJJSON";
  } catch {
    return "PROJJSON";
  }
}

/** The system as words for a person: its code, or the name in its definition. */
export function systemName(name: string): string {
  const isJson = name.trimStart().startsWith("{");
  if (isJson) return jsonName(name);
  const code = epsgCode(withoutHeight(name));
  if (code) return `EPSG:${code}`;
  return (/^\s*\w+\s*\[\s*"([^"]*)"/.exec(name)?.[1] ?? name).slice(0, 120);
}
