// What becomes of the components, by type: counts, names, and a button that shows them on the map.
import { useSetAtom } from "jotai";
import { MapPin } from "lucide-react";
import { showChanges, type ShownFate, type TwinChanges } from "../../state/import/twin-preview.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { IconButton } from "../../ui/button.tsx";
import css from "./import.module.css";

const kinds = ["kept", "new", "returned", "changed", "moved", "removed", "orphans"] as const;

export function TwinChangeTable({ by_type, changes, changed_rows }: TwinChanges) {
  const show = useSetAtom(showChanges);
  return (
    <table className={css.changes}>
      {by_type.map((counts) => {
        const type = t(`component:type.${counts.component_type}.many`);
        const shown = kinds.filter((kind) => counts[kind] > 0);
        if (shown.length === 0) return null;
        return (
          <tbody key={counts.component_type}>
            <tr>
              <th scope="rowgroup" colSpan={3}>
                {type}
              </th>
            </tr>
            {shown.map((kind) => {
              const isSame = (one: { component_type: string; fate: ShownFate }) =>
                one.component_type === counts.component_type && one.fate === kind;
              const rows = changed_rows.find(isSame);
              const count = counts[kind];
              return (
                <tr key={kind} data-kind={kind}>
                  <th scope="row">
                    <Names
                      label={t(`import:change.${kind}`)}
                      list={changes.filter(isSame)}
                      count={count}
                    />
                  </th>
                  <td>{formatNumber(count)}</td>
                  <td>
                    {rows ? (
                      <IconButton
                        label={t("import:preview.show", { type, kind: t(`import:change.${kind}`) })}
                        size="sm"
                        onPress={() => show(rows)}
                      >
                        <MapPin size={14} aria-hidden="true" />
                      </IconButton>
                    ) : null}
                  </td>
                </tr>
              );
            })}
          </tbody>
        );
      })}
    </table>
  );
}

/** The label, and below it the names where the server listed them. */
function Names({
  label,
  list,
  count,
}: {
  label: string;
  list: TwinChanges["changes"];
  count: number;
}) {
  if (list.length === 0) return label;
  return (
    <details className={css.names}>
      <summary>{label}</summary>
      <ul>
        {list.map(({ dt_id, pcs }) => (
          <li key={dt_id}>{pcs === "" || pcs === dt_id ? dt_id : `${pcs} (${dt_id})`}</li>
        ))}
      </ul>
      {count > list.length ? (
        <p>
          {t("import:preview.more", {
            count: count - list.length,
            n: formatNumber(count - list.length),
          })}
        </p>
      ) : null}
    </details>
  );
}
