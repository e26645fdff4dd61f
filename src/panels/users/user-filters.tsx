// Filters of the user list: state, role, customer.
import { useMemo } from "react";
import { useAtom, useAtomValue } from "jotai";
import { isProviderRole } from "../../domain/account/role.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { t } from "../../state/shell/locale.ts";
import {
  noUserFilter,
  userFilterAtom,
  userGroups,
  userRecords,
  userStatuses,
  type UserFilter,
} from "../../state/settings/user.ts";
import { Select, type Option } from "../../ui/form/choice.tsx";
import { roleName } from "./user-columns.tsx";

const any = "";

export function UserFilters() {
  const [filter, setFilter] = useAtom(userFilterAtom);
  const users = valueOf(useAtomValue(userRecords.listAtom));
  const customers = useMemo(() => {
    const names = new Map(users?.map(({ customer_id, company }) => [customer_id, company]));
    return [...names].toSorted(([, a], [, b]) => a.localeCompare(b));
  }, [users]);
  const roles = useMemo(
    () => [...new Set(users?.map(({ role }) => role))].toSorted((a, b) => a.localeCompare(b)),
    [users],
  );
  const changeFilter = (changes: Partial<UserFilter>) => {
    const next = { ...filter, ...changes };
    const isNone = Object.values(next).every((value) => value === null);
    setFilter(isNone ? noUserFilter : next);
  };
  const hasBoth = new Set(users?.map(({ role }) => isProviderRole(role))).size > 1;
  return (
    <>
      {hasBoth ? (
        <Filter
          label={t("user:filter.group")}
          every={t("user:filter.every_group")}
          value={filter.group ?? any}
          options={userGroups.map((id) => ({ id, label: t(`user:group.${id}`) }))}
          onChange={(id) => changeFilter({ group: userGroups.find((one) => one === id) ?? null })}
        />
      ) : null}
      <Filter
        label={t("user:filter.status")}
        every={t("user:filter.every_status")}
        value={filter.status ?? any}
        options={userStatuses.map((id) => ({ id, label: t(`user:status.${id}`) }))}
        onChange={(id) => changeFilter({ status: userStatuses.find((one) => one === id) ?? null })}
      />
      {roles.length > 1 ? (
        <Filter
          label={t("user:filter.role")}
          every={t("user:filter.every_role")}
          value={filter.role ?? any}
          options={roles.map((id) => ({ id, label: roleName(id) }))}
          onChange={(id) => changeFilter({ role: id || null })}
        />
      ) : null}
      {customers.length > 1 ? (
        <Filter
          label={t("user:filter.customer")}
          every={t("user:filter.every_customer")}
          value={filter.customer_id === null ? any : String(filter.customer_id)}
          options={customers.map(([id, label]) => ({ id: String(id), label }))}
          onChange={(id) => changeFilter({ customer_id: id === any ? null : Number(id) })}
        />
      ) : null}
    </>
  );
}

function Filter({
  label,
  every,
  value,
  options,
  onChange,
}: {
  label: string;
  every: string;
  value: string;
  options: readonly Option<string>[];
  onChange: (id: string) => void;
}) {
  return (
    <Select
      label={label}
      labelHidden
      size="sm"
      value={value}
      options={[{ id: any, label: every }, ...options]}
      onChange={onChange}
    />
  );
}
