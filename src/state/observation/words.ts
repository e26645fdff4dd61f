// Columns and values of observations as text.
import { kilometresAway } from "../../domain/analysis/far-image.ts";
import type { Plant } from "../../domain/plant/plant.ts";
import { keyFigureById } from "../../domain/key-figure/key-figure.ts";
import {
  shownPropertyValue,
  typeOfColumn,
  type ObservationColumn,
} from "../../domain/observation/observation-column.ts";
import type {
  ColumnValue,
  Observation,
  ObservationImage,
} from "../../domain/observation/observation.ts";
import { isWaitingId } from "../../domain/observation/waiting-observation.ts";
import { unitSuffix } from "../../domain/unit-suffix.ts";
import { formatValue, keyFigureName } from "../plant/column/value-words.ts";
import { problemText } from "../shell/fault.ts";
import type { SiteClock } from "../shell/site-clock.ts";
import { formatNumber, locale, t } from "../shell/locale.ts";

/** The name of the property or key figure. */
export function columnName({ ccp_column, pi_column }: ObservationColumn): string {
  if (ccp_column) return ccp_column.name;
  const figure = keyFigureById(pi_column?.pi_id ?? 0);
  return figure ? keyFigureName(figure) : "";
}

/** A value as it is shown: "Yes", "12.5", "Cracked", "Clean now (80 %)". */
export function columnValueWords(column: ObservationColumn, value: ColumnValue): string {
  const { ccp_column: property, pi_column } = column;
  if (!property) {
    const figure = keyFigureById(pi_column?.pi_id ?? 0);
    if (!figure) return String(value);
    // As it was entered: the steps in which a drone's values are shown say nothing about it.
    if (figure.kind !== "f32") return formatValue(figure, Number(value));
    return withUnit(formatNumber(Number(value), 3), figure.unit);
  }
  if (typeof value === "boolean") return t(value ? "observation:yes" : "observation:no");
  if (property.data_type === "number_range" && typeof value === "number") {
    const number = withUnit(formatNumber(value, 6), property.number_ranges?.unit ?? "");
    const { label } = shownPropertyValue(property, value);
    return label === String(value) ? number : `${label} (${number})`;
  }
  if (typeof value === "number") return formatNumber(value, 6);
  return shownPropertyValue(property, value).label || value;
}

function withUnit(number: string, unit: string): string {
  return `${number}${unitSuffix(unit, locale())}`;
}

/** The colour that the settings of a property give to a value, or null. */
export function columnValueColour(
  { ccp_column }: ObservationColumn,
  value: ColumnValue,
): string | null {
  return ccp_column ? shownPropertyValue(ccp_column, value).colour : null;
}

/** "M-0123", or the ID where the plant has no name for it. */
export function observedName({ fieldgeometry_component: { pcs, dt_id } }: Observation): string {
  return pcs || dt_id;
}

/** When a photo was taken, or that this is not known. One that waits on this device has not been read yet. */
export function takenWords(
  clock: SiteClock,
  { observed_at }: Observation,
  { id, taken_at }: ObservationImage,
): string {
  if (taken_at) return t("observation:taken_at", { at: clock.time(taken_at) });
  const at = clock.time(observed_at);
  return t(isWaitingId(id) ? "observation:observed_on" : "observation:not_taken_at", { at });
}

/** That a photo was taken far from the plant; null where it was not, and where its place is not known. */
export function farWords(plant: Plant | undefined, { lon, lat }: ObservationImage): string | null {
  if (!plant || lon === null || lat === null) return null;
  const kilometres = kilometresAway(plant, lon, lat);
  return kilometres === null
    ? null
    : problemText({ reason: "image_far_from_plant", values: { kilometres } });
}

/** All values of an observation: "Damage: Hail · Motor hours: 120". */
export function valuesWords(
  columns: ReadonlyMap<string, ObservationColumn>,
  { column_values }: Pick<Observation, "column_values">,
): string {
  return column_values
    .flatMap(({ column_id, value }) => {
      const column = columns.get(column_id);
      return column ? `${columnName(column)}: ${columnValueWords(column, value)}` : [];
    })
    .join(" · ");
}

/** The columns in which observations of a component can have values. */
export function columnsOf(
  columns: Iterable<ObservationColumn>,
  type: Observation["fieldgeometry_component"]["component_type"],
): ObservationColumn[] {
  return [...columns].filter((column) => typeOfColumn(column) === type);
}
