// What ours is held against: a table of all rows by React alone, drawn again with every change.
import { useEffect, useState } from "react";
import { permissions } from "../../../src/domain/account/permission.ts";
import type { Role } from "../../../src/domain/account/permission-matrix.ts";
import type { User } from "../../../src/domain/account/user.ts";
import { userColumns } from "../../../src/panels/users/user-columns.tsx";
import { t } from "../../../src/state/shell/locale.ts";
import dataCss from "../../../src/ui/table/data-table.module.css";

function useAnswer<T>(path: string): T | null {
  const [answer, setAnswer] = useState<T | null>(null);
  useEffect(() => {
    void fetch(`/api${path}`).then(async (response) => setAnswer((await response.json()) as T));
  }, [path]);
  return answer;
}

/** The same columns and cells as ours. */
export function PlainUsers() {
  const users = useAnswer<User[]>("/auth/users");
  const [text, setText] = useState("");
  const [by, setBy] = useState("name");
  const columns = userColumns();
  const sortBy = columns.find(({ id }) => id === by)?.sortBy;
  const needle = text.toLowerCase();
  const shown = (users ?? [])
    .filter(({ first_name, last_name, email, company }) =>
      `${first_name} ${last_name} ${email} ${company}`.toLowerCase().includes(needle),
    )
    .toSorted((a, b) => String(sortBy?.(a)).localeCompare(String(sortBy?.(b))));
  return (
    <div className={dataCss.scroll}>
      <input
        type="search"
        aria-label="Search"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <table className={dataCss.table}>
        <thead>
          <tr>
            {columns.map(({ id, title }) => (
              <th key={id}>
                <button type="button" onClick={() => setBy(id)}>
                  {title}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((user) => (
            <tr key={user.id}>
              {columns.map(({ id, cell }) => (
                <td key={id}>{cell(user)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The same words and boxes as ours, without groups. */
export function PlainMatrix() {
  const answer = useAnswer<Role[]>("/auth/permission-matrix");
  const [roles, setRoles] = useState<readonly Role[] | null>(null);
  const shown = roles ?? answer ?? [];
  const flip = (id: number, name: Role["permissions"][number]) =>
    setRoles(
      shown.map((role) =>
        role.id !== id
          ? role
          : {
              ...role,
              permissions: role.permissions.includes(name)
                ? role.permissions.filter((one) => one !== name)
                : [...role.permissions, name],
            },
      ),
    );
  return (
    <div className={dataCss.scroll}>
      <table className={dataCss.table}>
        <tbody>
          {shown.length === 0
            ? null
            : permissions.map(({ number, name }) => (
                <tr key={name}>
                  <th>
                    <span>{number}</span>
                    <span>
                      {t(`permission:${name}`)} <code>{name}</code>
                    </span>
                    <span>{t(`permission:about.${name}`)}</span>
                  </th>
                  {shown.map((role) => (
                    <td key={role.id}>
                      <input
                        type="checkbox"
                        aria-label={`${t(`permission:${name}`)}, ${t(`user:role.${role.key}`)}`}
                        checked={role.permissions.includes(name)}
                        onChange={() => flip(role.id, name)}
                      />
                    </td>
                  ))}
                </tr>
              ))}
        </tbody>
      </table>
    </div>
  );
}
