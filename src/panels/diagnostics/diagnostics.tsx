// Error reports of browsers: search by id, user, version and time.
import { useMemo } from "react";
import { useAtom, useAtomValue, useSetAtom } from "jotai";
import { Bug, Copy } from "lucide-react";
import type { Diagnostic } from "../../domain/diagnostic.ts";
import { copyText } from "../../state/shell/clipboard.ts";
import {
  diagnosticRangeAtom,
  diagnosticRecords,
  diagnosticTextAtom,
  diagnosticTotalAtom,
  loadMoreDiagnostics,
} from "../../state/settings/diagnostic.ts";
import { dateRangeOptions } from "../../state/shell/date-range.ts";
import { formatDateTime, formatElapsed, t } from "../../state/shell/locale.ts";
import { Button } from "../../ui/button.tsx";
import { DateRangeSelect } from "../../ui/form/date-range-select.tsx";
import type { Column } from "../../ui/table/table-sort.tsx";
import { RecordForm } from "../record/record-form.tsx";
import { RecordPanel } from "../record/record-panel.tsx";
import css from "./diagnostics.module.css";

export function Diagnostics() {
  const [text, setText] = useAtom(diagnosticTextAtom);
  const [range, setRange] = useAtom(diagnosticRangeAtom);
  const total = useAtomValue(diagnosticTotalAtom);
  const more = useSetAtom(loadMoreDiagnostics);
  const columns = useMemo(() => diagnosticColumns(), []);
  return (
    <RecordPanel
      records={diagnosticRecords}
      columns={columns}
      textOf={textOf}
      remote={{
        text,
        total,
        onText: setText,
        onMore: more,
      }}
      filters={
        <DateRangeSelect
          label={t("shell:range.label")}
          options={dateRangeOptions([])}
          value={range}
          onChange={setRange}
        />
      }
      isFiltered={range !== "all_time"}
      onReset={() => setRange("all_time")}
      form={Report}
      icon={<Bug size={22} aria-hidden="true" />}
      words={{
        label: t("diagnostic:title"),
        none: t("diagnostic:none.title"),
        noneText: t("diagnostic:none.text"),
      }}
    />
  );
}

const textOf = ({ error_id }: Diagnostic) => error_id;

function diagnosticColumns(): Column<Diagnostic>[] {
  return [
    {
      id: "error_id",
      title: t("diagnostic:column.error_id"),
      width: "7rem",
      sortBy: ({ error_id }) => error_id,
      cell: ({ error_id }) => <code>{error_id}</code>,
    },
    {
      id: "message",
      title: t("diagnostic:column.message"),
      sortBy: ({ message }) => message,
      cell: ({ message }) => <span title={message}>{message}</span>,
    },
    {
      id: "user",
      title: t("diagnostic:column.user"),
      from: 520,
      width: "11rem",
      sortBy: ({ user_name, user_email }) => user_name ?? user_email,
      cell: ({ user_name, user_email }) => user_name ?? user_email ?? "–",
    },
    {
      id: "app_version",
      title: t("diagnostic:column.app_version"),
      from: 620,
      width: "5.5rem",
      sortBy: ({ app_version }) => app_version,
      cell: ({ app_version }) => app_version ?? "–",
    },
    {
      id: "created_at",
      title: t("diagnostic:column.created_at"),
      from: 360,
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

function Report({ row, onClose }: { row: Diagnostic | null; onClose: () => void }) {
  if (!row) return null;
  const reportedAt = Date.parse(row.timestamp);
  const entries: [string, string][] = [
    ["error_id", row.error_id],
    ["user", [row.user_name, row.user_email].filter(Boolean).join(" · ") || "–"],
    ["app_url", row.app_url],
    ["met_at", Number.isNaN(reportedAt) ? row.timestamp : formatDateTime(row.timestamp)],
    ["created_at", formatDateTime(row.created_at)],
    ["app_version", row.app_version ?? "–"],
    ["user_agent", row.user_agent ?? "–"],
  ];
  return (
    <RecordForm title={`[${row.error_id}]`} onClose={onClose}>
      <p className={css.message}>{row.message}</p>
      <dl className={css.facts}>
        {entries.map(([key, value]) => (
          <div key={key}>
            <dt>{t(`diagnostic:column.${key}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div>
        <Button
          icon={<Copy size={14} aria-hidden="true" />}
          onPress={() =>
            void copyText(
              [`[${row.error_id}] ${row.message}`, ...entries.map((one) => one.join(": "))].join(
                "\n",
              ),
              t("diagnostic:copied"),
            )
          }
        >
          {t("diagnostic:copy")}
        </Button>
      </div>
    </RecordForm>
  );
}
