// The findings of the plant and how they stand: filtered, sorted, as a list, a board or a calendar, changed one by one or
// many at once.
import { useEffect } from "react";
import { useAtom, useAtomValue, useSetAtom } from "jotai";
import { CircleCheck, FileSearch, FilterX } from "lucide-react";
import { limits } from "../../domain/limits.ts";
import { noFilter } from "../../domain/finding/finding-list.ts";
import { askAtom } from "../../state/account/ask.ts";
import { offlineAtom } from "../../state/account/offline.ts";
import {
  analysesAtom,
  analysisIdAtom,
  chooseAnalysis,
} from "../../state/plant/analysis/analysis.ts";
import {
  allFindingsAtom,
  besideSummaryAtom,
  findingFilterAtom,
  shownFindingsAtom,
  urgentCountAtom,
} from "../../state/plant/finding/listed.ts";
import { followFindings, reloadLives } from "../../state/plant/finding/life.ts";
import { findingViewAtom } from "../../state/plant/finding/view.ts";
import { findingColumnsAtom, loadFindingColumns } from "../../state/plant/finding/survey.ts";
import { retryPlant } from "../../state/plant/open-plant.ts";
import { twinAtom } from "../../state/plant/plant.ts";
import { keyFigureName } from "../../state/plant/column/value-words.ts";
import { openPanel } from "../../state/shell/dock.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState, Skeleton } from "../../ui/feedback.tsx";
import { LoadFault } from "../load-fault.tsx";
import { useStayCurrent } from "../stay-current.ts";
import { FindingBoard } from "./board.tsx";
import { FindingCalendar } from "./calendar.tsx";
import { ChosenBar } from "./chosen-bar.tsx";
import { FindingRows } from "./finding-rows.tsx";
import { Rates } from "./rates.tsx";
import { Tools } from "./tools.tsx";
import css from "./findings.module.css";

export function Findings() {
  const analysis = useAtomValue(analysisIdAtom);
  const columns = useAtomValue(findingColumnsAtom);
  const load = useSetAtom(loadFindingColumns);
  const twin = useAtomValue(twinAtom);
  const loadTwin = useSetAtom(retryPlant);
  const follow = useSetAtom(followFindings);
  const view = useAtomValue(findingViewAtom);
  const all = useAtomValue(allFindingsAtom);
  const isOffline = useAtomValue(offlineAtom) !== null;
  useEffect(() => void load(columns), [load, columns]);
  // Others decide of the same findings.
  useStayCurrent(() => follow("findings", reloadLives), isOffline ? null : limits.listPollMs);
  if (all.state === "failed") {
    const again = () => (twin.state === "failed" ? loadTwin() : load(columns));
    return <LoadFault fault={all.fault} onRetry={again} />;
  }
  if (all.state !== "ready") return <Skeleton label={t("shell:loading")} lines={8} />;
  if (all.value.length === 0 && analysis === null) {
    return (
      <EmptyState
        icon={<FileSearch size={20} aria-hidden="true" />}
        title={t("finding:no_analysis")}
        actions={<OpenAnalysis />}
      >
        {t("finding:without_analysis.none")}
      </EmptyState>
    );
  }
  if (all.value.length === 0) {
    return (
      <EmptyState icon={<CircleCheck size={20} aria-hidden="true" />} title={t("finding:empty")}>
        {t("finding:empty_text")}
      </EmptyState>
    );
  }
  return (
    <div className={css.findings}>
      <Tools all={all.value} />
      {analysis === null ? (
        <p className={css.first} role="status">
          <span>{t("finding:without_analysis.listed")}</span>
          <OpenAnalysis />
        </p>
      ) : null}
      {view === "rates" ? (
        <Rates />
      ) : (
        <>
          <First count={all.value.length} />
          <Beside />
          <Shown />
          <ChosenBar />
        </>
      )}
    </div>
  );
}

/** Opens the newest analysis, or leads to where one is created. */
function OpenAnalysis() {
  const analyses = useAtomValue(analysesAtom);
  const ask = useAtomValue(askAtom);
  const choose = useSetAtom(chooseAnalysis);
  const open = useSetAtom(openPanel);
  if (analyses.state !== "ready") return null;
  const [newest] = analyses.value;
  if (newest) {
    return (
      <Button size="sm" onPress={() => choose(newest.id)}>
        {t("finding:without_analysis.open")}
      </Button>
    );
  }
  if (ask("analysis.create", analyses.value) !== null) return null;
  return (
    <Button size="sm" onPress={() => open("analyses")}>
      {t("plant:no_analysis.act")}
    </Button>
  );
}

/** Says that the panel begins with what is urgent, and leads to all the rest and back. */
function First({ count }: { count: number }) {
  const [filter, setFilter] = useAtom(findingFilterAtom);
  const urgent = useAtomValue(urgentCountAtom) ?? 0;
  const isFirst = filter.urgent !== null;
  if (urgent === count) return null;
  return (
    <p className={css.first} role="status">
      <span>
        {isFirst
          ? t("finding:first.shown", { n: formatNumber(urgent), of: formatNumber(count) })
          : t("finding:first.all", { n: formatNumber(urgent) })}
      </span>
      <Button size="sm" onPress={() => setFilter({ ...filter, urgent: isFirst ? null : true })}>
        {isFirst
          ? t("finding:first.show_all", { n: formatNumber(count) })
          : t("finding:first.show_first")}
      </Button>
    </p>
  );
}

/** Why the list counts more than the summary over the map. */
function Beside() {
  const beside = useAtomValue(besideSummaryAtom);
  if (!beside) return null;
  const { counted, keyFigure } = beside;
  const name = keyFigureName(keyFigure);
  const parts = (["named", "others", "earlier"] as const).filter((part) => beside[part] > 0);
  return (
    <details className={css.beside}>
      <summary>{t("finding:beside.title", { n: formatNumber(counted) })}</summary>
      <p>{t("finding:beside.lead", { n: formatNumber(counted), name })}</p>
      <ul>
        {parts.map((part) => (
          <li key={part}>{t(`finding:beside.${part}`, { n: formatNumber(beside[part]), name })}</li>
        ))}
      </ul>
    </details>
  );
}

function Shown() {
  const shown = useAtomValue(shownFindingsAtom);
  const view = useAtomValue(findingViewAtom);
  const [, setFilter] = useAtom(findingFilterAtom);
  if (shown.length > 0 && view === "board") return <FindingBoard />;
  if (shown.length > 0 && view === "calendar") return <FindingCalendar />;
  if (shown.length > 0) return <FindingRows findings={shown} />;
  return (
    <EmptyState
      icon={<FilterX size={20} aria-hidden="true" />}
      title={t("finding:no_match")}
      actions={<Button onPress={() => setFilter(noFilter)}>{t("finding:filter.reset")}</Button>}
    />
  );
}
