// Measures the components of a plant in the thermal rasters of a survey: the columns go into files.
import { failure, isFailure } from "../../domain/error.ts";
import type { Twin } from "../../domain/component/component-index.ts";
import { parentsOf } from "../../domain/component/hierarchy.ts";
import { evaluationSettings as settings } from "../../domain/evaluation/evaluation-settings.ts";
import { moduleSurvey } from "../../domain/evaluation/module-survey.ts";
import { tubeSurvey, type FluidOf } from "../../domain/evaluation/tube-survey.ts";
import { registerRaster } from "../../domain/evaluation/registration.ts";
import { surveyRaster, type ToPixel } from "../../domain/evaluation/raster-survey.ts";
import {
  noConditions,
  readConditions,
  type SurveyConditions,
} from "../../domain/evaluation/survey-condition.ts";
import {
  surveyedType,
  type RasterRegistration,
  type SurveyLog,
} from "../../domain/evaluation/survey-log.ts";
import { planeAt } from "../../domain/geometry/plane.ts";
import { keyFigureByKey } from "../../domain/key-figure/key-figure.ts";
import { inverse, type Raster } from "../../domain/raster/raster.ts";
import { openRaster } from "../raster/open-raster.ts";
import { objectSource } from "../raster/range-source.ts";
import { readLevel, readLevels, type ReadLevel } from "../store/plant/twin-object.ts";
import { lonLatSystem } from "../twin-file/crs.ts";
import { writeColumnFile } from "./column-file.ts";
import type { Reading } from "./reading.ts";
import { storeOf, type StoreAccess } from "./store-access.ts";

type SurveyFile = { readonly key: string; readonly name: string; readonly sha256: string };
type Input = {
  readonly store: StoreAccess;
  readonly twin: Twin;
  readonly rasters: readonly SurveyFile[];
  readonly conditions: SurveyFile | null;
  /** Folder for the columns. */
  readonly folder: string;
  readonly known: readonly number[];
};

type Result = {
  readonly columns: readonly Awaited<ReturnType<typeof writeColumnFile>>[];
  readonly log: SurveyLog;
};

export const reading: Reading<Input, Result> = async (input) => {
  const store = await storeOf(input.store);
  const type = surveyedType(input.twin);
  if (!type) throw failure("RESOURCE_NOT_FOUND", { reason: "twin_missing" });
  const level = input.twin.levels.find(({ component_type }) => component_type === type)!;
  const { geometry } = await readLevel(store, level);
  const conditions = await conditionsOf();
  const survey =
    type === "module"
      ? moduleSurvey(geometry, conditions, settings)
      : tubeSurvey(geometry, conditions, await fluidOf(), settings);
  const ignored: string[] = [];
  const registrations: RasterRegistration[] = [];
  let pixels = 0;
  for (const file of input.rasters) {
    try {
      const raster = await openRaster(await objectSource(store, file.key));
      const stated = toPixelOf(raster, input.twin);
      if (!isThermal(raster)) {
        ignored.push(file.name);
        continue;
      }
      const found = await registerRaster(raster, geometry, stated);
      registrations.push({ file: file.name, found: found?.registration ?? null });
      const isSure = found?.registration.is_ambiguous !== true;
      const toPixel = found?.toPixel ?? stated;
      pixels += await surveyRaster(raster, geometry, toPixel, settings, (one) =>
        survey.visit({ ...one, is_whole: one.is_whole && isSure }),
      );
    } catch (cause) {
      if (!isFailure(cause)) throw cause;
      throw failure(cause.code, ...cause.problems.map((one) => ({ ...one, file: file.name })));
    }
  }
  const columns = [];
  const known = new Set(input.known);
  for (const [key, values] of Object.entries(survey.columns())) {
    const keyFigure = keyFigureByKey(key);
    if (!keyFigure) throw new RangeError(`there is no key figure ${key}`);
    // The evaluation decides for each component, also that it has no value.
    const given = new Uint8Array(geometry.count).fill(1);
    const column = { keyFigure, values: inRange(values, keyFigure.range), given };
    columns.push(await writeColumnFile(input.folder, column, known));
  }
  const inputs = [...input.rasters, ...(input.conditions ? [input.conditions] : [])];
  const measured = survey.count();
  const means = Object.entries(conditions.values).map(([name, { mean }]) => [name, mean]);
  const log: SurveyLog = {
    inputs: inputs.map(({ name, sha256 }) => ({ name, sha256 })),
    ignored,
    registrations,
    conditions: Object.fromEntries(means),
    settings,
    twin_version: input.twin.version,
    measured,
    not_inspected: level.component_count - measured,
    pixels,
  };
  return { columns, log };

  async function conditionsOf(): Promise<SurveyConditions> {
    if (!input.conditions) return noConditions;
    const { key, name: file } = input.conditions;
    const { conditions: read, problems } = readConditions(new Uint8Array(await store.read(key)));
    if (problems.length === 0) return read;
    throw failure("FILE_REFUSED", ...problems.map((problem) => ({ ...problem, file })));
  }

  /** The temperature at the tube itself, else that of the nearest component above it that the file names. */
  async function fluidOf(): Promise<FluidOf> {
    const levels = await readLevels(store, input.twin.levels);
    const byType = new Map(levels.map((one) => [one.geometry.type, one]));
    const geometries = new Map(levels.map((one) => [one.geometry.type, one.geometry]));
    const file = input.conditions?.name ?? "";
    checkNames(conditions.fluid.keys(), levels, file);
    return (row) => {
      const tube = { component_type: "absorber_tube" as const, row };
      const path = [...parentsOf(geometries, tube), tube];
      for (const one of path.toReversed()) {
        const names = byType.get(one.component_type)?.names;
        const found =
          conditions.fluid.get(names?.dtId(one.row) ?? "") ??
          conditions.fluid.get(names?.pcs(one.row) ?? "");
        if (found) return found;
      }
      return conditions.fluid.get("");
    };
  }
};

/** @throws FILE_REFUSED for names that no component has */
function checkNames(names: Iterable<string>, levels: readonly ReadLevel[], file: string): void {
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
    file,
  }));
  if (problems.length > 0) throw failure("FILE_REFUSED", ...problems.slice(0, 50));
}

/** Temperatures in °C are one band of decimals. */
function isThermal({ bands, sample }: Raster): boolean {
  return bands === 1 && (sample === "float32" || sample === "float64");
}

function toPixelOf({ epsg, to_map }: Raster, { origin }: Twin): ToPixel {
  const system = lonLatSystem(`EPSG:${epsg}`);
  const back = inverse(to_map);
  if (!system || !back) throw failure("FILE_REFUSED", { reason: "raster_not_georeferenced" });
  const plane = planeAt(origin);
  const [a, b, c, d, e, f] = back;
  return (x, y) => {
    const [east, north] = system.fromLonLat(...plane.toLonLat(x, y));
    return [a * east + b * north + c, d * east + e * north + f];
  };
}

/** Values outside of what the key figure can have are no values. */
function inRange(values: Float32Array | Uint8Array, [least, greatest]: readonly [number, number]) {
  if (values instanceof Uint8Array) return values;
  return values.map((value) => (value >= least && value <= greatest ? value : NaN));
}
