// The values of a column that can be entered by one press; a long list is chosen from a menu instead.
import { keyFigureById } from "../../domain/key-figure/key-figure.ts";
import type { ObservationColumn } from "../../domain/observation/observation-column.ts";
import type { ColumnValue } from "../../domain/observation/observation.ts";
import { formatValue } from "../../state/plant/column/value-words.ts";

/** More buttons than this are harder to search than a menu. */
const MOST_BUTTONS = 10;
const MOST_COLOURS = 6;

export type QuickOption = {
  readonly id: string;
  readonly label: string;
  readonly value: ColumnValue;
  readonly colour?: string;
};

/**
 * Null where the values are typed or too many.
 * @param used the values that a column has, most frequent first
 */
export function quickOptions(
  { id, ccp_column, pi_column }: ObservationColumn,
  used: (columnId: string) => readonly { value: ColumnValue }[],
): QuickOption[] | null {
  const options = allOptions(ccp_column, pi_column?.pi_id ?? 0, () => used(id));
  return options.length > 0 && options.length <= MOST_BUTTONS ? options : null;
}

function allOptions(
  property: ObservationColumn["ccp_column"],
  figureId: number,
  used: () => readonly { value: ColumnValue }[],
): QuickOption[] {
  if (property?.data_type === "options") {
    return (property.options ?? []).map(({ id, label }) => ({ id, label, value: id }));
  }
  if (property?.data_type === "color") {
    return used()
      .slice(0, MOST_COLOURS)
      .map(({ value }) => {
        const colour = String(value);
        return { id: colour, label: colour, value, colour };
      });
  }
  const figure = keyFigureById(figureId);
  if (property || !figure || figure.kind !== "u8") return [];
  return figure.classes.map(({ value }) => ({
    id: String(value),
    label: formatValue(figure, value),
    value,
  }));
}
