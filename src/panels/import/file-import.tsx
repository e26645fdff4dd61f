// A file that was dropped on the map or here: what it is, what it can become, its preview, and the import.
import { useState } from "react";
import { useAtom, useAtomValue, useSetAtom } from "jotai";
import { useLocation } from "wouter";
import {
  destinationIds,
  type Destination,
  type FileKind,
} from "../../domain/file-preview/file-kind.ts";
import {
  destinationAtom,
  droppedFileAtom,
  forgetDropped,
  handOver,
  handToPage,
  isReadingDropAtom,
  lacksAnalysisAtom,
  offeredDestinationsAtom,
  pageOf,
  filesChosen,
  takeDropped,
} from "../../state/import/dropped-file.ts";
import { conditionFileAtom } from "../../state/import/handed-file.ts";
import { analysesAtom, analysisIdAtom } from "../../state/plant/analysis/analysis.ts";
import { plantAtom } from "../../state/plant/plant.ts";
import { problemWords } from "../../state/shell/fault.ts";
import { leave } from "../../state/shell/leave.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { formatBytes, formatNumber, t } from "../../state/shell/locale.ts";
import { chooseFiles } from "../../state/upload/chosen.ts";
import { Button } from "../../ui/button.tsx";
import { Alert, Skeleton } from "../../ui/feedback.tsx";
import { Select } from "../../ui/form/choice.tsx";
import { FileDrop } from "../../ui/form/file-drop.tsx";
import { RadioCards } from "../../ui/form/radio-cards.tsx";
import { BlueprintFile } from "../file-preview/blueprint-file.tsx";
import { ImportFrame } from "./import-frame.tsx";
import { SerialFile } from "./serial-file.tsx";
import { ObservationFile } from "./observation-file.tsx";
import { PhotoObservation } from "./photo-observation.tsx";
import css from "./import.module.css";

export function FileImport() {
  const dropped = useAtomValue(droppedFileAtom);
  const destination = useAtomValue(destinationAtom);
  return (
    <ImportFrame step={`${dropped?.name ?? ""} ${destination ?? ""}`}>
      <FileImportSteps />
    </ImportFrame>
  );
}

function FileImportSteps() {
  const plant = valueOf(useAtomValue(plantAtom));
  const dropped = useAtomValue(droppedFileAtom);
  const offered = useAtomValue(offeredDestinationsAtom);
  const [destination, choose] = useAtom(destinationAtom);
  const take = useSetAtom(takeDropped);
  const forget = useSetAtom(forgetDropped);
  const isReading = useAtomValue(isReadingDropAtom);
  if (!plant || isReading) return <Skeleton label={t("shell:loading")} />;
  if (!dropped) {
    return (
      <div className={css.panel}>
        <p className={css.hint}>{t("file-preview:drop.hint")}</p>
        <FileDrop
          label={t("file-preview:drop.label")}
          buttonLabel={t("import:choose")}
          hint={t("file-preview:drop.kinds")}
          onFiles={(files) => void take(filesChosen(files))}
          isPageDrop
        />
      </div>
    );
  }
  const { name, file, others, kind, reason } = dropped;
  const another = <Button onPress={forget}>{t("file-preview:drop.other")}</Button>;
  return (
    <div className={css.panel}>
      <div className={css.file}>
        <span className={css.fileName}>{name}</span>
        {file ? <span className={css.hint}>{formatBytes(file.size)}</span> : null}
      </div>
      {kind === null || !file ? (
        <>
          <Alert tone="danger" title={t("file-preview:drop.none")}>
            {problemWords({ reason: reason ?? "format_unknown" })}
          </Alert>
          <p className={css.hint}>{t("file-preview:drop.kinds")}</p>
          {another}
        </>
      ) : (
        <>
          <p role="status">
            <strong>{t(`file-preview:kind.${kind}`)}</strong>
          </p>
          {others.length > 0 ? <Others kind={kind} count={others.length} /> : null}
          {offered.length === 0 ? (
            <>
              <Alert tone="watch" title={t("file-preview:drop.over_refused")} />
              {another}
            </>
          ) : (
            <>
              <RadioCards<Destination | "">
                label={t("file-preview:drop.what")}
                value={destination ?? ""}
                options={offered.map((id) => ({
                  id,
                  label: t(`file-preview:destination.${id}`),
                  hint: t(`file-preview:destination.${id}_hint`),
                }))}
                onChange={(id) => choose(destinationIds.find((one) => one === id) ?? null)}
              />
              {destination ? <Chosen destination={destination} file={file} /> : another}
            </>
          )}
        </>
      )}
    </div>
  );
}

/** Files beside the first one: photos go together, of others the first one is taken. */
function Others({ kind, count }: { kind: FileKind; count: number }) {
  if (kind !== "drone") return <Alert tone="info">{t("file-preview:drop.several")}</Alert>;
  return <p>{t("file-preview:drop.with_others", { count, n: formatNumber(count) })}</p>;
}

/** The rest of the import, here or in the panel or page that has it. */
function Chosen({ destination, file }: { destination: Destination; file: File }) {
  const plant = valueOf(useAtomValue(plantAtom));
  const forget = useSetAtom(forgetDropped);
  const hand = useSetAtom(handOver);
  const handToOther = useSetAtom(handToPage);
  const lacksAnalysis = useAtomValue(lacksAnalysisAtom);
  const [, navigate] = useLocation();
  if (!plant) return null;
  if (lacksAnalysis) {
    return (
      <>
        <Alert tone="watch" title={t("file-preview:drop.no_analysis")} />
        <GoOn isDisabled onPress={() => undefined} />
      </>
    );
  }
  if (destination === "observations") return <ObservationFile file={file} onEnd={forget} />;
  if (destination === "blueprint") {
    return <BlueprintFile plant_id={plant.id} file={file} onEnd={forget} />;
  }
  if (destination === "serials") return <SerialFile file={file} onEnd={forget} />;
  if (destination === "photos") return <PhotoObservation onEnd={forget} />;
  if (destination === "survey") return <SurveyFiles />;
  if (destination === "conditions") return <ConditionFile file={file} />;
  const goOn = () => {
    if (destination === "model") {
      leave(() => navigate(`/plant/${plant.id}/settings?section=models`));
    } else if (destination === "users" || destination === "drones") {
      leave(() => {
        handToOther(destination);
        navigate(pageOf[destination]);
      });
    } else hand(destination);
  };
  return <GoOn onPress={goOn} />;
}

function GoOn({ onPress, isDisabled = false }: { onPress: () => void; isDisabled?: boolean }) {
  const forget = useSetAtom(forgetDropped);
  return (
    <div className={css.actions}>
      <Button onPress={forget}>{t("file-preview:drop.other")}</Button>
      <Button kind="primary" isDisabled={isDisabled} onPress={onPress}>
        {t("file-preview:go_on")}
      </Button>
    </div>
  );
}

/** Drone data belong to an analysis, whose page uploads them. */
function SurveyFiles() {
  const chosenFiles = useAtomValue(droppedFileAtom)?.chosen ?? [];
  const choose = useSetAtom(chooseFiles);
  return <OfAnalysis tab="upload" onGoOn={(id) => choose(id, chosenFiles)} />;
}

/** Conditions belong to the evaluation of an analysis. */
function ConditionFile({ file }: { file: File }) {
  const hand = useSetAtom(conditionFileAtom);
  return <OfAnalysis tab="evaluation" onGoOn={(analysis_id) => hand({ analysis_id, file })} />;
}

/** Asks for the analysis, and goes on to a tab of its page. */
function OfAnalysis({ tab, onGoOn }: { tab: string; onGoOn: (id: number) => void }) {
  const analyses = valueOf(useAtomValue(analysesAtom)) ?? [];
  const shown = useAtomValue(analysisIdAtom);
  const forget = useSetAtom(forgetDropped);
  const [, navigate] = useLocation();
  const [chosen, setChosen] = useState<number | null>(null);
  const id = chosen ?? analyses.find((one) => one.id === shown)?.id ?? analyses[0]?.id ?? null;
  if (analyses.length === 0) {
    return (
      <>
        <Alert tone="watch" title={t("analyses:none.title")} />
        <GoOn isDisabled onPress={() => undefined} />
      </>
    );
  }
  const goOn = () => {
    if (id === null) return;
    leave(() => {
      onGoOn(id);
      forget();
      navigate(`/analysis/${id}#${tab}`);
    });
  };
  return (
    <>
      <Select
        label={t("import:result.analysis")}
        value={id}
        options={analyses.map((one) => ({ id: one.id, label: one.name }))}
        onChange={setChosen}
      />
      <GoOn onPress={goOn} />
    </>
  );
}
