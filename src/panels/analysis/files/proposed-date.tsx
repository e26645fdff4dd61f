// The day on which most images were taken, where it is not the analysis' own; one click takes it over.
import { useAtomValue, useSetAtom } from "jotai";
import type { Analysis } from "../../../domain/analysis/analysis.ts";
import { askAtom, reasonOf } from "../../../state/account/ask.ts";
import { changeAnalysis } from "../../../state/settings/analysis.ts";
import { instantOf } from "../analysis-draft.ts";
import { formatDay, t } from "../../../state/shell/locale.ts";
import { surveyDay, surveyDate } from "../../../state/shell/site-clock.ts";
import { showDone } from "../../../state/shell/toast.ts";
import { Button } from "../../../ui/button.tsx";
import { Alert } from "../../../ui/feedback.tsx";
import { usePending } from "../../pending.ts";
import css from "./files.module.css";

export function ProposedDate({ analysis, date }: { analysis: Analysis; date: string | null }) {
  const ask = useAtomValue(askAtom);
  const change = useSetAtom(changeAnalysis);
  const [isPending, whilePending] = usePending();
  if (date === null || date === surveyDate(analysis)) return null;
  // Noon at the plant, where no clock is put forward or back.
  const noon = instantOf(analysis.time_zone, `${date}T12:00`);
  const refusal = ask("analysis.update", { analysis, fields: ["flown_at"] });
  const take = async () => {
    await whilePending(async () => {
      await change(analysis.id, { flown_at: noon });
      showDone(t("analysis-file:date.taken", { date: formatDay(date) }));
    });
  };
  return (
    <Alert tone="info">
      <div className={css.proposal}>
        <span>
          {t("analysis-file:date.proposed", {
            date: formatDay(date),
            flown: surveyDay(analysis),
          })}
        </span>
        {refusal?.isHidden ? null : (
          <Button
            size="sm"
            reason={reasonOf(refusal)}
            isPending={isPending}
            onPress={() => void take()}
          >
            {t("analysis-file:date.take")}
          </Button>
        )}
      </div>
    </Alert>
  );
}
