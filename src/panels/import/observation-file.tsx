// Observations from a file: the preview with what it asks, and the import.
import { useMemo, useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import type { ComponentType } from "../../domain/component/component.ts";
import { siteInstant } from "../../domain/plant/site-time.ts";
import { askAtom, reasonOf } from "../../state/account/ask.ts";
import {
  fileColumnsOf,
  importObservations,
  observedTypesAtom,
} from "../../state/import/observation-file.ts";
import { plantAtom, plantClockAtom } from "../../state/plant/plant.ts";
import { openPanel } from "../../state/shell/dock.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { showDone } from "../../state/shell/toast.ts";
import { Button } from "../../ui/button.tsx";
import { Alert, EmptyState, Skeleton } from "../../ui/feedback.tsx";
import { Select } from "../../ui/form/choice.tsx";
import { FaultAlert } from "../fault-alert.tsx";
import { FilePreview, type ReadFiles } from "../file-preview/file-preview.tsx";
import { SiteTimeField } from "../record/site-time-field.tsx";
import { zonesOf } from "./zone-options.ts";
import css from "./import.module.css";

type ObservationFileProps = {
  readonly file: File;
  /** Called once they are stored, and where the user chooses another file. */
  readonly onEnd: () => void;
};

export function ObservationFile({ file, onEnd }: ObservationFileProps) {
  const plant = valueOf(useAtomValue(plantAtom));
  const { zone } = useAtomValue(plantClockAtom);
  const types = useAtomValue(observedTypesAtom);
  const refusal = useAtomValue(askAtom)("observation.importFile");
  const store = useSetAtom(importObservations);
  const open = useSetAtom(openPanel);
  const [chosenType, setType] = useState<ComponentType | null>(null);
  const [time_zone, setZone] = useState<string | null>(null);
  const [time, setTime] = useState("");
  const [asksZone, setAsksZone] = useState(false);
  const [asksTime, setAsksTime] = useState(0);
  const [read, setRead] = useState<ReadFiles | null>(null);
  const [fault, setFault] = useState<unknown>(null);
  const [isPending, setPending] = useState(false);
  const component_type = chosenType ?? types[0] ?? null;
  const observed_at = time === "" ? null : siteInstant(zone, time);
  const files = useMemo(() => [{ file }], [file]);
  const fields = useMemo(
    () => ({
      ...(component_type !== null && { component_type }),
      ...(time_zone !== null && { time_zone }),
      ...(observed_at !== null && { observed_at }),
    }),
    [component_type, time_zone, observed_at],
  );
  const columnsAtom = useMemo(() => fileColumnsOf(component_type), [component_type]);
  const more = useAtomValue(columnsAtom);
  const take = useMemo(
    () => (found: ReadFiles | null) => {
      setRead(found);
      if (!found) return;
      // A question stays once it was asked, so that its answer can be changed.
      if (found.preview.lacks_zone) setAsksZone(true);
      if (found.preview.timeless_count > 0) setAsksTime(found.preview.timeless_count);
    },
    [],
  );
  if (!plant) return <Skeleton label={t("shell:loading")} />;
  if (plant.twin_version === 0) {
    return (
      <EmptyState
        title={t("file-preview:no_twin")}
        actions={<Button onPress={onEnd}>{t("file-preview:drop.other")}</Button>}
      />
    );
  }
  const run = async () => {
    if (!read) return;
    setFault(null);
    setPending(true);
    const { mapping, sheet } = read;
    const asked = { purpose: "observations", files, fields, mapping, sheet } as const;
    try {
      const { created, known, refused_count } = await store({ ...asked, plant_id: plant.id });
      const counts = { observations: created, known, left: refused_count };
      const words = (["observations", "known", "left"] as const).flatMap((key) => {
        const count = counts[key];
        if (count === 0 && key !== "observations") return [];
        return t(`file-preview:stored.${key}`, { count, n: formatNumber(count) });
      });
      showDone(words.join(" "));
      open("observations");
      onEnd();
    } catch (cause) {
      setFault(cause);
    }
    setPending(false);
  };
  const isNew = read !== null && read.preview.result_count > read.preview.known_count;
  const isOld = read !== null && read.preview.result_count > 0 && !isNew;
  return (
    <div className={css.steps}>
      {types.length > 1 ? (
        <Select
          label={t("file-preview:of_type")}
          value={component_type}
          options={types.map((id) => ({ id, label: t(`component:type.${id}.many`) }))}
          onChange={setType}
        />
      ) : null}
      {asksZone ? (
        <Alert tone="watch" title={t("file-preview:zone_needed")}>
          <div className={css.question}>
            <Select
              label={t("file-preview:zone")}
              value={time_zone}
              options={zonesOf(zone)}
              onChange={setZone}
            />
          </div>
        </Alert>
      ) : null}
      {asksTime > 0 ? (
        <Alert
          tone="watch"
          title={t("file-preview:observed_needed", { count: asksTime, n: formatNumber(asksTime) })}
        >
          <div className={css.question}>
            <SiteTimeField
              label={t("file-preview:observed")}
              zone={zone}
              value={time}
              onChange={setTime}
            />
          </div>
        </Alert>
      ) : null}
      <FilePreview
        purpose="observations"
        files={files}
        fields={fields}
        plant_id={plant.id}
        more={more}
        onRead={take}
      />
      {isOld ? <Alert tone="info" title={t("file-preview:nothing_new")} /> : null}
      <FaultAlert fault={fault} />
      <div className={css.actions}>
        <Button onPress={onEnd}>{t("file-preview:drop.other")}</Button>
        <Button
          kind="primary"
          isPending={isPending}
          isDisabled={!isNew || read.preview.lacks_zone}
          reason={reasonOf(refusal)}
          onPress={() => void run()}
        >
          {t("file-preview:send")}
        </Button>
      </div>
    </div>
  );
}
