// Asks which findings are done with the work order: only the ticked ones become done.
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import type { FindingLife } from "../../domain/finding/finding-life.ts";
import type { WorkOrder } from "../../domain/work-order/work-order.ts";
import type { WorkOrderStatus } from "../../domain/work-order/work-order-status.ts";
import { askAtom, reasonOf } from "../../state/account/ask.ts";
import { faultName } from "../../state/plant/finding/words.ts";
import { stopName } from "../../state/plant/work-order/listed.ts";
import { changeOrder } from "../../state/plant/work-order/order.ts";
import { statusAction, withOrderConflict } from "../../state/plant/work-order/words.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { Alert } from "../../ui/feedback.tsx";
import { Checkbox } from "../../ui/form/toggle.tsx";
import { FindingDialog } from "../finding-life/finding-dialog.tsx";
import { useParts } from "../finding-life/parts-fields.tsx";
import css from "./work-orders.module.css";

type FinishProps = {
  order: WorkOrder;
  to: WorkOrderStatus;
  /** Its findings that are not done. */
  open: readonly FindingLife[];
  onClose: () => void;
};

export function FinishDialog({ order, to, open, onClose }: FinishProps) {
  const change = useSetAtom(changeOrder);
  const ask = useAtomValue(askAtom);
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set<number>());
  const done = open.filter(({ id }) => ticked.has(id));
  const refusal = ask("workOrder.change", { before: order, set: { status: to }, done, removed: 0 });
  const count = open.length;
  const tick = (id: number, is: boolean) => {
    const next = new Set(ticked);
    if (is) next.add(id);
    else next.delete(id);
    setTicked(next);
  };
  const parts = useParts(null);
  const save = () => {
    const isStated = done.length > 0;
    if (isStated && !parts.check()) return null;
    return change(order, {
      set: { status: to },
      done_ids: done.map(({ id }) => id),
      ...(isStated && parts.line !== null && { parts: parts.line }),
    }).catch((cause: unknown) => {
      throw withOrderConflict(cause);
    });
  };
  return (
    <FindingDialog
      title={t("work-order:finish_title", { count, n: formatNumber(count) })}
      action={statusAction(order.status, to)}
      isReady={refusal === null}
      typed={[ticked, parts.typed]}
      change={save}
      onClose={onClose}
    >
      <p>{t("work-order:finish_text")}</p>
      <Checkbox
        isSelected={ticked.size === count}
        isIndeterminate={ticked.size > 0 && ticked.size < count}
        onChange={(is) => setTicked(new Set(is ? open.map(({ id }) => id) : []))}
      >
        {t("work-order:all_done")}
      </Checkbox>
      <div className={css.ticks} role="group" aria-label={t("work-order:findings")}>
        {open.map((life) => (
          <label key={life.id}>
            <input
              type="checkbox"
              checked={ticked.has(life.id)}
              onChange={(event) => tick(life.id, event.target.checked)}
            />
            {stopName({ ...life, findings: [life] })} · {faultName(life)}
          </label>
        ))}
      </div>
      {done.length === 0 ? null : (
        <section className={css.used} aria-label={t("finding:field.parts")}>
          <p className={css.soft}>{t("work-order:finish_parts", { count: done.length })}</p>
          {parts.fields}
        </section>
      )}
      {ticked.size < count && to === "closed" ? (
        <p className={css.soft}>{t("work-order:free_again")}</p>
      ) : null}
      {refusal ? <Alert tone="watch">{reasonOf(refusal)}</Alert> : null}
    </FindingDialog>
  );
}
