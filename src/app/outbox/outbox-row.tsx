// One observation that waits: where, when, what it needs.
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { requestedValues } from "../../domain/observation/observation-column.ts";
import { outboxBytes, type OutboxEntry } from "../../domain/observation/outbox.ts";
import { isRecording } from "../../domain/observation/recording/recording.ts";
import { askAtom } from "../../state/account/ask.ts";
import { showStorageFault } from "../../state/observation/keep-on-device.ts";
import { columnsByIdAtom } from "../../state/observation/observation.ts";
import {
  cancelRemoval,
  discardEntry,
  endConflict,
  sendAgain,
  storeAsNew,
} from "../../state/observation/outbox-entry.ts";
import { valuesWords } from "../../state/observation/words.ts";
import { isDeletedThere, outboxReasons } from "../../state/observation/outbox-words.ts";
import { clockOfPlantAtom } from "../../state/settings/plants.ts";
import { formatBytes, formatDateTime, t } from "../../state/shell/locale.ts";
import { showDone } from "../../state/shell/toast.ts";
import { Button } from "../../ui/button.tsx";
import { Badge } from "../../ui/feedback.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { ConfirmDialog } from "../../ui/record-panel.tsx";
import css from "./outbox.module.css";

const tones = { waiting: "info", rejected: "danger", conflict: "watch" } as const;

type OutboxRowProps = {
  entry: OutboxEntry;
  /** The notes as their author rewrites them, where the server refused them. */
  notes: string;
  setNotes: (notes: string) => void;
};

export function OutboxRow({ entry, ...rewritten }: OutboxRowProps) {
  const { state, plant_name, photos, written_at, attempts, removes } = entry;
  const name = entry.pcs || entry.dt_id;
  const count = photos.length;
  const hasRecording = photos.some(isRecording);
  const size = formatBytes(outboxBytes([entry]));
  return (
    <li className={css.row} aria-label={name}>
      <div className={css.head}>
        <strong>{name}</strong>
        <span className={css.quiet}>{plant_name}</span>
        <Badge tone={tones[state]}>{t(`outbox:state.${state}`)}</Badge>
      </div>
      <p className={css.quiet}>
        {[
          t("outbox:written", { at: formatDateTime(written_at) }),
          ...(removes
            ? [t("outbox:removal")]
            : [
                count === 0
                  ? t("outbox:no_photos")
                  : t(hasRecording ? "outbox:size_files" : "outbox:size", { count, size }),
              ]),
          ...(attempts > 0 ? [t("outbox:attempts", { count: attempts })] : []),
        ].join(" · ")}
      </p>
      {outboxReasons(entry).map((reason) => (
        <p key={reason} className={css.reason}>
          {reason}
        </p>
      ))}
      {state === "conflict" ? <ConflictPart entry={entry} /> : null}
      {state === "rejected" && !isDeletedThere(entry) ? (
        <RefusedPart entry={entry} {...rewritten} />
      ) : null}
      {isDeletedThere(entry) ? <DeletedPart entry={entry} /> : null}
      {state === "waiting" ? <p className={css.notes}>{entry.fields.notes}</p> : null}
      {removes ? (
        <KeepObservation entry={entry} name={name} />
      ) : (
        <Discard entry={entry} name={name} />
      )}
    </li>
  );
}

function RefusedPart({ entry, notes, setNotes }: OutboxRowProps) {
  const again = useSetAtom(sendAgain);
  return (
    <>
      {entry.removes ? null : (
        <TextField label={t("outbox:notes")} lines={2} value={notes} onChange={setNotes} />
      )}
      <Button size="sm" onPress={() => void again(entry, notes).catch(showStorageFault)}>
        {t("outbox:again")}
      </Button>
    </>
  );
}

/** Somebody deleted the observation. The version on this device can be saved as a new one. */
function DeletedPart({ entry }: { entry: OutboxEntry }) {
  const store = useSetAtom(storeAsNew);
  const mayCreate = useAtomValue(askAtom)("observation.create") === null;
  return (
    <>
      <p className={css.notes}>{entry.fields.notes}</p>
      {mayCreate ? (
        <Button size="sm" kind="primary" onPress={() => void store(entry).catch(showStorageFault)}>
          {t("outbox:as_new")}
        </Button>
      ) : null}
    </>
  );
}

function ConflictPart({ entry }: { entry: OutboxEntry }) {
  const end = useSetAtom(endConflict);
  const clock = useAtomValue(clockOfPlantAtom)(entry.plant_id);
  const columns = useAtomValue(columnsByIdAtom);
  const { current, fields, removes } = entry;
  if (!current) return null;
  const who = current.updated_by_user ?? t("outbox:conflict.somebody");
  const sides = [
    { title: t("outbox:conflict.theirs"), ...current },
    {
      title: t("outbox:conflict.mine"),
      ...fields,
      column_values: requestedValues(fields.request),
    },
  ];
  return (
    <>
      <p>{t("outbox:conflict.text", { name: who, at: formatDateTime(current.updated_at) })}</p>
      <dl className={css.sides}>
        {(removes ? sides.slice(0, 1) : sides).map(
          ({ title, observed_at, notes, column_values }) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>{clock.time(observed_at)}</dd>
              <dd>{notes || "–"}</dd>
              {column_values.length > 0 ? <dd>{valuesWords(columns, { column_values })}</dd> : null}
            </div>
          ),
        )}
        {removes ? (
          <div>
            <dt>{t("outbox:conflict.mine")}</dt>
            <dd>{t("outbox:conflict.removed")}</dd>
          </div>
        ) : null}
      </dl>
      <div className={css.verbs}>
        {removes ? null : (
          <Button
            size="sm"
            kind="primary"
            onPress={() => void end(entry, "both").catch(showStorageFault)}
          >
            {t("outbox:conflict.both")}
          </Button>
        )}
        <Button size="sm" onPress={() => void end(entry, "mine").catch(showStorageFault)}>
          {t(removes ? "outbox:conflict.remove" : "outbox:conflict.use_mine")}
        </Button>
      </div>
    </>
  );
}

/** Takes a deletion back. Nothing is lost by it, so nothing is asked. */
function KeepObservation({ entry, name }: { entry: OutboxEntry; name: string }) {
  const cancel = useSetAtom(cancelRemoval);
  const label = t("outbox:cancel_removal");
  return (
    <Button
      size="sm"
      aria-label={`${label}: ${name}`}
      onPress={() => void cancel(entry.external_id).catch(showStorageFault)}
    >
      {label}
    </Button>
  );
}

function Discard({ entry, name }: { entry: OutboxEntry; name: string }) {
  const discard = useSetAtom(discardEntry);
  const [isAsking, setAsking] = useState(false);
  const label = entry.state === "conflict" ? t("outbox:conflict.use_theirs") : t("outbox:discard");
  const confirm = () => {
    setAsking(false);
    void discard(entry).then(() => showDone(t("outbox:discarded")), showStorageFault);
  };
  return (
    <>
      <Button size="sm" aria-label={`${label}: ${name}`} onPress={() => setAsking(true)}>
        {label}
      </Button>
      {isAsking ? (
        <ConfirmDialog
          title={t("outbox:discard_title")}
          confirmLabel={t("outbox:discard")}
          cancel={t("shell:cancel")}
          closeLabel={t("shell:close")}
          onConfirm={confirm}
          onClose={() => setAsking(false)}
        >
          {t("outbox:discard_text", { name })}
        </ConfirmDialog>
      ) : null}
    </>
  );
}
