// What the uploaded files say of the conditions of their survey.
import {
  MOST_CONDITION_LINES,
  type ConditionRow,
  type Quantity,
  type SurveyFrames,
  type SurveyRasterFile,
  type TemperatureRaster,
} from "../../domain/evaluation/condition-record.ts";
import { conditionFilesOf, conditionSteps } from "../../domain/evaluation/survey-condition.ts";
import { limits } from "../../domain/limits.ts";
import { readFlir } from "../../domain/image/flir-file.ts";
import { medianOf, upperMedianOf } from "../../domain/median.ts";
import { proposedUnit, scaleOf, type TemperatureScale } from "../../domain/raster/temperature.ts";
import type { Context } from "../context.ts";
import { openTable } from "../file-reader/table/open-table.ts";
import {
  listEvaluatedFiles,
  listRadiometricFiles,
  listRasterFiles,
  listTemperatureImages,
} from "../store/plant/analysis/evaluated-file.ts";
import { readOrthomosaics } from "../store/plant/analysis/orthomosaic.ts";
import { stepsInTurns } from "../turn.ts";

type Parts = Pick<Context, "db" | "files">;
type Reading = Pick<Context, "readers" | "viewer">;

/** Images that are asked: those of one camera say the same. */
const MOST_IMAGES = 3;

/**
 * The rows of the conditions file, and what the thermal cameras were set to for quantities that it lacks. A file
 * that cannot be read proposes nothing: the evaluation says what is wrong with it.
 * @param time_zone of the plant (IANA), for times that state none
 */
export async function proposedConditions(
  { db, files, readers, viewer }: Parts & Reading,
  analysis_id: number,
  time_zone: string,
): Promise<ConditionRow[]> {
  const all = await listEvaluatedFiles(db, analysis_id);
  const [file] = conditionFilesOf(all).found;
  const rows: ConditionRow[] = [];
  // More than a user can send by hand is read by the evaluation alone, in a process of its own.
  if (file && file.bytes <= limits.referenceCsvBytes) {
    const { name, key } = file;
    const asked = { name, heads: "conditions" as const, owner: viewer.account_id };
    const opened = await files
      .read(key)
      .then((bytes) => openTable(readers, { ...asked, bytes: new Uint8Array(bytes) }))
      .catch(() => null);
    const reading = { time_zone, most_lines: MOST_CONDITION_LINES };
    const read = opened && (await stepsInTurns(conditionSteps(opened.table, reading)));
    if (read?.problems.length === 0) rows.push(...read.rows);
  }
  const known = new Set(rows.map(({ quantity }) => quantity));
  return [
    ...rows,
    ...(await ofImages({ db, files }, analysis_id)).filter(({ quantity }) => !known.has(quantity)),
  ];
}

async function ofImages({ db, files }: Parts, analysis_id: number): Promise<ConditionRow[]> {
  const said = new Map<Quantity, number[]>();
  for (const { key } of await listRadiometricFiles(db, analysis_id, MOST_IMAGES)) {
    const jpeg = await files.read(key).catch(() => null);
    const flir = jpeg && readFlir(jpeg);
    if (!flir || typeof flir === "string") continue;
    const { emissivity, reflected_c, air_c } = flir.surroundings;
    for (const [quantity, value] of [
      ["emissivity", emissivity],
      ["reflected", reflected_c],
      ["ambient", air_c],
    ] as const) {
      const values = said.get(quantity);
      if (values) values.push(value);
      else said.set(quantity, [value]);
    }
  }
  return [...said].map(([quantity, values]) => ({
    quantity,
    component: "",
    measured_at: null,
    value: Math.round(upperMedianOf(values) * 100) / 100,
    source: "proposed",
  }));
}

/** The rasters of an analysis, what a user confirmed of each, and what its orthomosaic shows. */
export async function surveyRasters(
  { db }: Pick<Parts, "db">,
  analysis_id: number,
  confirmed: readonly TemperatureRaster[],
): Promise<SurveyRasterFile[]> {
  const mosaics = await readOrthomosaics(db, analysis_id);
  const temperatures = new Map(
    mosaics.map(({ row, file }) => [file.file_name, row.temperature ?? null]),
  );
  const all = await listRasterFiles(db, analysis_id);
  return all.map(({ name, sha256 }) => {
    const { unit, factor, offset } = confirmed.find((one) => one.sha256 === sha256) ?? {
      unit: null,
    };
    const shown = temperatures.get(name) ?? null;
    return {
      file_name: name,
      sha256,
      unit,
      factor: factor ?? null,
      offset: offset ?? null,
      proposed: shown && scaleOf(shown),
      values: shown?.values ?? null,
    };
  });
}

/** The single images that were exported as TIFF; a unit is proposed where it fits each of them. */
export async function surveyFrames(
  { db }: Pick<Parts, "db">,
  analysis_id: number,
  said: TemperatureScale | null,
): Promise<SurveyFrames | null> {
  const rows = await listTemperatureImages(db, analysis_id);
  const all = rows.flatMap(({ temperature_values }) => temperature_values ?? []);
  if (all.length === 0) return null;
  const units = new Set(all.map((values) => proposedUnit(values, null).unit));
  const [unit = null] = units.size === 1 ? units : [];
  return {
    count: all.length,
    scale: said && scaleOf(said),
    proposed: unit && scaleOf({ unit }),
    values: {
      low: all.reduce((least, { low }) => Math.min(least, low), Infinity),
      median: medianOf(all.map(({ median }) => median)),
      high: all.reduce((most, { high }) => Math.max(most, high), -Infinity),
    },
  };
}
