// Checks the values of a result file against catalogue and twin, and collects them in columns.
import { MISSING_U8 } from "../column/column.ts";
import { storedValue } from "../column/column-codec.ts";
import type { ComponentDirectory, Found } from "../component/component-directory.ts";
import type { ComponentType, Technology } from "../component/component.ts";
import { failure, type Problem, type Refusal } from "../error.ts";
import { keyFigureById, keyFigureByKey, type KeyFigure } from "../key-figure/key-figure.ts";
import { unitConversion, unitsFor } from "../key-figure/unit.ts";
import { limits } from "../limits.ts";
import { fillImpliedClasses, type CollectedColumn } from "./implied-class.ts";

/** Place in the file; both count from 1. */
export type Place = { readonly line?: number; readonly feature?: number };

/** An image that the file assigns to a component. */
export type NamedImage = { readonly component: Found; readonly file_name: string };

export type CollectedResult = {
  readonly columns: ReadonlyMap<number, CollectedColumn>;
  readonly images: readonly NamedImage[];
  readonly value_count: number;
  /** Entries without a value: nulls and blank cells. */
  readonly empty_count: number;
  /** Those of them that erase a value: a blank cell leaves it. */
  readonly erased_count: number;
  /** What looks wrong and is imported all the same. */
  readonly warnings: readonly Problem[];
};

/** The unit of values in the file; `toKeyFigure` is absent where the file states none. */
export type GivenUnit = { readonly toKeyFigure?: (value: number) => number };
const notStated: GivenUnit = {};

export type ResultCollector = {
  /** Finds the component; otherwise records a problem and answers null. */
  component(by: "dt_id" | "pcs", name: string, place: Place): Found | null;
  /** Finds the key figure by ID or key; otherwise records a problem and answers null. */
  keyFigure(name: number | string, place: Place): KeyFigure | null;
  /** The unit that the file states, undefined for none; records a problem and answers null for another one. */
  unit(keyFigure: KeyFigure, written: string | undefined, place: Place): GivenUnit | null;
  /** `value` null means that the component has no value. */
  add(
    component: Found,
    keyFigure: KeyFigure,
    value: number | null,
    place: Place,
    unit?: GivenUnit,
  ): void;
  /** Counts a cell without a value; the component keeps the value it has. */
  addBlank(): void;
  addImage(component: Found, fileName: string): void;
  problem(problem: Problem): void;
  /** Adds to the warnings. */
  note(problem: Problem): void;
  /** @throws Failure FILE_REFUSED with the problems, if there are any */
  finish(): CollectedResult;
};

/** The reader stops after this many problems. */
const MAX_PROBLEMS = 10_000;

export function resultCollector(
  directory: ComponentDirectory,
  technology: Technology,
  file: string,
): ResultCollector {
  const columns = new Map<number, CollectedColumn>();
  const images: NamedImage[] = [];
  const units = new Map<string, GivenUnit>();
  /** Greatest amount of the values of a percentage without a stated unit, by key figure. */
  const percentages = new Map<KeyFigure, number>();
  const problems: Problem[] = [];
  const notes: Problem[] = [];
  const more = new Map<string, Problem>();
  let problemCount = 0;
  let valueCount = 0;
  let blankCount = 0;
  let erasedCount = 0;
  let lastName = "";
  let last: Found | null = null;
  const rowCounts = new Map<ComponentType, number>(
    directory.levels.map(({ type, names }) => [type, names.count]),
  );

  function problem(found: Problem): void {
    problemCount += 1;
    if (problems.length < limits.reportedProblems) problems.push({ file, ...found });
    else countMore(found);
    if (problemCount > MAX_PROBLEMS) refuse();
  }

  function refuse(): never {
    throw failure("FILE_REFUSED", ...problems, ...more.values());
  }

  /** One entry for each reason and field of those that are not listed, see problem-fold.ts. */
  function countMore({ reason, field }: Problem): void {
    const key = `${reason} ${field ?? ""}`;
    const count = 1 + Number(more.get(key)?.values?.["count"] ?? 0);
    const values = { count, of: reason };
    more.set(key, { reason: "more_problems", values, ...(field !== undefined && { field }) });
  }

  function component(by: "dt_id" | "pcs", name: string, place: Place): Found | null {
    // Files often list the values of a component one after the other.
    if (by === "dt_id" && name === lastName && last !== null) return last;
    const found = by === "dt_id" ? directory.byDtId(name) : directory.byPcs(name);
    if (found === undefined || found === "ambiguous") {
      const reason = found === undefined ? "component_unknown" : "pcs_ambiguous";
      problem({ reason, values: { name: shown(name) }, field: by, ...place });
      return null;
    }
    if (by === "dt_id") {
      lastName = name;
      last = found;
    }
    return found;
  }

  function keyFigure(name: number | string, place: Place): KeyFigure | null {
    const known = typeof name === "number" ? keyFigureById(name) : keyFigureByKey(name);
    const values = { name: typeof name === "number" ? name : shown(name) };
    const field = "key_figure_id";
    if (known === undefined) problem({ reason: "key_figure_unknown", values, field, ...place });
    else if (known.technology !== technology) {
      problem({ reason: "key_figure_other_technology", values, field, ...place });
    } else return known;
    return null;
  }

  function columnOf(keyFigure: KeyFigure): CollectedColumn {
    const known = columns.get(keyFigure.id);
    if (known) return known;
    const rows = rowCounts.get(keyFigure.component_type) ?? 0;
    const values =
      keyFigure.kind === "u8"
        ? new Uint8Array(rows).fill(MISSING_U8)
        : new Float32Array(rows).fill(NaN);
    const column = { keyFigure, values, given: new Uint8Array(rows) };
    columns.set(keyFigure.id, column);
    return column;
  }

  function unit(figure: KeyFigure, written: string | undefined, place: Place): GivenUnit | null {
    if (written === undefined) return notStated;
    const key = `${figure.id} ${written}`;
    const known = units.get(key);
    if (known) return known;
    const toKeyFigure = unitConversion(figure.unit, written);
    if (toKeyFigure !== null) {
      units.set(key, { toKeyFigure });
      return { toKeyFigure };
    }
    const offered = unitsFor(figure.unit).join(", ");
    const values = { unit: shown(written), key_figure: figure.key, offered };
    const reason = offered === "" ? "unit_not_expected" : "unit_unknown";
    problem({ reason, values, field: "unit", ...place });
    return null;
  }

  function add(
    found: Found,
    figure: KeyFigure,
    given: number | null,
    place: Place,
    { toKeyFigure }: GivenUnit = notStated,
  ): void {
    const field = "value";
    const value = given === null || !toKeyFigure ? given : toKeyFigure(given);
    if (found.type !== figure.component_type) {
      const values = { key_figure: figure.key, component_type: found.type };
      problem({ reason: "component_of_other_type", values, field, ...place });
      return;
    }
    const fault = value === null ? null : valueFault(figure, value);
    if (fault !== null) {
      problem({ ...fault, field, ...place });
      return;
    }
    const column = columnOf(figure);
    if (column.given[found.row] === 1) {
      problem({ reason: "value_twice", values: { key_figure: figure.key }, field, ...place });
      return;
    }
    column.given[found.row] = 1;
    if (value === null) {
      erasedCount += 1;
      return;
    }
    valueCount += 1;
    if (figure.unit === "%" && !toKeyFigure) {
      percentages.set(figure, Math.max(percentages.get(figure) ?? 0, Math.abs(value)));
    }
    column.values[found.row] = storedValue(figure, value);
  }

  return {
    component,
    keyFigure,
    unit,
    add,
    problem,
    addBlank: () => void (blankCount += 1),
    addImage: (found, file_name) => void images.push({ component: found, file_name }),
    note: (problem) => void notes.push(problem),
    finish() {
      if (problemCount > 0) refuse();
      fillImpliedClasses(columns);
      return {
        columns,
        images,
        value_count: valueCount,
        empty_count: blankCount + erasedCount,
        erased_count: erasedCount,
        warnings: [
          ...notes,
          ...[...percentages].flatMap(([figure, greatest]) => smallPercentage(figure, greatest)),
        ],
      };
    },
  };
}

/** A percentage that never exceeds 1 was probably meant as a fraction; zeros alone are zeros in both. */
function smallPercentage({ key }: KeyFigure, greatest: number): Problem[] {
  if (greatest === 0 || greatest > 1) return [];
  const values = { greatest: Number(greatest.toPrecision(3)) };
  return [{ reason: "percentage_like_fraction", field: key, values }];
}

/**
 * Why an import that brings nothing is refused: it would only delete. An entry without a value erases one
 * value, so a file of such entries has a purpose unless it replaces everything.
 */
export function emptyResultRefusal(
  { value_count, erased_count }: Pick<CollectedResult, "value_count" | "erased_count">,
  { delete_before, has_images }: { delete_before: boolean; has_images: boolean },
): Refusal | null {
  if (has_images || value_count + (delete_before ? 0 : erased_count) > 0) return null;
  return { reason: "result_without_values" };
}

/** Why a value cannot be stored for the key figure, or null. Imports and manual edits use this rule. */
export function valueFault(keyFigure: KeyFigure, value: number): Problem | null {
  const [least, greatest] = keyFigure.range;
  if (keyFigure.kind === "u8") {
    return keyFigure.classes.some((known) => known.value === value)
      ? null
      : { reason: "value_not_a_class", values: { value: shownNumber(value) } };
  }
  if (value >= least && value <= greatest) return null;
  const unit = keyFigure.unit;
  const values = { value: shownNumber(value), least, greatest, unit };
  return { reason: "value_out_of_range", values };
}

function shown(name: string): string {
  return name.length > 80 ? `${name.slice(0, 79)}…` : name;
}

/** Infinity has no JSON form, so it becomes a text. */
function shownNumber(value: number): number | string {
  return Number.isFinite(value) ? value : value < 0 ? "-∞" : "∞";
}
