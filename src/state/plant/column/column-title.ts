// Titles of the columns of the table.
import { atom } from "jotai";
import { keyFigureById } from "../../../domain/key-figure/key-figure.ts";
import type { ComparedColumns } from "../compare/compared-value.ts";
import { tableComparedAtom, type ColumnId, type ComparedColumnId } from "../filter/table.ts";
import { keyFigureTitle } from "./value-words.ts";
import { t } from "../../shell/locale.ts";

/** "Name", "Heat loss (W/m)", "Before (16 Nov 2025)". */
export const columnTitleAtom = atom((get) => {
  const compared = get(tableComparedAtom);
  return (id: ColumnId): string => {
    if (id === "pcs" || id === "dt_id" || id === "path") return t(`table:column.${id}`);
    if (id === "before" || id === "now" || id === "change") {
      return compared ? comparedTitle(id, compared) : id;
    }
    const keyFigure = keyFigureById(Number(id));
    return keyFigure ? keyFigureTitle(keyFigure) : id;
  };
});

function comparedTitle(id: ComparedColumnId, { keyFigure, days }: ComparedColumns): string {
  if (id === "before") return t("table:column.before", { date: days.before });
  if (id === "now") return t("table:column.now", { date: days.after });
  const { unit } = keyFigure;
  return unit === "" ? t("table:column.change") : t("table:column.change_in", { unit });
}
