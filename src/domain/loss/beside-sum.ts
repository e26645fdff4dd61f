// What may be lost beside a sum of losses: by modules whose fault is not confirmed, and by components without a value.
import { z } from "zod";
import { valueAt, type ColumnValues } from "../column/column.ts";
import { componentTypeShape } from "../column/filter.ts";
import type { ComponentType } from "../component/component.ts";
import {
  validityKeys,
  validityOf,
  type WithheldReason,
} from "../key-figure/inspection-validity.ts";
import {
  keyFigureById,
  keyFigureByKey,
  withUncertainty,
  type KeyFigure,
} from "../key-figure/key-figure.ts";
import { addLoss, isAddedLoss, lossOf, noLoss, type Loss } from "./component-loss.ts";
import { addSpread, spreadOf, wholeUncertainty, type LossSpread } from "./loss-spread.ts";
import { moduleWatts, type LossPlant } from "./module-power.ts";

/** Key figures of modules that tell whether one that is there is offline. */
const judgedBy = { there: "module_missing", offline: "module_offline" } as const;
/** Class of a module that is not missing. */
const THERE = 0;
const judgedIds = Object.values(judgedBy).map((key) => keyFigureByKey(key)!.id);
/** The key figures that say how components were inspected. */
export const validityIds: readonly number[] = [...validityKeys].map(
  (key) => keyFigureByKey(key)!.id,
);

/** All of them. */
export const besideIds: readonly number[] = [...validityIds, ...judgedIds];

/**
 * These key figures, those that state their uncertainty, and those that say which components may be faulty beside a loss.
 * Who looks does not change what a plant may lose, so these count where a viewer does not see them, too.
 */
export function withLossFacts(ids: readonly number[]): number[] {
  return [...new Set([...withUncertainty(ids), ...besideIds])];
}

/** Components of a type whose loss is in no sum. */
export const leftOutShape = z.object({
  component_type: componentTypeShape,
  /** Those that may be faulty: the greatest loss has them. */
  unconfirmed: z.number().int(),
  /** Those of which nothing is known. */
  unmeasured: z.number().int(),
  /** All that exist. */
  component_count: z.number().int(),
});
export type LeftOut = z.infer<typeof leftOutShape>;

/** What adds less to the upper end, as a part of the ± of the sum, is not seen beside it. */
const LEAST_PART = 0.1;

/**
 * The greatest loss where all modules of an unconfirmed fault have lost their whole power: no fault costs more. It is the
 * upper end of the sum with them.
 * @returns null where there are none, where they add less than is seen, or where the power of a module is not known
 */
export function greatestLoss(
  sum: { readonly loss: Loss; readonly spread: LossSpread },
  unconfirmed: number,
  plant: LossPlant,
): Loss | null {
  const watts = moduleWatts(plant);
  if (unconfirmed === 0 || watts === null) return null;
  const more = lossOf("power_loss", unconfirmed * watts, plant);
  const all = addLoss(sum.loss, more);
  const spread = addSpread(sum.spread, spreadOf("power_loss", more, noLoss, plant));
  const most = addLoss(all, wholeUncertainty(all, spread));
  const wide = wholeUncertainty(sum.loss, sum.spread);
  return most.mwh - sum.loss.mwh - wide.mwh < LEAST_PART * wide.mwh ? null : most;
}

/** Classes of validity of components that may be offline, and of those that may be missing. No loss of them is stated. */
const mayBe = {
  offline: ["warm_not_sure", "around_not_sure"],
  missing: ["like_ground"],
} as const satisfies Record<string, readonly WithheldReason[]>;

/** Class numbers of these reasons. */
const classesOf = ({ classes }: KeyFigure, reasons: readonly WithheldReason[]) =>
  classes.flatMap(({ key, value }) => (reasons.some((one) => one === key) ? [value] : []));

type Counted = {
  readonly key_figure_id: number;
  /** Components with a value. */
  readonly value_count: number;
  readonly component_count: number;
};
type CountedColumn = Pick<Counted, "key_figure_id" | "value_count"> & {
  /** Components by class number; null where they are not known. */
  readonly class_counts: readonly number[] | null;
};

/**
 * Of the parts of a sum, what is not in it: by what columns say together, as `unconfirmedRows` by components.
 * @param columns of the survey, with those of `withLossFacts`
 */
export function leftOutOf(parts: readonly Counted[], columns: readonly CountedColumn[]): LeftOut[] {
  const columnOf = (id: number | undefined) =>
    columns.find(({ key_figure_id }) => key_figure_id === id);
  return parts.flatMap(({ key_figure_id, value_count, component_count }) => {
    // It is stated at faulty components alone.
    if (isAddedLoss(key_figure_id)) return [];
    const absent = component_count - value_count;
    if (absent <= 0) return [];
    const { component_type } = keyFigureById(key_figure_id)!;
    const validity = validityOf(component_type);
    const counts = columnOf(validity?.id)?.class_counts ?? [];
    const inClasses = (reasons: readonly WithheldReason[]) =>
      validity ? classesOf(validity, reasons).reduce((sum, one) => sum + (counts[one] ?? 0), 0) : 0;
    const [there, offline] = component_type === "module" ? judgedIds.map(columnOf) : [];
    const unjudged =
      there && offline ? (there.class_counts?.[THERE] ?? 0) - offline.value_count : 0;
    const all = inClasses(mayBe.missing) + Math.max(inClasses(mayBe.offline), unjudged);
    const unconfirmed = Math.min(absent, all);
    return [{ component_type, unconfirmed, unmeasured: absent - unconfirmed, component_count }];
  });
}

/**
 * True for the row of a component without a loss that may be faulty: its validity says so, or it is there, and nothing says
 * whether it is offline, as where another fault of a module is sure beside a border of a mosaic.
 */
export function unconfirmedRows(
  type: ComponentType,
  valuesOf: (key: string) => ColumnValues | undefined,
): (row: number) => boolean {
  const validity = validityOf(type);
  const classes = validity ? valuesOf(validity.key) : undefined;
  const unsure = validity ? classesOf(validity, [...mayBe.missing, ...mayBe.offline]) : [];
  const [there, offline] =
    type === "module" ? [valuesOf(judgedBy.there), valuesOf(judgedBy.offline)] : [];
  return (row) => {
    if (classes && unsure.includes(valueAt(classes, row))) return true;
    return there && offline
      ? valueAt(there, row) === THERE && Number.isNaN(valueAt(offline, row))
      : false;
  };
}

export const unconfirmedSum = (all: readonly Pick<LeftOut, "unconfirmed">[]): number =>
  all.reduce((sum, { unconfirmed }) => sum + unconfirmed, 0);
