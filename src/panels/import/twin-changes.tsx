// What becomes of the components, by type: counts, names, and a button that shows them on the map.
import { useSetAtom } from "jotai";
import { MapPin } from "lucide-react";
import { showChanges, type ShownFate, type TwinChanges } from "../../state/import/twin-preview.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { IconButton } from "../../ui/button.tsx";
import css from "./import.module.css";

const kinds = ["kept", "new", "returned", "changed", "moved", "removed", "orphans"] as const;

type Kind = (typeof kinds)[number];

/** What the server listed of this kind. */
function listedOf(all: TwinChanges, component_type: string, kind: Kind) {
  const isType = (one: { component_type: string }) => one.component_type === component_type;
  if (kind === "orphans") {
    const rows = all.orphan_rows.find(isType);
    // In a preview, some of them are only in the files.
    return {
      list: all.orphans.filter(isType),
      rows: rows && { ...rows, isOnMap: !all.preview },
    };
  }
  const isSame = (one: { component_type: string; fate: ShownFate }) =>
    isType(one) && one.fate === kind;
  const rows = all.changed_rows.find(isSame);
  return {
    list: all.changes.filter(isSame),
    rows: rows && { ...rows, isOnMap: kind !== "new" && kind !== "returned" },
  };
}

export function TwinChangeTable(all: TwinChanges) {
  const show = useSetAtom(showChanges);
  const { by_type } = all;
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
              const { list, rows } = listedOf(all, counts.component_type, kind);
              const count = counts[kind];
              return (
                <tr key={kind} data-kind={kind}>
                  <th scope="row">
                    <Names label={t(`import:change.${kind}`)} list={list} count={count} />
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

/** Components that would move to another parent, by type. */
export function RegroupedList(all: TwinChanges) {
  const show = useSetAtom(showChanges);
  return (
    <ul className={css.regrouped}>
      {all.regrouped_rows.map((rows) => {
        const list = all.regrouped.filter((one) => one.component_type === rows.component_type);
        const type = t(`component:type.${rows.component_type}.many`);
        const count = rows.runs.reduce((sum, length, at) => (at % 2 === 1 ? sum + length : sum), 0);
        return (
          <li key={rows.component_type}>
            <Names label={`${type}: ${formatNumber(count)}`} list={list} count={count} />
            <IconButton
              label={t("import:preview.show", { type, kind: t("import:preview.other_parent") })}
              size="sm"
              onPress={() => show({ ...rows, isOnMap: true })}
            >
              <MapPin size={14} aria-hidden="true" />
            </IconButton>
          </li>
        );
      })}
    </ul>
  );
}

/** The label, and below it the names where the server listed them. */
function Names({
  label,
  list,
  count,
}: {
  label: string;
  list: TwinChanges["orphans"];
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
