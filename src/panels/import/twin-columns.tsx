// Columns of the files without a known meaning: which one names the components, and which are not used.
import type { TwinChanges } from "../../state/import/twin-preview.ts";
import { t } from "../../state/shell/locale.ts";
import css from "./import.module.css";

export function TwinColumns({ columns }: Pick<TwinChanges, "columns">) {
  const unused = new Set(
    columns.filter(({ used_as }) => used_as === null).map(({ column }) => column),
  );
  const names = columns.filter(({ used_as }) => used_as === "name");
  if (columns.length === 0) return null;
  return (
    <div>
      <h3>{t("import:columns.title")}</h3>
      <ul className={css.mended}>
        {names.map(({ component_type, column }) => (
          <li key={component_type}>
            {t("import:columns.name", { type: t(`component:type.${component_type}.many`), column })}
          </li>
        ))}
        {unused.size > 0 ? (
          <li>{t("import:columns.unused", { columns: [...unused].join(", ") })}</li>
        ) : null}
      </ul>
    </div>
  );
}
