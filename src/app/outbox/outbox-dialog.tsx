// What waits on this device: each observation with its state, its reason and what can be done.
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import type { OutboxEntry } from "../../domain/observation/outbox.ts";
import { offlineAtom } from "../../state/account/offline.ts";
import { showStorageFault } from "../../state/observation/keep-on-device.ts";
import { outboxAtom, sendAfterOthers } from "../../state/observation/outbox.ts";
import { saveOutbox } from "../../state/observation/outbox-entry.ts";
import { faultWords } from "../../state/shell/fault.ts";
import { t } from "../../state/shell/locale.ts";
import { Button } from "../../ui/button.tsx";
import { Alert } from "../../ui/feedback.tsx";
import {
  keptChangesAtom,
  orderSendingAtom,
  sendOrderChanges,
} from "../../state/plant/work-order/kept.ts";
import { TypedDialog } from "../../panels/typed-dialog.tsx";
import { SignInAgain } from "../offline/sign-in-again.tsx";
import { KeptOrders } from "./kept-order.tsx";
import { OutboxRow } from "./outbox-row.tsx";
import css from "./outbox.module.css";

export function OutboxDialog({ onClose }: { onClose: () => void }) {
  const { entries, isElsewhere, storage, isSlow, ...outbox } = useAtomValue(outboxAtom);
  const orders = useAtomValue(orderSendingAtom);
  const isSending = outbox.isSending || orders.isSending;
  const paused = outbox.paused ?? orders.paused;
  const isOffline = useAtomValue(offlineAtom) !== null;
  const send = useSetAtom(sendAfterOthers);
  const save = useSetAtom(saveOutbox);
  const [rewritten, setRewritten] = useState<Readonly<Record<string, string>>>({});
  const notesOf = ({ external_id, fields }: OutboxEntry) => rewritten[external_id] ?? fields.notes;
  const typed = entries
    .filter((entry) => entry.state === "rejected" && notesOf(entry) !== entry.fields.notes)
    .map((entry) => [entry.external_id, notesOf(entry)]);
  const waits = isOffline ? "outbox:text_offline" : "outbox:text";
  const kept = useAtomValue(keptChangesAtom).length;
  const sendOrders = useSetAtom(sendOrderChanges);
  const text = entries.length + kept === 0 ? "outbox:none" : waits;
  return (
    <TypedDialog
      title={t("outbox:title")}
      size="lg"
      typed={typed}
      onClose={onClose}
      closeLabel={t("shell:close")}
      actions={
        entries.length + kept === 0 ? null : (
          <>
            {entries.length === 0 ? null : (
              <Button onPress={() => void save().catch(showStorageFault)}>
                {t("outbox:save_zip")}
              </Button>
            )}
            <Button
              kind="primary"
              isPending={isSending || isElsewhere}
              onPress={() => void Promise.all([send(), sendOrders()])}
            >
              {t("outbox:retry")}
            </Button>
          </>
        )
      }
    >
      <div className={css.outbox}>
        {storage && !isSlow ? <Alert tone="danger">{t(`outbox:storage.${storage}`)}</Alert> : null}
        <p className={css.text}>{t(text)}</p>
        <output className={css.status}>
          {isSending ? t("outbox:sending") : null}
          {isElsewhere ? t("outbox:elsewhere") : null}
          {paused && !isSending && !isElsewhere
            ? t("outbox:paused", { reason: faultWords(paused).message })
            : null}
        </output>
        {isSending ? null : <SignInAgain cause={isOffline ? paused : null} />}
        <KeptOrders />
        <ul className={css.list}>
          {entries.map((entry) => (
            <OutboxRow
              key={entry.external_id}
              entry={entry}
              notes={notesOf(entry)}
              setNotes={(notes) => setRewritten({ ...rewritten, [entry.external_id]: notes })}
            />
          ))}
        </ul>
      </div>
    </TypedDialog>
  );
}
