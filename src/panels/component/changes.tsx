// The values of the component that were changed by hand: who, when, the value before and after, and if it was undone.
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { Undo2 } from "lucide-react";
import type { ComponentResult, ValueChange } from "../../domain/analysis/analysis-result.ts";
import { keyFigureById, type KeyFigure } from "../../domain/key-figure/key-figure.ts";
import { askAtom, reasonOf } from "../../state/account/ask.ts";
import { analysisAtom } from "../../state/plant/analysis/analysis.ts";
import { undoChange } from "../../state/plant/component/component.ts";
import { formatDateTime, t } from "../../state/shell/locale.ts";
import { showDone } from "../../state/shell/toast.ts";
import { formatValue, keyFigureName } from "../../state/plant/column/value-words.ts";
import { IconButton } from "../../ui/button.tsx";
import { usePending } from "../pending.ts";
import { ReleasedQuestion } from "./released-question.tsx";
import css from "./values.module.css";

export function Changes({ result }: { result: ComponentResult }) {
  const changes = result.changes.flatMap((change) => {
    const keyFigure = keyFigureById(change.key_figure_id);
    return keyFigure ? [{ change, keyFigure }] : [];
  });
  if (changes.length === 0) return null;
  return (
    <section className={css.block} aria-label={t("component:changes")}>
      <h3>{t("component:changes")}</h3>
      <ol className={css.changes}>
        {changes.map(({ change, keyFigure }) => (
          <Change key={change.id} change={change} keyFigure={keyFigure} />
        ))}
      </ol>
    </section>
  );
}

const userOf = (name: string | null) => (name ? name : t("component:unknown_user"));

function Change({ change, keyFigure }: { change: ValueChange; keyFigure: KeyFigure }) {
  const isUndone = change.undone_at !== null;
  return (
    <li data-undone={isUndone}>
      <div>
        <strong>{keyFigureName(keyFigure)}</strong>
        <span className={css.changed}>
          {t("component:change_words", {
            old: formatValue(keyFigure, change.old_value),
            new: formatValue(keyFigure, change.new_value),
          })}
        </span>
        <small>
          {t("component:change_by", {
            user: userOf(change.user_name),
            date: formatDateTime(change.created_at),
          })}
        </small>
        {change.undone_at === null ? null : <small>{undoneWords(change, change.undone_at)}</small>}
      </div>
      {isUndone ? null : <UndoButton change={change} keyFigure={keyFigure} />}
    </li>
  );
}

function undoneWords({ undone_by }: ValueChange, undone_at: string): string {
  const date = formatDateTime(undone_at);
  return undone_by === null
    ? t("component:change_ended", { date })
    : t("component:change_undone_by", { user: userOf(undone_by), date });
}

function UndoButton({ change, keyFigure }: { change: ValueChange; keyFigure: KeyFigure }) {
  const analysis = useAtomValue(analysisAtom);
  const ask = useAtomValue(askAtom);
  const undo = useSetAtom(undoChange);
  const [isAsking, setAsking] = useState(false);
  const [isPending, whilePending] = usePending();
  if (!analysis) return null;
  const refusal = ask("analysisResult.undo", { analysis, change });
  // Who may never change a value is offered nothing.
  if (refusal?.reason === "permission_missing") return null;
  const run = async () => {
    setAsking(false);
    await whilePending(async () => {
      await undo(analysis.id, change);
      showDone(t("component:change_undone"));
    });
  };
  return (
    <>
      <IconButton
        size="sm"
        label={t("component:undo_change", { name: keyFigureName(keyFigure) })}
        reason={reasonOf(refusal)}
        isDisabled={isPending}
        onPress={() => (analysis.visibility === "released" ? setAsking(true) : void run())}
      >
        <Undo2 size={14} aria-hidden="true" />
      </IconButton>
      {isAsking ? (
        <ReleasedQuestion undoes onConfirm={() => void run()} onClose={() => setAsking(false)} />
      ) : null}
    </>
  );
}
