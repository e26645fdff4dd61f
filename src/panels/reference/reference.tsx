// Reference measurements beside the map: entered for the open component, and compared with the drone's values.
import { useAtomValue, useSetAtom } from "jotai";
import { Download, Ruler } from "lucide-react";
import { askAtom } from "../../state/account/ask.ts";
import { analysisIdAtom } from "../../state/plant/analysis/analysis.ts";
import {
  exportReferences,
  importReferences,
  referencesAtom,
} from "../../state/plant/analysis/reference-measurement.ts";
import { t } from "../../state/shell/locale.ts";
import { showDone, showFault } from "../../state/shell/toast.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState, Skeleton } from "../../ui/feedback.tsx";
import { FileDrop } from "../../ui/form/file-drop.tsx";
import { LoadFault } from "../load-fault.tsx";
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
  const send = async (file: File) => {
    try {
      showDone(t("reference:imported", { count: await load(file) }));
    } catch (cause) {
      showFault(cause);
    }
  };
  return (
    <div className={css.panel}>
      {mayImport ? <ReferenceForm /> : null}
      {references.value.length > 0 ? <Comparison /> : null}
      <ReferenceList references={references.value} />
      <section className={css.block}>
        {mayImport ? (
          <FileDrop
            label={t("reference:drop")}
            buttonLabel={t("reference:choose")}
            hint={t("reference:columns")}
            accept={[".csv"]}
            many={false}
            onFiles={([file]) => void (file && send(file))}
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
