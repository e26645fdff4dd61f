// The key-figure catalogue: what a survey measures, ids 1 to 67. Names stand in key-figure.json of every locale.
import type { ComponentType, Technology } from "./component.ts";
import type { ColumnKind } from "./column.ts";
import { troughKeyFigures } from "./key-figure-trough.ts";
import { photovoltaicKeyFigures } from "./key-figure-photovoltaic.ts";

/** Which end of the scale is bad; `both` means deviation from zero either way. */
export type Direction = "higher_is_worse" | "lower_is_worse" | "both" | "neutral";

/** One class of a classified key figure; `severity` 0 (good) to 3 (act now). */
export type KeyFigureClass = {
  readonly value: number;
  readonly key: string;
  readonly severity: 0 | 1 | 2 | 3;
};

export type KeyFigure = {
  readonly id: number;
  /** snake_case; also the key of its name and description in key-figure.json of every locale. */
  readonly key: string;
  readonly technology: Technology;
  readonly component_type: ComponentType;
  /** UCUM-like display unit; "" where the value has none. */
  readonly unit: string;
  readonly kind: ColumnKind;
  readonly direction: Direction;
  /** Classes of a `u8` key figure; empty for a measured one. */
  readonly classes: readonly KeyFigureClass[];
  /**
   * Severity limits of an `f32` key figure, ascending, in its unit: good | watch | poor | act.
   * For `both` they apply to the absolute value, for `lower_is_worse` they descend.
   */
  readonly limits: readonly number[];
  /** Values outside are refused at import. */
  readonly range: readonly [number, number];
  /** Smallest step that means something; values are stored rounded to it. */
  readonly step: number;
  /** Ramp id of domain/ramp.ts for a measured key figure. */
  readonly ramp: string;
  /** Key figure that hides this one when present (infrared intensity behind glass tube temperature). */
  readonly hidden_by?: number;
  /** Only shown with "show all key figures". */
  readonly expert?: boolean;
  /** Where the definition and the limits come from. */
  readonly source: string;
};

export const keyFigures: readonly KeyFigure[] = [
  ...troughKeyFigures,
  ...photovoltaicKeyFigures,
].sort((a, b) => a.id - b.id);

const byId = new Map(keyFigures.map((keyFigure) => [keyFigure.id, keyFigure]));

/** The key figure with this id, or undefined. */
export function keyFigureById(id: number): KeyFigure | undefined {
  return byId.get(id);
}
