// Seats in use: of the customer in the filter, or of the only visible customer.
import { useAtomValue } from "jotai";
import { seatRefusal } from "../../domain/account/user.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { seatsAtom, userFilterAtom } from "../../state/settings/user.ts";
import { classes } from "../../ui/class-name.ts";
import css from "./users.module.css";

export function Seats() {
  const all = valueOf(useAtomValue(seatsAtom)) ?? [];
  const { customer_id } = useAtomValue(userFilterAtom);
  const seats = all.length === 1 ? all[0] : all.find((one) => one.customer_id === customer_id);
  return seats ? <SeatsMeter {...seats} /> : null;
}

export function SeatsMeter({ total, max }: { total: number; max: number }) {
  const isFull = seatRefusal({ total, max }) !== null;
  return (
    <span className={classes(css.seats, isFull && css.full)}>
      <span className={css.meter} aria-hidden="true">
        <span style={{ width: `${Math.min(1, max === 0 ? 1 : total / max) * 100}%` }} />
      </span>
      {t("user:seats", { total: formatNumber(total), max: formatNumber(max) })}
    </span>
  );
}
