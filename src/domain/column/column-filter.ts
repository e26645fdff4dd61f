// Evaluates filters over columns, names and parent links into one mask by row.
import type { ColumnValues } from "./column.ts";
import { MISSING_U8 } from "./column.ts";
import { ancestorRows } from "./column-group.ts";
import { severitiesOf } from "./column-severity.ts";
import { differenceClasses, UNKNOWN } from "./difference.ts";
import { NO_ROW, type Names } from "../component/component-index.ts";
import { ancestorTypesOf, type ComponentType } from "../component/component.ts";
import type { Filter } from "./filter.ts";
import { foldedLetters } from "../text.ts";
import { keyFigureById, type KeyFigure } from "../key-figure/key-figure.ts";

/** One level of the twin as filters see it. */
export type FilterLevel = {
  readonly row_count: number;
  readonly names: Names;
  /** Row of the parent type by row, NO_ROW for none. */
  readonly parent: Uint32Array;
  /** 1 if the component exists; null if all rows do. */
  readonly exists: Uint8Array | null;
};

export type FilterSource = {
  readonly levels: ReadonlyMap<ComponentType, FilterLevel>;
  /** By key-figure ID. For a key figure that was not measured no row has a value. */
  readonly columns: ReadonlyMap<number, ColumnValues>;
  /** Severity limits of the plant by key-figure ID, if they differ from the catalogue's. */
  readonly limits?: ReadonlyMap<number, readonly number[]>;
  /** The components that a condition beside the key figures means; undefined where that is not known. */
  readonly markedBy?: (filter: MarkFilter) => readonly Marked[] | undefined;
  /** Difference classes by row; undefined where the two analyses cannot be compared. */
  readonly changeOf?: (filter: ChangeFilter) => Uint8Array | undefined;
};
/** Conditions on what is known beside the key figures (plant/marked-component.ts). */
export type MarkFilter = Extract<Filter, { kind: "known" | "repair" | "property" }>;
/** Components of a type, by row or by name. */
export type Marked = {
  readonly component_type: ComponentType;
  readonly rows?: Uint32Array;
  readonly dt_ids?: readonly string[];
};
export type ChangeFilter = Extract<Filter, { kind: "change" }>;

/**
 * 1 for every row of `type` that exists and meets all filters.
 *
 * A condition on a key figure of a level above is checked on the ancestor. One of a level below is met if
 * at least one descendant meets it. One on images, observations, findings or custom properties is met by the
 * components themselves and by those that contain one. One of another branch (mirrors, for absorber tubes) or of an unknown
 * ID is met by no row.
 * @throws RangeError if the level of `type` or of a condition is missing from the source.
 */
export function evaluateFilters(
  filters: readonly Filter[],
  type: ComponentType,
  source: FilterSource,
): Uint8Array {
  const steps = filterSteps(filters, type, source);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Names are read one by one, so a level of a million takes a third of a second: so many are read in one step. */
const NAMES_PER_STEP = 5000;

/** The same in steps, between which the caller may do other work: a step takes some milliseconds. */
export function* filterSteps(
  filters: readonly Filter[],
  type: ComponentType,
  source: FilterSource,
): Generator<undefined, Uint8Array> {
  const level = levelOf(source, type);
  const mask =
    level.exists === null ? new Uint8Array(level.row_count).fill(1) : level.exists.slice();
  for (const filter of filters) {
    if (filter.kind === "text") yield* applyText(mask, level.names, filter.text);
    else if (filter.kind === "within") yield* applyWithin(mask, type, filter, source);
    else if (isMarkFilter(filter)) yield* applyMarked(mask, type, filter, source);
    else applyColumn(mask, type, filter, source);
    yield;
  }
  return mask;
}

function levelOf(source: FilterSource, type: ComponentType): FilterLevel {
  const level = source.levels.get(type);
  if (level === undefined) throw new RangeError(`the level ${type} is missing`);
  return level;
}

/** Rows of the level `above` by row of `type`, or null if `above` is no ancestor type. */
function rowsAbove(source: FilterSource, type: ComponentType, above: ComponentType) {
  const chain = [type, ...ancestorTypesOf(type)];
  const steps = chain.indexOf(above);
  if (steps < 0) return null;
  const parents = chain.slice(0, steps).map((one) => levelOf(source, one).parent);
  return ancestorRows(parents, levelOf(source, type).row_count);
}

type Steps<Result = void> = Generator<undefined, Result>;

function* applyText(mask: Uint8Array, names: Names, text: string): Steps {
  const wanted = foldedLetters(text);
  for (let row = 0; row < mask.length; row++) {
    if (row % NAMES_PER_STEP === 0) yield;
    if (mask[row] === 0) continue;
    const isFound =
      foldedLetters(names.pcs(row)).includes(wanted) ||
      foldedLetters(names.dtId(row)).includes(wanted);
    if (!isFound) mask[row] = 0;
  }
}

function* applyWithin(
  mask: Uint8Array,
  type: ComponentType,
  filter: Extract<Filter, { kind: "within" }>,
  source: FilterSource,
): Steps {
  const above = rowsAbove(source, type, filter.component_type);
  const target =
    above === null ? -1 : yield* rowByDtId(levelOf(source, filter.component_type), filter.dt_id);
  for (let row = 0; row < mask.length; row++) {
    if (target < 0 || above?.[row] !== target) mask[row] = 0;
  }
}

function* rowByDtId(level: FilterLevel, dtId: string): Steps<number> {
  for (let row = 0; row < level.row_count; row++) {
    if (row % NAMES_PER_STEP === 0) yield;
    if (level.names.dtId(row) === dtId) return row;
  }
  return -1;
}

export function isMarkFilter(filter: Filter): filter is MarkFilter {
  return filter.kind === "known" || filter.kind === "repair" || filter.kind === "property";
}

function* applyMarked(
  mask: Uint8Array,
  type: ComponentType,
  filter: MarkFilter,
  source: FilterSource,
): Steps {
  const marked = source.markedBy?.(filter);
  if (!marked) {
    mask.fill(0);
    return;
  }
  const isWanted = new Uint8Array(mask.length);
  for (const { component_type, rows, dt_ids } of marked) {
    const level = source.levels.get(component_type);
    const above = level && rowsAbove(source, component_type, type);
    if (!level || !above) continue;
    const mark = (row: number) => {
      const at = above[row] ?? NO_ROW;
      if (at < mask.length && level.exists?.[row] !== 0) isWanted[at] = 1;
    };
    rows?.forEach(mark);
    if (!dt_ids) continue;
    const names = new Set(dt_ids);
    for (let row = 0; row < level.row_count; row++) {
      if (row % NAMES_PER_STEP === 0) yield;
      if (names.has(level.names.dtId(row))) mark(row);
    }
  }
  const isAbsent = filter.kind === "known" && !filter.present;
  for (let row = 0; row < mask.length; row++) mask[row]! &= isWanted[row]! ^ Number(isAbsent);
}

type ColumnFilter = Extract<Filter, { key_figure_id: number }>;

function applyColumn(
  mask: Uint8Array,
  type: ComponentType,
  filter: ColumnFilter,
  source: FilterSource,
): void {
  const keyFigure = keyFigureById(filter.key_figure_id);
  if (keyFigure === undefined) {
    mask.fill(0);
    return;
  }
  const levelType = keyFigure.component_type;
  const rows = levelType === type ? mask.length : levelOf(source, levelType).row_count;
  const met = meets(filter, keyFigure, source, rows);
  if (levelType === type) {
    for (let row = 0; row < mask.length; row++) mask[row]! &= met[row] as number;
    return;
  }
  const above = rowsAbove(source, type, levelType);
  if (above !== null) {
    for (let row = 0; row < mask.length; row++) mask[row]! &= met[above[row] ?? NO_ROW] ?? 0;
    return;
  }
  const fromBelow = new Uint8Array(mask.length);
  const below = rowsAbove(source, levelType, type);
  const exists = levelOf(source, levelType).exists;
  if (below !== null) {
    for (let row = 0; row < rows; row++) {
      const parent = below[row] as number;
      if (met[row] === 1 && parent < mask.length && exists?.[row] !== 0) fromBelow[parent] = 1;
    }
  }
  for (let row = 0; row < mask.length; row++) mask[row]! &= fromBelow[row] as number;
}

/** 1 by row of the key figure's own level where the condition is met. */
function meets(
  filter: ColumnFilter,
  keyFigure: KeyFigure,
  source: FilterSource,
  rowCount: number,
): Uint8Array {
  if (filter.kind === "change") return changed(filter, source, rowCount);
  const met = new Uint8Array(rowCount);
  const values = source.columns.get(keyFigure.id) ?? new Float32Array(0);
  // A column may be older than the twin: its missing rows have no value.
  const rows = Math.min(rowCount, values.length);
  const missing = values instanceof Uint8Array ? MISSING_U8 : NaN;
  if (filter.kind === "present") {
    const absent = filter.present ? 0 : 1;
    met.fill(absent);
    for (let row = 0; row < rows; row++) {
      const value = values[row] as number;
      if (value === value && value !== missing) met[row] = 1 - absent;
    }
  } else if (filter.kind === "range") {
    // Columns hold float32: a bound typed as 0.1 must meet the stored 0.1.
    const min = filter.min === null ? -Infinity : Math.fround(filter.min);
    const max = filter.max === null ? Infinity : Math.fround(filter.max);
    for (let row = 0; row < rows; row++) {
      const value = values[row] as number;
      met[row] = value >= min && value <= max && value !== missing ? 1 : 0;
    }
  } else {
    const wanted = new Uint8Array(256);
    for (const value of filter.values) if (value >= 0 && value < MISSING_U8) wanted[value] = 1;
    const isSeverity = filter.by === "severity" || !(values instanceof Uint8Array);
    const classes = isSeverity
      ? severitiesOf(values, keyFigure, source.limits?.get(keyFigure.id))
      : values;
    for (let row = 0; row < rows; row++) met[row] = wanted[classes[row] as number] as number;
  }
  return met;
}

/** Without a comparison nothing is known to have changed, or to be as it was. */
function changed(filter: ChangeFilter, source: FilterSource, rowCount: number): Uint8Array {
  const met = new Uint8Array(rowCount);
  const changes = source.changeOf?.(filter);
  if (!changes) return met;
  const wanted = differenceClasses.map((one) => (filter.values.includes(one) ? 1 : 0));
  for (let row = 0; row < rowCount; row++) met[row] = wanted[changes[row] ?? UNKNOWN] as number;
  return met;
}
