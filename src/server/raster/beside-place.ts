// Where a raster lies by itself and by the files beside it: its own words count, and the others must not contradict.
import type { GeoTIFFImage } from "geotiff";
import { failure, isFailure, type Failure } from "../../domain/error.ts";
import { lonLatSystem } from "../../domain/geometry/crs.ts";
import { placesApart } from "../../domain/geometry/ground-distance.ts";
import type { LonLat } from "../../domain/geometry/plane.ts";
import { toMap, type Affine, type Raster } from "../../domain/raster/raster.ts";
import { codeOfSystem, systemsNear } from "../geo-file/system/system-code.ts";
import { systemFrom, systemName } from "../geo-file/system/system.ts";
import { affineOf, epsgOf } from "./raster-place.ts";

/** What the files beside a raster say of its place, for a raster that says nothing itself. */
export type BesideRaster = {
  /** Of a world file, or of GDAL's notes. */
  readonly affine: Affine | null;
  /** A definition of the reference system, and the file that has it. */
  readonly system: { readonly file: string; readonly text: string } | null;
  /** The name of the file that would state the system. */
  readonly prj_name: string;
  /** The plant, where it is known: systems near it are proposed to the user. */
  readonly near: LonLat | null;
};

/** Metres between two systems that contradict each other: datums of one region are closer than that. */
const CONTRADICTION_M = 2;
const MOST_PROPOSED = 3;

/** @throws FILE_REFUSED for a raster without a place, and for one whose files contradict each other */
export function placeOf(
  image: GeoTIFFImage,
  beside: BesideRaster | null,
): Pick<Raster, "epsg" | "to_map"> {
  const own = ownSystem(image);
  if (typeof own !== "number" && !beside) throw own;
  const to_map = affineOf(image, beside?.affine);
  const [width, height] = [image.getWidth(), image.getHeight()];
  const at = (u: number, v: number) => toMap(to_map, u * width, v * height);
  if (typeof own === "number") {
    if (beside?.system) checkSame(own, beside.system, at(0.5, 0.5));
    return { epsg: own, to_map };
  }
  if (!beside) throw own;
  const { system, prj_name, near } = beside;
  if (system) {
    const epsg = codeOfSystem(system.text, [at(0, 0), at(1, 0), at(0, 1)]);
    if (epsg !== null) return { epsg, to_map };
    const values = { code: systemName(system.text) };
    throw failure("FILE_REFUSED", { reason: "raster_system_unknown", values });
  }
  if (own.problems[0]?.reason !== "raster_not_georeferenced") throw own;
  const proposed = near
    ? systemsNear(at(0.5, 0.5), near)
        .slice(0, MOST_PROPOSED)
        .map(({ code, name }) => `${name} (EPSG:${code})`)
        .join(", ")
    : "";
  throw failure(
    "FILE_REFUSED",
    proposed === ""
      ? { reason: "raster_system_unsaid", values: { file: prj_name } }
      : { reason: "raster_system_proposed", values: { file: prj_name, proposed } },
  );
}

function ownSystem(image: GeoTIFFImage): number | Failure {
  try {
    return epsgOf(image);
  } catch (cause) {
    if (isFailure(cause)) return cause;
    throw cause;
  }
}

function checkSame(
  own: number,
  { file, text }: NonNullable<BesideRaster["system"]>,
  [x, y]: readonly [number, number],
): void {
  const other = systemFrom(text);
  // A definition that is not read contradicts nothing.
  if (!other) return;
  const place = lonLatSystem(`EPSG:${own}`)!.toLonLat(x, y);
  const [lon, lat] = other.toLonLat(x, y);
  const isPlace = Math.abs(lon) <= 180 && Math.abs(lat) <= 90;
  const metres = isPlace ? placesApart(place, [lon, lat]) : Infinity;
  if (metres <= CONTRADICTION_M) return;
  const values = { own: `EPSG:${own}`, other: systemName(text), beside: file };
  throw failure("FILE_REFUSED", { reason: "raster_systems_differ", values });
}
