// Work orders by the day on which they are due.
import { useAtom, useAtomValue } from "jotai";
import { todayAtom } from "../../state/plant/finding/listed.ts";
import { orderCalendarAtom } from "../../state/plant/finding/view.ts";
import { dueOrdersAtom } from "../../state/plant/work-order/listed.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { DueCalendar } from "../due-calendar/due-calendar.tsx";
import { OrderRows } from "./order-rows.tsx";

export function OrderCalendar() {
  const [place, setPlace] = useAtom(orderCalendarAtom);
  return (
    <DueCalendar
      due={useAtomValue(dueOrdersAtom)}
      today={useAtomValue(todayAtom)}
      place={place}
      onPlace={setPlace}
      countWords={(count) => t("work-order:count", { count, n: formatNumber(count) })}
    >
      {/* Another list begins at its top. */}
      {(orders, label) => <OrderRows key={label} orders={orders} label={label} />}
    </DueCalendar>
  );
}
