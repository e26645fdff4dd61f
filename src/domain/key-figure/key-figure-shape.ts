// The shape of a row of the key-figure catalogue, and the two constructors.
import type { ComponentType, Technology } from "../component/component.ts";
import type { ColumnKind } from "../column/column.ts";

/** Which end of the scale is bad; `both` means deviation from zero either way. */
export type Direction = "higher_is_worse" | "lower_is_worse" | "both" | "neutral";

/** 0 good, 1 watch, 2 poor, 3 act now. */
export type Severity = 0 | 1 | 2 | 3;

/** One class of a classified key figure. */
export type KeyFigureClass = {
  readonly value: number;
  readonly key: string;
  readonly severity: Severity;
};

/** What one measured value may be wrong by: a fixed part in the unit plus a share of the value. */
export type Uncertainty = { readonly absolute: number; readonly relative: number };

/** `value` of the key figure `by` means `class` here. */
export type ImpliedClass = {
  readonly by: number;
  readonly value: number;
  readonly class: number;
};

export type KeyFigure = {
  readonly id: number;
  /** snake_case; also the key of its name and description in key-figure.json of every locale. */
  readonly key: string;
  readonly technology: Technology;
  readonly component_type: ComponentType;
  /** UCUM-like display unit; "" if the value has none. */
  readonly unit: string;
  readonly kind: ColumnKind;
  readonly direction: Direction;
  /** Classes of a `u8` key figure; empty for a measured one. */
  readonly classes: readonly KeyFigureClass[];
  /**
   * Severity limits of an `f32` key figure in its unit: good | watch | poor | act; a value at a limit
   * has the worse severity. Ascending; for `both` they apply to the absolute value, for
   * `lower_is_worse` they descend. Empty if the value has no severity.
   */
  readonly limits: readonly number[];
  /** Values outside are refused at import. */
  readonly range: readonly [number, number];
  /** Resolution; values are stored rounded to it. */
  readonly step: number;
  /** Ramp id of domain/colour/ramp.ts; `severity` for classes. */
  readonly ramp: string;
  /** Key figure that hides this one if it has values (glass tube temperature hides infrared intensity). */
  readonly hidden_by?: number;
  /** Measured key figure that orders the findings of the same class. */
  readonly ranked_by?: number;
  /** Classified key figure that says in a word what the class stands for: a fault type for a severity. */
  readonly named_by?: number;
  /** Class of a component that has none of its own, where another key figure has this value. */
  readonly implied?: ImpliedClass;
  /** Measured key figure whose limits divide the classes: it says why a component has its class. */
  readonly judged_by?: number;
  /** Key figures of the same component whose worst severity is that of the class, in the order in which they are named as its cause. */
  readonly follows?: readonly number[];
  /** Of a measured key figure, as its source states it. */
  readonly uncertainty?: Uncertainty;
  /** Key figure that states the uncertainty of each value, in the same unit. */
  readonly uncertainty_by?: number;
  /** Measured key figure that decides how this one changed, where both analyses have it: it is free of the weather. */
  readonly compared_by?: number;
  /** Change in the unit that matters: where the uncertainty of two values is larger, the comparison cannot tell. */
  readonly notable_change?: number;
  /** Only shown with "show all key figures". */
  readonly expert?: boolean;
  /** Where the definition and the limits come from. */
  readonly source: string;
};

/** A measured key figure: a number in a unit, with severity limits. */
export function measured(row: Omit<KeyFigure, "kind" | "classes">): KeyFigure {
  return { ...row, kind: "f32", classes: [] };
}

type ClassifiedRow = Pick<KeyFigure, "id" | "key" | "technology" | "component_type" | "source"> & {
  readonly classes: readonly KeyFigureClass[];
  /** `neutral` if the classes are neither good nor bad; otherwise a higher severity is worse. */
  readonly direction?: "neutral";
  readonly hidden_by?: number;
  readonly ranked_by?: number;
  readonly named_by?: number;
  readonly implied?: ImpliedClass;
  readonly judged_by?: number;
  readonly follows?: readonly number[];
  readonly expert?: boolean;
};

/** A classified key figure: a class number, each class with its severity. */
export function classified(row: ClassifiedRow): KeyFigure {
  const values = row.classes.map(({ value }) => value);
  return {
    ...row,
    direction: row.direction ?? "higher_is_worse",
    kind: "u8",
    unit: "",
    limits: [],
    range: [Math.min(...values), Math.max(...values)],
    step: 1,
    ramp: "severity",
  };
}

/** Classes numbered from `first` upward, given as key and severity. */
export function classesFrom(
  first: number,
  ...rows: readonly (readonly [key: string, severity: Severity])[]
): KeyFigureClass[] {
  return rows.map(([key, severity], i) => ({ value: first + i, key, severity }));
}
