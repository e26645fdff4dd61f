// The days on which observations were made: how many, by whom, of what. A press opens the day.
import { useAtomValue, useSetAtom } from "jotai";
import { CalendarDays } from "lucide-react";
import type { ObservationDate } from "../../domain/observation/observation-date.ts";
import { observedDaysAtom, openDay } from "../../state/observation/days.ts";
import { columnsByIdAtom } from "../../state/observation/observation.ts";
import { columnName } from "../../state/observation/words.ts";
import { plantClockAtom } from "../../state/plant/plant.ts";
import { formatDay, formatNumber, formatTimeIn, t } from "../../state/shell/locale.ts";
import { isOnItsSideAtom, isSmallScreenAtom } from "../../state/shell/small-screen.ts";
import { ButtonList, type ButtonListRow } from "../../ui/button-list.tsx";
import css from "./observation.module.css";

/** Row heights in CSS pixels, the second one for touch. */
const ROW_PX = 96;
const TOUCH_ROW_PX = 104;
/** On a phone on its side, so that four rows have room below the title. */
const LOW_ROW_PX = 72;
/** Names that are written out. */
const MOST_SAID = 3;

export function DayList() {
  const days = useAtomValue(observedDaysAtom);
  const isLow = useAtomValue(isOnItsSideAtom);
  const isSmall = useAtomValue(isSmallScreenAtom);
  const rowPx = isLow ? LOW_ROW_PX : isSmall ? TOUCH_ROW_PX : ROW_PX;
  return (
    <ButtonList
      label={t("observation:days")}
      className={css.rows}
      count={days.length}
      rowPx={rowPx}
    >
      {(index, keys) => <Day day={days[index]!} keys={keys} />}
    </ButtonList>
  );
}

function Day({ day, keys }: { day: ObservationDate; keys: ButtonListRow }) {
  const open = useSetAtom(openDay);
  const columns = useAtomValue(columnsByIdAtom);
  const clock = useAtomValue(plantClockAtom);
  const { date, d_from, d_to, ccps, pis, component_count, user_names, count } = day;
  const counted = [
    ...ccps.map((one) => ({ id: `ccp_${one.id}`, count: one.count })),
    ...pis.map((one) => ({ id: `pi_${one.id}`, count: one.count })),
  ].flatMap((one) => {
    const column = columns.get(one.id);
    return column ? [`${columnName(column)} ${formatNumber(one.count)}`] : [];
  });
  const people = user_names.map(({ name }) => name);
  const [from, to] = [formatTimeIn(clock.zone, Date.parse(d_from)), clock.timeOfDay(d_to)];
  const when = from === formatTimeIn(clock.zone, Date.parse(d_to)) ? to : `${from} – ${to}`;
  return (
    <button {...keys} type="button" className={css.row} onClick={() => open(date)}>
      <span className={css.thumb}>
        <CalendarDays size={16} aria-hidden="true" />
      </span>
      <span className={css.what}>
        <strong>{formatDay(date)}</strong>
        <span title={counted.join(", ")}>
          {[t("observation:day_components", { count: component_count }), first(counted)]
            .filter((text) => text !== "")
            .join(" · ")}
        </span>
        <small className={css.when} title={[when, ...people].join(", ")}>
          {[when, first(people)].filter((text) => text !== "").join(" · ")}
        </small>
      </span>
      <span className={css.photoCount}>
        {formatNumber(count)}
        <span className="visually-hidden">{t("observation:title")}</span>
      </span>
    </button>
  );
}

function first(words: readonly string[]): string {
  const said = words.slice(0, MOST_SAID).join(", ");
  return words.length > MOST_SAID ? `${said} …` : said;
}
