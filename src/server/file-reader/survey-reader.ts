// Measures the components of a plant in the thermal rasters of a survey: the columns go into files.
import { createHash } from "node:crypto";
import { conditionsOfSurvey, type SurveyTimes } from "./table/condition-file.ts";
import { failure, isFailure, type Problem } from "../../domain/error.ts";
import type { Twin } from "../../domain/component/component-index.ts";
import {
  conditionsOf,
  leftOut,
  type ConditionRow,
  type TemperatureRaster,
} from "../../domain/evaluation/condition-record.ts";
import { EVALUATION_METHOD } from "../../domain/evaluation/evaluation-age.ts";
import { settingsWith, type EvaluationChanges } from "../../domain/evaluation/evaluation-limit.ts";
import { withAbnormality } from "../../domain/evaluation/abnormality.ts";
import { flaggedFindings } from "../../domain/evaluation/flagged-finding.ts";
import { sharpness } from "../../domain/evaluation/spot/least-hotspot.ts";
import { moduleLossColumns } from "../../domain/evaluation/loss-columns.ts";
import { moduleSurvey } from "../../domain/evaluation/module/module-survey.ts";
import { joinedValidity } from "../../domain/evaluation/doubt/joined-validity.ts";
import { isVisibleAlone, joinedColumns } from "../../domain/evaluation/joined-column.ts";
import { formulasOf } from "../../domain/evaluation/survey-formula.ts";
import { worstFindings } from "../../domain/evaluation/worst-finding.ts";
import { tubeSurvey, type FluidOf } from "../../domain/evaluation/tube/tube-survey.ts";
import { checkedGround } from "../../domain/evaluation/place/checked-ground.ts";
import type { RasterControl } from "../../domain/evaluation/place/control-point.ts";
import { isPlacedAt, isPlaceSure } from "../../domain/evaluation/registration.ts";
import { surveySharp } from "../../domain/evaluation/spot/edge-blur.ts";
import { filesWithLostShapes } from "../../domain/evaluation/spot/spot-shape.ts";
import {
  surveyedType,
  type RasterRegistration,
  type SurveyLog,
} from "../../domain/evaluation/survey-log.ts";
import type { StatedWiring } from "../../domain/loss/wiring.ts";
import { groundPlane } from "../../domain/geometry/ground-geometry.ts";
import type { TemperatureScale } from "../../domain/raster/temperature.ts";
import { isPlaceless, requirePlaced } from "../../domain/raster/placeless.ts";
import { keyFigureByKey } from "../../domain/key-figure/key-figure.ts";
import { withoutZeroUncertainty } from "../../domain/key-figure/uncertainty.ts";
import { limits } from "../../domain/limits.ts";
import { openRaster } from "../raster/open-raster.ts";
import { objectSource } from "../raster/range-source.ts";
import { readLevels } from "../store/plant/twin-object.ts";
import { writeColumnFile } from "./table/column-file.ts";
import { fillOf } from "./raster/filled-rim.ts";
import { readGroundLevel } from "./raster/ground-level.ts";
import { visitImages } from "./picture/image-part.ts";
import { cutPictures, type FindingPicture, type PlacedRaster } from "./picture/finding-picture.ts";
import { isVisible, visibleSurvey } from "./picture/visible-part.ts";
import type { Reader } from "./reader.ts";
import { rowPart, type RowPlant } from "./row-part.ts";
import { bytesOf, fluidOf, inCelsius, inRange, meansOf, toPixelOf } from "./survey-input.ts";
import { placerOf } from "./raster/raster-placer.ts";
import { namedFindings, type FoundFinding } from "../../domain/evaluation/finding-review.ts";
import { besideRaster, type Beside } from "./raster/world-place.ts";
import { storeOf, type StoreAccess } from "./store-access.ts";

type SurveyFile = { readonly key: string; readonly name: string; readonly sha256: string };
type Input = {
  readonly store: StoreAccess;
  readonly twin: Twin;
  readonly rasters: readonly (SurveyFile & { readonly beside: Beside })[];
  /** They count for components that no raster shows in a place that is sure. */
  readonly images: Parameters<typeof visitImages>[1];
  /** Images that cannot be placed: why, and the file. */
  readonly unplaced: readonly Problem[];
  /** Exported as TIFF, and counted by their JPEGs instead. */
  readonly by_jpeg: number;
  /** How its rows follow the sun. */
  readonly plant: RowPlant;
  /** Rasters that a user says to be temperatures. */
  readonly temperatures: readonly TemperatureRaster[];
  /** What a user says of the numbers of images that were exported as TIFF. */
  readonly image_temperatures: TemperatureScale | null;
  /** Where a person says that rasters lie. */
  readonly control_points: readonly RasterControl[];
  /** Entered by hand, imported or confirmed; the file has what they lack. */
  readonly entered: readonly ConditionRow[];
  readonly conditions: SurveyFile | null;
  /** Tables that are no conditions by their names. */
  readonly other_tables: readonly string[];
  /** When it was flown: only conditions of that time count. */
  readonly times: SurveyTimes;
  readonly limits: EvaluationChanges;
  /** Folder for the columns. */
  readonly folder: string;
  readonly known: readonly number[];
  /** Key figures with imported values, which are left as they are. */
  readonly imported: readonly number[];
  /** dt_ids of components that a reviewer has judged. */
  readonly judged: readonly string[];
  /** Version of the product. */
  readonly version: string;
  /** How the modules are wired, and the power of one in W. */
  readonly wiring: StatedWiring;
  readonly rated_w: number | null;
};

type Result = {
  readonly columns: readonly Awaited<ReturnType<typeof writeColumnFile>>[];
  readonly log: SurveyLog;
  readonly findings: readonly FoundFinding[];
  /** Of the worst findings, out of rasters whose place is sure. */
  readonly pictures: readonly FindingPicture[];
};

export const reader: Reader<Input, Result> = async (input) => {
  const store = await storeOf(input.store);
  const type = surveyedType(input.twin);
  if (!type) throw failure("RESOURCE_NOT_FOUND", { reason: "twin_missing" });
  const level = input.twin.levels.find(({ component_type }) => component_type === type)!;
  const { geometry, names } = await readGroundLevel(store, input.twin, level);
  const settings = settingsWith(input.limits);
  const { rows, counted, notes } = await countedRows();
  const conditions = conditionsOf(rows);
  const modules = type === "module" ? moduleSurvey(geometry, conditions, settings) : null;
  const tubes = modules ? null : tubeSurvey(geometry, conditions, await fluid(), settings);
  const survey = modules ?? tubes!;
  const [ignored, unconfirmed]: [string[], string[]] = [[], []];
  const unplaced: Problem[] = [...input.unplaced];
  const filled: { file: string; value: number }[] = [];
  const lostShapes = filesWithLostShapes(type);
  const [registrations, placedRasters]: [RasterRegistration[], PlacedRaster[]] = [[], []];
  const rowsPart = await rowPart(store, input.twin, input.plant, settings);
  const sharp = sharpness(settings, geometry);
  const visible = await visibleSurvey(store, input.twin, type, settings);
  const placer = placerOf(input.control_points, input.twin.origin);
  // What a raster shows in a place that is sure needs no image.
  const inRaster = new Uint8Array(geometry.count);
  let pixels = 0;
  for (const [source, file] of input.rasters.entries()) {
    try {
      const beside = await besideRaster(store, file.name, file.beside, input.twin.origin);
      const raster = await openRaster(await objectSource(store, file.key), undefined, beside);
      const stated = toPixelOf(raster, input.twin);
      const confirmed = input.temperatures.find(({ sha256 }) => sha256 === file.sha256);
      if (!confirmed) {
        if (raster.value_bands === 1) unconfirmed.push(file.name);
        else if (!isVisible(raster)) ignored.push(file.name);
        else {
          const place = placer(file, stated);
          const one = await visible.visit(file.name, raster, stated, place, rowsPart.visitRaster);
          if (one) registrations.push(one);
        }
        continue;
      }
      if (raster.value_bands !== 1)
        throw failure("FILE_REFUSED", { reason: "raster_no_temperatures" });
      const fill = await fillOf(raster, confirmed, type);
      if (fill !== null) filled.push({ file: file.name, value: fill });
      const celsius = inCelsius(raster, confirmed, fill, type);
      const placed = await placer(file, stated)(celsius, geometry);
      const found = await checkedGround(celsius, geometry, placed);
      registrations.push({ file: file.name, found: found?.registration ?? null });
      const is_placed = found !== null && isPlaceSure(found);
      const toPixel = found?.toPixel ?? stated;
      if (is_placed) {
        placedRasters.push({ kind: "thermal", raster: celsius, toPixel });
        await rowsPart.visitRaster(celsius, found);
      }
      pixels += await surveySharp(celsius, geometry, toPixel, settings, (one) => {
        const isThere = is_placed && isPlacedAt(found, geometry, one.row);
        if (isThere) {
          sharp.add(one);
          inRaster[one.row] = 1;
        }
        lostShapes.visit(file.name, one);
        return survey.visit({ ...one, source, file: file.name, is_placed: isThere });
      });
    } catch (cause) {
      if (!isFailure(cause)) throw cause;
      const problems = cause.problems.map((one) => ({ ...one, file: file.name }));
      if (!isPlaceless(problems)) throw failure(cause.code, ...problems);
      // One file without a place says nothing of the others.
      unplaced.push(...problems);
    }
  }
  const looks = await visitImages(store, input.images, {
    geometry,
    plane: groundPlane(input.twin.origin),
    settings,
    scale: input.image_temperatures,
    isShown: (row, is_thermal) => (is_thermal ? inRaster[row] === 1 : visible.isInRaster(row)),
    rows: rowsPart,
    visible,
    visit(one) {
      if (one.is_placed) sharp.add(one);
      // Images are of another time than the rasters.
      survey.visit({ ...one, source: input.rasters.length });
    },
  });
  if (looks.used.length === 0) requirePlaced(input.rasters, unplaced);
  const columns = [];
  const [outputs, kept]: [Record<string, string>, string[]] = [{}, []];
  const beyond_range: Record<string, number> = {};
  const seen = visible.columns();
  const { columns: measuredColumns, ...counts } = joinedValidity(
    survey.columns(),
    geometry,
    survey.validity,
    visible,
  );
  const joined = withAbnormality(joinedColumns(measuredColumns, seen.own));
  const found = { ...joined, ...moduleLossColumns(geometry, joined, input.wiring, input.rated_w) };
  const all = withoutZeroUncertainty<Float32Array | Uint8Array>({
    ...found,
    ...seen.mirrors,
    ...rowsPart.columns(),
  });
  for (const [key, values] of Object.entries(all)) {
    const keyFigure = keyFigureByKey(key);
    if (!keyFigure) throw new RangeError(`there is no key figure ${key}`);
    if (input.imported.includes(keyFigure.id)) {
      kept.push(key);
      continue;
    }
    // The evaluation decides for each component, also that it has no value.
    const given = new Uint8Array(values.length).fill(1);
    const { kept: possible, beyond } = inRange(values, keyFigure.range);
    if (beyond > 0) beyond_range[key] = beyond;
    const column = { keyFigure, values: possible, given };
    outputs[key] = createHash("sha256").update(bytesOf(column.values)).digest("hex");
    columns.push(await writeColumnFile(input.folder, column, new Set(input.known)));
  }
  const inputs = [...input.rasters, ...looks.used, ...(input.conditions ? [input.conditions] : [])];
  const judged = new Set(input.judged);
  const own = flaggedFindings(geometry, found, {
    isUnsure: () => false,
    isVisible: (key, row) => isVisibleAlone(measuredColumns, seen.own, key, row),
    isJudged: (row) => judged.has(names.dtId(row)),
    settings,
  });
  const findings = [
    ...namedFindings(type, names, own),
    ...visible.mirrorFindings(seen.mirrors, judged),
    ...rowsPart.findings(judged),
  ];
  const worst = worstFindings(type, found, geometry.count);
  const placedAll = [...placedRasters, ...visible.placed];
  const pictures = await cutPictures(placedAll, { type, geometry, names }, worst, {
    folder: input.folder,
    most: { bytes: limits.findingPictureBytes, findings: limits.findingPictures },
  });
  const pictured = new Set(pictures.map(({ dt_id }) => dt_id)).size;
  const log: SurveyLog = {
    version: input.version,
    method: EVALUATION_METHOD,
    inputs: inputs.map(({ name, sha256 }) => ({ name, sha256 })),
    temperatures: input.temperatures,
    image_temperatures: input.image_temperatures,
    control_points: input.control_points,
    visible: visible.files,
    ignored,
    false_colour: visible.falseColour,
    unconfirmed,
    unplaced,
    filled,
    nearest: lostShapes.files(),
    range_ends: survey.range_ends(),
    registrations,
    images: { ...looks.counts, by_jpeg: input.by_jpeg },
    image_places: looks.places,
    least_hotspot:
      modules &&
      sharp.least(conditions.values.irradiance?.mean ?? null, modules.seen(measuredColumns)),
    condition_rows: rows,
    condition_lines: counted,
    condition_notes: notes,
    other_tables: input.other_tables,
    conditions: meansOf(conditions),
    left_out: leftOut(type, conditions),
    settings,
    wiring: input.wiring,
    rated_w: input.rated_w,
    twin_version: input.twin.version,
    ...counts,
    implausible: [...survey.implausible(), ...visible.implausible()],
    is_contradicted: tubes?.isContradicted() ?? false,
    pixels: pixels + looks.pixels + visible.pixels(),
    beyond_range,
    kept,
    close_ups: { findings: worst.length, pictured },
    flagged: findings.filter(({ reasons }) => reasons.length > 0).length,
    formulas: formulasOf(Object.keys(all)),
    outputs,
  };
  return { columns, log, findings, pictures };

  async function fluid(): Promise<FluidOf> {
    const levels = await readLevels(store, input.twin.levels);
    const isEntered = input.entered.some(({ quantity }) => quantity === "fluid");
    return fluidOf(conditions.fluid, levels, isEntered ? undefined : input.conditions?.name);
  }

  function countedRows() {
    const { entered, conditions: file, times } = input;
    const asked = file && { name: file.name, read: () => store.read(file.key) };
    return conditionsOfSurvey(entered, asked, times);
  }
};
