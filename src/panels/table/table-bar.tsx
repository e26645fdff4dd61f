// The toolbar of the table: component type, scope, count, columns, export.
import { useAtom, useAtomValue, useSetAtom } from "jotai";
import { Columns3 } from "lucide-react";
import { chooseScope, scopeAtom, type TableScope } from "../../state/plant/filter/filter.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { selectionAtom } from "../../state/plant/component/selection.ts";
import { tableTypeAtom, tableTypesAtom } from "../../state/plant/filter/table.ts";
import { componentTypeName } from "../../state/plant/column/value-words.ts";
import { IconButton } from "../../ui/button.tsx";
import { Segments, Select } from "../../ui/form/choice.tsx";
import { Popover } from "../../ui/overlay.tsx";
import { ExportMenu } from "../export-menu.tsx";
import { Stated } from "../stated.tsx";
import { ColumnChooser } from "./column-chooser.tsx";
import css from "./table.module.css";

export function TableBar({ count }: { count: number }) {
  const types = useAtomValue(tableTypesAtom);
  const [type, setType] = useAtom(tableTypeAtom);
  const scope = useAtomValue(scopeAtom);
  const setScope = useSetAtom(chooseScope);
  const selection = useAtomValue(selectionAtom);
  return (
    <div className={css.bar}>
      {types.length > 1 && type ? (
        <Select
          label={t("table:type")}
          labelHidden
          size="sm"
          options={types.map((id) => ({ id, label: componentTypeName(id, true) }))}
          value={type}
          onChange={setType}
        />
      ) : null}
      <Segments<TableScope>
        label={t("table:scope.label")}
        options={[
          { id: "all", label: t("table:scope.all") },
          {
            id: "selected",
            label: t("table:scope.selected"),
            isDisabled: selection === null && scope !== "selected",
          },
          { id: "in_view", label: t("table:scope.in_view") },
        ]}
        value={scope}
        onChange={setScope}
      />
      <span role="status" className={css.count}>
        {t("table:rows", { n: formatNumber(count) })}
      </span>
      <Stated className={css.count} />
      <Popover
        label={t("table:columns")}
        trigger={
          <IconButton size="sm" label={t("table:columns")}>
            <Columns3 size={15} aria-hidden="true" />
          </IconButton>
        }
      >
        <ColumnChooser />
      </Popover>
      <ExportMenu of="table" count={count} />
    </div>
  );
}
