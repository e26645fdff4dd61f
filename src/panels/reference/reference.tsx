// Reference measurements beside the map: entered for the open component, and compared with the drone's values.
import { useState } from "react";
import { useAtom, useAtomValue, useSetAtom } from "jotai";
import { Download, Ruler } from "lucide-react";
import { plantTimeZone } from "../../domain/plant/plant-zone.ts";
import { askAtom } from "../../state/account/ask.ts";
import { referenceFileAtom } from "../../state/import/handed-file.ts";
import { analysisIdAtom } from "../../state/plant/analysis/analysis.ts";
import {
  exportReferences,
  importReferences,
  referencesAtom,
} from "../../state/plant/analysis/reference-measurement.ts";
import { plantAtom } from "../../state/plant/plant.ts";
import { problemWords } from "../../state/shell/fault.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { t } from "../../state/shell/locale.ts";
import { showDone } from "../../state/shell/toast.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState, Skeleton } from "../../ui/feedback.tsx";
import { FileDrop } from "../../ui/form/file-drop.tsx";
import { LoadFault } from "../load-fault.tsx";
import { usePending } from "../pending.ts";
import { FaultAlert } from "../fault-alert.tsx";
import { TableActs } from "../file-preview/table-acts.tsx";
import { TablePreview, type ReadTable } from "../file-preview/table-preview.tsx";
import { Comparison } from "./comparison.tsx";
import { ReferenceForm } from "./reference-form.tsx";
import { ReferenceList } from "./reference-list.tsx";
import css from "./reference.module.css";

export function References() {
  const id = useAtomValue(analysisIdAtom);
  const references = useAtomValue(referencesAtom);
  const mayImport = useAtomValue(askAtom)("referenceMeasurement.importCsv") === null;
  const load = useSetAtom(importReferences);
  const save = useSetAtom(exportReferences);
  const plant = valueOf(useAtomValue(plantAtom));
  const [isPending, whilePending] = usePending();
  const [file, setFile] = useAtom(referenceFileAtom);
  const [read, setRead] = useState<ReadTable | null>(null);
  const [fault, setFault] = useState<unknown>(null);
  if (references.state === "failed") return <LoadFault fault={references.fault} />;
  if (references.state === "loading") return <Skeleton label={t("shell:loading")} lines={6} />;
  if (id === null || references.state !== "ready") {
    return (
      <EmptyState
        icon={<Ruler size={20} aria-hidden="true" />}
        title={t("reference:no_analysis")}
      />
    );
  }
  const choose = (chosen: File | null) => {
    setFile(chosen);
    setFault(null);
  };
  const send = (sent: File, { given, preview }: ReadTable) => {
    setFault(null);
    void whilePending(async () => {
      try {
        const { count, notes } = await load(sent, { ...given, mapping: preview.said });
        const words = [t("reference:imported", { count }), ...notes.map(problemWords)];
        showDone(words.join(" "));
        choose(null);
      } catch (cause) {
        setFault(cause);
      }
    });
  };
  return (
    <div className={css.panel}>
      {mayImport ? <ReferenceForm /> : null}
      {references.value.length > 0 ? <Comparison /> : null}
      <ReferenceList references={references.value} />
      <section className={css.block}>
        {mayImport && file ? (
          <>
            <TablePreview
              key={`${file.name} ${file.lastModified}`}
              purpose="references"
              of_id={id}
              file={file}
              {...(plant && { time_zone: plantTimeZone(plant) })}
              onRead={setRead}
            />
            <FaultAlert fault={fault} />
            <TableActs
              read={read}
              isPending={isPending}
              onOther={() => choose(null)}
              onImport={(shown) => send(file, shown)}
            />
          </>
        ) : mayImport ? (
          <FileDrop
            label={t("reference:drop")}
            buttonLabel={t("reference:choose")}
            hint={t("reference:columns")}
            accept={[".csv", ".xlsx"]}
            many={false}
            isDisabled={isPending}
            onFiles={([first]) => first && choose(first)}
          />
        ) : null}
        {references.value.length > 0 ? (
          <Button icon={<Download size={14} aria-hidden="true" />} onPress={() => void save()}>
            {t("reference:export")}
          </Button>
        ) : null}
      </section>
    </div>
  );
}
