// The list of users: search, filter, invite, open.
import { useCallback, useMemo } from "react";
import { useAtom, useAtomValue } from "jotai";
import { UsersRound } from "lucide-react";
import type { User } from "../../domain/account/user.ts";
import { t } from "../../state/shell/locale.ts";
import { askAtom } from "../../state/account/ask.ts";
import {
  noUserFilter,
  passesFilter,
  userFilterAtom,
  userRecords,
} from "../../state/settings/user.ts";
import { RecordPanel } from "../record/record-panel.tsx";
import { InviteForm } from "./invite-form.tsx";
import { Seats } from "./seats.tsx";
import { userColumns } from "./user-columns.tsx";
import { UserFilters } from "./user-filters.tsx";
import { UserImport } from "./user-import.tsx";
import { UserForm } from "./user-form.tsx";

const byName = { column: "name", falling: false };

export function Users() {
  const [filter, setFilter] = useAtom(userFilterAtom);
  const ask = useAtomValue(askAtom);
  const columns = useMemo(() => userColumns(), []);
  const passes = useCallback((user: User) => passesFilter(filter, user), [filter]);
  // A viewer who may not assign any role cannot invite.
  const create = ask("user.listRoles") ?? ask("user.invite", noSeats);
  return (
    <RecordPanel
      records={userRecords}
      columns={columns}
      sort={byName}
      textOf={textOf}
      passes={passes}
      filters={<UserFilters />}
      isFiltered={filter !== noUserFilter}
      onReset={() => setFilter(noUserFilter)}
      form={OpenUser}
      create={create}
      actions={
        <>
          <Seats />
          <UserImport />
        </>
      }
      icon={<UsersRound size={22} aria-hidden="true" />}
      words={{
        label: t("user:title"),
        create: t("user:invite"),
        none: t("user:none.title"),
        noneText: t("user:none.text"),
      }}
    />
  );
}

/** The customer whose seats count is chosen in the form. */
const noSeats = { total: 0, max: 1 };
const textOf = ({ first_name, last_name, email, company }: User) =>
  `${first_name} ${last_name} ${email} ${company}`;

function OpenUser({ row, onClose }: { row: User | null; onClose: () => void }) {
  return row ? <UserForm user={row} onClose={onClose} /> : <InviteForm onClose={onClose} />;
}
