// Reference systems by what files say: EPSG codes, WKT of both kinds, PROJJSON, PROJ strings, .prj files.
import proj4 from "proj4";
import { limits } from "../../domain/limits.ts";
import {
  epsgCode,
  lonLatSystem,
  type LonLatSystem,
  type ToLonLat,
} from "../../domain/geometry/crs.ts";
import { epsgDefinition, epsgSystem } from "./epsg.ts";
import { isObject } from "./geometry-shape.ts";

/**
 * Datums that agree with WGS 84 within a metre or so, by their plain names: those of today's satellite systems.
 * Others need a shift that the file states.
 */
const sound =
  /^(?:d)?(?:wgs(?:19)?84|worldgeodeticsystem1984|etr[sf]|europeanterrestrial|northamerican(?:datum)?(?:of)?1983|nad(?:19)?83|gda|geocentricdatumofaustralia|sirgas|sistemadereferenciageocentrico|rgf|reseaugeodesiquefrancais|jgd|japanesegeodetic|nzgd2000|newzealandgeodeticdatum2000|hartebeesthoek|magna|marcogeocentrico|cgcs|china(?:geodeticcoordinatesystem)?2000|itrf|internationalterrestrial|igs|kgd2002|korea(?:n)?(?:geodeticdatum)?2000|geocentricdatumofkorea|posgar(?:19)?(?:94|98|2007)|posicionesgeodesicasargentinas|mexicoitrf|mexicanocurrent|ksagrf|regven|peru96|ramsac|italgeo|rdn2008|pulkovogsk2011|gsk2011)/;

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

const system = (definition: string | object): LonLatSystem | null => {
  try {
    const { forward, inverse } = proj4(definition as string, "EPSG:4326");
    const both = [forward, inverse].map(
      (transform): ToLonLat =>
        (x, y) =>
          Number.isFinite(x) && Number.isFinite(y)
            ? (transform([x, y]) as [number, number])
            : [NaN, NaN],
    );
    return { toLonLat: both[0]!, fromLonLat: both[1]! };
  } catch {
    return null;
  }
};

function byCode(code: number): LonLatSystem | null {
  const known = lonLatSystem(`EPSG:${code}`) ?? epsgSystem(code);
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
  if (code !== null) return byCode(code);
  if (/Mercator_Auxiliary_Sphere|Popular Visualisation Pseudo/i.test(horizontal))
    return byCode(3857);
  const datum = /\b(?:DATUM|ENSEMBLE|TRF|GEODETICDATUM)\s*\[\s*"([^"]*)"/i.exec(horizontal)?.[1];
  const hasShift = /\bTOWGS84\s*\[/i.test(horizontal);
  if (!hasShift && !sound.test(plain(datum ?? ""))) return null;
  return system(horizontal);
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
    if (type === "CompoundCRS" && Array.isArray(components)) value = components[0];
    else if (type === "BoundCRS") value = source_crs;
    else {
      const base = isObject(base_crs) ? base_crs : { datum, datum_ensemble };
      const named = base["datum"] ?? base["datum_ensemble"];
      const name = isObject(named) ? String(named["name"] ?? "") : "";
      return sound.test(plain(name)) ? system(value) : null;
    }
  }
  return null;
}

/** A PROJ string that states its datum. Grids are not at hand. */
function byProjString(text: string): LonLatSystem | null {
  if (/\+(?:nadgrids|init|step|pipeline|geoidgrids)\b/.test(text)) return null;
  const isSound =
    /\+datum=(?:WGS84|NAD83)\b/.test(text) ||
    /\+towgs84=/.test(text) ||
    /\+ellps=(?:WGS84|GRS80)\b/.test(text);
  return isSound ? system(text) : null;
}

/** The transformation by what a file says, or null for a system that is not read. Longitude always comes first. */
export function systemFrom(name: string): LonLatSystem | null {
  const text = name.replace(/^\ufeff/, "").trim();
  if (text.length > limits.crsLength) return null;
  if (isWkt(text)) return byWkt(text);
  if (text.startsWith("{")) return byProjJson(text);
  if (text.startsWith("+")) return byProjString(text);
  // "EPSG:32719+5773": the second one is a height.
  const code = epsgCode(text.replace(/\+(?:EPSG:)?\d+$/i, ""));
  return code === null ? null : byCode(code);
}

export const toLonLatFrom = (name: string): ToLonLat | null => systemFrom(name)?.toLonLat ?? null;

/** The system as words for a person: its code, or the name in its definition. */
export function systemName(name: string): string {
  const code = epsgCode(name) ?? /"code"\s*:\s*"?(\d+)/.exec(name)?.[1];
  if (code) return `EPSG:${code}`;
  return (/^\s*\w+\s*\[\s*"([^"]*)"/.exec(name)?.[1] ?? name).slice(0, 120);
}
