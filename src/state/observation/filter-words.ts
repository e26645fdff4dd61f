// A filter on values as text: "Damage seen on the module: Hail, Bird".
import type { ObservationColumn } from "../../domain/observation/observation-column.ts";
import type { ObservationFilter } from "../../domain/observation/observation-query.ts";
import { formatNumber, t } from "../shell/locale.ts";
import { columnName, columnValueWords } from "./words.ts";

export function valueFilterWords(
  filter: ObservationFilter,
  columns: ReadonlyMap<string, ObservationColumn>,
): string {
  if (!("column_id" in filter)) return "";
  const column = columns.get(filter.column_id);
  if (!column) return filter.column_id;
  const name = columnName(column);
  if (filter.kind === "value") {
    const values = filter.values.map((value) => columnValueWords(column, value));
    return `${name}: ${values.join(", ")}`;
  }
  if (filter.kind !== "range") return name;
  const [from, to] = [filter.min, filter.max].map((one) =>
    one === null ? "" : formatNumber(one, 6),
  );
  if (filter.max === null) return `${name} ≥ ${from}`;
  if (filter.min === null) return `${name} ≤ ${to}`;
  return t("observation:range_words", { name, from: from ?? "", to: to ?? "" });
}
