// The text of a filter on its chip.
import { atom } from "jotai";
import type { Filter } from "../../../domain/column/filter.ts";
import { keyFigureById, type Severity } from "../../../domain/key-figure/key-figure.ts";
import {
  propertyColumnId,
  type ObservationColumn,
} from "../../../domain/observation/observation-column.ts";
import type { ColumnValue } from "../../../domain/observation/observation.ts";
import { columnsByIdAtom } from "../../observation/observation.ts";
import { columnName, columnValueWords } from "../../observation/words.ts";
import { formatNumber, t } from "../../shell/locale.ts";
import { repairStateName } from "../finding/words.ts";
import { filtersAtom } from "./filter.ts";
import {
  className,
  componentTypeName,
  formatMeasured,
  formatValue,
  keyFigureName,
  severityName,
} from "../column/value-words.ts";

type Columns = ReadonlyMap<string, ObservationColumn>;

/** A function that says a filter. The names of custom properties are loaded where a filter asks for one. */
export const filterWordsAtom = atom((get) => {
  const asksProperty = get(filtersAtom).some(({ kind }) => kind === "property");
  const columns = asksProperty ? get(columnsByIdAtom) : undefined;
  return (filter: Filter): string => filterWords(filter, columns);
});

/** "Heat loss 120 to 180 W/m", "Module: inside T-12". @param columns of observations by ID, for custom properties */
export function filterWords(filter: Filter, columns?: Columns): string {
  if (filter.kind === "known") {
    return t(`filter:chip.${filter.present ? "with" : "without"}_${filter.of}`);
  }
  if (filter.kind === "repair") {
    return t("filter:chip.repair", { statuses: filter.values.map(repairStateName).join(", ") });
  }
  if (filter.kind === "property") return propertyWords(filter, columns);
  if (filter.kind === "text") return t("filter:chip.text", { text: filter.text });
  if (filter.kind === "within") {
    const values = { type: componentTypeName(filter.component_type), name: filter.dt_id };
    return t("filter:chip.within", values);
  }
  const keyFigure = keyFigureById(filter.key_figure_id);
  if (!keyFigure) return t("filter:chip.unknown", { id: filter.key_figure_id });
  const name = keyFigureName(keyFigure);
  if (filter.kind === "present") {
    return t(filter.present ? "filter:chip.present" : "filter:chip.missing", { name });
  }
  if (filter.kind === "classes") {
    const words = filter.values.map((value) =>
      filter.by === "severity" ? severityName(value as Severity) : className(keyFigure, value),
    );
    return t("filter:chip.classes", { name, classes: words.join(", ") });
  }
  if (filter.kind === "change") {
    const words = filter.values.map((value) => t(`compare:class.${value}`));
    return t("filter:chip.change", { name, classes: words.join(", ") });
  }
  const { min, max } = filter;
  const unit = formatValue(keyFigure, max ?? min);
  if (min === null) return t("filter:chip.at_most", { name, max: unit });
  if (max === null) return t("filter:chip.at_least", { name, min: unit });
  return t("filter:chip.between", { name, min: formatMeasured(keyFigure, min), max: unit });
}

/** "Frame: bent, cracked", "Torque 12 to 15 Nm"; without its column "Property 4". */
function propertyWords(
  { property_id, values, min, max, text }: Extract<Filter, { kind: "property" }>,
  columns: Columns | undefined,
): string {
  const column = columns?.get(propertyColumnId(property_id));
  const name = column ? columnName(column) : t("filter:chip.property", { id: property_id });
  const words = (value: ColumnValue) => (column ? columnValueWords(column, value) : String(value));
  if (values.length > 0) {
    const typed = values.map((one) => (one === "true" ? true : one === "false" ? false : one));
    return t("filter:chip.classes", { name, classes: typed.map(words).join(", ") });
  }
  if (text !== null) return t("filter:chip.contains", { name, text });
  if (min === null && max === null) return t("filter:chip.known", { name });
  if (min === null) return t("filter:chip.at_most", { name, max: words(max ?? 0) });
  if (max === null) return t("filter:chip.at_least", { name, min: words(min) });
  return t("filter:chip.between", { name, min: formatNumber(min, 6), max: words(max) });
}
