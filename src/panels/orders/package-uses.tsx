// What is used and what remains of the packages of an order, with the rule that counts them.
import { useAtomValue } from "jotai";
import type { Order } from "../../domain/provider/order.ts";
import { formatPeriod, packageUseAtom } from "../../state/settings/order.ts";
import { t } from "../../state/shell/locale.ts";
import css from "./orders.module.css";

/** Nothing for an order that does not run today: nothing is counted then. */
export function PackageUses({ order }: { order: Order }) {
  const uses = useAtomValue(packageUseAtom);
  const counted = order.order_product_packages.flatMap(({ id, product_package }) => {
    const use = uses.get(id);
    return use ? [{ id, name: product_package.name, use }] : [];
  });
  const period = counted[0]?.use;
  if (!period) return null;
  const title = t("order:packages.use_title", {
    period: formatPeriod({ start_date: period.from, end_date: period.to }),
  });
  return (
    <section className={css.uses} aria-label={title}>
      <h3>{title}</h3>
      <ul>
        {counted.map(({ id, name, use: { used, quantity, remaining } }) => (
          <li key={id}>
            {t("order:packages.use", { name, used, quantity, remaining })}
            {used > quantity ? ` · ${t("order:packages.over", { count: used - quantity })}` : ""}
          </li>
        ))}
      </ul>
      <p className={css.soft}>
        {t(order.type === "setup" ? "order:packages.rule_setup" : "order:packages.rule_year")}{" "}
        {t("order:packages.rule")}
      </p>
    </section>
  );
}
