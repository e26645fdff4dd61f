// The list of customers, with their plants, seats and branding.
import { useMemo } from "react";
import { useAtomValue } from "jotai";
import { Building2 } from "lucide-react";
import { isProvider, type Customer } from "../../domain/provider/customer.ts";
import { customerRecords } from "../../state/settings/customer.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { askAtom } from "../../state/account/ask.ts";
import { Badge } from "../../ui/feedback.tsx";
import type { Column } from "../../ui/table/table-sort.tsx";
import { RecordPanel } from "../record/record-panel.tsx";
import { CustomerFormPart } from "./customer-form.tsx";
import { LogoMark } from "./logo-mark.tsx";
import css from "./customers.module.css";

export function Customers() {
  const ask = useAtomValue(askAtom);
  const columns = useMemo(() => customerColumns(), []);
  return (
    <RecordPanel
      records={customerRecords}
      columns={columns}
      sort={{ column: "name", falling: false }}
      textOf={textOf}
      form={CustomerFormPart}
      create={ask("customer.create")}
      icon={<Building2 size={22} aria-hidden="true" />}
      words={{
        label: t("customer:title"),
        create: t("customer:new"),
        none: t("customer:none.title"),
        noneText: t("customer:none.text"),
      }}
    />
  );
}

const textOf = (row: Customer) =>
  [row.name, row.company_name, row.address_1, row.address_2, row.address_3, row.address_4].join(
    " ",
  );

function customerColumns(): Column<Customer>[] {
  return [
    {
      id: "name",
      title: t("customer:field.name"),
      sortBy: ({ name }) => name,
      cell: (row) => (
        <span className={css.name}>
          <LogoMark src={row.logo_url} name={row.name} />
          <span className={css.names}>
            <span className={css.first} title={row.name}>
              {row.name}
            </span>
            {isProvider(row) ? <Badge>{t("customer:provider")}</Badge> : null}
          </span>
        </span>
      ),
    },
    {
      id: "company_name",
      title: t("customer:field.company_name"),
      from: 720,
      sortBy: ({ company_name }) => company_name,
      cell: ({ company_name }) => <span title={company_name}>{company_name || "–"}</span>,
    },
    {
      id: "plant_count",
      title: t("customer:column.plants"),
      width: "5.5rem",
      from: 420,
      numeric: true,
      sortBy: ({ plant_count }) => plant_count,
      cell: ({ plant_count }) => formatNumber(plant_count),
    },
    {
      id: "user_count",
      title: t("customer:column.users"),
      width: "7rem",
      numeric: true,
      sortBy: ({ user_count }) => user_count,
      cell: ({ user_count, user_limit }) => (
        <span className={user_count >= user_limit ? css.full : undefined}>
          {t("customer:users_of", {
            users: formatNumber(user_count),
            most: formatNumber(user_limit),
          })}
        </span>
      ),
    },
  ];
}
