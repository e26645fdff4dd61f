// Titles of columns.
import { keyFigureById } from "../../domain/key-figure/key-figure.ts";
import { t } from "../../state/shell/locale.ts";
import type { ColumnId } from "../../state/plant/table.ts";
import { keyFigureTitle } from "../../state/plant/value-words.ts";

/** "Name", "Heat loss (W/m)". */
export function columnTitle(id: ColumnId): string {
  const keyFigure = keyFigureById(Number(id));
  if (keyFigure) return keyFigureTitle(keyFigure);
  return id === "pcs" || id === "dt_id" || id === "path" ? t(`table:column.${id}`) : id;
}
