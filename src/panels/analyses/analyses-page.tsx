// The analyses of all plants that the viewer may see, beside the map.
import { useMemo, useState } from "react";
import { useAtomValue } from "jotai";
import { ClipboardList, Plus } from "lucide-react";
import { useLocation } from "wouter";
import type { Analysis } from "../../domain/analysis/analysis.ts";
import { isToBeInvoiced } from "../../domain/analysis/invoice-change.ts";
import { limits } from "../../domain/limits.ts";
import { askAtom } from "../../state/account/ask.ts";
import { allAnalysesAtom, reloadAllAnalyses } from "../../state/settings/analyses.ts";
import { isSurveyInRange } from "../../state/shell/site-clock.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { t } from "../../state/shell/locale.ts";
import { Button } from "../../ui/button.tsx";
import { useStayCurrent } from "../stay-current.ts";
import { RecordPanel } from "../record/record-panel.tsx";
import { addressOf, analysisColumns } from "./analysis-columns.tsx";
import { UploadingNow } from "./uploading-now.tsx";
import { AnalysisFilters, batchKey, noFilter, type AnalysisFilter } from "./analysis-filters.tsx";

const records = { listAtom: allAnalysesAtom, reload: reloadAllAnalyses };

export function AnalysesPage() {
  const list = valueOf(useAtomValue(allAnalysesAtom)) ?? [];
  const ask = useAtomValue(askAtom);
  const [, navigate] = useLocation();
  const [filter, setFilter] = useState<AnalysisFilter>(noFilter);
  const isStaff = ask("analysis.update", { analysis: { state: "EMPTY" }, fields: [] }) === null;
  const { to_invoice } = filter;
  const columns = useMemo(() => analysisColumns(isStaff, to_invoice), [isStaff, to_invoice]);
  useStayCurrent(reloadAllAnalyses, limits.listPollMs);
  const passes = useMemo(() => (one: Analysis) => passesFilter(one, filter), [filter]);
  return (
    <RecordPanel
      records={records}
      columns={columns}
      sort={{ column: "flown_at", falling: true }}
      textOf={textOf}
      filters={<AnalysisFilters analyses={list} filter={filter} onChange={setFilter} />}
      passes={passes}
      onOpen={(analysis) => navigate(addressOf(analysis, isStaff))}
      isFiltered={filter !== noFilter}
      onReset={() => setFilter(noFilter)}
      actions={
        ask("analysis.create", []) === null ? (
          <Button
            kind="primary"
            icon={<Plus size={14} aria-hidden="true" />}
            onPress={() => navigate("/analysis/new")}
          >
            {t("analyses:new")}
          </Button>
        ) : null
      }
      renderAbove={() => <UploadingNow />}
      icon={<ClipboardList size={22} aria-hidden="true" />}
      words={{
        label: t("analyses:title"),
        none: t("analyses:none.title"),
        noneText: t("analyses:none.everywhere"),
      }}
    />
  );
}

function passesFilter(analysis: Analysis, filter: AnalysisFilter): boolean {
  const { state, customer_name, plant_id, range, to_invoice, batch } = filter;
  return (
    (state === null || state === analysis.state) &&
    (customer_name === null || customer_name === analysis.customer_name) &&
    (plant_id === null || plant_id === analysis.plant_id) &&
    (!to_invoice || isToBeInvoiced(analysis)) &&
    (batch === null ||
      analysis.evaluation_batches.some(
        ({ number }) => batchKey(analysis.plant_id, number) === batch,
      )) &&
    isSurveyInRange(analysis, range)
  );
}

function textOf({ name, plant_name, customer_name, state, drone_name, invoice_id }: Analysis) {
  const texts = [name, plant_name, customer_name, t(`analyses:state.${state}`)];
  return [...texts, drone_name, invoice_id].filter(Boolean).join(" ");
}
