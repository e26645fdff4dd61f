// The table of the matrix. Rows are memoized: a row renders only when its own values change.
import { useAtomValue } from "jotai";
import { askAtom } from "../../state/account/ask.ts";
import { Fragment, memo, useMemo } from "react";
import { ShieldCheck } from "lucide-react";
import { permissions, type Permission } from "../../domain/account/permission.ts";
import type { Role } from "../../domain/account/permission-matrix.ts";
import { formatNumber, hasWords, t } from "../../state/shell/locale.ts";
import type { MatrixGroup, MatrixRow } from "../../state/settings/permission.ts";
import { classes } from "../../ui/class-name.ts";
import css from "./permissions.module.css";

/** Null if the matrix is read-only. */
type OnChange = ((role_id: number, permission: Permission, held: boolean) => void) | null;

/** The role's name; its key for a role without a translation. */
export function roleName(key: string): string {
  return hasWords(`user:role.${key}`) ? t(`user:role.${key}`) : key;
}

export function Matrix({
  roles,
  groups,
  onChange,
}: {
  roles: readonly Role[];
  groups: readonly MatrixGroup[];
  onChange: OnChange;
}) {
  const names = useMemo(() => roles.map(({ key }) => roleName(key)), [roles]);
  return (
    // A scrolling region must be reachable by keyboard.
    <section className={css.scroll} tabIndex={0} aria-label={t("permission:matrix.label")}>
      <table className={css.matrix}>
        <thead>
          <tr>
            <th scope="col" className={css.permission}>
              {t("permission:matrix.permission")}
            </th>
            {roles.map((role, at) => (
              <th key={role.id} scope="col" className={css.role}>
                <span className={css.roleName}>
                  {role.key === "super_admin" ? <ShieldCheck size={14} aria-hidden="true" /> : null}
                  {names[at]}
                </span>
                <small>
                  {t("permission:matrix.held", {
                    held: formatNumber(role.permissions.length),
                    all: formatNumber(permissions.length),
                  })}
                  {" · "}
                  {t("permission:matrix.users", { count: role.user_count })}
                </small>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groups.map(({ group, rows, counts, size }) => (
            <Fragment key={group}>
              <tr className={css.group}>
                <th scope="rowgroup">{t(`permission:group.${group}`)}</th>
                {counts.map((count, at) => (
                  <td key={roles[at]?.id}>
                    {count}
                    <span aria-hidden="true">/</span>
                    <span className="visually-hidden"> {t("permission:matrix.of")} </span>
                    {size}
                  </td>
                ))}
              </tr>
              {rows.map((row) => (
                <Row
                  key={row.name}
                  number={row.number}
                  name={row.name}
                  held={row.held}
                  changed={row.changed}
                  roles={roles}
                  names={names}
                  onChange={onChange}
                />
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
    </section>
  );
}

type RowProps = Omit<MatrixRow, "group"> & {
  roles: readonly Role[];
  /** Translated names of the roles. */
  names: readonly string[];
  onChange: OnChange;
};

const Row = memo(function Row({ number, name, held, changed, roles, names, onChange }: RowProps) {
  const ask = useAtomValue(askAtom);
  const title = t(`permission:${name}`);
  return (
    <tr>
      <th scope="row" className={css.permission}>
        <span className={css.number}>{number}</span>
        <span className={css.words}>
          <span className={css.title}>
            {title}
            <code>{name}</code>
          </span>
          <span className={css.about}>{t(`permission:about.${name}`)}</span>
        </span>
      </th>
      {roles.map((role, at) => {
        const isHeld = held[at] === "1";
        const isChanged = changed[at] === "1";
        const change = { role, permission: name, held: isHeld !== isChanged };
        const refusal = onChange && ask("permission.changeMatrix", change);
        const label = `${title}, ${names[at]}`;
        return (
          <td
            key={role.id}
            className={classes(css.cell, isChanged && (isHeld ? css.granted : css.revoked))}
          >
            {onChange ? (
              <input
                type="checkbox"
                className={css.box}
                checked={isHeld}
                disabled={refusal !== null}
                title={refusal ? t(`refusal:${refusal.reason}`) : undefined}
                aria-label={label}
                onChange={() => onChange(role.id, name, !isHeld)}
              />
            ) : (
              <span className={isHeld ? css.held : css.lacks}>
                <span className="visually-hidden">
                  {t(isHeld ? "permission:matrix.yes" : "permission:matrix.no")}
                </span>
              </span>
            )}
          </td>
        );
      })}
    </tr>
  );
});
