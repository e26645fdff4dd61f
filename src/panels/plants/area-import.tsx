// Creates many plants at once from a file of outlines.
import { useMemo, useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { Download } from "lucide-react";
import { geoEndings } from "../../domain/geometry/geo-file.ts";
import { technologies, type Technology } from "../../domain/component/component.ts";
import { problemWords } from "../../state/shell/fault.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { t } from "../../state/shell/locale.ts";
import { importPlantAreas, type PlantAreasAnswer } from "../../state/import/plant-area.ts";
import { savePlantAreaSample } from "../../state/import/sample.ts";
import { plantsAtom } from "../../state/settings/plants.ts";
import { sessionAtom } from "../../state/account/session.ts";
import { Button } from "../../ui/button.tsx";
import { Segments, Select } from "../../ui/form/choice.tsx";
import { Alert } from "../../ui/feedback.tsx";
import { FileDrop } from "../../ui/form/file-drop.tsx";
import { FilePreview, type ReadFiles } from "../file-preview/file-preview.tsx";
import { FaultAlert } from "../fault-alert.tsx";
import { TypedDialog } from "../typed-dialog.tsx";
import css from "./plants.module.css";

/** @param given a file that was dropped on the page; null where the user chooses one here */
export function AreaImport({ given, onClose }: { given: File | null; onClose: () => void }) {
  const ownCustomer = useAtomValue(sessionAtom)?.customer ?? null;
  const plants = valueOf(useAtomValue(plantsAtom)) ?? [];
  const send = useSetAtom(importPlantAreas);
  const saveSample = useSetAtom(savePlantAreaSample);
  const [file, setFile] = useState<File | null>(given);
  const [customer_id, setCustomer] = useState<number | null>(ownCustomer?.id ?? null);
  const [technology, setTechnology] = useState<Technology>("photovoltaic");
  const [answer, setAnswer] = useState<PlantAreasAnswer | null>(null);
  const [fault, setFault] = useState<unknown>(null);
  const [read, setRead] = useState<ReadFiles | null>(null);
  const [isPending, setPending] = useState(false);
  const customers = new Map(plants.map((one) => [one.customer_id, one.customer_name]));
  if (ownCustomer) customers.set(ownCustomer.id, ownCustomer.name);
  const files = useMemo(() => (file ? [{ file }] : []), [file]);
  const fields = useMemo(() => ({ customer_id: String(customer_id) }), [customer_id]);
  const isReady = read !== null && read.preview.result_count > 0;
  // What was answered is stored.
  const isTyped =
    answer === null &&
    (file !== given || customer_id !== (ownCustomer?.id ?? null) || technology !== "photovoltaic");
  const run = async () => {
    if (file === null || customer_id === null || read === null) return;
    setPending(true);
    setFault(null);
    setAnswer(null);
    try {
      setAnswer(await send({ file, customer_id, technology, mapping: read.mapping }));
    } catch (cause) {
      setFault(cause);
    }
    setPending(false);
  };
  return (
    <TypedDialog
      title={t("plants:areas.title")}
      typed={isTyped}
      onClose={onClose}
      closeLabel={t("shell:close")}
      actions={
        <>
          <Button onPress={onClose}>{t(answer ? "shell:close" : "shell:cancel")}</Button>
          <Button
            kind="primary"
            isDisabled={file === null || customer_id === null || !isReady || answer !== null}
            isPending={isPending}
            onPress={() => void run()}
          >
            {t("plants:areas.send")}
          </Button>
        </>
      }
    >
      <div className={css.areas}>
        <FileDrop
          label={t("plants:areas.drop")}
          chosen={file?.name}
          hint={t("plants:areas.kinds")}
          buttonLabel={t("import:choose")}
          accept={geoEndings}
          onFiles={([first]) => {
            setFile(first ?? null);
            setAnswer(null);
            setFault(null);
          }}
        />
        <div className={css.sample}>
          <Button kind="quiet" size="sm" onPress={saveSample}>
            <Download size={14} aria-hidden="true" />
            {t("import:sample")}
          </Button>
        </div>
        <Segments
          label={t("plant:form.technology")}
          value={technology}
          onChange={setTechnology}
          options={technologies.map((id) => ({ id, label: t(`plants:technology.${id}`) }))}
        />
        <Select
          label={t("plant:form.customer_id")}
          value={customer_id}
          onChange={setCustomer}
          options={[...customers].map(([id, label]) => ({ id, label }))}
          isRequired
        />
        {file && customer_id !== null && answer === null ? (
          <FilePreview
            purpose="areas"
            files={files}
            fields={fields}
            plant_id={null}
            onRead={setRead}
          />
        ) : null}
        <FaultAlert fault={fault} />
        {answer ? (
          <>
            <Alert tone="good" title={t("plants:areas.created", { count: answer.created })}>
              {answer.known > 0 ? t("plants:areas.known", { count: answer.known }) : null}
            </Alert>
            {answer.refused_count > 0 ? (
              <Alert
                tone="watch"
                title={t("plants:areas.refused", { count: answer.refused_count })}
              >
                <ul className={css.refused}>
                  {answer.refused.map((problem) => (
                    <li key={`${problem.feature} ${problem.reason}`}>{problemWords(problem)}</li>
                  ))}
                </ul>
              </Alert>
            ) : null}
          </>
        ) : null}
      </div>
    </TypedDialog>
  );
}
