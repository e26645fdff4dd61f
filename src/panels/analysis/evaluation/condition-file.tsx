// Conditions from a CSV file. Where its times state no zone, it asks for it and reads the file again.
import { useState } from "react";
import { useSetAtom } from "jotai";
import { standardTimeZone } from "../../../domain/plant/plant-time.ts";
import {
  importConditions,
  lacksTimeZone,
  type StoredConditions,
} from "../../../state/settings/evaluation.ts";
import { t } from "../../../state/shell/locale.ts";
import { showDone } from "../../../state/shell/toast.ts";
import { Button } from "../../../ui/button.tsx";
import { Alert } from "../../../ui/feedback.tsx";
import { Select } from "../../../ui/form/choice.tsx";
import { FileDrop } from "../../../ui/form/file-drop.tsx";
import { FaultAlert } from "../../fault-alert.tsx";
import { usePending } from "../../pending.ts";
import css from "./evaluation.module.css";

const standardWords = (hours: number) =>
  t("evaluation:conditions.zone.standard", { hours: hours < 0 ? `\u2212${-hours}` : `+${hours}` });

type FileProps = { id: number; stored: StoredConditions };
/** The file that was read last, and why it was refused. */
type Refused = { file: File; fault: unknown };

export function ConditionFile({ id, stored: { time_zone } }: FileProps) {
  const load = useSetAtom(importConditions);
  const [isPending, whilePending] = usePending();
  const [refused, setRefused] = useState<Refused | null>(null);
  const [zone, setZone] = useState(time_zone);
  const read = (file: File, chosen: string | null) => {
    setRefused(null);
    void whilePending(async () => {
      try {
        const count = await load(id, file, chosen);
        const night = count > 0 ? ` ${t("evaluation:conditions.night", { count })}` : "";
        showDone(`${t("evaluation:conditions.imported")}${night}`);
      } catch (fault) {
        // The lines at fault stay beside the field while the file is corrected.
        setRefused({ file, fault });
      }
    });
  };
  const isZoneMissing = refused !== null && lacksTimeZone(refused.fault);
  const standard = standardTimeZone(time_zone);
  const zones = [
    { id: time_zone, label: t("evaluation:conditions.zone.plant", { zone: time_zone }) },
    ...(standard ? [{ id: standard.id, label: standardWords(standard.hours) }] : []),
    ...(time_zone === "UTC" ? [] : [{ id: "UTC", label: "UTC" }]),
  ];
  return (
    <>
      {isZoneMissing ? (
        <Alert
          tone="watch"
          title={t("evaluation:conditions.zone.title", { file: refused.file.name })}
        >
          <div className={css.zone}>
            <Select
              label={t("evaluation:conditions.zone.label")}
              options={zones}
              value={zone}
              onChange={setZone}
            />
            <Button kind="primary" isPending={isPending} onPress={() => read(refused.file, zone)}>
              {t("evaluation:conditions.zone.import")}
            </Button>
          </div>
        </Alert>
      ) : (
        <FaultAlert fault={refused?.fault} />
      )}
      <FileDrop
        label={t("evaluation:conditions.drop")}
        buttonLabel={t("evaluation:conditions.choose")}
        hint={t("evaluation:conditions.columns")}
        accept={[".csv"]}
        many={false}
        isDisabled={isPending}
        onFiles={([file]) => file && read(file, null)}
      />
    </>
  );
}
