// Serial numbers from a table: what they would change, what became of other numbers, and the import.
import { useEffect, useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import type { SerialEnding, SerialImported } from "../../domain/serial-number/serial-number.ts";
import { askAtom, reasonOf } from "../../state/account/ask.ts";
import { sendSerials } from "../../state/plant/serial-number.ts";
import { plantAtom } from "../../state/plant/plant.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { showDone } from "../../state/shell/toast.ts";
import { Button } from "../../ui/button.tsx";
import { Alert, Skeleton } from "../../ui/feedback.tsx";
import { RadioCards } from "../../ui/form/radio-cards.tsx";
import { FaultAlert } from "../fault-alert.tsx";
import { TablePreview, type ReadTable } from "../file-preview/table-preview.tsx";
import { usePending } from "../pending.ts";
import css from "./import.module.css";
import own from "./serial-file.module.css";

type SerialFileProps = {
  readonly file: File;
  /** Called once they are stored, and where the user chooses another file. */
  readonly onEnd: () => void;
};

/** What the table changes, as it was understood; the fault where it cannot be said. */
type Changes = {
  readonly of: ReadTable;
  readonly found: SerialImported | null;
  readonly fault: unknown;
};

export function SerialFile({ file, onEnd }: SerialFileProps) {
  const plant = valueOf(useAtomValue(plantAtom));
  const send = useSetAtom(sendSerials);
  const refusal = useAtomValue(askAtom)("serialNumber.importFile");
  const [read, setRead] = useState<ReadTable | null>(null);
  const [changes, setChanges] = useState<Changes | null>(null);
  const [ending, setEnding] = useState<SerialEnding | null>(null);
  const [isPending, whilePending] = usePending();
  const isRead = read !== null && read.preview.faults.length === 0;
  useEffect(() => {
    if (!read || read.preview.faults.length > 0) return undefined;
    let isGone = false;
    const show = (found: SerialImported | null, fault: unknown) => {
      if (!isGone) setChanges({ of: read, found, fault });
    };
    send(file, sentOf(read), { isApplied: false, ending: null }).then(
      (found) => show(found, null),
      (fault: unknown) => show(null, fault),
    );
    return () => {
      isGone = true;
    };
  }, [file, read, send]);
  const store = () =>
    whilePending(async () => {
      if (!read) return;
      try {
        const answer = await send(file, sentOf(read), { isApplied: true, ending });
        if (!answer) return;
        const stored = answer.changed_count;
        showDone(t("serial-number:import.stored", { count: stored, n: formatNumber(stored) }));
        onEnd();
      } catch (fault) {
        setChanges({ of: read, found: null, fault });
      }
    });
  if (!plant) return <Skeleton label={t("shell:loading")} lines={4} />;
  const shown = changes !== null && changes.of === read ? changes : null;
  const preview = shown?.found ?? null;
  const count = preview?.changed_count ?? 0;
  const lacksAnswer = (preview?.differing_count ?? 0) > 0 && ending === null;
  return (
    <div className={css.steps}>
      <p className={css.hint}>{t("serial-number:import.about")}</p>
      <TablePreview
        key={`${file.name} ${file.lastModified}`}
        purpose="serials"
        of_id={plant.id}
        file={file}
        onRead={setRead}
      />
      {isRead && !shown ? <Skeleton label={t("shell:loading")} lines={4} /> : null}
      <FaultAlert fault={shown?.fault ?? null} />
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
          onPress={() => void store()}
        >
          {t("serial-number:import.apply")}
        </Button>
      </div>
    </div>
  );
}

const sentOf = ({ given, preview }: ReadTable) => ({ ...given, mapping: preview.said });

function Preview({ of, name }: { of: SerialImported; name: string }) {
  const { changed_count, changes } = of;
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
    </section>
  );
}
