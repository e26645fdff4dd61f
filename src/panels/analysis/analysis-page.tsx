// One analysis: its progress, and its tabs.
import { useEffect, useRef } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { Link, useLocation, useParams } from "wouter";
import { limits } from "../../domain/limits.ts";
import { isPermitted } from "../../domain/account/permission.ts";
import type { Analysis } from "../../domain/analysis/analysis.ts";
import { viewerAtom } from "../../state/account/ask.ts";
import { conditionFileAtom } from "../../state/import/handed-file.ts";
import { analysisOf, followAnalysis, reloadAnalysis } from "../../state/settings/analysis.ts";
import { highlightedPlantAtom } from "../../state/settings/plants.ts";
import { pageNameAtom } from "../../state/settings/settings.ts";
import { surveyDay } from "../../state/shell/site-clock.ts";
import { faultWords } from "../../state/shell/fault.ts";
import { leave } from "../../state/shell/leave.ts";
import { t } from "../../state/shell/locale.ts";
import { Button } from "../../ui/button.tsx";
import { Segments } from "../../ui/form/choice.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../ui/feedback.tsx";
import { useStayCurrent } from "../stay-current.ts";
import { DropAnywhere } from "./files/drop-anywhere.tsx";
import { useHash } from "./hash.ts";
import { ProgressLine } from "./progress-line.tsx";
import { RefreshReminder } from "./refresh-reminder.tsx";
import { analysisTabs } from "./tabs.ts";
import { UploadingUsers } from "./uploading-users.tsx";
import css from "./analysis.module.css";

export function AnalysisPage() {
  const params = useParams<{ id: string }>();
  const id = /^[1-9]\d{0,9}$/.test(params.id) ? Number(params.id) : 0;
  const analysis = useAtomValue(analysisOf(id));
  const mark = useSetAtom(highlightedPlantAtom);
  const handCondition = useSetAtom(conditionFileAtom);
  useEffect(() => () => handCondition(null), [handCondition]);
  const plant_id = analysis.state === "ready" ? analysis.value.plant_id : null;
  useEffect(() => {
    mark(plant_id);
    return () => mark(null);
  }, [mark, plant_id]);
  if (analysis.state === "failed") {
    const { code, title, details } = faultWords(analysis.fault);
    const isMissing = code === "RESOURCE_NOT_FOUND" || code === "BAD_REQUEST";
    return (
      <ErrorState
        title={isMissing ? t("analysis:missing.title") : title}
        details={isMissing ? [t("analysis:missing.text")] : details}
        actions={
          isMissing ? (
            <Link href="/analyses">{t("analysis:missing.back")}</Link>
          ) : (
            <Button kind="primary" onPress={() => void reloadAnalysis(id)}>
              {t("shell:retry")}
            </Button>
          )
        }
      />
    );
  }
  if (analysis.state !== "ready") return <Skeleton label={t("shell:loading")} lines={8} />;
  return <OpenAnalysis key={id} analysis={analysis.value} />;
}

function OpenAnalysis({ analysis }: { analysis: Analysis }) {
  const { id, name, plant_id, plant_name, customer_name } = analysis;
  const { permissions } = useAtomValue(viewerAtom);
  const [, navigate] = useLocation();
  const hash = useHash();
  const setPageName = useSetAtom(pageNameAtom);
  useEffect(() => {
    setPageName(name);
    return () => setPageName(null);
  }, [name, setPageName]);
  useStayCurrent(() => followAnalysis(id), limits.recordPollMs);
  const tabs = useRef<HTMLDivElement>(null);
  // On a phone the tabs are wider than the screen.
  useEffect(() => {
    const chosen = hash === "" ? null : tabs.current?.querySelector("[aria-checked=true]");
    chosen?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [hash]);
  const offered = analysisTabs.filter((tab) => isPermitted(tab.permission, permissions));
  const known = analysisTabs.find((tab) => tab.id === hash);
  const tab = known ? offered.find((one) => one === known) : offered[0];
  return (
    <div className={css.page}>
      <header className={css.head}>
        <div className={css.heading}>
          <p>
            <Link href={`/plant/${plant_id}?analysis=${id}`} className={css.link}>
              {plant_name}
            </Link>{" "}
            · {customer_name} · {surveyDay(analysis)}
          </p>
        </div>
        <ProgressLine analysis={analysis} />
      </header>
      <div className={css.tabs} ref={tabs}>
        <Segments
          label={t("analysis:tabs")}
          value={tab?.id ?? ""}
          onChange={(next) => leave(() => navigate(`/analysis/${id}#${next}`), "part")}
          options={offered.map((one) => ({ id: one.id, label: t(one.title) }))}
        />
      </div>
      <UploadingUsers analysis_id={id} />
      <RefreshReminder id={id} />
      <section className={css.body} aria-label={t(tab?.title ?? "analysis:tabs")}>
        {tab ? (
          <tab.body analysis={analysis} />
        ) : (
          <EmptyState title={t("refusal:permission_missing")} />
        )}
      </section>
      <DropAnywhere
        analysis={analysis}
        onDropped={() => leave(() => navigate(`/analysis/${id}#upload`), "part")}
      />
    </div>
  );
}
