// The orders on a time axis. Screen readers get a text alternative; the table below has the same data.
import { orderState, type Order } from "../../domain/provider/order.ts";
import { timelineOf } from "../../domain/provider/order-timeline.ts";
import { t } from "../../state/shell/locale.ts";
import { formatPackages, formatPeriod, orderPlace } from "../../state/settings/order.ts";
import { classes } from "../../ui/class-name.ts";
import css from "./orders.module.css";

/** Units of the SVG: x is stretched to the width, y is CSS pixels. */
const WIDTH = 1000;
const MAX_PX = 84;
const ROW_PX = 10;
/** Shares of the axis that the label of a year and the label "today" need. */
const YEAR_WIDTH = 0.065;
const TODAY_WIDTH = 0.075;

export function Timeline({ orders, today }: { orders: readonly Order[]; today: string }) {
  const { years, bars, rowCount, today: now } = timelineOf(orders, today);
  if (bars.length === 0) return null;
  const rowHeight = Math.min(ROW_PX, MAX_PX / rowCount);
  const gap = rowHeight > 5 ? 2 : rowHeight > 2 ? 1 : 0;
  const height = rowCount * rowHeight + gap;
  const count = (state: ReturnType<typeof orderState>) =>
    orders.filter((order) => orderState(order, today) === state).length;
  const label = t("order:timeline.label", {
    count: orders.length,
    from: years[0]?.year ?? "",
    to: years.at(-1)?.year ?? "",
    running: count("running"),
    upcoming: count("upcoming"),
    ended: count("ended"),
  });
  // "today" is placed so that it covers no year. Just after New Year it replaces the label of the year.
  const since = now - Math.max(...years.map(({ at }) => at).filter((at) => at <= now));
  const isBefore = since > YEAR_WIDTH + TODAY_WIDTH;
  const labelled = years.filter(({ at }) => since > YEAR_WIDTH || at !== now - since);
  return (
    <div className={css.timeline} role="img" aria-label={label}>
      <svg
        viewBox={`0 0 ${WIDTH} ${height}`}
        preserveAspectRatio="none"
        style={{ height }}
        aria-hidden="true"
      >
        {years.slice(1).map(({ year, at }) => (
          <line
            key={year}
            className={css.tick}
            x1={at * WIDTH}
            x2={at * WIDTH}
            y1={0}
            y2={height}
          />
        ))}
        {bars.map(({ order, start, end, row }) => (
          <rect
            key={order.id}
            className={css[`${order.type}-${orderState(order, today)}`]}
            x={start * WIDTH}
            y={gap + row * rowHeight}
            width={Math.max(2, (end - start) * WIDTH - 1)}
            height={rowHeight - gap}
          >
            <title>
              {`${orderPlace(order)}, ${formatPeriod(order)}: ${formatPackages(order)}`}
            </title>
          </rect>
        ))}
        <line className={css.now} x1={now * WIDTH} x2={now * WIDTH} y1={0} y2={height} />
      </svg>
      <div className={css.axis} aria-hidden="true">
        {labelled.map(({ year, at, width }) => (
          <span key={year} style={{ left: `${at * 100}%`, width: `${width * 100}%` }}>
            {year}
          </span>
        ))}
        <span
          className={classes(css.today, isBefore && css.before)}
          style={{ left: `${now * 100}%` }}
        >
          {t("order:timeline.today")}
        </span>
      </div>
    </div>
  );
}
