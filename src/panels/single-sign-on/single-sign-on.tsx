// The list of customers with their sign-in services.
import { useMemo } from "react";
import { KeyRound } from "lucide-react";
import type { SingleSignOn } from "../../domain/account/single-sign-on.ts";
import { t } from "../../state/shell/locale.ts";
import { signOnRecords } from "../../state/settings/single-sign-on.ts";
import { Badge } from "../../ui/feedback.tsx";
import type { Column } from "../../ui/table/table-sort.tsx";
import { RecordPanel } from "../record/record-panel.tsx";
import { SignOnForm } from "./sign-on-form.tsx";

export function SingleSignOnSettings() {
  const columns = useMemo(() => signOnColumns(), []);
  return (
    <RecordPanel
      records={signOnRecords}
      columns={columns}
      sort={{ column: "customer_name", falling: false }}
      textOf={textOf}
      form={SignOnForm}
      icon={<KeyRound size={22} aria-hidden="true" />}
      words={{
        label: t("desk:single_sign_on.title"),
        none: t("single-sign-on:none.title"),
        noneText: t("single-sign-on:none.text"),
      }}
    />
  );
}

const textOf = ({ customer_name, name, issuer, domains }: SingleSignOn) =>
  [customer_name, name, issuer, ...domains].join(" ");

type Status = "none" | "off" | "on" | "forced";

function statusOf({ is_set_up, is_on, is_forced }: SingleSignOn): Status {
  if (!is_set_up) return "none";
  if (!is_on) return "off";
  return is_forced ? "forced" : "on";
}

const tones = { none: "neutral", off: "watch", on: "good", forced: "good" } as const;

function signOnColumns(): Column<SingleSignOn>[] {
  return [
    {
      id: "customer_name",
      title: t("single-sign-on:column.customer"),
      sortBy: ({ customer_name }) => customer_name,
      cell: ({ customer_name }) => <span title={customer_name}>{customer_name}</span>,
    },
    {
      id: "name",
      title: t("single-sign-on:column.service"),
      from: 560,
      sortBy: ({ name }) => name,
      cell: ({ name }) => name || "–",
    },
    {
      id: "domains",
      title: t("single-sign-on:column.domains"),
      from: 760,
      sortBy: ({ domains }) => domains.join(" "),
      cell: ({ domains }) => <span title={domains.join(", ")}>{domains.join(", ") || "–"}</span>,
    },
    {
      id: "status",
      title: t("single-sign-on:column.status"),
      width: "9rem",
      sortBy: (row) => t(`single-sign-on:status.${statusOf(row)}`),
      cell: (row) => (
        <Badge tone={tones[statusOf(row)]}>{t(`single-sign-on:status.${statusOf(row)}`)}</Badge>
      ),
    },
  ];
}
