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
/** Those that only temperatures give: colours alone tell that a module is there, and nothing of its power. */
const temperatureKeys = ["delta_t_normalised", "hotspots", "bypass_diode", "edge_heating"] as const;
const judgedIds = [...Object.values(judgedBy), ...temperatureKeys].map(
  (key) => keyFigureByKey(key)!.id,
);
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

/**
 * Classes of validity of modules that may be offline or missing where no loss of them is stated. What is beyond the range
 * of the camera is among the hottest.
 */
const mayBe = [
  "like_ground",
  "warm_not_sure",
  "around_not_sure",
  "beyond_camera",
] as const satisfies readonly WithheldReason[];
/** Classes of modules of which the survey says what it judged. */
const judged = ["valid", "valid_with_note", "hot_place_not_sure"] as const;

/** Class numbers by their names. */
const classesOf = ({ classes }: KeyFigure, names: readonly string[]) =>
  classes.flatMap(({ key, value }) => (names.includes(key) ? [value] : []));

type Counted = {
  readonly key_figure_id: number;
  /** Components with a value. */
  readonly value_count: number;
  readonly component_count: number;
  /** Components without a value that may be faulty, by `unconfirmedCount`. */
  readonly unconfirmed: number;
};

/** Of the parts of a sum, what is not in it. */
export function leftOutOf(parts: readonly Counted[]): LeftOut[] {
  return parts.flatMap(({ key_figure_id, value_count, component_count, ...counted }) => {
    // It is stated at faulty components alone.
    if (isAddedLoss(key_figure_id)) return [];
    const absent = component_count - value_count;
    if (absent <= 0) return [];
    const { component_type } = keyFigureById(key_figure_id)!;
    const unconfirmed = Math.min(absent, counted.unconfirmed);
    return [{ component_type, unconfirmed, unmeasured: absent - unconfirmed, component_count }];
  });
}

/** Share of the components whose loss is in a sum, 0 to 1: of the kind of components of which least is known. */
export function knownShare(all: readonly LeftOut[]): number {
  return Math.min(
    1,
    ...all.map(
      ({ unconfirmed, unmeasured, component_count }) =>
        1 - (unconfirmed + unmeasured) / Math.max(1, component_count),
    ),
  );
}

/**
 * True for the row of a module that may be faulty where it has no loss: its validity says so, or temperatures judged it, it
 * is there, and nothing says whether it is offline, as where another fault of it is sure beside a border of a mosaic.
 */
export function unconfirmedRows(
  type: ComponentType,
  valuesOf: (key: string) => ColumnValues | undefined,
): (row: number) => boolean {
  const validity = validityOf(type);
  const classes = validity && type === "module" ? valuesOf(validity.key) : undefined;
  // Columns of others say which modules are faulty: what they leave out is not known.
  if (!validity || !classes) return () => false;
  const [unsure, sure] = [classesOf(validity, mayBe), classesOf(validity, judged)];
  const [there, offline] = [valuesOf(judgedBy.there), valuesOf(judgedBy.offline)];
  const temperatures = temperatureKeys.flatMap((key) => valuesOf(key) ?? []);
  const isKnown = (values: ColumnValues, row: number) => !Number.isNaN(valueAt(values, row));
  return (row) => {
    const own = valueAt(classes, row);
    if (unsure.includes(own)) return true;
    if (!there || !offline || !sure.includes(own)) return false;
    if (valueAt(there, row) !== THERE || isKnown(offline, row)) return false;
    return temperatures.some((values) => isKnown(values, row));
  };
}

/**
 * Modules without a loss that may be faulty.
 * @param losses a key figure of loss, by row of the module
 * @param exists 1 for modules that exist; null where all do
 */
export function unconfirmedCount(
  losses: ColumnValues,
  valuesOf: (key: string) => ColumnValues | undefined,
  exists: ArrayLike<number> | null,
): number {
  const isUnconfirmed = unconfirmedRows("module", valuesOf);
  let count = 0;
  for (let row = 0; row < losses.length; row++) {
    if (exists && exists[row] !== 1) continue;
    if (Number.isNaN(valueAt(losses, row)) && isUnconfirmed(row)) count += 1;
  }
  return count;
}

export const unconfirmedSum = (all: readonly Pick<LeftOut, "unconfirmed">[]): number =>
  all.reduce((sum, { unconfirmed }) => sum + unconfirmed, 0);
