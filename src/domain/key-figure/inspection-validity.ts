// What a survey says of its own inspection: which components were measured, and of which nothing is said.
import type { ComponentType } from "../component/component.ts";
import { keyFigureById, keyFigureByKey, type KeyFigure } from "./key-figure.ts";

export const validityKeys: ReadonlySet<string> = new Set([
  "module_inspection_validity",
  "tube_inspection_validity",
]);

/** Classes of components that were seen, and whose values were withheld all the same. */
export const withheldReasons = [
  "place_not_sure",
  "not_plausible",
  "like_ground",
  "hot_place_not_sure",
  "warm_not_sure",
  "around_not_sure",
  "not_judged",
  "beyond_camera",
] as const;
export type WithheldReason = (typeof withheldReasons)[number];

/** The key figure that says how components of a type were inspected; undefined for a type without one. */
export function validityOf(type: ComponentType): KeyFigure | undefined {
  return [...validityKeys]
    .flatMap((key) => keyFigureByKey(key) ?? [])
    .find(({ component_type }) => component_type === type);
}

export type Withheld = {
  readonly reason: WithheldReason;
  readonly key_figure_id: number;
  /** Number of the class that says so. */
  readonly class_value: number;
  /** Components; more than 0. */
  readonly count: number;
};

type Counted = { readonly key_figure_id: number; readonly histogram: readonly number[] };

/** @param columns with their components by class number; other key figures are left out */
export function withheldOf(columns: readonly Counted[]): Withheld[] {
  return columns.flatMap(({ key_figure_id, histogram }) => {
    const keyFigure = keyFigureById(key_figure_id);
    if (!keyFigure || !validityKeys.has(keyFigure.key)) return [];
    return withheldReasons.flatMap((reason) => {
      const class_value = keyFigure.classes.find(({ key }) => key === reason)?.value;
      const count = class_value === undefined ? 0 : (histogram[class_value] ?? 0);
      return class_value === undefined || count === 0
        ? []
        : [{ reason, key_figure_id, class_value, count }];
    });
  });
}
