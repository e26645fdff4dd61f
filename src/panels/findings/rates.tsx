// How many repairs held, by crew and fault type: never a share without how many repairs it is of.
import { useMemo, useState } from "react";
import { useAtomValue } from "jotai";
import { Wrench } from "lucide-react";
import {
  groupedRates,
  rateGroupings,
  verifiedShare,
  type RateGrouping,
  type RepairCounts,
} from "../../domain/finding/repair-rate.ts";
import { repairRatesAtom } from "../../state/plant/finding/life.ts";
import { faultName } from "../../state/plant/finding/words.ts";
import { formatNumber, formatShare, t } from "../../state/shell/locale.ts";
import { EmptyState, Skeleton } from "../../ui/feedback.tsx";
import { Segments } from "../../ui/form/choice.tsx";
import { DataTable, type Column } from "../../ui/table/data-table.tsx";
import { LoadFault } from "../load-fault.tsx";
import css from "./findings.module.css";

type Row = ReturnType<typeof groupedRates>[number];

export function Rates() {
  const rates = useAtomValue(repairRatesAtom);
  const [by, setBy] = useState<RateGrouping>("crew");
  const columns = useMemo(() => columnsOf(by), [by]);
  if (rates.state === "failed") return <LoadFault fault={rates.fault} />;
  if (rates.state !== "ready") return <Skeleton label={t("shell:loading")} lines={6} />;
  if (rates.value.length === 0) {
    return (
      <EmptyState icon={<Wrench size={20} aria-hidden="true" />} title={t("finding:rates.empty")}>
        {t("finding:rates.empty_text")}
      </EmptyState>
    );
  }
  return (
    <div className={css.rates}>
      <Segments
        label={t("finding:rates.by.title")}
        options={rateGroupings.map((id) => ({ id, label: t(`finding:rates.by.${id}`) }))}
        value={by}
        onChange={setBy}
      />
      <DataTable
        label={t("finding:rates.title")}
        columns={columns}
        rows={groupedRates(rates.value, by)}
        rowId={({ key }) => key}
        isStacked
      />
      <p className={css.soft}>{t("finding:rates.text")}</p>
    </div>
  );
}

const crewName = ({ first }: Row) => first.crew ?? t("finding:rates.no_crew");

function columnsOf(by: RateGrouping): readonly Column<Row>[] {
  const count = (id: keyof RepairCounts): Column<Row> => ({
    id,
    title: t(`finding:rates.${id}`),
    numeric: true,
    cell: ({ counts }) => formatNumber(counts[id]),
    sortBy: ({ counts }) => counts[id],
  });
  const crew: Column<Row> = {
    id: "crew",
    title: t("finding:field.crew"),
    cell: crewName,
    sortBy: crewName,
  };
  const fault: Column<Row> = {
    id: "fault",
    title: t("finding:filter.fault"),
    cell: ({ first }) => faultName(first),
    sortBy: ({ first }) => faultName(first),
  };
  return [
    ...(by === "fault" ? [] : [crew]),
    ...(by === "crew" ? [] : [fault]),
    {
      id: "share",
      title: t("finding:rates.share"),
      numeric: true,
      cell: ({ counts }) => shareWords(counts),
      sortBy: ({ counts }) => verifiedShare(counts)?.share ?? null,
    },
    count("verified"),
    count("returned"),
    count("to_measure"),
  ];
}

/** "67% of 6, 30–90%". */
function shareWords(counts: RepairCounts): string {
  const found = verifiedShare(counts);
  if (!found) return t("finding:rates.unmeasured");
  const percent = (share: number) => formatShare(share, 0);
  return t("finding:rates.share_of", {
    share: percent(found.share),
    n: formatNumber(found.of),
    low: percent(found.low),
    high: percent(found.high),
  });
}
