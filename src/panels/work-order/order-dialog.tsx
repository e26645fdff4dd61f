// Makes a work order of findings, or takes them into one that there is.
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import type { ListedFinding } from "../../domain/finding/finding-list.ts";
import { limits } from "../../domain/limits.ts";
import { takeInRefusal } from "../../domain/work-order/work-order-change.ts";
import { workOrderCode } from "../../domain/work-order/work-order-code.ts";
import { askAtom, reasonOf } from "../../state/account/ask.ts";
import { listedTarget } from "../../state/plant/finding/listed.ts";
import {
  addToOrder,
  createOrder,
  openOrder,
  workOrdersAtom,
} from "../../state/plant/work-order/order.ts";
import { withOrderConflict } from "../../state/plant/work-order/words.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { showDone } from "../../state/shell/toast.ts";
import { Alert } from "../../ui/feedback.tsx";
import { Select } from "../../ui/form/choice.tsx";
import { FindingDialog } from "../finding-life/finding-dialog.tsx";
import { OrderFields, useOrderDraft } from "./order-fields.tsx";
import css from "./work-order.module.css";

const NEW = 0;

type OrderDialogProps = {
  findings: readonly ListedFinding[];
  /** Of a new order, until somebody writes another one. @param isSafety one of its findings is dangerous */
  titleOf?: (isSafety: boolean) => string;
  /** What else is said of them. */
  note?: string | null;
  onClose: () => void;
};

/** Why an order cannot take the finding, without its name, which takes long to look up; null where it can. */
function refusalOf({ status, life, row }: ListedFinding) {
  const number = life?.work_order ?? null;
  return takeInRefusal({ name: "", status, number, isGone: row === null });
}

/** Whether an order can take one of the findings. */
export const isTakable = (findings: readonly ListedFinding[]) =>
  findings.some((one) => refusalOf(one) === null);

/** The findings that an order can take, and how many stay out and why. */
function takable(findings: readonly ListedFinding[]) {
  const judged = findings.map((one) => ({ one, refusal: refusalOf(one) }));
  const out = (reason: string) => judged.filter(({ refusal }) => refusal?.reason === reason).length;
  return {
    taken: judged.flatMap(({ one, refusal }) => (refusal ? [] : [one])),
    inOther: out("finding_in_work_order"),
    finished: out("finding_is_finished"),
    gone: out("finding_component_gone"),
  };
}

export function OrderDialog({ findings, titleOf, note = null, onClose }: OrderDialogProps) {
  const ask = useAtomValue(askAtom);
  const orders = valueOf(useAtomValue(workOrdersAtom)) ?? [];
  const create = useSetAtom(createOrder);
  const add = useSetAtom(addToOrder);
  const open = useSetAtom(openOrder);
  const [into, setInto] = useState(NEW);
  const { taken, inOther, finished, gone } = takable(findings);
  const left = inOther + finished + gone;
  const isSafety = taken.some(({ is_dangerous }) => is_dangerous);
  const title = titleOf?.(isSafety) ?? "";
  const form = useOrderDraft({ title, priority: isSafety ? "safety" : "normal" });
  const count = taken.length;
  const words = { count, n: formatNumber(count) };
  const isTooMany = count > limits.workOrderFindings;
  const receiving = orders.filter((one) => ask("workOrder.addFindings", one) === null);
  const order = receiving.find(({ id }) => id === into) ?? null;
  const refusal = ask("workOrder.create", form.draft.crew === "" ? {} : { crew: form.draft.crew });
  const places = () =>
    taken.flatMap((one) => {
      const target = listedTarget(one);
      if (!target) return [];
      const { component_type, dt_id, fault_type } = target;
      return { component_type, dt_id, fault_type };
    });
  const finish = (id: number, number: number, text: string) => {
    const code = workOrderCode(number);
    showDone(t(text === "made" ? "work-order:made" : "work-order:taken_in", { ...words, code }), {
      label: t("work-order:open"),
      run: () => open(id),
    });
  };
  const send = async (fields: Parameters<typeof create>[0] | null) => {
    try {
      if (order) {
        await add(order, places());
        finish(order.id, order.number, "taken_in");
      } else if (fields) {
        const made = await create(fields);
        if (made) finish(made.id, made.number, "made");
      }
    } catch (cause) {
      throw withOrderConflict(cause);
    }
  };
  const change = () => {
    if (order) return send(null);
    const fields = form.fields();
    return fields && send({ ...fields, findings: places() });
  };
  return (
    <FindingDialog
      title={t("work-order:of_findings", words)}
      action={order ? t("work-order:take_in") : t("work-order:make")}
      typed={[form.draft, into]}
      isReady={count > 0 && !isTooMany && (order !== null || refusal === null)}
      change={change}
      onClose={onClose}
    >
      {note === null ? null : <p className={css.soft}>{note}</p>}
      {left > 0 ? (
        <p className={css.soft}>
          {t("work-order:stay_out", { n: formatNumber(left) })}
          {inOther > 0 ? ` ${t("work-order:held_elsewhere", { n: formatNumber(inOther) })}` : ""}
          {finished > 0 ? ` ${t("work-order:finished_ones", { n: formatNumber(finished) })}` : ""}
          {gone > 0 ? ` ${t("work-order:gone_ones", { n: formatNumber(gone) })}` : ""}
        </p>
      ) : null}
      {isTooMany ? (
        <Alert tone="watch">
          {t("work-order:over_limit", { n: formatNumber(limits.workOrderFindings) })}
        </Alert>
      ) : null}
      {receiving.length > 0 ? (
        <Select
          label={t("work-order:into")}
          options={[
            { id: NEW, label: t("work-order:new") },
            ...receiving
              .toReversed()
              .map((one) => ({ id: one.id, label: `${workOrderCode(one.number)} ${one.title}` })),
          ]}
          value={into}
          onChange={setInto}
        />
      ) : null}
      {order && isSafety && order.priority !== "safety" ? (
        <Alert tone="watch">
          {t("work-order:becomes_safety", { code: workOrderCode(order.number) })}
        </Alert>
      ) : null}
      {order ? null : <OrderFields form={form} />}
      {!order && refusal ? <Alert tone="watch">{reasonOf(refusal)}</Alert> : null}
    </FindingDialog>
  );
}
