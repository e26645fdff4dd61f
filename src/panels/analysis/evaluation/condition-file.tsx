// Conditions from a CSV file or a workbook: shown first, with what its columns mean.
import { useState } from "react";
import { useAtom, useSetAtom } from "jotai";
import { conditionFileAtom } from "../../../state/import/handed-file.ts";
import { importConditions } from "../../../state/settings/evaluation.ts";
import { problemWords } from "../../../state/shell/fault.ts";
import { t } from "../../../state/shell/locale.ts";
import { showDone } from "../../../state/shell/toast.ts";
import { FileDrop } from "../../../ui/form/file-drop.tsx";
import { FaultAlert } from "../../fault-alert.tsx";
import { TableActs } from "../../file-preview/table-acts.tsx";
import { TablePreview, type ReadTable } from "../../file-preview/table-preview.tsx";
import { usePending } from "../../pending.ts";

type FileProps = {
  id: number;
  /** The zone of the plant (IANA). */
  time_zone: string;
  /** Runs the import once nothing that is typed beside it would be lost. */
  before: (load: () => void) => void;
};

export function ConditionFile({ id, time_zone, before }: FileProps) {
  const load = useSetAtom(importConditions);
  const [isPending, whilePending] = usePending();
  const [chosenFile, setChosenFile] = useState<File | null>(null);
  const [handed, setHanded] = useAtom(conditionFileAtom);
  const file = chosenFile ?? (handed?.analysis_id === id ? handed.file : null);
  const [read, setRead] = useState<ReadTable | null>(null);
  const [fault, setFault] = useState<unknown>(null);
  const choose = (chosen: File | null) => {
    setChosenFile(chosen);
    setHanded(null);
    setFault(null);
  };
  const send = (sent: File, { given, preview }: ReadTable) => {
    setFault(null);
    void whilePending(async () => {
      try {
        const said = { ...given, mapping: preview.said };
        const { night_lines: count, notes } = await load(id, sent, said);
        const night = count > 0 ? [t("evaluation:conditions.night", { count })] : [];
        const words = [t("evaluation:conditions.imported"), ...night, ...notes.map(problemWords)];
        showDone(words.join(" "));
        choose(null);
      } catch (cause) {
        setFault(cause);
      }
    });
  };
  if (file) {
    return (
      <>
        <TablePreview
          key={`${file.name} ${file.lastModified}`}
          purpose="conditions"
          of_id={id}
          file={file}
          time_zone={time_zone}
          onRead={setRead}
        />
        <FaultAlert fault={fault} />
        <TableActs
          read={read}
          isPending={isPending}
          onOther={() => choose(null)}
          onImport={(shown) => before(() => send(file, shown))}
        />
      </>
    );
  }
  return (
    <FileDrop
      label={t("evaluation:conditions.drop")}
      buttonLabel={t("evaluation:conditions.choose")}
      hint={t("evaluation:conditions.columns")}
      accept={[".csv", ".xlsx"]}
      many={false}
      isDisabled={isPending}
      onFiles={([first]) => first && choose(first)}
    />
  );
}
