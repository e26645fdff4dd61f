// One work order whose change waits on this device: what it shall be, and what somebody else has made of it.
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import type { KeptChange } from "../../domain/work-order/kept-change.ts";
import { workOrderCode } from "../../domain/work-order/work-order-code.ts";
import { showStorageFault } from "../../state/observation/keep-on-device.ts";
import {
  dropOwnChange,
  keptChangesAtom,
  sendOwnChange,
} from "../../state/plant/work-order/kept.ts";
import { keptWords, orderStatusName } from "../../state/plant/work-order/words.ts";
import { faultWords } from "../../state/shell/fault.ts";
import { formatDateTime, t } from "../../state/shell/locale.ts";
import { showDone } from "../../state/shell/toast.ts";
import { Button } from "../../ui/button.tsx";
import { Badge } from "../../ui/feedback.tsx";
import { ConfirmDialog } from "../../ui/record-panel.tsx";
import css from "./outbox.module.css";

const tones = { waiting: "info", rejected: "danger", conflict: "watch" } as const;

/** Nothing where no order waits. */
export function KeptOrders() {
  const kept = useAtomValue(keptChangesAtom);
  if (kept.length === 0) return null;
  return (
    <ul className={css.list} aria-label={t("outbox:order.list")}>
      {kept.map((one) => (
        <KeptOrder key={one.order_id} kept={one} />
      ))}
    </ul>
  );
}

function KeptOrder({ kept }: { kept: KeptChange }) {
  const sendOwn = useSetAtom(sendOwnChange);
  const drop = useSetAtom(dropOwnChange);
  const { seen, state, plant_name, written_at, fault, current } = kept;
  const name = `${workOrderCode(seen.number)} ${seen.title}`;
  const [isAsking, setAsking] = useState(false);
  const send = () => void sendOwn(kept.order_id).catch(showStorageFault);
  const discard = () => {
    setAsking(false);
    void drop(kept).then(() => showDone(t("outbox:order.discarded")), showStorageFault);
  };
  const act = (label: string, run: () => unknown, isFirst = false) => (
    <Button
      size="sm"
      kind={isFirst ? "primary" : "secondary"}
      aria-label={`${label}: ${name}`}
      onPress={run}
    >
      {label}
    </Button>
  );
  return (
    <li className={css.row} aria-label={name}>
      <div className={css.head}>
        <strong>{name}</strong>
        <span className={css.quiet}>{plant_name}</span>
        <Badge tone={tones[state]}>{t(`outbox:state.${state}`)}</Badge>
      </div>
      <p className={css.quiet}>{t("outbox:written", { at: formatDateTime(written_at) })}</p>
      {current ? (
        <p>
          {t("outbox:order.theirs", {
            name: current.updated_by ?? t("outbox:conflict.somebody"),
            at: formatDateTime(current.updated_at),
            status: orderStatusName(current.status),
            crew: current.crew ?? t("finding:none"),
          })}
        </p>
      ) : null}
      {keptWords(kept).map((line) => (
        <p key={line}>{line}</p>
      ))}
      {state !== "conflict" && fault ? (
        <p className={css.reason}>{faultWords(fault).details[0] ?? faultWords(fault).message}</p>
      ) : null}
      <div className={css.verbs}>
        {state === "conflict" ? act(t("outbox:conflict.use_mine"), send, true) : null}
        {state === "rejected" ? act(t("outbox:again"), send, true) : null}
        {act(state === "conflict" ? t("outbox:conflict.use_theirs") : t("outbox:discard"), () =>
          setAsking(true),
        )}
      </div>
      {isAsking ? (
        <ConfirmDialog
          title={t("outbox:order.discard_title")}
          confirmLabel={t("outbox:discard")}
          cancel={t("shell:cancel")}
          closeLabel={t("shell:close")}
          onConfirm={discard}
          onClose={() => setAsking(false)}
        >
          {t("outbox:order.discard_text", { name })}
        </ConfirmDialog>
      ) : null}
    </li>
  );
}
