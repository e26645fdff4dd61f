// The audit trail: who did what and when, and who downloaded what, with filters and export.
import { useMemo } from "react";
import { useAtom, useAtomValue, useSetAtom } from "jotai";
import { Download, ScrollText } from "lucide-react";
import type { AuditRow } from "../../domain/account/audit-trail.ts";
import {
  auditFilterAtom,
  auditRecords,
  auditTextAtom,
  auditTotalAtom,
  loadMoreAudit,
  noAuditFilter,
  saveAudit,
} from "../../state/settings/audit.ts";
import { formatDateTime, formatElapsed, t } from "../../state/shell/locale.ts";
import { Button } from "../../ui/button.tsx";
import type { Column } from "../../ui/table/table-sort.tsx";
import { usePending } from "../pending.ts";
import { RecordPanel } from "../record/record-panel.tsx";
import { AuditFilters } from "./audit-filters.tsx";
import { Entry } from "./entry.tsx";
import { actionWords, detailOf, userOf } from "./entry-words.ts";

export function Audit() {
  const [text, setText] = useAtom(auditTextAtom);
  const [filter, setFilter] = useAtom(auditFilterAtom);
  const total = useAtomValue(auditTotalAtom);
  const more = useSetAtom(loadMoreAudit);
  const save = useSetAtom(saveAudit);
  const [isPending, whilePending] = usePending();
  const columns = useMemo(() => auditColumns(), []);
  return (
    <RecordPanel
      records={auditRecords}
      columns={columns}
      textOf={textOf}
      remote={{ text, total, onText: setText, onMore: more }}
      filters={<AuditFilters />}
      isFiltered={filter !== noAuditFilter}
      onReset={() => setFilter(noAuditFilter)}
      actions={
        <Button
          icon={<Download size={14} aria-hidden="true" />}
          isPending={isPending}
          isDisabled={total === 0}
          onPress={() => void whilePending(save)}
        >
          {t("audit:export")}
        </Button>
      }
      form={Entry}
      icon={<ScrollText size={22} aria-hidden="true" />}
      words={{
        label: t("desk:audit.title"),
        none: t("audit:none.title"),
        noneText: t("audit:none.text"),
      }}
    />
  );
}

/** The server searches; what it found is shown whole. */
const textOf = () => "";

function auditColumns(): Column<AuditRow>[] {
  return [
    {
      id: "action",
      title: t("audit:column.action"),
      sortBy: ({ action }) => actionWords(action),
      cell: ({ action }) => actionWords(action),
    },
    {
      id: "user",
      title: t("audit:column.user"),
      from: 460,
      width: "11rem",
      sortBy: userOf,
      cell: (row) => userOf(row),
    },
    {
      id: "customer",
      title: t("audit:column.customer"),
      from: 620,
      width: "10rem",
      sortBy: ({ customer_name }) => customer_name,
      cell: ({ customer_name }) => customer_name ?? "–",
    },
    {
      id: "detail",
      title: t("audit:column.detail"),
      from: 820,
      sortBy: ({ detail }) => detail,
      cell: ({ detail }) => {
        const words = detailOf(detail)
          .map((one) => one.join(": "))
          .join(" · ");
        return <span title={words}>{words || "–"}</span>;
      },
    },
    {
      id: "created_at",
      title: t("audit:column.created_at"),
      width: "8rem",
      sortBy: ({ created_at }) => created_at,
      cell: ({ created_at }) => (
        <time dateTime={created_at} title={formatDateTime(created_at)}>
          {formatElapsed(created_at)}
        </time>
      ),
    },
  ];
}
