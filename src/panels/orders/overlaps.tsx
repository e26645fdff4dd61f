// Warns of subscriptions that give a plant the same package in overlapping periods.
import { useAtomValue } from "jotai";
import { overlappingOrders } from "../../domain/provider/order.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { t } from "../../state/shell/locale.ts";
import { formatPackages, formatPeriod, orderPlace, orders } from "../../state/settings/order.ts";
import { Alert } from "../../ui/feedback.tsx";
import { formOf, type OrderDraft } from "./order-draft.ts";
import css from "./orders.module.css";

export function Overlaps({ id, draft }: { id: number | undefined; draft: OrderDraft }) {
  const list = valueOf(useAtomValue(orders.listAtom)) ?? [];
  const { customer_id, order_product_packages, ...form } = formOf(draft);
  if (customer_id === null || form.start_date === "") return null;
  const chosen = order_product_packages.flatMap(({ product_package_id, quantity }) =>
    product_package_id === null ? [] : [{ product_package_id, quantity }],
  );
  const others = overlappingOrders(
    { ...form, id, customer_id, order_product_packages: chosen },
    list,
  );
  if (others.length === 0) return null;
  return (
    <Alert tone="watch" title={t("order:overlap", { count: others.length })}>
      <ul className={css.overlaps}>
        {others.map((order) => (
          <li key={order.id}>
            {orderPlace(order)}, {formatPeriod(order)}: {formatPackages(order)}
          </li>
        ))}
      </ul>
      <p>{t("order:overlap_hint")}</p>
    </Alert>
  );
}
