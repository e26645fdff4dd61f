// What follows from the values of one component, after a person changed one of them: its class and its fault type.
import { MISSING_U8, valueAt, type ColumnValues } from "../../domain/column/column.ts";
import type { ComponentType } from "../../domain/component/component.ts";
import { withAbnormality } from "../../domain/evaluation/abnormality.ts";
import {
  causesOfFaultType,
  derivedFaultTypes,
} from "../../domain/key-figure/derived-fault-type.ts";
import { faultTypeFigureOf } from "../../domain/key-figure/fault-type.ts";
import {
  keyFigureById,
  keyFigureByKey,
  type KeyFigure,
} from "../../domain/key-figure/key-figure.ts";
import type { Database, Services } from "../context.ts";
import { listColumns, readColumn } from "../store/plant/column/column.ts";
import * as journal from "../store/plant/analysis/value-change.ts";

type Parts = Pick<Services, "files">;
/** Columns of one row by key figure, as they are served; without those that the analysis does not have. */
type RowValues = ReadonlyMap<number, ColumnValues>;

export type DerivedAt = {
  readonly analysis_id: number;
  readonly component_type: ComponentType;
  readonly row: number;
  readonly dt_id: string;
};

const abnormality = keyFigureByKey("class_of_abnormality")!;

/** Key figures that follow from others, in the order in which they do: the type follows from the class too. */
function derivedFigures(type: ComponentType): KeyFigure[] {
  const faultType = faultTypeFigureOf(type);
  return [...(type === "module" ? [abnormality] : []), ...(faultType ? [faultType] : [])];
}

/** The values of the component from which its class and its fault type follow, and these themselves. */
export async function readDerived(
  { files }: Parts,
  db: Database,
  { analysis_id, component_type, row }: DerivedAt,
): Promise<RowValues> {
  const derived = derivedFigures(component_type);
  const follows = derived.flatMap((one) => one.follows ?? []);
  const causes = causesOfFaultType(component_type).map(({ id }) => id);
  const ids = [...new Set([...derived.map(({ id }) => id), ...follows, ...causes])];
  const found = new Map<number, ColumnValues>();
  for (const { key_figure_id, summary } of await listColumns(db, [analysis_id], ids)) {
    const values = await readColumn(files, summary.hash);
    const isClasses = values instanceof Uint8Array;
    const none = isClasses ? MISSING_U8 : NaN;
    const own = row < values.length ? values[row]! : none;
    found.set(key_figure_id, isClasses ? Uint8Array.of(own) : Float32Array.of(own));
  }
  return found;
}

/** By every rule the class that follows; MISSING_U8 where none does. A stated class follows from none of them. */
function followed(figure: KeyFigure, type: ComponentType, values: RowValues): number[] {
  const byKey = [...values].flatMap(([id, one]) => {
    const key = keyFigureById(id)?.key;
    return key === undefined ? [] : [[key, one] as const];
  });
  const evaluated = type === "module" ? withAbnormality(Object.fromEntries(byKey)) : {};
  const judged = byKey.some(([key]) => key === "delta_t_normalised") ? evaluated[figure.key] : null;
  const rules = [judged?.[0] ?? MISSING_U8];
  if (figure.id === abnormality.id) return rules;
  return [...rules, derivedFaultTypes(type, 1, ({ id }) => values.get(id))?.[0] ?? MISSING_U8];
}

/**
 * Derives the class and the fault type of a component again, as changes in its history. What was stated otherwise than
 * it followed before stays.
 * @param before from `readDerived`, before the change
 * @param settled key figures that the person has set themselves
 * @returns the key figures that were changed
 */
export async function deriveAgain(
  parts: Parts,
  db: Database,
  at: DerivedAt,
  {
    before,
    settled,
    account_id,
  }: {
    readonly before: RowValues;
    readonly settled: ReadonlySet<number>;
    readonly account_id: number;
  },
): Promise<number[]> {
  const { analysis_id, component_type, row, dt_id } = at;
  const changed: number[] = [];
  for (const figure of derivedFigures(component_type)) {
    const old = before.get(figure.id)?.[0];
    if (old === undefined || settled.has(figure.id)) continue;
    const now = await readDerived(parts, db, at);
    const rules = followed(figure, component_type, before);
    const rule = old === MISSING_U8 ? rules.length - 1 : rules.indexOf(old);
    const next = followed(figure, component_type, now)[rule];
    if (next === undefined || next === now.get(figure.id)?.[0]) continue;
    const column = await journal.lockColumn(db, { analysis_id, key_figure_id: figure.id });
    const value = Number.isNaN(valueAt(Uint8Array.of(next), 0)) ? null : next;
    await journal.addChange(db, parts.files, column, figure, { row, dt_id, value, account_id });
    changed.push(figure.id);
  }
  return changed;
}
