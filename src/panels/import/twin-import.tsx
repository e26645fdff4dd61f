// Imports a digital twin: choose files, review them, upload, read the report.
import { useState } from "react";
import { useAtom, useAtomValue, useSetAtom } from "jotai";
import { Trash2 } from "lucide-react";
import { componentTypesOf, type ComponentType } from "../../domain/component/component.ts";
import { twinEndings, twinFileRefusal } from "../../domain/twin/twin-file-name.ts";
import { importModes } from "../../domain/twin/twin-mode.ts";
import { problemWords } from "../../state/shell/fault.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { formatBytes, t } from "../../state/shell/locale.ts";
import { plantAtom } from "../../state/plant/plant.ts";
import {
  confirmedPlaceAtom,
  importTwin,
  resetTwinImport,
  twinFileFault,
  twinFilesAtom,
  twinImportAtom,
} from "../../state/import/twin-import.ts";
import { showImported } from "../../state/import/show-imported.ts";
import { isPreviewed } from "../../state/import/file-preview.ts";
import { saveTwinSample } from "../../state/import/sample.ts";
import { twinChangesOf } from "../../state/import/twin-preview.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Segments, Select } from "../../ui/form/choice.tsx";
import { RadioCards } from "../../ui/form/radio-cards.tsx";
import { Alert, Skeleton } from "../../ui/feedback.tsx";
import { FileDrop } from "../../ui/form/file-drop.tsx";
import { FilePreview, type ReadFiles } from "../file-preview/file-preview.tsx";
import { ImportFrame } from "./import-frame.tsx";
import { ImportRun } from "./import-run.tsx";
import { NamesImport } from "./names-import.tsx";
import { SampleButton } from "./sample-button.tsx";
import { TwinPreview } from "./twin-preview.tsx";
import { TwinReport } from "./twin-report.tsx";
import css from "./import.module.css";

/** Components far from their plant can be confirmed; other faults of the files cannot. */
const confirmable = ["twin_far_from_plant", "twin_axes_swapped"];
const canImport = ({ preview: { faults, result_count } }: ReadFiles) =>
  result_count > 0 && faults.every(({ reason }) => confirmable.includes(reason));

const BY_FILE = "by_file";
const updateModes = importModes.filter((mode) => mode !== "create");
type UpdateMode = (typeof updateModes)[number];

export function TwinImport() {
  const { step } = useAtomValue(twinImportAtom);
  return (
    <ImportFrame step={step}>
      <TwinImportSteps />
    </ImportFrame>
  );
}

function TwinImportSteps() {
  const plant = valueOf(useAtomValue(plantAtom));
  const run = useAtomValue(twinImportAtom);
  const start = useSetAtom(importTwin);
  const reset = useSetAtom(resetTwinImport);
  const show = useSetAtom(showImported);
  const confirmPlace = useSetAtom(confirmedPlaceAtom);
  const [files, setFiles] = useAtom(twinFilesAtom);
  const saveSample = useSetAtom(saveTwinSample);
  const [mode, setMode] = useState<UpdateMode>("add");
  const [read, setRead] = useState<ReadFiles | null>(null);
  const [part, setPart] = useState<"components" | "names">("components");
  if (!plant) return <Skeleton label={t("shell:loading")} />;
  const isUpdate = plant.twin_version > 0;
  // An update is shown before it is written; a first twin can remove nothing.
  const isShown = isPreviewed(files);
  const mapping = read?.mapping;
  // Files that are too large to be shown at once are shown by the task, before anything is written.
  const send = () =>
    void start(
      files,
      isUpdate || !isShown
        ? { mode: isUpdate ? mode : "create", preview: true, mapping }
        : { mode: "create" as const, mapping },
    );

  const changes = run.step === "done" ? twinChangesOf(run.task) : null;
  if (run.step === "done" && changes?.preview) {
    const { mode: previewed, twin_version } = changes;
    const preview_task = run.task.id;
    return (
      <TwinPreview
        changes={changes}
        plant={plant.name}
        onBack={reset}
        onImport={() => void start(files, { mode: previewed, twin_version, preview_task })}
      />
    );
  }
  if (run.step !== "choosing") {
    return (
      <ImportRun
        run={run}
        onReset={reset}
        onRetry={send}
        confirm={{
          reasons: confirmable,
          label: t("import:twin.confirm_place"),
          onPress: () => {
            confirmPlace(plant.id);
            send();
          },
        }}
        report={TwinReport}
        next={
          <Button kind="primary" onPress={() => show("twin-import")}>
            {t("import:twin.show")}
          </Button>
        }
      />
    );
  }
  const parts = isUpdate ? (
    <Segments
      label={t("import:names.parts")}
      value={part}
      onChange={setPart}
      options={[
        { id: "components", label: t("import:names.components") },
        { id: "names", label: t("import:names.title") },
      ]}
    />
  ) : null;
  if (isUpdate && part === "names") {
    return (
      <div className={css.panel}>
        {parts}
        <NamesImport />
      </div>
    );
  }
  const types = componentTypesOf(plant.technology);
  const refusals = files.map((one) => twinFileFault(one, plant.name));
  const isNamed = files.length > 0 && refusals.every((refusal) => refusal === null);
  const isReady = isNamed && (!isShown || (read !== null && canImport(read)));
  return (
    <div className={css.panel}>
      {parts}
      <p className={css.hint}>
        {t(isUpdate ? "import:twin.update" : "import:twin.create", {
          plant: plant.name,
        })}
      </p>
      <FileDrop
        label={t("import:twin.drop")}
        hint={t("import:twin.kinds")}
        buttonLabel={t("import:choose")}
        accept={twinEndings}
        onFiles={(added) =>
          setFiles([
            ...files.filter(({ file }) => !added.some(({ name }) => name === file.name)),
            ...added.map((file) => ({ file, component_type: null })),
          ])
        }
      />
      <SampleButton onPress={saveSample} />
      <ul className={css.files}>
        {files.map(({ file, component_type, isOfPlant = false }, at) => {
          const refusal = refusals[at];
          const isNameless = twinFileRefusal(file.name, plant.name)?.reason === "twin_file_name";
          const name = { plant: plant.name };
          return (
            <li key={file.name} className={css.file}>
              <span className={css.fileName}>{file.name}</span>
              <span className={css.hint}>{formatBytes(file.size)}</span>
              <IconButton
                label={t("import:leave_out", { name: file.name })}
                size="sm"
                onPress={() => setFiles(files.toSpliced(at, 1))}
              >
                <Trash2 size={14} aria-hidden="true" />
              </IconButton>
              {isOfPlant && isNameless ? (
                <span className={css.said}>{t("import:twin.is_of_plant", name)}</span>
              ) : null}
              {refusal ? (
                <>
                  <span className={css.refusal}>{problemWords(refusal)}</span>
                  {isNameless ? (
                    <Button
                      size="sm"
                      onPress={() =>
                        setFiles(files.with(at, { file, component_type, isOfPlant: true }))
                      }
                    >
                      {t("import:twin.say_of_plant", name)}
                    </Button>
                  ) : null}
                </>
              ) : (
                <Select
                  label={t("import:twin.type")}
                  size="sm"
                  value={component_type ?? BY_FILE}
                  options={[
                    { id: BY_FILE, label: t("import:twin.by_file") },
                    ...types.map((id) => ({ id, label: t(`component:type.${id}.many`) })),
                  ]}
                  onChange={(id) =>
                    setFiles(
                      files.with(at, {
                        file,
                        isOfPlant,
                        component_type: id === BY_FILE ? null : (id as ComponentType),
                      }),
                    )
                  }
                />
              )}
            </li>
          );
        })}
      </ul>
      {isNamed && isShown ? (
        <FilePreview purpose="twin" files={files} plant_id={plant.id} onRead={setRead} />
      ) : null}
      {isNamed && !isShown ? <Alert tone="info" title={t("file-preview:too_large")} /> : null}
      {files.length > 0 && isUpdate ? (
        <RadioCards
          label={t("import:mode.label")}
          value={mode}
          onChange={setMode}
          options={updateModes.map((id) => ({
            id,
            label: t(`import:mode.${id}`),
            hint: t(`import:mode.${id}_hint`),
          }))}
        />
      ) : null}
      {files.length > 0 ? (
        <Button kind="primary" wide isDisabled={!isReady} onPress={send}>
          {isUpdate ? t("import:preview.start") : t("import:send", { count: files.length })}
        </Button>
      ) : null}
    </div>
  );
}
