// The text of a filter on its chip.
import type { Filter } from "../../../domain/column/filter.ts";
import { keyFigureById, type Severity } from "../../../domain/key-figure/key-figure.ts";
import { t } from "../../shell/locale.ts";
import {
  className,
  componentTypeName,
  formatMeasured,
  formatValue,
  keyFigureName,
  severityName,
} from "../column/value-words.ts";

/** "Heat loss 120 to 180 W/m", "Module: inside T-12". */
export function filterWords(filter: Filter): string {
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
