// Units of a GeoTIFF: of its coordinates, of its heights, and of its values.
// Codes of the EPSG register; keys of OGC GeoTIFF 1.1; items of GDAL_METADATA as GDAL writes them.
import type { GeoTIFFImage } from "geotiff";
import { failure } from "../../domain/error.ts";

type Keys = Readonly<Record<string, unknown>>;

const METRE = 9001;
/** Metres of the units that maps and heights are in. */
const metresPerUnit: Readonly<Record<number, number>> = {
  9001: 1,
  9002: 0.3048,
  9003: 1200 / 3937,
  9036: 1000,
};
const USER_DEFINED = 32_767;
/** Vertical systems of the EPSG register that are not in metres; all others are. */
const verticalFeet: Readonly<Record<number, number>> = {
  5702: 1200 / 3937,
  6360: 1200 / 3937,
  8052: 1200 / 3937,
  5754: 0.3048007491,
  6130: 0.3048,
  6131: 0.3048,
  6132: 0.3048,
  8050: 0.3048,
  8228: 0.3048,
};
/** Depths, which grow downwards. */
const depths = new Set([
  5336, 5612, 5614, 5706, 5715, 5734, 5739, 5789, 5831, 5861, 5862, 5863, 5864, 5865, 5866, 5867,
  5873, 6357, 6358, 6359, 7976, 8051, 8053, 8358, 8378, 8897, 9287, 9288, 9672,
]);

/**
 * Metres per unit of the coordinates of a raster whose reference system is in metres: 1, or another number where
 * the file's ProjLinearUnits say so. As GDAL does, the unit of the file wins over that of the code.
 * @param isMetric whether the reference system itself is in metres
 * @throws FILE_REFUSED for a unit that is not known
 */
export function metresPerMapUnit(keys: Keys, isMetric: boolean): number {
  const unit = keys["ProjLinearUnitsGeoKey"];
  if (!isMetric || typeof unit !== "number" || unit === METRE) return 1;
  const size = keys["ProjLinearUnitSizeGeoKey"];
  const metres = unit === USER_DEFINED && typeof size === "number" ? size : metresPerUnit[unit];
  if (metres === undefined || !(metres > 0))
    throw failure("FILE_REFUSED", {
      reason: "raster_unit_unknown",
      values: { unit: `EPSG:${unit}` },
    });
  return metres;
}

/**
 * Metres per unit of heights: of the band's unit, else of the file's vertical system. Null where the file names neither.
 * @throws FILE_REFUSED for a unit that is not known
 */
export function metresPerHeight(keys: Keys, unit: string | null): number | null {
  if (unit !== null) return metresOfName(unit);
  const code = keys["VerticalUnitsGeoKey"];
  if (typeof code === "number" && code !== 0) {
    const metres = metresPerUnit[code];
    if (metres !== undefined) return metres;
    throw failure("FILE_REFUSED", {
      reason: "raster_unit_unknown",
      values: { unit: `EPSG:${code}` },
    });
  }
  const system = keys["VerticalCSTypeGeoKey"] ?? keys["VerticalGeoKey"];
  if (typeof system === "number" && system > 0 && system < USER_DEFINED) {
    if (!depths.has(system)) return verticalFeet[system] ?? 1;
    const values = { unit: `EPSG:${system}` };
    throw failure("FILE_REFUSED", { reason: "raster_unit_unknown", values });
  }
  const citation = keys["VerticalCitationGeoKey"];
  const inFeet =
    typeof citation === "string"
      ? /\((ftUS|ft)\)|\b(US survey foot|feet|foot)\b/i.exec(citation)
      : null;
  if (!inFeet) return null;
  return /us/i.test(inFeet[0]) ? 1200 / 3937 : 0.3048;
}

function metresOfName(name: string): number {
  const unit = name.trim().toLowerCase();
  if (/^(m|metres?|meters?|)$/.test(unit)) return 1;
  if (/us.*(foot|feet|ft)|^(ftus|sft|foot_us)$/.test(unit)) return 1200 / 3937;
  if (/^(ft|foot|feet|international (foot|feet))$/.test(unit)) return 0.3048;
  if (/^(cm|centimet(re|er)s?)$/.test(unit)) return 0.01;
  if (/^(mm|millimet(re|er)s?)$/.test(unit)) return 0.001;
  if (/^(km|kilomet(re|er)s?)$/.test(unit)) return 1000;
  throw failure("FILE_REFUSED", {
    reason: "raster_unit_unknown",
    values: { unit: name.slice(0, 40) },
  });
}

/** What a band's numbers mean: number · scale + offset, in `unit`. */
export type BandScale = {
  readonly scale: number;
  readonly offset: number;
  readonly unit: string | null;
};

const plain: BandScale = { scale: 1, offset: 0, unit: null };

/** Of a file that the product wrote itself. */
export const noScales = (image: GeoTIFFImage): BandScale[] =>
  Array.from({ length: image.getSamplesPerPixel() }, () => plain);

/** Scale, offset and unit of each band, from GDAL_METADATA. @throws FILE_REFUSED for a scale that is no number */
export async function bandScales(image: GeoTIFFImage): Promise<BandScale[]> {
  const all = noScales(image);
  for (const [, attributes = "", text = ""] of (await metadataOf(image)).matchAll(
    /<Item\b([^>]*)>([^<]*)<\/Item>/g,
  )) {
    const role = /\brole="(\w+)"/.exec(attributes)?.[1];
    const band = Number(/\bsample="(\d+)"/.exec(attributes)?.[1] ?? "0");
    const known = all[band];
    if (!known || !role) continue;
    if (role === "unittype") all[band] = { ...known, unit: text.trim() || null };
    if (role === "scale" || role === "offset")
      all[band] = { ...known, [role]: numberOf(role, text) };
  }
  return all;
}

function numberOf(role: string, text: string): number {
  const value = Number(text);
  if (text.trim() !== "" && Number.isFinite(value) && (role === "offset" || value !== 0))
    return value;
  throw failure("FILE_REFUSED", { reason: "raster_broken", values: { part: role } });
}

async function metadataOf({ fileDirectory }: GeoTIFFImage): Promise<string> {
  if (!fileDirectory.hasTag("GDAL_METADATA")) return "";
  const text: unknown = await fileDirectory.loadValue("GDAL_METADATA").catch(() => "");
  return typeof text === "string" ? text : "";
}
