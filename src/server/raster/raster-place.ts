// Where a GeoTIFF says it lies: its reference system and the place of its pixels.
import type { GeoTIFFImage } from "geotiff";
import { failure } from "../../domain/error.ts";
import { inverse, type Affine } from "../../domain/raster/raster.ts";
import { epsgCode, lonLatSystem } from "../../domain/geometry/crs.ts";
import { metresPerMapUnit } from "./raster-unit.ts";

/** Code of GeoTIFF for a system that the file describes itself. */
const USER_DEFINED = 32_767;
const PIXEL_IS_POINT = 2;

/** @throws FILE_REFUSED if the file names no reference system, or one that is not known */
export function epsgOf(image: GeoTIFFImage): number {
  const keys = keysOf(image);
  const code = keys["ProjectedCSTypeGeoKey"] ?? keys["GeographicTypeGeoKey"];
  if (typeof code === "number" && code !== USER_DEFINED) {
    if (!lonLatSystem(`EPSG:${code}`)) throw systemUnknown(`EPSG:${code}`);
    return code;
  }
  const citations = ["PCSCitationGeoKey", "GTCitationGeoKey", "GeogCitationGeoKey"]
    .map((key) => keys[key])
    .filter((citation) => typeof citation === "string");
  for (const citation of citations) {
    const named = codeOfCitation(citation);
    if (named !== null && lonLatSystem(`EPSG:${named}`)) return named;
  }
  const zone = zoneOf(keys);
  if (zone !== null) return zone;
  if (citations[0] !== undefined) throw systemUnknown(citations[0].slice(0, 80));
  throw failure("FILE_REFUSED", { reason: "raster_not_georeferenced" });
}

const systemUnknown = (code: string) =>
  failure("FILE_REFUSED", { reason: "raster_system_unknown", values: { code } });

/** "… (EPSG:2154)", or "WGS 84 / UTM zone 33N" as many programs write. */
function codeOfCitation(citation: string): number | null {
  const [, epsg] = /EPSG[:/ ]+(\d{4,6})/i.exec(citation) ?? [];
  if (epsg !== undefined) return Number(epsg);
  const [, zone, half] = /WGS[ _]*(?:19)?84.*UTM.*zone[ _]*(\d{1,2}) ?([NS])/i.exec(citation) ?? [];
  if (zone !== undefined) return (half?.toUpperCase() === "S" ? 32_700 : 32_600) + Number(zone);
  return epsgCode(citation);
}

const TRANSVERSE_MERCATOR = 1;
const METRE = 9001;
const WGS_84 = new Set<unknown>([7030, 4326, 6326]);
const UTM = { ProjScaleAtNatOriginGeoKey: 0.9996, ProjFalseEastingGeoKey: 500_000 };

/** The UTM zone that the file gives by the code of its projection, or by numbers. */
function zoneOf(keys: Readonly<Record<string, unknown>>): number | null {
  const datum = ["GeogEllipsoidGeoKey", "GeographicTypeGeoKey", "GeogGeodeticDatumGeoKey"];
  if (!datum.some((key) => WGS_84.has(keys[key]))) return null;
  // Codes of projections, without a datum: 16001 to 16060 are the zones of the north, 16101 to 16160 the south.
  const projection = Number(keys["ProjectionGeoKey"]);
  const [half, coded] = [Math.floor(projection / 100), projection % 100];
  if ((half === 160 || half === 161) && coded >= 1 && coded <= 60)
    return (half === 160 ? 32_600 : 32_700) + coded;
  const isUtm =
    // False easting and northing are in the unit of the file.
    (keys["ProjLinearUnitsGeoKey"] ?? METRE) === METRE &&
    keys["ProjCoordTransGeoKey"] === TRANSVERSE_MERCATOR &&
    keys["ProjNatOriginLatGeoKey"] === 0 &&
    Object.entries(UTM).every(([key, value]) => keys[key] === value);
  const zone = (Number(keys["ProjNatOriginLongGeoKey"]) + 183) / 6;
  if (!isUtm || !Number.isInteger(zone) || zone < 1 || zone > 60) return null;
  const north = keys["ProjFalseNorthingGeoKey"];
  if (north === 0) return 32_600 + zone;
  return north === 10_000_000 ? 32_700 + zone : null;
}

export function keysOf(image: GeoTIFFImage): Readonly<Record<string, unknown>> {
  try {
    return image.getGeoKeys() ?? {};
  } catch {
    throw failure("FILE_REFUSED", { reason: "raster_broken", values: { part: "GeoKeyDirectory" } });
  }
}

/**
 * In metres, or in degrees.
 * @param world what a world file beside it says; it counts where the file itself says nothing
 * @throws FILE_REFUSED for a raster without a place
 */
export function affineOf(image: GeoTIFFImage, world: Affine | null = null): Affine {
  const keys = keysOf(image);
  const own = matrixOf(image) ?? tiePointOf(image) ?? controlPointsOf(image);
  const affine = own ?? world;
  // A world file means the middle of a pixel in any case.
  const shift = own && keys["GTRasterTypeGeoKey"] === PIXEL_IS_POINT ? 0.5 : 0;
  if (!affine || !affine.every(Number.isFinite) || !inverse(affine))
    throw failure("FILE_REFUSED", { reason: "raster_not_georeferenced" });
  // All projected systems of the table are in metres.
  const metres = metresPerMapUnit(keys, typeof keys["ProjectedCSTypeGeoKey"] === "number");
  const [a, b, c, d, e, f] = affine.map((number) => number * metres) as unknown as Affine;
  return [a, b, c - shift * (a + b), d, e, f - shift * (d + e)];
}

function matrixOf(image: GeoTIFFImage): Affine | null {
  const values = numbers(image, "ModelTransformation");
  if (values.length < 8) return null;
  const [a = 0, b = 0, , c = 0, d = 0, e = 0, , f = 0] = values;
  return [a, b, c, d, e, f];
}

function tiePointOf(image: GeoTIFFImage): Affine | null {
  const [column, row, , x, y] = numbers(image, "ModelTiepoint");
  const [dx, dy] = numbers(image, "ModelPixelScale");
  if (column === undefined || row === undefined || x === undefined || y === undefined) return null;
  if (dx === undefined || dy === undefined) return null;
  return [dx, 0, x - dx * column, 0, -dy, y + dy * row];
}

/** Pixels that a ground control point may lie beside the plane through all, as GDAL allows. */
const MOST_BESIDE = 0.25;
const LEAST_GCPS = 3;

/**
 * The plane through ground control points (tie points without the size of a pixel), by least squares.
 * @throws FILE_REFUSED where one plane does not fit them: the picture is not rectified
 */
function controlPointsOf(image: GeoTIFFImage): Affine | null {
  const values = numbers(image, "ModelTiepoint");
  if (numbers(image, "ModelPixelScale").length > 0) return null;
  const points = Array.from({ length: Math.floor(values.length / 6) }, (_, at) => {
    const [column = 0, row = 0, , x = 0, y = 0] = values.slice(6 * at, 6 * at + 6);
    return { column, row, x, y };
  });
  if (points.length < LEAST_GCPS) return null;
  const fitted = planeThrough(points);
  const back = fitted && inverse(fitted);
  if (!fitted || !back) return null;
  const [a, b, c, d, e, f] = back;
  const beside = Math.max(
    ...points.map(({ column, row, x, y }) =>
      Math.hypot(a * x + b * y + c - column, d * x + e * y + f - row),
    ),
  );
  if (beside <= MOST_BESIDE) return fitted;
  const found = { count: points.length, pixels: Math.round(beside * 10) / 10 };
  throw failure("FILE_REFUSED", { reason: "raster_gcps_bent", values: found });
}

type Tied = {
  readonly column: number;
  readonly row: number;
  readonly x: number;
  readonly y: number;
};

function planeThrough(points: readonly Tied[]): Affine | null {
  const mean = (of: (one: Tied) => number) =>
    points.reduce((sum, one) => sum + of(one), 0) / points.length;
  const [mc, mr] = [mean(({ column }) => column), mean(({ row }) => row)];
  const [mx, my] = [mean(({ x }) => x), mean(({ y }) => y)];
  const sum = (of: (one: Tied) => number) => points.reduce((total, one) => total + of(one), 0);
  const cc = sum(({ column }) => (column - mc) ** 2);
  const rr = sum(({ row }) => (row - mr) ** 2);
  const cr = sum(({ column, row }) => (column - mc) * (row - mr));
  const det = cc * rr - cr * cr;
  // On one line they say nothing of the other direction.
  if (!(det > 1e-9 * cc * rr)) return null;
  const along = (of: (one: Tied) => number) => {
    const [c, r] = [
      sum((one) => (one.column - mc) * of(one)),
      sum((one) => (one.row - mr) * of(one)),
    ];
    return [(c * rr - r * cr) / det, (r * cc - c * cr) / det] as const;
  };
  const [a, b] = along(({ x }) => x - mx);
  const [d, e] = along(({ y }) => y - my);
  return [a, b, mx - a * mc - b * mr, d, e, my - d * mc - e * mr];
}

function numbers(
  image: GeoTIFFImage,
  tag: "ModelTransformation" | "ModelTiepoint" | "ModelPixelScale",
) {
  const values: unknown = image.fileDirectory.hasTag(tag) ? image.fileDirectory.getValue(tag) : [];
  return values instanceof Float64Array || Array.isArray(values) ? Array.from(values, Number) : [];
}
