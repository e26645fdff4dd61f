// The orders: proposals, a timeline, the list, and the form of one order.
import { useMemo, useState } from "react";
import { useAtomValue } from "jotai";
import { ReceiptText } from "lucide-react";
import { overlapsRange } from "../../domain/date-range.ts";
import {
  orderState,
  type Order,
  type OrderState,
  type OrderType,
} from "../../domain/provider/order.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { t } from "../../state/shell/locale.ts";
import {
  formatPackages,
  orderPlace,
  orders,
  packageUseAtom,
  todayAtom,
} from "../../state/settings/order.ts";
import { askAtom } from "../../state/account/ask.ts";
import { RecordPanel } from "../record/record-panel.tsx";
import { orderColumns } from "./order-columns.tsx";
import { OrderFilters, noFilter, type OrderFilter } from "./order-filters.tsx";
import { OrderForm } from "./order-form.tsx";
import { Proposals } from "./proposals.tsx";
import { Timeline } from "./timeline.tsx";

export function Orders() {
  const ask = useAtomValue(askAtom);
  const today = useAtomValue(todayAtom);
  const list = valueOf(useAtomValue(orders.listAtom));
  const [filter, setFilter] = useState<OrderFilter>(noFilter);
  const uses = useAtomValue(packageUseAtom);
  const columns = useMemo(() => orderColumns(today, uses), [today, uses]);
  const passes = useMemo(
    () => (order: Order) => passesFilter(order, filter, today),
    [filter, today],
  );
  return (
    <RecordPanel
      records={orders}
      columns={columns}
      sort={{ column: "period", falling: true }}
      textOf={textOf}
      filters={<OrderFilters orders={list ?? []} filter={filter} onChange={setFilter} />}
      passes={passes}
      onReset={() => setFilter(noFilter)}
      renderAbove={(found) => (
        <>
          <Proposals />
          <Timeline orders={found} today={today} />
        </>
      )}
      form={OrderForm}
      create={ask("order.create")}
      icon={<ReceiptText size={22} aria-hidden="true" />}
      words={{
        label: t("desk:order.title"),
        create: t("desk:order.create"),
        none: t("order:none"),
        noneText: t("order:none_text"),
      }}
    />
  );
}

function passesFilter(order: Order, filter: OrderFilter, today: string): boolean {
  const { state, type, customer_id, range } = filter;
  const matches = <Value extends OrderState | OrderType | number>(
    chosen: Value | null,
    actual: Value,
  ) => chosen === null || chosen === actual;
  return (
    matches(state, orderState(order, today)) &&
    matches(type, order.type) &&
    matches(customer_id, order.customer_id) &&
    overlapsRange(order.start_date, order.end_date, range, today)
  );
}

function textOf(order: Order): string {
  const { customer_name, type, note } = order;
  return [
    orderPlace(order),
    customer_name,
    t(`order:type.${type}`),
    formatPackages(order),
    note,
  ].join(" ");
}
