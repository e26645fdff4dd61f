// The analyses of all plants that the viewer may see.
import { useState } from "react";
import { useAtomValue } from "jotai";
import { ClipboardList } from "lucide-react";
import { Link } from "wouter";
import type { Analysis } from "../../domain/analysis/analysis.ts";
import { isInstantInRange, type DateRange } from "../../domain/date-range.ts";
import { allAnalysesAtom, reloadAllAnalyses } from "../../state/settings/analyses.ts";
import { dateRangeOptions, dayOf, today } from "../../state/shell/date-range.ts";
import { faultWords } from "../../state/shell/fault.ts";
import { formatDate, t } from "../../state/shell/locale.ts";
import { Button } from "../../ui/button.tsx";
import { DateRangeSelect } from "../../ui/form/date-range-select.tsx";
import { DataTable, type Column } from "../../ui/table/data-table.tsx";
import { Badge, EmptyState, ErrorState, Skeleton } from "../../ui/feedback.tsx";
import { Page } from "../../ui/page.tsx";
import { usePageAlerts } from "../page-alerts.tsx";
import { stateTones, visibilityTones } from "./tones.ts";
import css from "./analyses.module.css";

export function AnalysesPage() {
  const analyses = useAtomValue(allAnalysesAtom);
  const alerts = usePageAlerts();
  return (
    <div className={css.page}>
      <Page {...alerts} layout="page" title={t("analyses:title")} />
      <div className={css.body}>
        {analyses.state === "failed" ? (
          <ErrorState
            {...faultWords(analyses.fault)}
            actions={
              <Button kind="primary" onPress={() => void reloadAllAnalyses()}>
                {t("shell:retry")}
              </Button>
            }
          />
        ) : analyses.state !== "ready" ? (
          <Skeleton label={t("shell:loading")} lines={8} />
        ) : analyses.value.length === 0 ? (
          <EmptyState
            icon={<ClipboardList size={22} aria-hidden="true" />}
            title={t("analyses:none.title")}
          >
            {t("analyses:none.everywhere")}
          </EmptyState>
        ) : (
          <AnalysesTable analyses={analyses.value} />
        )}
      </div>
    </div>
  );
}

function AnalysesTable({ analyses }: { analyses: readonly Analysis[] }) {
  const [range, setRange] = useState<DateRange>("all_time");
  const day = today();
  const rows = analyses.filter(({ flown_at }) => isInstantInRange(flown_at, range, day));
  return (
    <>
      <div className={css.tools}>
        <DateRangeSelect
          label={t("shell:range.label")}
          options={dateRangeOptions(analyses.map(({ flown_at }) => dayOf(flown_at)))}
          value={range}
          onChange={setRange}
        />
      </div>
      {rows.length === 0 ? (
        <EmptyState
          title={t("analyses:none.in_range")}
          actions={
            <Button onPress={() => setRange("all_time")}>{t("shell:range.all_time")}</Button>
          }
        />
      ) : (
        <DataTable
          label={t("analyses:title")}
          columns={analysisColumns()}
          rows={rows}
          rowId={({ id }) => id}
          sort={{ column: "flown_at", falling: true }}
        />
      )}
    </>
  );
}

function analysisColumns(): Column<Analysis>[] {
  return [
    {
      id: "name",
      title: t("analyses:field.name"),
      sortBy: ({ name }) => name,
      cell: ({ name, plant_id, id }) => (
        <Link href={`/plant/${plant_id}?analysis=${id}`} className={css.link}>
          {name}
        </Link>
      ),
    },
    {
      id: "plant_name",
      title: t("analyses:field.plant"),
      sortBy: ({ plant_name }) => plant_name,
      cell: ({ plant_name }) => plant_name,
    },
    {
      id: "flown_at",
      title: t("analyses:field.flown_at"),
      sortBy: ({ flown_at }) => flown_at,
      cell: ({ flown_at }) => formatDate(flown_at),
    },
    {
      id: "state",
      title: t("analyses:field.state"),
      sortBy: ({ state }) => state,
      cell: ({ state }) => <Badge tone={stateTones[state]}>{t(`analyses:state.${state}`)}</Badge>,
    },
    {
      id: "visibility",
      title: t("analyses:field.visibility"),
      sortBy: ({ visibility }) => visibility,
      cell: ({ visibility }) => (
        <Badge tone={visibilityTones[visibility]}>{t(`analyses:visibility.${visibility}`)}</Badge>
      ),
    },
    {
      id: "customer_name",
      title: t("analyses:field.customer"),
      sortBy: ({ customer_name }) => customer_name,
      cell: ({ customer_name }) => customer_name,
    },
  ];
}
