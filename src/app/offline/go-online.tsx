// Goes online: sends what waits, or leaves it on this device, and deletes the plants of this device if wanted.
import { useState } from "react";
import { useAtomValue, useSetAtom, useStore } from "jotai";
import { FileText } from "lucide-react";
import type { HeldPlant } from "../../domain/plant/offline.ts";
import { showStorageFault, storageWords } from "../../state/observation/keep-on-device.ts";
import { outboxAtom } from "../../state/observation/outbox.ts";
import { waitingWords } from "../../state/observation/outbox-words.ts";
import { saveOutbox } from "../../state/observation/outbox-entry.ts";
import { blueprintsOf, downloadBlueprint } from "../../state/settings/blueprint.ts";
import { goOnline, heldAtom } from "../../state/plant/offline.ts";
import { keptChangesAtom } from "../../state/plant/work-order/kept.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { faultWords } from "../../state/shell/fault.ts";
import { formatBytes, formatDate, t } from "../../state/shell/locale.ts";
import { showDone, showFault } from "../../state/shell/toast.ts";
import { Button } from "../../ui/button.tsx";
import { Alert } from "../../ui/feedback.tsx";
import { Checkbox } from "../../ui/form/toggle.tsx";
import { Dialog } from "../../ui/overlay.tsx";
import { SignInAgain } from "./sign-in-again.tsx";
import css from "./offline.module.css";

export function GoOnlineDialog({ onClose }: { onClose: () => void }) {
  const { entries, isElsewhere } = useAtomValue(outboxAtom);
  const kept = useAtomValue(keptChangesAtom).length;
  const store = useStore();
  const held = useAtomValue(heldAtom);
  const go = useSetAtom(goOnline);
  const save = useSetAtom(saveOutbox);
  const [deletes, setDeletes] = useState(true);
  const [skips, setSkips] = useState(false);
  const [isPending, setPending] = useState(false);
  const [fault, setFault] = useState<unknown>(null);
  const run = async () => {
    setPending(true);
    setFault(null);
    try {
      const left = await go({ sends: !skips, deletes });
      const orders = store.get(keptChangesAtom).length;
      const waits = [
        ...(left.length > 0 ? [waitingWords(left)] : []),
        ...(orders > 0 ? [`${t("outbox:order.mark", { count: orders })}.`] : []),
      ];
      showDone([t("offline:returned"), ...waits].join(" "));
      onClose();
    } catch (cause) {
      setFault(cause);
    }
    setPending(false);
  };
  return (
    <Dialog
      title={t("offline:mark")}
      isOpen
      onClose={onClose}
      closeLabel={t("shell:close")}
      actions={
        <Button kind="primary" isPending={isPending} onPress={() => void run()}>
          {t("offline:return")}
        </Button>
      }
    >
      <div className={css.offline}>
        {fault ? <Fault cause={fault} /> : null}
        <SignInAgain cause={fault} />
        <output>{isPending && isElsewhere ? t("outbox:elsewhere") : null}</output>
        <ul>
          {held.map(({ plant_id, plant_name, taken_at, expires_at, choice, ...size }) => (
            <li key={plant_id}>
              <strong>{plant_name}</strong> · {sizeWords(size)} ·{" "}
              {t("offline:dates", { at: formatDate(taken_at), until: formatDate(expires_at) })}
              {choice.has_blueprints ? <Documents plant_id={plant_id} /> : null}
            </li>
          ))}
        </ul>
        {kept > 0 ? <Alert tone="info">{t("outbox:order.mark", { count: kept })}</Alert> : null}
        {entries.length > 0 ? (
          <>
            <Alert tone="info">
              <div className={css.action}>
                <span>
                  {waitingWords(entries)} {t("offline:stays")}
                </span>
                <Button size="sm" onPress={() => void save().catch(showStorageFault)}>
                  {t("outbox:save_zip")}
                </Button>
              </div>
            </Alert>
          </>
        ) : null}
        {entries.length + kept > 0 ? (
          <Checkbox isSelected={skips} onChange={setSkips}>
            {t("offline:skip")}
          </Checkbox>
        ) : null}
        <Checkbox isSelected={deletes} onChange={setDeletes}>
          {t("offline:delete")}
        </Checkbox>
      </div>
    </Dialog>
  );
}

/** The size that was announced before, and what it takes here: much of it travels in less space. */
const sizeWords = ({ loaded_bytes, bytes }: Pick<HeldPlant, "loaded_bytes" | "bytes">) =>
  t("offline:sizes", { loaded: formatBytes(loaded_bytes), stored: formatBytes(bytes) });

/** The PDF blueprints of a plant on this device. KML blueprints are a layer of the map. */
function Documents({ plant_id }: { plant_id: number }) {
  const all = valueOf(useAtomValue(blueprintsOf(plant_id))) ?? [];
  const download = useSetAtom(downloadBlueprint);
  return all
    .filter(({ kind }) => kind === "pdf")
    .map((one) => (
      <Button
        key={one.id}
        size="sm"
        kind="quiet"
        icon={<FileText size={14} aria-hidden="true" />}
        onPress={() => void download(one).catch(showFault)}
      >
        {one.file_name}
      </Button>
    ));
}

function Fault({ cause }: { cause: unknown }) {
  const { title, details } = faultWords(cause);
  const text = storageWords(cause) ?? (details.length > 0 ? details.join(" ") : title);
  return <Alert tone="danger">{text}</Alert>;
}
