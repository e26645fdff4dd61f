// Imports the results of an analysis: a JSON, CSV or XLSX file, and a ZIP of its images.
import { useState } from "react";
import { z } from "zod";
import { useAtom, useAtomValue, useSetAtom } from "jotai";
import { FileArchive, FileText } from "lucide-react";
import { analysesAtom, analysisIdAtom } from "../../state/plant/analysis/analysis.ts";
import { problemShape } from "../../domain/error-shape.ts";
import type { EvaluationBatch } from "../../domain/analysis/evaluation-batch.ts";
import type { Task } from "../../domain/analysis/task.ts";
import { openPanel } from "../../state/shell/dock.ts";
import { problemWords } from "../../state/shell/fault.ts";
import { valueOf, type Loaded } from "../../state/shell/loaded.ts";
import { formatBytes, formatNumber, hasWords, t } from "../../state/shell/locale.ts";
import { plantAtom } from "../../state/plant/plant.ts";
import {
  importAnalysisIdAtom,
  importResult,
  resetResultImport,
  resultFilesAtom,
  resultImportAtom,
} from "../../state/import/result-import.ts";
import { showImported } from "../../state/import/show-imported.ts";
import { hasResultSampleAtom, saveResultSample } from "../../state/import/sample.ts";
import { evaluationBatchesAtom } from "../../state/settings/evaluation-batch.ts";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/form/choice.tsx";
import { Alert, EmptyState, Skeleton } from "../../ui/feedback.tsx";
import { FileDrop } from "../../ui/form/file-drop.tsx";
import { Checkbox } from "../../ui/form/toggle.tsx";
import { sheetsToChoose } from "../../state/shell/table-file.ts";
import type { ImportRun as ImportState } from "../../state/import/import.ts";
import { isPreviewedTable } from "../../state/import/table-preview.ts";
import { TablePreview, type ReadTable } from "../file-preview/table-preview.tsx";
import { SheetQuestion } from "../table-questions.tsx";
import { LoadFault } from "../load-fault.tsx";
import { ImportFrame } from "./import-frame.tsx";
import { ImportRun } from "./import-run.tsx";
import { SampleButton } from "./sample-button.tsx";
import { askAtom } from "../../state/account/ask.ts";
import css from "./import.module.css";

export function ResultImport() {
  const { step } = useAtomValue(resultImportAtom);
  return (
    <ImportFrame step={step}>
      <ResultImportSteps />
    </ImportFrame>
  );
}

function ResultImportSteps() {
  const plant = valueOf(useAtomValue(plantAtom));
  const analyses = valueOf(useAtomValue(analysesAtom));
  const shown = useAtomValue(analysisIdAtom);
  const [chosenId, setChosenId] = useAtom(importAnalysisIdAtom);
  const run = useAtomValue(resultImportAtom);
  const ask = useAtomValue(askAtom);
  const start = useSetAtom(importResult);
  const reset = useSetAtom(resetResultImport);
  const open = useSetAtom(openPanel);
  const show = useSetAtom(showImported);
  const hasSample = useAtomValue(hasResultSampleAtom);
  const saveSample = useSetAtom(saveResultSample);
  const [files, setFiles] = useAtom(resultFilesAtom);
  const { results, images } = files;
  const [delete_before, setDeleteBefore] = useState(false);
  const [eval_batch_num, setBatch] = useState<number | null>(null);
  const batches = useAtomValue(evaluationBatchesAtom);
  const [read, setRead] = useState<ReadTable | null>(null);
  const [isLong, setLong] = useState(false);
  if (!plant || !analyses) return <Skeleton label={t("shell:loading")} />;
  if (analyses.length === 0) {
    return (
      <EmptyState
        title={t("analyses:none.title")}
        actions={<Button onPress={() => open("analyses")}>{t("analyses:new")}</Button>}
      >
        {t("import:result.needs_analysis")}
      </EmptyState>
    );
  }
  const analysis = analyses.find(({ id }) => id === (chosenId ?? shown)) ?? analyses[0]!;
  const isShown = results !== null && isPreviewedTable(results);
  const send = (chosen: string | null = null) => {
    if (!results) return;
    const mapping = read?.preview.said;
    const sheet = chosen ?? read?.given.sheet ?? null;
    void start(analysis.id, { results, images, delete_before, eval_batch_num, sheet, mapping });
  };
  const { faults = [], result_count = 0 } = read?.preview ?? {};
  const isEmpty = result_count === 0 && !delete_before && !images;
  const isUnread = isShown && !isLong && (read === null || faults.length > 0 || isEmpty);
  const sheets = sheetsOf(run);
  if (results && sheets.length > 0) {
    return (
      <div className={css.panel}>
        <SheetQuestion file={results.name} sheets={sheets} isPending={false} onAnswer={send} />
        <Button onPress={reset}>{t("import:other_files")}</Button>
      </div>
    );
  }
  if (run.step !== "choosing") {
    return (
      <ImportRun
        run={run}
        onReset={reset}
        onRetry={() => send()}
        report={ResultReport}
        next={
          <Button kind="primary" onPress={() => show("result-import")}>
            {t("import:result.show")}
          </Button>
        }
      />
    );
  }
  const refusal = ask("analysisResult.importFile", { analysis, plant });
  return (
    <div className={css.panel}>
      <Select
        label={t("import:result.analysis")}
        value={analysis.id}
        onChange={setChosenId}
        options={analyses.map(({ id, name }) => ({ id, label: name }))}
      />
      {refusal ? (
        <Alert tone="watch" title={t("import:result.not_now")}>
          {problemWords(refusal)}
        </Alert>
      ) : null}
      <FileDrop
        label={t("import:result.drop")}
        hint={t("import:result.kinds")}
        buttonLabel={t("import:choose")}
        accept={[".json", ".csv", ".xlsx", ".zip"]}
        isDisabled={refusal !== null}
        onFiles={(added) => {
          const isImages = (file: File) => /\.zip$/i.test(file.name);
          setFiles({
            results: added.findLast((file) => !isImages(file)) ?? results,
            images: added.findLast(isImages) ?? images,
          });
        }}
      />
      {hasSample ? <SampleButton onPress={saveSample} /> : null}
      <ul className={css.files}>
        {results ? (
          <li className={css.file}>
            <FileText size={14} aria-hidden="true" />
            <span className={css.fileName}>{results.name}</span>
            <span className={css.hint}>{formatBytes(results.size)}</span>
          </li>
        ) : null}
        {images ? (
          <li className={css.file}>
            <FileArchive size={14} aria-hidden="true" />
            <span className={css.fileName}>{images.name}</span>
            <span className={css.hint}>{formatBytes(images.size)}</span>
          </li>
        ) : null}
      </ul>
      {results && isShown && refusal === null ? (
        <TablePreview
          key={`${analysis.id} ${results.name} ${results.lastModified}`}
          purpose="results"
          of_id={analysis.id}
          file={results}
          onRead={setRead}
          onLong={setLong}
        />
      ) : null}
      {isLong ? <Alert tone="watch" title={t("file-preview:unshown")} /> : null}
      {images && !results ? (
        <p className={css.refusal}>{t("import:result.needs_results")}</p>
      ) : null}
      <BatchChoice batches={batches} value={eval_batch_num} onChange={setBatch} />
      <Checkbox isSelected={delete_before} onChange={setDeleteBefore}>
        {t("import:result.delete_before")}
      </Checkbox>
      <Button
        kind="primary"
        wide
        isDisabled={!results || refusal !== null || isUnread}
        onPress={() => send()}
      >
        {t("import:result.send")}
      </Button>
    </div>
  );
}

/** The sheets of a workbook among which the user chooses: said before it is sent on, or by its task. */
function sheetsOf(run: ImportState): readonly string[] {
  if (run.step === "failed") return sheetsToChoose(run.cause);
  return run.step === "done" ? sheetsToChoose(run.task.output) : [];
}

/** The evaluation batch of the results: none of the plant, none to read, and none loaded are different things. */
function BatchChoice({
  batches,
  value,
  onChange,
}: {
  batches: Loaded<readonly EvaluationBatch[]>;
  value: number | null;
  onChange: (number: number | null) => void;
}) {
  if (batches.state === "idle") return null;
  if (batches.state === "loading") return <Skeleton label={t("shell:loading")} />;
  if (batches.state === "failed") return <LoadFault fault={batches.fault} isSmall />;
  if (batches.value.length === 0) {
    return <p className={css.hint}>{t("import:result.batches_none")}</p>;
  }
  return (
    <Select
      label={t("import:result.batch")}
      value={value ?? 0}
      onChange={(number) => onChange(number === 0 ? null : number)}
      options={[
        { id: 0, label: t("import:result.no_batch") },
        ...batches.value.map(({ number, name }) => ({ id: number, label: `${number} · ${name}` })),
      ]}
    />
  );
}

const warningsShape = z.object({ warnings: z.array(problemShape).default([]) });

/** The numbers of a task's result that have a label, and what to check. */
function ResultReport({ task }: { task: Task }) {
  const counts = Object.entries(task.output.result ?? {}).filter(
    (entry): entry is [string, number] =>
      typeof entry[1] === "number" && hasWords(`import:count.${entry[0]}`),
  );
  const warnings = warningsShape.safeParse(task.output.result).data?.warnings ?? [];
  return (
    <>
      {warnings.length > 0 ? (
        <Alert tone="watch" title={t("import:questions")}>
          {warnings.map(({ field, ...warning }) => (
            <p key={field ?? warning.reason}>
              {problemWords({
                ...warning,
                ...(field !== undefined && { field: t(`key-figure:${field}.name`) }),
              })}
            </p>
          ))}
        </Alert>
      ) : null}
      {counts.length > 0 ? (
        <table className={css.report}>
          <tbody>
            {counts.map(([name, count]) => (
              <tr key={name}>
                <th scope="row">{t(`import:count.${name}`)}</th>
                <td>{formatNumber(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </>
  );
}
