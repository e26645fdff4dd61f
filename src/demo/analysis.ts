// The common parts of all synthetic analyses: conditions, columns by key figure, gaps in the flight.
import { MISSING_U8, type ColumnValues } from "../domain/column/column.ts";
import type { ComponentType } from "../domain/component/component.ts";
import { causesOfFaultType, derivedFaultTypes } from "../domain/key-figure/derived-fault-type.ts";
import { faultTypeFigureOf } from "../domain/key-figure/fault-type.ts";
import { keyFigureByKey, type KeyFigure } from "../domain/key-figure/key-figure.ts";
import { roundToStep } from "../domain/key-figure/severity.ts";
import type { LevelDraft } from "../domain/twin/twin-draft.ts";
import { hashed } from "./random.ts";
import { evaluationSettings } from "../domain/evaluation/evaluation-settings.ts";
import { COVERAGE } from "../domain/evaluation/tube/tube-heat.ts";
import type { Weather } from "../domain/evaluation/tube/receiver-heat.ts";

export type AnalysisConditions = Weather & {
  /** Random seed of the plant; the same for all its analyses. */
  readonly seed: number;
  /** Number of the flight, which decides its measurement noise. */
  readonly flight: number;
  /** Years since the plant went into operation. */
  readonly year: number;
  /** Days since the mirrors or modules were last cleaned. */
  readonly daysSinceCleaning: number;
};

/** Columns by key-figure ID, in the row order of the draft. */
export type AnalysisColumns = Map<number, ColumnValues>;

export function figureOf(key: string): KeyFigure {
  const figure = keyFigureByKey(key);
  if (figure === undefined) throw new RangeError(`no key figure ${key}`);
  return figure;
}

/**
 * Adds the column of a key figure; `valueOf` gives the value by row, NaN for a missing value. Values are
 * rounded to the key figure's step and clamped to its range.
 */
export function addColumn(
  columns: AnalysisColumns,
  key: string,
  count: number,
  valueOf: (row: number) => number,
): void {
  const figure = figureOf(key);
  const [least, most] = figure.range;
  const values = figure.kind === "u8" ? new Uint8Array(count) : new Float32Array(count);
  const missing = figure.kind === "u8" ? MISSING_U8 : NaN;
  for (let row = 0; row < count; row++) {
    const value = valueOf(row);
    values[row] = Number.isNaN(value)
      ? missing
      : roundToStep(figure, Math.min(most, Math.max(least, value)));
  }
  columns.set(figure.id, values);
}

/** Brightness (0 to 1) of a clean surface in the images, and the noise of the mean of a component. */
const CLEAN_BRIGHTNESS = 0.25;
const BRIGHTNESS_NOISE = 0.002;
const { veil_gain, veil_gain_share, brightness_error } = evaluationSettings;

/**
 * Twice the standard uncertainty of the light that dust takes, as the evaluation states it.
 * @param lost per cent of the light
 * @param noise 0 to 1: how noisy the image of this component is
 */
export function lostLightUncertainty(lost: number, noise: number): number {
  const brightness = Math.hypot(BRIGHTNESS_NOISE * (0.5 + noise), brightness_error);
  const byBrightness = (100 * veil_gain * brightness) / (1 - CLEAN_BRIGHTNESS);
  return COVERAGE * Math.hypot(byBrightness, lost * veil_gain_share);
}

/** Centres of a level's components in metres east and north of the first component's first corner. */
export function middlesOf(level: LevelDraft): { x: Float32Array; y: Float32Array } {
  // About: the made-up values are drawn from these places, and journeys know them.
  const metresPerDegree = 111_320;
  const lon0 = level.rings[0] ?? 0;
  const lat0 = level.rings[1] ?? 0;
  const perLon = metresPerDegree * Math.cos((lat0 * Math.PI) / 180);
  const x = new Float32Array(level.count);
  const y = new Float32Array(level.count);
  for (let row = 0; row < level.count; row++) {
    const from = level.ringOffsets[row] ?? 0;
    const to = level.ringOffsets[row + 1] ?? from;
    let lon = 0;
    let lat = 0;
    for (let v = from; v < to; v++) {
      lon += level.rings[v * 2] ?? 0;
      lat += level.rings[v * 2 + 1] ?? 0;
    }
    x[row] = (lon / (to - from) - lon0) * perLon;
    y[row] = (lat / (to - from) - lat0) * metresPerDegree;
  }
  return { x, y };
}

/**
 * Inspection validity of a row: 0 valid, 1 valid with note, 2 not inspected. Drones miss stretches, not
 * single components, so all rows of a `stretch` have the same validity.
 */
export function inspectionOf(conditions: AnalysisConditions, stretch: number): 0 | 1 | 2 {
  const chance = hashed(conditions.seed, 7001 + conditions.flight, stretch);
  if (chance < 0.006) return 2;
  return chance < 0.03 ? 1 : 0;
}

/** Adds the fault types that follow from the columns so far, as an import gives them. */
export function addFaultTypes(columns: AnalysisColumns, types: readonly ComponentType[]): void {
  for (const type of types) {
    const causes = causesOfFaultType(type).flatMap(({ id }) => columns.get(id) ?? []);
    const count = Math.max(0, ...causes.map(({ length }) => length));
    const found = derivedFaultTypes(type, count, ({ id }) => columns.get(id));
    const figure = faultTypeFigureOf(type);
    if (found && figure && count > 0) columns.set(figure.id, found);
  }
}
