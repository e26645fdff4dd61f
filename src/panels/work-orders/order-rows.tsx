// Work orders one below the other.
import { useSetAtom } from "jotai";
import { workOrderCode } from "../../domain/work-order/work-order-code.ts";
import type { WorkOrder } from "../../domain/work-order/work-order.ts";
import { openOrder } from "../../state/plant/work-order/order.ts";
import { t } from "../../state/shell/locale.ts";
import { ButtonList } from "../../ui/button-list.tsx";
import { OrderFacts } from "./order-facts.tsx";
import css from "./work-orders.module.css";

/** In CSS pixels: the title, and three lines of facts in long languages. */
const ROW_PX = 96;

type RowsProps = {
  orders: readonly WorkOrder[];
  /** Names the list where it is not the list of all. */
  label?: string;
};

export function OrderRows({ orders, label }: RowsProps) {
  const open = useSetAtom(openOrder);
  return (
    <ButtonList
      label={label ?? t("work-order:title")}
      className={css.rows}
      count={orders.length}
      rowPx={ROW_PX}
    >
      {(index, keys) => {
        const order = orders[index]!;
        return (
          <button {...keys} type="button" className={css.row} onClick={() => open(order.id)}>
            <span className={css.top}>
              <span className={css.code}>{workOrderCode(order.number)}</span>
              <strong>{order.title}</strong>
            </span>
            <OrderFacts order={order} />
          </button>
        );
      }}
    </ButtonList>
  );
}
