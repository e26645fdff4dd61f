// The drone's data of an analysis: files to be sent, and the files that are there.
import { useState } from "react";
import { useAtomValue } from "jotai";
import { FileImage } from "lucide-react";
import type { Analysis } from "../../../domain/analysis/analysis.ts";
import type { Unseen } from "../../../domain/coverage/coverage.ts";
import { limits } from "../../../domain/limits.ts";
import { faultWords } from "../../../state/shell/fault.ts";
import { t } from "../../../state/shell/locale.ts";
import {
  analysisFilesOf,
  followReading,
  reloadAnalysisFiles,
} from "../../../state/upload/analysis-file.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../../ui/feedback.tsx";
import { useStayCurrent } from "../../stay-current.ts";
import { FileTable } from "./file-table.tsx";
import { MediaImport } from "./media-import.tsx";
import { Orthomosaics } from "./orthomosaics.tsx";
import { ProposedDate } from "./proposed-date.tsx";
import { UnseenDialog } from "./unseen-list.tsx";
import { UploadForm } from "./upload-form.tsx";
import css from "./files.module.css";

export function FilesTab({ analysis }: { analysis: Analysis }) {
  const { id } = analysis;
  const list = useAtomValue(analysisFilesOf(id));
  const [lost, setLost] = useState<Unseen | null>(null);
  const files = list.state === "ready" ? list.value.files : null;
  const isReading = files?.some(({ reading_state }) => reading_state === "waiting") ?? false;
  // Files are read after they have arrived.
  useStayCurrent(() => followReading(id), isReading ? limits.taskPollMs : null);
  return (
    <div className={css.tab}>
      <UploadForm analysis={analysis} />
      <MediaImport analysis={analysis} />
      {list.state === "failed" ? (
        <ErrorState
          {...faultWords(list.fault)}
          actions={
            <Button kind="primary" onPress={() => void reloadAnalysisFiles(id)}>
              {t("shell:retry")}
            </Button>
          }
        />
      ) : list.state !== "ready" || files === null ? (
        <Skeleton label={t("shell:loading")} lines={6} />
      ) : files.length === 0 ? (
        <EmptyState
          icon={<FileImage size={22} aria-hidden="true" />}
          title={t("analysis-file:none.title")}
        >
          {t("analysis-file:none.text")}
        </EmptyState>
      ) : (
        <>
          <ProposedDate analysis={analysis} date={list.value.proposed_date} />
          <Orthomosaics analysis={analysis} files={files} />
          <FileTable analysis={analysis} files={files} onLost={setLost} />
        </>
      )}
      {/* Not in the table, which goes with the last file. */}
      {lost ? <UnseenDialog unseen={lost} onClose={() => setLost(null)} /> : null}
    </div>
  );
}
