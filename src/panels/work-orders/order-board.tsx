// Work orders in columns by their status, moved from one to the other.
import { useMemo, useRef } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { ArrowRightLeft } from "lucide-react";
import { workOrderCode } from "../../domain/work-order/work-order-code.ts";
import type { WorkOrder } from "../../domain/work-order/work-order.ts";
import {
  workOrderStatuses,
  type WorkOrderStatus,
} from "../../domain/work-order/work-order-status.ts";
import { orderBoardAtom } from "../../state/plant/work-order/listed.ts";
import { openOrder } from "../../state/plant/work-order/order.ts";
import { orderStatusName, statusAction } from "../../state/plant/work-order/words.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { singleKeysAtom } from "../../state/shell/shortcut.ts";
import { showNote } from "../../state/shell/toast.ts";
import { Board, type CardDrag } from "../../ui/board/board.tsx";
import { useCardMenu } from "../../ui/board/card-menu.tsx";
import { IconButton } from "../../ui/button.tsx";
import type { ButtonListRow } from "../../ui/button-list.tsx";
import { OrderFacts } from "./order-facts.tsx";
import { useOrderStatus } from "./use-order-status.tsx";
import css from "./work-orders.module.css";

/** In CSS pixels: two lines of the title, and three of facts. */
const CARD_PX = 132;

export function OrderBoard() {
  const columns = useAtomValue(orderBoardAtom);
  const shown = useMemo(
    () =>
      columns.map(({ status, orders }) => ({
        id: status,
        name: orderStatusName(status),
        count: formatNumber(orders.length),
        items: orders,
      })),
    [columns],
  );
  const { asked, reason, setStatus, dialog } = useOrderStatus();
  const [first] = columns.flatMap(({ orders }) => orders);
  const canMove = first !== undefined && asked(first, first.status)?.isHidden !== true;
  const move = (order: WorkOrder, to: WorkOrderStatus) => {
    const words = reason(order, to);
    if (words === null) setStatus(order, to);
    else showNote(words);
  };
  return (
    <>
      <Board
        label={t("finding:view.board")}
        tabsLabel={t("finding:board.columns")}
        columns={shown}
        cardPx={CARD_PX}
        emptyLabel={t("work-order:none_here")}
        canDrag={canMove}
        accepts={(order, to) => reason(order, to) === null}
        onDrop={move}
      >
        {(order, keys, drag) => (
          <OrderCard
            order={order}
            keys={keys}
            drag={drag}
            move={canMove ? (to) => move(order, to) : null}
            reason={(to) => reason(order, to)}
          />
        )}
      </Board>
      {dialog}
    </>
  );
}

type CardProps = {
  order: WorkOrder;
  keys: ButtonListRow;
  drag: CardDrag;
  /** Null where the viewer may change none. */
  move: ((to: WorkOrderStatus) => void) | null;
  reason: (to: WorkOrderStatus) => string | null;
};

function OrderCard({ order, keys, drag, move, reason }: CardProps) {
  const open = useSetAtom(openOrder);
  const isSingle = useAtomValue(singleKeysAtom);
  const button = useRef<HTMLButtonElement>(null);
  const code = workOrderCode(order.number);
  const label = t("finding:board.move", { name: code });
  const menu = useCardMenu(label, () =>
    workOrderStatuses
      .filter((to) => to !== order.status)
      .map((to) => {
        const words = reason(to);
        return {
          id: to,
          label: orderStatusName(to),
          hint: words ?? statusAction(order.status, to),
          isDisabled: words !== null,
          run: () => move?.(to),
        };
      }),
  );
  const openMenu = () => button.current && menu.openAt(button.current);
  return (
    <div className={css.card} {...drag} {...(move ? { onContextMenu: menu.onContextMenu } : {})}>
      <button
        {...keys}
        ref={button}
        type="button"
        className={css.row}
        title={move ? t("work-order:board_keys_hint") : undefined}
        onKeyDown={(event) => {
          if (event.key === "m" && move && isSingle) openMenu();
          else keys.onKeyDown(event);
        }}
        onClick={() => open(order.id)}
      >
        <span className={css.top}>
          <span className={css.code}>{code}</span>
          <strong>{order.title}</strong>
        </span>
        <OrderFacts order={order} hidesStatus />
      </button>
      {move ? (
        <IconButton size="sm" label={label} keys="M" excludeFromTabOrder onPress={openMenu}>
          <ArrowRightLeft size={14} aria-hidden="true" />
        </IconButton>
      ) : null}
      {menu.menu}
    </div>
  );
}
