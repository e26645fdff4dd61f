// The columns of the order list.
import { orderState, orderStates, type Order } from "../../domain/provider/order.ts";
import type { PackageUse } from "../../domain/provider/package-use.ts";
import { formatDay, t } from "../../state/shell/locale.ts";
import { formatPeriod, formatQuantity, orderPlace } from "../../state/settings/order.ts";
import { Badge } from "../../ui/feedback.tsx";
import type { Column } from "../../ui/table/table-sort.tsx";
import { stateTones } from "./tones.ts";
import css from "./orders.module.css";

/** A function, because the columns depend on today and the language. */
export function orderColumns(
  today: string,
  uses: ReadonlyMap<number, PackageUse>,
): Column<Order>[] {
  return [
    {
      id: "plant",
      title: t("order:field.plant_id"),
      sortBy: orderPlace,
      cell: ({ plant_name, customer_name }) => (
        <span className={css.lines}>
          <strong>{plant_name ?? t("order:all_plants")}</strong>
          <small>{customer_name}</small>
        </span>
      ),
    },
    {
      id: "period",
      title: t("order:field.period"),
      width: "min(12.5rem, 38vw)",
      sortBy: ({ start_date }) => start_date,
      cell: (order) => (
        <span className={css.lines}>
          <span className={css.period}>{formatPeriod(order)}</span>
          <small>{t(`order:type.${order.type}`)}</small>
        </span>
      ),
    },
    {
      id: "packages",
      title: t("order:field.order_product_packages"),
      from: 520,
      cell: ({ type, order_product_packages }) => (
        <ul className={css.packages}>
          {order_product_packages.map(({ id, quantity, product_package }) => (
            <li key={id}>
              {product_package.name}{" "}
              <small>
                {formatQuantity(type, quantity)}
                <Remaining use={uses.get(id)} />
              </small>
            </li>
          ))}
        </ul>
      ),
    },
    {
      id: "state",
      title: t("order:field.state"),
      width: "8rem",
      sortBy: (order) => orderStates.indexOf(orderState(order, today)),
      cell: (order) => {
        const state = orderState(order, today);
        return <Badge tone={stateTones[state]}>{t(`order:state.${state}`)}</Badge>;
      },
    },
  ];
}

/** What is left of this contract year, or of the setup. */
function Remaining({ use }: { use: PackageUse | undefined }) {
  if (!use) return null;
  const { used, remaining, quantity, to } = use;
  const isOver = used > quantity;
  return (
    <>
      {" · "}
      {isOver
        ? t("order:packages.over", { count: used - quantity })
        : t("order:packages.remaining", { count: remaining })}
      {to === null ? null : ` ${t("order:packages.until", { date: formatDay(to) })}`}
    </>
  );
}
