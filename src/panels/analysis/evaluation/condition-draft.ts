// The conditions of a flight as they stand in the form.
import {
  conditionRefusal,
  quantityNames,
  type ConditionRow,
  type Quantity,
  type TemperatureRaster,
} from "../../../domain/evaluation/condition-record.ts";
import { scaleOf, type TemperatureScale } from "../../../domain/raster/temperature.ts";
import { problemText } from "../../../state/shell/fault.ts";
import { t } from "../../../state/shell/locale.ts";
import type { StoredConditions } from "../../../state/settings/evaluation.ts";

export type SingleQuantity = Exclude<Quantity, "fluid">;
export const singleQuantities: readonly SingleQuantity[] = quantityNames.filter(
  (one) => one !== "fluid",
);
export type FluidDraft = { readonly component: string; readonly value: number };

export type ConditionDraft = {
  /** NaN for an empty field. */
  readonly values: Readonly<Record<SingleQuantity, number>>;
  readonly fluids: readonly FluidDraft[];
  /** Values with times, of a file. */
  readonly timed: readonly ConditionRow[];
  /** By the SHA-256 of the file. */
  readonly scales: Readonly<Record<string, TemperatureScale>>;
  /** Of all single images that were exported as TIFF; null until it is chosen. */
  readonly frameScale: TemperatureScale | null;
};

export function draftOf({ rows, rasters, frames }: StoredConditions): ConditionDraft {
  const single = rows.filter(({ measured_at }) => measured_at === null);
  const valueOf = (quantity: Quantity) =>
    single.find((one) => one.quantity === quantity)?.value ?? NaN;
  return {
    values: {
      irradiance: valueOf("irradiance"),
      dni: valueOf("dni"),
      wind: valueOf("wind"),
      ambient: valueOf("ambient"),
      emissivity: valueOf("emissivity"),
      reflected: valueOf("reflected"),
    },
    fluids: single
      .filter(({ quantity }) => quantity === "fluid")
      .map(({ component, value }) => ({ component, value })),
    timed: rows.filter(({ measured_at }) => measured_at !== null),
    scales: Object.fromEntries(
      rasters.flatMap(({ sha256, unit, factor, offset }) =>
        unit ? [[sha256, scaleOf({ unit, factor, offset })] as const] : [],
      ),
    ),
    frameScale: frames?.scale ?? null,
  };
}

export function rowsOf({ values, fluids, timed }: ConditionDraft): ConditionRow[] {
  const entered = { measured_at: null, source: "entered" } as const;
  return [
    ...timed,
    ...singleQuantities
      .filter((quantity) => !Number.isNaN(values[quantity]))
      .map((quantity) => ({ quantity, component: "", value: values[quantity], ...entered })),
    ...fluids
      .filter(({ value }) => !Number.isNaN(value))
      .map(({ component, value }) => ({
        quantity: "fluid" as const,
        component: component.trim(),
        value,
        ...entered,
      })),
  ];
}

/** Proposals for quantities that the form does not have. */
export function openProposals(
  { proposed }: StoredConditions,
  { timed, fluids, values }: ConditionDraft,
): ConditionRow[] {
  return proposed.filter(
    ({ quantity }) =>
      !timed.some((one) => one.quantity === quantity) &&
      (quantity === "fluid" ? fluids.length === 0 : Number.isNaN(values[quantity])),
  );
}

/** Values with times: those of the form, and those that the file of the survey has beside them. */
export function timedOf(stored: StoredConditions, draft: ConditionDraft): ConditionRow[] {
  const ofFile = openProposals(stored, draft).filter(({ measured_at }) => measured_at !== null);
  return [...draft.timed, ...ofFile];
}

/** Why these conditions cannot be saved, with the quantity that it is about; null where they can. */
export function refusalWords(rows: readonly ConditionRow[]): string | null {
  const refusal = conditionRefusal(rows);
  if (!refusal) return null;
  const row = rows[Number(/^rows\.(\d+)\./.exec(refusal.field ?? "")?.[1])];
  const name = row && t(`evaluation:quantity.${row.quantity}`);
  const place = row?.component ? `${name} (${row.component})` : name;
  return place ? `${place}: ${problemText(refusal)}` : problemText(refusal);
}

export function rastersOf({ scales }: ConditionDraft): TemperatureRaster[] {
  return Object.entries(scales).map(([sha256, scale]) => ({ sha256, ...scale }));
}
