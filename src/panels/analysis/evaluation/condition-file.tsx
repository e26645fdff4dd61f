// Conditions from a CSV file or a workbook. What the file does not say is asked, and the file read again.
import { useState } from "react";
import { useSetAtom } from "jotai";
import { importConditions, type StoredConditions } from "../../../state/settings/evaluation.ts";
import { problemWords } from "../../../state/shell/fault.ts";
import { t } from "../../../state/shell/locale.ts";
import { unanswered, type TableAnswers } from "../../../state/shell/table-file.ts";
import { showDone } from "../../../state/shell/toast.ts";
import { FileDrop } from "../../../ui/form/file-drop.tsx";
import { usePending } from "../../pending.ts";
import { TableQuestions, type RefusedTable } from "../../table-questions.tsx";

type FileProps = {
  id: number;
  stored: StoredConditions;
  /** Runs the import once nothing that is typed beside it would be lost. */
  before: (load: () => void) => void;
};

export function ConditionFile({ id, stored: { time_zone }, before }: FileProps) {
  const load = useSetAtom(importConditions);
  const [isPending, whilePending] = usePending();
  const [refused, setRefused] = useState<RefusedTable | null>(null);
  const read = (file: File, given: TableAnswers) => {
    setRefused(null);
    void whilePending(async () => {
      try {
        const { night_lines: count, notes } = await load(id, file, given);
        const night = count > 0 ? [t("evaluation:conditions.night", { count })] : [];
        const words = [t("evaluation:conditions.imported"), ...night, ...notes.map(problemWords)];
        showDone(words.join(" "));
      } catch (fault) {
        setRefused({ file, given, fault });
      }
    });
  };
  return (
    <>
      <TableQuestions
        refused={refused}
        time_zone={time_zone}
        isPending={isPending}
        onAnswer={read}
      />
      <FileDrop
        label={t("evaluation:conditions.drop")}
        buttonLabel={t("evaluation:conditions.choose")}
        hint={t("evaluation:conditions.columns")}
        accept={[".csv", ".xlsx"]}
        many={false}
        isDisabled={isPending}
        onFiles={([file]) => file && before(() => read(file, unanswered))}
      />
    </>
  );
}
