// Imports a digital twin: choose files, review them, upload, read the report.
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { Trash2 } from "lucide-react";
import { componentTypesOf, type ComponentType } from "../../domain/component/component.ts";
import { twinEndings, twinFileRefusal } from "../../domain/twin/twin-file-name.ts";
import { closePanel } from "../../state/shell/dock.ts";
import { problemWords } from "../../state/shell/fault.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { formatBytes, t } from "../../state/shell/locale.ts";
import { plantAtom } from "../../state/plant/plant.ts";
import {
  confirmedPlaceAtom,
  importTwin,
  resetTwinImport,
  twinImportAtom,
  type TwinFile,
} from "../../state/import/twin-import.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Select } from "../../ui/form/choice.tsx";
import { Skeleton } from "../../ui/feedback.tsx";
import { FileDrop } from "../../ui/form/file-drop.tsx";
import { ImportRun } from "./import-run.tsx";
import { TwinReport } from "./twin-report.tsx";
import css from "./import.module.css";

const BY_FILE = "by_file";

export function TwinImport() {
  const plant = valueOf(useAtomValue(plantAtom));
  const run = useAtomValue(twinImportAtom);
  const start = useSetAtom(importTwin);
  const reset = useSetAtom(resetTwinImport);
  const close = useSetAtom(closePanel);
  const confirmPlace = useSetAtom(confirmedPlaceAtom);
  const [files, setFiles] = useState<readonly TwinFile[]>([]);
  if (!plant) return <Skeleton label={t("shell:loading")} />;
  const send = () => void start(files, plant.twin_version > 0 ? "update" : "create");

  if (run.step !== "choosing") {
    return (
      <ImportRun
        run={run}
        onReset={reset}
        onRetry={send}
        confirm={{
          reasons: ["twin_far_from_plant", "twin_axes_swapped"],
          label: t("import:twin.confirm_place"),
          onPress: () => {
            confirmPlace(plant.id);
            send();
          },
        }}
        report={TwinReport}
        next={
          <Button kind="primary" onPress={() => close("twin-import")}>
            {t("import:twin.show")}
          </Button>
        }
      />
    );
  }
  const types = componentTypesOf(plant.technology);
  const refusals = files.map(({ file }) => twinFileRefusal(file.name, plant.name));
  const isReady = files.length > 0 && refusals.every((refusal) => refusal === null);
  return (
    <div className={css.panel}>
      <p className={css.hint}>
        {t(plant.twin_version > 0 ? "import:twin.update" : "import:twin.create", {
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
      <ul className={css.files}>
        {files.map(({ file, component_type }, at) => {
          const refusal = refusals[at];
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
              {refusal ? (
                <span className={css.refusal}>{problemWords(refusal)}</span>
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
      {files.length > 0 ? (
        <Button kind="primary" wide isDisabled={!isReady} onPress={send}>
          {t("import:send", { count: files.length })}
        </Button>
      ) : null}
    </div>
  );
}
