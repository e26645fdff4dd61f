// Serial numbers from a table: what they would change, what became of other numbers, and the import.
import { useEffect, useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import type { SerialEnding, SerialImported } from "../../domain/serial-number/serial-number.ts";
import { askAtom, reasonOf } from "../../state/account/ask.ts";
import { sendSerials } from "../../state/plant/serial-number.ts";
import { problemWords } from "../../state/shell/fault.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { unanswered, type TableAnswers } from "../../state/shell/table-file.ts";
import { showDone } from "../../state/shell/toast.ts";
import { Button } from "../../ui/button.tsx";
import { Alert, Skeleton } from "../../ui/feedback.tsx";
import { RadioCards } from "../../ui/form/radio-cards.tsx";
import { TableQuestions, type RefusedTable } from "../table-questions.tsx";
import css from "./import.module.css";
import own from "./serial-file.module.css";

type SerialFileProps = {
  readonly file: File;
  /** Called once they are stored, and where the user chooses another file. */
  readonly onEnd: () => void;
};

export function SerialFile({ file, onEnd }: SerialFileProps) {
  const send = useSetAtom(sendSerials);
  const refusal = useAtomValue(askAtom)("serialNumber.importFile");
  const [given, setGiven] = useState<TableAnswers>(unanswered);
  const [preview, setPreview] = useState<SerialImported | null>(null);
  const [ending, setEnding] = useState<SerialEnding | null>(null);
  const [refused, setRefused] = useState<RefusedTable | null>(null);
  const [isPending, setPending] = useState(true);
  const run = async (answers: TableAnswers, isApplied: boolean) => {
    setPending(true);
    setRefused(null);
    setGiven(answers);
    try {
      const answer = await send(file, answers, { isApplied, ending });
      if (answer && isApplied) {
        const count = answer.changed_count;
        showDone(t("serial-number:import.stored", { count, n: formatNumber(count) }));
        onEnd();
      } else setPreview(answer);
    } catch (fault) {
      setRefused({ file, given: answers, fault });
      setPreview(null);
    }
    setPending(false);
  };
  useEffect(() => {
    let isGone = false;
    const show = (found: SerialImported | null, fault: RefusedTable | null) => {
      if (isGone) return;
      setPreview(found);
      setRefused(fault);
      setPending(false);
    };
    send(file, unanswered, { isApplied: false, ending: null }).then(
      (found) => show(found, null),
      (fault: unknown) => show(null, { file, given: unanswered, fault }),
    );
    return () => {
      isGone = true;
    };
  }, [file, send]);
  const count = preview?.changed_count ?? 0;
  const lacksAnswer = (preview?.differing_count ?? 0) > 0 && ending === null;
  return (
    <div className={css.steps}>
      <p className={css.hint}>{t("serial-number:import.about")}</p>
      <TableQuestions
        refused={refused}
        isPending={isPending}
        onAnswer={(_, answers) => void run(answers, false)}
      />
      {isPending && !preview ? <Skeleton label={t("shell:loading")} lines={4} /> : null}
      {preview ? <Preview of={preview} name={file.name} /> : null}
      {preview && preview.differing_count > 0 ? (
        <Alert
          tone="watch"
          title={t("serial-number:import.differing", {
            count: preview.differing_count,
            n: formatNumber(preview.differing_count),
          })}
        >
          <RadioCards<SerialEnding | "">
            label={t("serial-number:import.ending")}
            value={ending ?? ""}
            options={(["corrected", "replaced"] as const).map((id) => ({
              id,
              label: t(`serial-number:import.${id}`),
            }))}
            onChange={(id) => setEnding(id === "" ? null : id)}
          />
        </Alert>
      ) : null}
      <div className={css.actions}>
        <Button onPress={onEnd}>{t("file-preview:drop.other")}</Button>
        <Button
          kind="primary"
          isPending={isPending}
          isDisabled={count === 0 || lacksAnswer}
          reason={reasonOf(refusal)}
          onPress={() => void run(given, true)}
        >
          {t("serial-number:import.apply")}
        </Button>
      </div>
    </div>
  );
}

function Preview({ of, name }: { of: SerialImported; name: string }) {
  const { changed_count, changes, unread, notes } = of;
  const counts = [
    ["unchanged", of.unchanged_count],
    ["empty", of.empty_count],
    ["numeric", of.numeric_count],
  ] as const;
  return (
    <section aria-label={t("serial-number:import.preview")} className={own.preview}>
      <p role="status">
        <strong>
          {changed_count === 0
            ? t("serial-number:import.nothing", { name })
            : t("serial-number:import.would", {
                count: changed_count,
                n: formatNumber(changed_count),
                name,
              })}
        </strong>
      </p>
      {changes.length > 0 ? (
        <div className={own.scroll}>
          <table className={own.table}>
            <thead>
              <tr>
                <th>{t("serial-number:import.component")}</th>
                <th>{t("serial-number:import.before")}</th>
                <th>{t("serial-number:import.now")}</th>
              </tr>
            </thead>
            <tbody>
              {changes.map((one) => (
                <tr key={one.dt_id}>
                  <td>{one.name}</td>
                  <td>{one.old_value ?? "–"}</td>
                  <td>{one.new_value}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
      {changed_count > changes.length ? (
        <p className={css.hint}>
          {t("serial-number:import.more", { n: formatNumber(changed_count - changes.length) })}
        </p>
      ) : null}
      {counts.map(([key, count]) =>
        count === 0 ? null : (
          <p key={key} className={css.hint}>
            {t(`serial-number:import.${key}`, { count, n: formatNumber(count) })}
          </p>
        ),
      )}
      {unread.length > 0 ? (
        <p className={css.hint}>{t("serial-number:import.unread", { names: unread.join(", ") })}</p>
      ) : null}
      {notes.map((note) => (
        <p key={note.reason} className={css.hint}>
          {problemWords(note)}
        </p>
      ))}
    </section>
  );
}
