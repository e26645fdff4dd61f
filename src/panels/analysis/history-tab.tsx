// The history of an analysis, and the notes of staff.
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { History } from "lucide-react";
import type { Analysis } from "../../domain/analysis/analysis.ts";
import type { HistoryEntry } from "../../domain/analysis/history.ts";
import { askAtom } from "../../state/account/ask.ts";
import { historyOf, reloadHistory, writeNote } from "../../state/settings/analysis-history.ts";
import { siteClock, type SiteClock } from "../../state/shell/site-clock.ts";
import { faultWords } from "../../state/shell/fault.ts";
import { formatDateTime, hasWords, t } from "../../state/shell/locale.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../ui/feedback.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { usePending } from "../pending.ts";
import { useUnsaved } from "../unsaved.ts";
import css from "./analysis.module.css";

export function HistoryTab({ analysis: { id, time_zone } }: { analysis: Analysis }) {
  const clock = siteClock(time_zone);
  const history = useAtomValue(historyOf(id));
  const ask = useAtomValue(askAtom);
  return (
    <div className={css.form}>
      {ask("analysisHistory.write") === null ? <NoteForm id={id} /> : null}
      {history.state === "failed" ? (
        <ErrorState
          {...faultWords(history.fault)}
          actions={<Button onPress={() => void reloadHistory(id)}>{t("shell:retry")}</Button>}
        />
      ) : history.state !== "ready" ? (
        <Skeleton label={t("shell:loading")} lines={6} />
      ) : history.value.length === 0 ? (
        <EmptyState
          icon={<History size={22} aria-hidden="true" />}
          title={t("analysis:history.none")}
        >
          {t("analysis:history.none_text")}
        </EmptyState>
      ) : (
        <ol className={css.history}>
          {history.value.map((entry) => (
            <Entry key={entry.id} entry={entry} clock={clock} />
          ))}
        </ol>
      )}
    </div>
  );
}

function NoteForm({ id }: { id: number }) {
  const write = useSetAtom(writeNote);
  const [note, setNote] = useState("");
  const [isPending, whilePending] = usePending();
  useUnsaved(note.trim() !== "", { kind: "editing", drop: () => setNote("") });
  const save = async () => {
    await whilePending(async () => {
      await write(id, note);
      setNote("");
    });
  };
  return (
    <form
      className={css.note}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (note.trim() !== "") void save();
      }}
    >
      <TextField label={t("analysis:history.note")} lines={2} value={note} onChange={setNote} />
      <Button type="submit" isDisabled={note.trim() === ""} isPending={isPending}>
        {t("analysis:history.write")}
      </Button>
    </form>
  );
}

function Entry({ entry, clock }: { entry: HistoryEntry; clock: SiteClock }) {
  const { field, note, user_name, created_at } = entry;
  return (
    <li>
      <small>
        {formatDateTime(created_at)} · {user_name ?? t("analysis:history.server")}
      </small>
      {note === null ? (
        <p>
          <strong>{t(`analysis:history.field.${field}`)}</strong>{" "}
          <span className={css.soft}>{valueWords(entry, entry.old_value, clock)}</span> →{" "}
          {valueWords(entry, entry.new_value, clock)}
        </p>
      ) : (
        <p className={css.noteText}>{note}</p>
      )}
    </li>
  );
}

/** A stored value as text: states by their names, the time of the flight by the clock at the plant. */
function valueWords({ field }: HistoryEntry, value: string | null, clock: SiteClock): string {
  if (value === null || value === "") return t("analysis:history.nothing");
  if (field === "flown_at") return clock.time(value);
  const names = { state: "analyses:state", visibility: "analyses:visibility" } as const;
  const start =
    field === "invoice_state" ? "analysis:invoice.state" : names[field as keyof typeof names];
  const key = start ? `${start}.${value}` : `analysis:history.value.${value}`;
  return hasWords(key) ? t(key) : value;
}
