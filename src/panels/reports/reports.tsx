// The reports of the plant: what is made, ready or failed, and a form for a new one.
import { useEffect, useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { Download, FileArchive, FileSpreadsheet, FileText, Images, Trash2 } from "lucide-react";
import { limits } from "../../domain/limits.ts";
import { reportAnnexes, type Report } from "../../domain/report/report.ts";
import { askAtom, reasonOf } from "../../state/account/ask.ts";
import { offlineAtom } from "../../state/account/offline.ts";
import {
  awaitReport,
  reloadReports,
  removeReport,
  reportsAtom,
  saveAnnex,
  saveReport,
  saveWarranty,
} from "../../state/plant/analysis/report.ts";
import { analysisIdAtom } from "../../state/plant/analysis/analysis.ts";
import { imagePlacesAtom, stepImage } from "../../state/plant/image/open-image.ts";
import { formatBytes, formatDate, formatNumber, t } from "../../state/shell/locale.ts";
import { showDone, showFault } from "../../state/shell/toast.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Badge, EmptyState, Skeleton } from "../../ui/feedback.tsx";
import { ConfirmDialog } from "../../ui/record-panel.tsx";
import { usePending } from "../pending.ts";
import { LoadFault } from "../load-fault.tsx";
import { useStayCurrent } from "../stay-current.ts";
import { ReportFormDialog } from "./report-form.tsx";
import css from "./reports.module.css";

export function Reports() {
  const reports = useAtomValue(reportsAtom);
  const ask = useAtomValue(askAtom);
  const [isMaking, setMaking] = useState(false);
  const isOffline = useAtomValue(offlineAtom) !== null;
  // Others make reports too, and those of another tab become ready.
  useStayCurrent(reloadReports, isOffline ? null : limits.listPollMs);
  const mayMake = ask("report.setTemplate");
  if (reports.state === "failed") return <LoadFault fault={reports.fault} />;
  if (reports.state !== "ready") return <Skeleton label={t("shell:loading")} lines={4} />;
  const make = mayMake?.isHidden ? null : (
    <Button kind="primary" reason={reasonOf(mayMake)} onPress={() => setMaking(true)}>
      {t("report:new")}
    </Button>
  );
  return (
    <div className={css.panel}>
      {reports.value.length === 0 ? (
        <EmptyState
          icon={<FileText size={22} aria-hidden="true" />}
          title={t("report:none")}
          actions={make}
        >
          {t("report:none_text")}
        </EmptyState>
      ) : (
        <>
          <div className={css.tools}>{make}</div>
          <ul className={css.list} aria-label={t("desk:report.title")}>
            {reports.value.map((report) => (
              <ReportRow key={report.id} report={report} />
            ))}
          </ul>
        </>
      )}
      {isMaking ? <ReportFormDialog onClose={() => setMaking(false)} /> : null}
    </div>
  );
}

/** Opens the images of the worst finding of the report's analysis; the next ones follow in the viewer. */
function FindingImages({ report: { analysis_id, title } }: { report: Report }) {
  const isOpen = useAtomValue(analysisIdAtom) === analysis_id;
  const places = useAtomValue(imagePlacesAtom);
  const step = useSetAtom(stepImage);
  const reason = !isOpen
    ? "report:images_of_another_analysis"
    : places.length === 0
      ? "report:images_none"
      : null;
  return (
    <IconButton
      label={t("report:images_named", { name: title })}
      reason={reason && t(reason)}
      onPress={() => step(1)}
    >
      <Images size={16} aria-hidden="true" />
    </IconButton>
  );
}

function WarrantyDownload({ report }: { report: Report }) {
  const refused = useAtomValue(askAtom)("report.warranty");
  if (refused?.isHidden) return null;
  return (
    <IconButton
      label={t("report:warranty.download", { name: report.title })}
      reason={reasonOf(refused)}
      isDisabled={report.state !== "ready"}
      onPress={() => void saveWarranty(report).catch(showFault)}
    >
      <FileArchive size={16} aria-hidden="true" />
    </IconButton>
  );
}

const annexIcons = { workbook: FileSpreadsheet, pictures: FileArchive } as const;
const tones = { waiting: "info", ready: "good", failed: "danger" } as const;

function ReportRow({ report }: { report: Report }) {
  const ask = useAtomValue(askAtom);
  const remove = useSetAtom(removeReport);
  const [isAsked, setAsked] = useState(false);
  const [isPending, whilePending] = usePending();
  const { kind, title, state, task_id, problem, analysis_name, user_name, created_at } = report;
  const size = report.bytes ?? report.warranty_bytes;
  const left_out = report.pictures_left_out;
  const isWaiting = state === "waiting";
  useEffect(() => {
    if (!isWaiting || task_id === null) return;
    awaitReport(task_id)
      .then((isReady) => {
        if (isReady) showDone(t("report:done", { name: title }));
      })
      // The plant was closed, or the list says it.
      .catch(() => undefined);
  }, [isWaiting, task_id, title]);
  const refusal = ask("report.remove", report);
  const act = async () => {
    await whilePending(async () => {
      await remove(report);
      showDone(t("report:removed"));
    });
    setAsked(false);
  };
  return (
    <li className={css.row}>
      <div className={css.words}>
        <span className={css.name}>{title}</span>
        <small>
          {kind === "warranty" ? `${t("report:warranty.kind")} · ` : ""}
          {t("report:by", {
            analysis: analysis_name,
            name: user_name ?? "–",
            date: formatDate(created_at),
          })}
          {size === null ? "" : ` · ${formatBytes(size)}`}
        </small>
        {left_out === null || left_out === 0 ? null : (
          <small>{t("report:left_out", { count: left_out, n: formatNumber(left_out) })}</small>
        )}
        {problem ? <small className={css.problem}>{problem.message}</small> : null}
      </div>
      <Badge tone={tones[state]}>{t(`report:${state}`)}</Badge>
      {kind === "warranty" ? (
        <WarrantyDownload report={report} />
      ) : (
        <IconButton
          label={t("report:download_named", { name: title })}
          isDisabled={state !== "ready"}
          onPress={() => void saveReport(report).catch(showFault)}
        >
          <Download size={16} aria-hidden="true" />
        </IconButton>
      )}
      {reportAnnexes.map((annex) => {
        const refused = ask(`report.${annex}`);
        if (report[`${annex}_bytes`] === null || refused?.isHidden) return null;
        const Icon = annexIcons[annex];
        return (
          <IconButton
            key={annex}
            label={t(`report:download_annex.${annex}`, { name: title })}
            reason={reasonOf(refused)}
            onPress={() => void saveAnnex(report, annex).catch(showFault)}
          >
            <Icon size={16} aria-hidden="true" />
          </IconButton>
        );
      })}
      {kind === "report" ? <FindingImages report={report} /> : null}
      {refusal?.isHidden ? null : (
        <IconButton
          label={t("report:remove_named", { name: title })}
          reason={reasonOf(refusal)}
          onPress={() => setAsked(true)}
        >
          <Trash2 size={16} aria-hidden="true" />
        </IconButton>
      )}
      {isAsked ? (
        <ConfirmDialog
          title={t("report:remove_question", { name: title })}
          confirmLabel={t("report:remove")}
          cancel={t("shell:cancel")}
          closeLabel={t("shell:close")}
          isPending={isPending}
          onConfirm={() => void act()}
          onClose={() => setAsked(false)}
        >
          {t("report:remove_text")}
        </ConfirmDialog>
      ) : null}
    </li>
  );
}
