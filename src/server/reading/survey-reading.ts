// Measures the components of a plant in the thermal rasters of a survey: the columns go into files.
import { failure, isFailure } from "../../domain/error.ts";
import type { Twin } from "../../domain/component/component-index.ts";
import { MISSING_U8 } from "../../domain/column/column.ts";
import { evaluationSettings as settings } from "../../domain/evaluation/evaluation-settings.ts";
import { normalisation } from "../../domain/evaluation/irradiance.ts";
import { moduleFindings, type MeasuredModule } from "../../domain/evaluation/module-finding.ts";
import { modulePattern } from "../../domain/evaluation/module-pattern.ts";
import { surveyRaster, type ToPixel } from "../../domain/evaluation/raster-survey.ts";
import { readConditions } from "../../domain/evaluation/survey-condition.ts";
import type { SurveyLog } from "../../domain/evaluation/survey-log.ts";
import { planeAt } from "../../domain/geometry/plane.ts";
import { keyFigureByKey } from "../../domain/key-figure/key-figure.ts";
import { inverse, type Raster } from "../../domain/raster/raster.ts";
import { openRaster } from "../raster/open-raster.ts";
import { objectSource } from "../raster/range-source.ts";
import { readLevel } from "../store/plant/twin-object.ts";
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

/** Classes of the inspection's validity. */
const [VALID, WITH_NOTE, NOT_INSPECTED] = [0, 1, 2];

export const reading: Reading<Input, Result> = async (input) => {
  const store = await storeOf(input.store);
  const level = input.twin.levels.find(({ component_type }) => component_type === "module");
  if (!level) throw failure("RESOURCE_NOT_FOUND", { reason: "twin_missing" });
  const { geometry } = await readLevel(store, level);
  const conditions = await conditionsOf();
  const irradiance = conditions["irradiance"] ?? null;
  const factor = normalisation(irradiance);
  const measured = new Map<number, MeasuredModule>();
  const looks = new Map<number, number>();
  const validity = new Uint8Array(geometry.count).fill(NOT_INSPECTED);
  const ignored: string[] = [];
  let pixels = 0;
  for (const file of input.rasters) {
    try {
      const raster = await openRaster(await objectSource(store, file.key));
      if (!isThermal(raster)) ignored.push(file.name);
      else pixels += await measure(raster);
    } catch (cause) {
      if (!isFailure(cause)) throw cause;
      throw failure(cause.code, ...cause.problems.map((one) => ({ ...one, file: file.name })));
    }
  }
  const rows = [...measured.values()].toSorted((a, b) => a.row - b.row);
  const found = moduleFindings(geometry, rows, factor, settings);
  for (let row = 0; row < geometry.count; row++) {
    if (!(geometry.length[row]! > 0)) validity[row] = MISSING_U8;
  }
  const columns = [];
  const known = new Set(input.known);
  if (rows.length > 0) found["module_inspection_validity"] = validity;
  for (const [key, values] of Object.entries(found)) {
    const keyFigure = keyFigureByKey(key);
    if (!keyFigure || rows.length === 0) continue;
    // The evaluation decides for each component, also that it has no value.
    const given = new Uint8Array(geometry.count).fill(1);
    columns.push(
      await writeColumnFile(
        input.folder,
        { keyFigure, values: inRange(values, keyFigure.range), given },
        known,
      ),
    );
  }
  const inputs = [...input.rasters, ...(input.conditions ? [input.conditions] : [])];
  const log: SurveyLog = {
    inputs: inputs.map(({ name, sha256 }) => ({ name, sha256 })),
    ignored,
    conditions,
    settings,
    factor: Number.isNaN(factor) ? null : factor,
    twin_version: input.twin.version,
    measured: rows.length,
    not_inspected: validity.reduce((sum, one) => sum + (one === NOT_INSPECTED ? 1 : 0), 0),
    pixels,
  };
  return { columns, log };

  async function conditionsOf(): Promise<Record<string, number>> {
    if (!input.conditions) return {};
    const { key, name } = input.conditions;
    const read = readConditions(new Uint8Array(await store.read(key)));
    if (read.problems.length > 0) {
      throw failure(
        "FILE_REFUSED",
        ...read.problems.map((problem) => ({ ...problem, file: name })),
      );
    }
    const means = Object.entries(read.conditions.values);
    return Object.fromEntries(means.map(([quantity, { mean }]) => [quantity, mean]));
  }

  /** Where rasters overlap, the one with more pixels of the component counts. */
  async function measure(raster: Raster): Promise<number> {
    return surveyRaster(raster, geometry, toPixelOf(raster, input.twin), settings, (one) => {
      const { row, statistics, pixels: zone, frame, pixel_m2, is_whole } = one;
      if ((looks.get(row) ?? 0) >= statistics.valid) return;
      looks.set(row, statistics.valid);
      // Without an irradiance no pattern is judged; the temperature is.
      const scale = Number.isNaN(factor) ? 1 : factor;
      const pattern = modulePattern(zone, frame, scale, pixel_m2, settings);
      const noise_k = (MEDIAN_ERROR * statistics.spread) / Math.sqrt(statistics.valid);
      measured.set(row, { row, median: statistics.median, noise_k, pattern });
      const isSure = is_whole && irradiance !== null && irradiance >= settings.least_irradiance;
      validity[row] = isSure ? VALID : WITH_NOTE;
    });
  }
};

/** Standard error of a median over that of a mean. */
const MEDIAN_ERROR = Math.sqrt(Math.PI / 2);

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
