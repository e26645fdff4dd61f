// Compares an orthomosaic with the components of the plant: where does the pattern of their rows lie?
import type { Geometry, Twin } from "../../../domain/component/component-index.ts";
import { registerRaster } from "../../../domain/evaluation/registration.ts";
import type { SurveyRaster, ToPixel } from "../../../domain/evaluation/raster-survey.ts";
import { failure } from "../../../domain/error.ts";
import { groundPlane } from "../../../domain/geometry/ground-geometry.ts";
import { affineThrough, fittedTypes, type Fit } from "../../../domain/raster/fit.ts";
import type { OrthomosaicKind } from "../../../domain/raster/orthomosaic.ts";
import { inverse, scaled, toMap, type Affine } from "../../../domain/raster/raster.ts";
import { epsgSystem } from "../../raster/map-system.ts";
import { openRaster, type OpenRaster, type RasterPlace } from "../../raster/open-raster.ts";
import { boundsOf, resolutionOf } from "../../raster/raster-extent.ts";
import { objectSource } from "../../raster/range-source.ts";
import { readGroundLevel } from "./ground-level.ts";
import type { Reader } from "../reader.ts";
import { storeOf, type StoreAccess } from "../store-access.ts";

type Input = {
  readonly store: StoreAccess;
  readonly pyramid: string;
  readonly kind: OrthomosaicKind;
  readonly place: RasterPlace;
  readonly twin: Twin;
};

/** Metres per pixel that are fine enough: a gap between two modules is wider. */
const FINE_M = 0.1;
const CLEAR = 0;

/**
 * Null where no pattern of rows is found.
 * @throws FILE_REFUSED where the plant has no components to compare with
 */
export const reader: Reader<Input, Fit | null> = async ({ store, pyramid, kind, place, twin }) => {
  const files = await storeOf(store);
  const component_type = fittedTypes.find((type) =>
    twin.levels.some((level) => level.component_type === type),
  );
  if (!component_type) throw failure("FILE_REFUSED", { reason: "orthomosaic_fit_no_components" });
  const level = twin.levels.find((one) => one.component_type === component_type)!;
  const { geometry } = await readGroundLevel(files, twin, level);
  const full = await openRaster(await objectSource(files, pyramid), place);
  const { raster, to_map } = fineLevel(full, kind);
  const plane = groundPlane(twin.origin);
  const system = epsgSystem(full.epsg);
  const [a, b, c, d, e, f] = inverse(to_map)!;
  const toPixel: ToPixel = (x, y) => {
    const [east, north] = system.fromLonLat(...plane.toLonLat(x, y));
    return [a * east + b * north + c, d * east + e * north + f];
  };
  const found = await registerRaster(raster, inside(geometry, raster, toPixel), toPixel);
  if (!found) return null;
  // The movement in the raster's own coordinates, by three places of the plant.
  const { toLonLat } = system;
  const corner = (column: number, row: number): Point =>
    plane.toPlane(...pair(toLonLat(...toMap(to_map, column, row))));
  const first = corner(0, 0);
  const second = corner(raster.width, 0);
  const third = corner(0, raster.height);
  const pixel = ([x, y]: Point): Point => found.toPixel(x, y);
  const map = ([x, y]: Point): Point => system.fromLonLat(...plane.toLonLat(x, y));
  const moved = affineThrough(
    [pixel(first), pixel(second), pixel(third)],
    [map(first), map(second), map(third)],
  );
  if (!moved) return null;
  const whole = scaled(moved, raster.width / full.width, raster.height / full.height);
  const { shift_m, turn_mrad, scale, residual_m, before_m, blocks, is_ambiguous } =
    found.registration;
  return {
    // The registration says how the components must be moved onto the raster; the raster moves the other way.
    shift_m: [-shift_m[0], -shift_m[1]],
    turn_mrad: -turn_mrad,
    scale: 1 / scale,
    residual_m,
    before_m,
    blocks,
    is_ambiguous,
    component_type,
    twin_version: twin.version,
    to_map: [...whole] as [...Affine],
    bounds: boundsOf({ ...full, to_map: whole }),
  };
};

type Point = readonly [x: number, y: number];
const pair = ([a, b]: Point): [number, number] => [a, b];

/** The coarsest level that is still fine, with what is clear as no value. */
function fineLevel(full: OpenRaster, kind: OrthomosaicKind) {
  const resolution_m = resolutionOf(full);
  const isFine = ({ width }: { width: number }) => resolution_m * (full.width / width) <= FINE_M;
  const level = full.overviews.findLast(isFine) ?? full;
  const { width, height } = level;
  const opacity = kind === "rgb" && (level.bands === 2 || level.bands === 4) ? level.bands - 1 : -1;
  const raster: SurveyRaster = {
    width,
    height,
    async read(window, band) {
      const values = await level.read(window, band);
      if (opacity < 0) return values;
      const clear = await level.read(window, opacity);
      return values.map((value, at) => (clear[at] === CLEAR ? NaN : value));
    },
  };
  const to_map = scaled(full.to_map, full.width / width, full.height / height);
  return { raster, to_map };
}

/** The components whose middle lies in the raster; the others have no length and are left out. */
function inside(geometry: Geometry, { width, height }: SurveyRaster, toPixel: ToPixel): Geometry {
  const length = geometry.length.map((value, row) => {
    const [column, line] = toPixel(geometry.centreX[row]!, geometry.centreY[row]!);
    return column >= 0 && line >= 0 && column < width && line < height ? value : 0;
  });
  return { ...geometry, length };
}
