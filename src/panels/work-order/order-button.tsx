// The button that makes a work order of findings, and links to the orders that a finding is in.
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { HardHat } from "lucide-react";
import type { ListedFinding } from "../../domain/finding/finding-list.ts";
import { workOrderCode } from "../../domain/work-order/work-order-code.ts";
import { askAtom, reasonOf } from "../../state/account/ask.ts";
import { analysisIdAtom } from "../../state/plant/analysis/analysis.ts";
import { ordersOfFindingAtom } from "../../state/plant/work-order/listed.ts";
import { openOrder } from "../../state/plant/work-order/order.ts";
import { orderStatusName } from "../../state/plant/work-order/words.ts";
import { t } from "../../state/shell/locale.ts";
import { Button } from "../../ui/button.tsx";
import { isTakable, OrderDialog } from "./order-dialog.tsx";
import css from "./work-order.module.css";

export function OrderButton({ findings }: { findings: readonly ListedFinding[] }) {
  const ask = useAtomValue(askAtom);
  const [isAsked, setAsked] = useState(false);
  const refusal = ask("workOrder.create", {});
  const closed =
    useAtomValue(analysisIdAtom) === null ? t("finding:without_analysis.change") : null;
  if (refusal?.isHidden || !isTakable(findings)) return null;
  return (
    <>
      <Button
        size="sm"
        icon={<HardHat size={14} aria-hidden="true" />}
        reason={reasonOf(refusal) ?? closed}
        onPress={() => setAsked(true)}
      >
        {t("work-order:one")}
      </Button>
      {isAsked ? <OrderDialog findings={findings} onClose={() => setAsked(false)} /> : null}
    </>
  );
}

/** The orders of a finding, as buttons that open them. */
export function OrdersOfFinding({ life_id }: { life_id: number }) {
  const orders = useAtomValue(ordersOfFindingAtom)(life_id);
  const open = useSetAtom(openOrder);
  if (orders.length === 0) return null;
  return (
    <p className={css.orders}>
      {orders.map(({ id, number, title, status }) => (
        <Button
          key={id}
          size="sm"
          kind="quiet"
          icon={<HardHat size={14} aria-hidden="true" />}
          onPress={() => open(id)}
        >
          {workOrderCode(number)} {title} ({orderStatusName(status)})
        </Button>
      ))}
    </p>
  );
}
