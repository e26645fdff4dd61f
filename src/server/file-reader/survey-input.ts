// What the evaluation of a survey reads: rasters in °C, where the plant lies in them, and the names in a file.
import type { ComponentType } from "../../domain/component/component.ts";
import { failure } from "../../domain/error.ts";
import type { Twin } from "../../domain/component/component-index.ts";
import { parentsOf } from "../../domain/component/hierarchy.ts";
import type { conditionsOf } from "../../domain/evaluation/condition-record.ts";
import type { FluidOf } from "../../domain/evaluation/tube/tube-survey.ts";
import type { SurveyRaster, ToPixel } from "../../domain/evaluation/raster-survey.ts";
import { groundPlane } from "../../domain/geometry/ground-geometry.ts";
import { inverse, type Raster } from "../../domain/raster/raster.ts";
import { celsiusOf, type TemperatureScale } from "../../domain/raster/temperature.ts";
import { nothingIn } from "./raster/filled-rim.ts";
import type { ReadLevel } from "../store/plant/twin-object.ts";
import { lonLatSystem } from "../../domain/geometry/crs.ts";

/** @throws FILE_REFUSED for names that no component has */
export function checkNames(
  names: Iterable<string>,
  levels: readonly ReadLevel[],
  file: string | undefined,
): void {
  const unknown = new Set(names);
  unknown.delete("");
  for (const { names: known } of levels) {
    for (let row = 0; row < known.count && unknown.size > 0; row++) {
      unknown.delete(known.dtId(row));
      unknown.delete(known.pcs(row));
    }
  }
  const problems = [...unknown].map((name) => ({
    reason: "component_unknown",
    field: "component",
    values: { name: name.slice(0, 80) },
    ...(file !== undefined && { file }),
  }));
  if (problems.length > 0) throw failure("FILE_REFUSED", ...problems.slice(0, 50));
}

/**
 * Numbers that stand for nothing are NaN.
 * @param fill number of the file that fills its outside and is not stated
 */
export function inCelsius(
  raster: Raster,
  scale: TemperatureScale,
  fill: number | null = null,
  type: ComponentType | null = null,
): SurveyRaster {
  const celsius = celsiusOf(scale);
  const { width, height } = raster;
  return {
    width,
    height,
    async read(window, band) {
      const numbers = await raster.read(window, band);
      const isNothing = nothingIn(numbers, window.width, raster, scale, fill, type);
      return numbers.map((one, at) => (isNothing(at) ? NaN : celsius(one)));
    },
  };
}

export function meansOf({
  values,
  fluid,
}: ReturnType<typeof conditionsOf>): Record<string, number> {
  const means = Object.entries(values).map(([name, { mean }]) => [name, mean] as const);
  const fluids = [...fluid].map(([name, { mean }]) => [`fluid ${name}`.trim(), mean] as const);
  return Object.fromEntries([...means, ...fluids]);
}

export const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array | Uint8Array) =>
  new Uint8Array(buffer, byteOffset, byteLength);

export function toPixelOf({ epsg, to_map }: Raster, { origin }: Twin): ToPixel {
  const system = lonLatSystem(`EPSG:${epsg}`);
  const back = inverse(to_map);
  if (!system || !back) throw failure("FILE_REFUSED", { reason: "raster_not_georeferenced" });
  const plane = groundPlane(origin);
  const [a, b, c, d, e, f] = back;
  return (x, y) => {
    const [east, north] = system.fromLonLat(...plane.toLonLat(x, y));
    return [a * east + b * north + c, d * east + e * north + f];
  };
}

/** Values outside of what the key figure can have are no values; `beyond` counts them. */
export function inRange(
  values: Float32Array | Uint8Array,
  [least, greatest]: readonly [number, number],
): { readonly kept: Float32Array | Uint8Array; readonly beyond: number } {
  if (values instanceof Uint8Array) return { kept: values, beyond: 0 };
  let beyond = 0;
  const kept = values.map((value) => {
    if (value >= least && value <= greatest) return value;
    if (!Number.isNaN(value)) beyond += 1;
    return NaN;
  });
  return { kept, beyond };
}

/**
 * The fluid at a tube: that of the tube itself, else of the nearest component above it that the conditions name.
 * @throws FILE_REFUSED for names that no component has
 */
export function fluidOf(
  fluid: ReturnType<typeof conditionsOf>["fluid"],
  levels: readonly ReadLevel[],
  file: string | undefined,
): FluidOf {
  const byType = new Map(levels.map((one) => [one.geometry.type, one]));
  const geometries = new Map(levels.map((one) => [one.geometry.type, one.geometry]));
  checkNames(fluid.keys(), levels, file);
  return (row) => {
    const tube = { component_type: "absorber_tube" as const, row };
    const path = [...parentsOf(geometries, tube), tube];
    for (const one of path.toReversed()) {
      const names = byType.get(one.component_type)?.names;
      const found = fluid.get(names?.dtId(one.row) ?? "") ?? fluid.get(names?.pcs(one.row) ?? "");
      if (found) return found;
    }
    return fluid.get("");
  };
}
