// Filters of the order list: state, type, period, customer.
import {
  orderStates,
  orderTypes,
  type Order,
  type OrderState,
  type OrderType,
} from "../../domain/provider/order.ts";
import type { DateRange } from "../../domain/date-range.ts";
import { dateRangeOptions } from "../../state/shell/date-range.ts";
import { t } from "../../state/shell/locale.ts";
import { Select } from "../../ui/form/choice.tsx";
import { DateRangeSelect } from "../../ui/form/date-range-select.tsx";

/** Null does not filter. */
export type OrderFilter = {
  readonly state: OrderState | null;
  readonly type: OrderType | null;
  readonly customer_id: number | null;
  /** Orders that run on a day of it. */
  readonly range: DateRange;
};

export const noFilter: OrderFilter = {
  state: null,
  type: null,
  customer_id: null,
  range: "all_time",
};

/** Id of the option "all". */
const ANY = "any";

export function OrderFilters({
  orders,
  filter,
  onChange,
}: {
  orders: readonly Order[];
  filter: OrderFilter;
  onChange: (filter: OrderFilter) => void;
}) {
  const customers = new Map(orders.map((order) => [order.customer_id, order.customer_name]));
  return (
    <>
      <Select
        label={t("order:filter.state")}
        labelHidden
        size="sm"
        value={filter.state ?? ANY}
        onChange={(state) => onChange({ ...filter, state: state === ANY ? null : state })}
        options={[
          { id: ANY, label: t("order:filter.any_state") },
          ...orderStates.map((id) => ({ id, label: t(`order:state.${id}`) })),
        ]}
      />
      <Select
        label={t("order:filter.type")}
        labelHidden
        size="sm"
        value={filter.type ?? ANY}
        onChange={(type) => onChange({ ...filter, type: type === ANY ? null : type })}
        options={[
          { id: ANY, label: t("order:filter.any_type") },
          ...orderTypes.map((id) => ({ id, label: t(`order:type.${id}`) })),
        ]}
      />
      <DateRangeSelect
        label={t("shell:range.label")}
        options={dateRangeOptions(
          orders.flatMap(({ start_date, end_date }) =>
            end_date ? [start_date, end_date] : [start_date],
          ),
        )}
        value={filter.range}
        onChange={(range) => onChange({ ...filter, range })}
      />
      {customers.size > 1 ? (
        <Select
          label={t("order:filter.customer")}
          labelHidden
          size="sm"
          value={filter.customer_id ?? 0}
          onChange={(id) => onChange({ ...filter, customer_id: id === 0 ? null : id })}
          options={[
            { id: 0, label: t("order:filter.any_customer") },
            ...[...customers]
              .map(([id, label]) => ({ id, label }))
              .toSorted((a, b) => a.label.localeCompare(b.label)),
          ]}
        />
      ) : null}
    </>
  );
}
