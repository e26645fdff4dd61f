// What the customer already has on the first day of an order, from all its running orders.
import { useAtomValue } from "jotai";
import { calendarDateShape } from "../../domain/calendar-date.ts";
import { runningPackagesOf, seesRunningPackagesAtom } from "../../state/settings/order.ts";
import { formatDay, t } from "../../state/shell/locale.ts";
import { Skeleton } from "../../ui/feedback.tsx";
import { LoadFault } from "../load-fault.tsx";
import css from "./orders.module.css";

type Props = { customer_id: number | null; day: string };

/** Nothing without a customer, a readable day, or the permission. */
export function RunningPackages({ customer_id, day }: Props) {
  const may = useAtomValue(seesRunningPackagesAtom);
  const isDay = calendarDateShape.safeParse(day).success;
  return may && isDay && customer_id !== null ? (
    <Packages customer_id={customer_id} day={day} />
  ) : null;
}

function Packages({ customer_id, day }: { customer_id: number; day: string }) {
  const running = useAtomValue(runningPackagesOf(`${customer_id} ${day}`));
  if (running.state === "failed") return <LoadFault fault={running.fault} isSmall />;
  if (running.state !== "ready") return <Skeleton label={t("shell:loading")} lines={2} />;
  const title = t("order:packages.running_title", { date: formatDay(day) });
  return (
    <section className={css.uses} aria-label={title}>
      <h3>{title}</h3>
      {running.value.length === 0 ? (
        <p className={css.soft}>{t("order:packages.running_none")}</p>
      ) : (
        <ul>
          {running.value.map(({ id, quantity, product_package: { name } }) => (
            <li key={id}>{t("order:packages.running", { name, quantity })}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
