// A month with what is due on each day by the calendar of the plant, and the list of one day below it. What is late on
// any day and what has no day can be listed too, so that nothing of the filter is hidden.
import { useState, type ReactNode } from "react";
import {
  dayAfterKey,
  monthOf,
  monthWeeks,
  nextMonth,
  type DueDays,
} from "../../domain/due-calendar.ts";
import { calendarAtToday, type CalendarPlace } from "../../state/plant/finding/view.ts";
import {
  formatDay,
  formatMonth,
  formatNumber,
  formatWeekday,
  t,
} from "../../state/shell/locale.ts";
import { Month, type MonthDay } from "../../ui/board/month.tsx";
import css from "./due-calendar.module.css";

type DueCalendarProps<Item> = {
  due: DueDays<Item>;
  /** YYYY-MM-DD at the plant. */
  today: string;
  /** Null for today. */
  place: CalendarPlace | null;
  onPlace: (place: CalendarPlace) => void;
  /** "3 findings". */
  countWords: (count: number) => string;
  /** The list of some of them. @param label names it */
  children: (items: readonly Item[], label: string) => ReactNode;
};

export function DueCalendar<Item>(props: DueCalendarProps<Item>) {
  const { due, today, onPlace, countWords } = props;
  const place = props.place ?? calendarAtToday(today);
  const { month, list } = place;
  const chosen = typeof list === "object" ? list.day : null;
  const [asked, setAsked] = useState<string | null>(null);
  // The day that the keys are at; in a month that was turned to, its first one.
  const active = [asked, chosen, today].find((day) => day !== null && monthOf(day) === month);
  const ofDay = (day: string): readonly Item[] => due.byDay.get(day) ?? [];
  const dayOf = (day: string): MonthDay => {
    const count = ofDay(day).length;
    const overdue = due.lateOn.get(day) ?? 0;
    const words = [
      t("finding:calendar.day", { weekday: formatWeekday(day, "long"), day: formatDay(day) }),
      count === 0 ? t("finding:calendar.nothing") : countWords(count),
      ...(overdue === 0 ? [] : [t("finding:calendar.overdue", { n: formatNumber(overdue) })]),
    ];
    return {
      label: words.join(", "),
      count: count === 0 ? "" : formatNumber(count),
      isLate: overdue > 0,
    };
  };
  const items = list === "late" ? due.late : list === "without" ? due.without : ofDay(list.day);
  const title =
    list === "late"
      ? t("finding:overdue")
      : list === "without"
        ? t("finding:filter.due_none")
        : formatDay(list.day);
  const others = [
    { id: "late", name: t("finding:overdue"), count: due.late.length },
    { id: "without", name: t("finding:filter.due_none"), count: due.without.length },
  ] as const;
  const weeks = monthWeeks(month);
  return (
    <div className={css.calendar}>
      <Month
        label={formatMonth(month)}
        month={month}
        weekdays={weeks[0]!.map((day) => ({
          short: formatWeekday(day, "short"),
          long: formatWeekday(day, "long"),
        }))}
        weeks={weeks}
        today={today}
        active={active ?? `${month}-01`}
        chosen={chosen}
        dayOf={dayOf}
        afterKey={dayAfterKey}
        onActive={(day) => {
          setAsked(day);
          if (monthOf(day) !== month) onPlace({ month: monthOf(day), list });
        }}
        onChoose={(day) => {
          setAsked(day);
          onPlace({ month: monthOf(day), list: { day } });
        }}
        onStep={(step) => onPlace({ month: nextMonth(month, step), list })}
        onToday={() => {
          setAsked(today);
          onPlace(calendarAtToday(today));
        }}
        words={{
          before: t("finding:calendar.before"),
          after: t("finding:calendar.after"),
          today: t("finding:calendar.today"),
        }}
      />
      <div className={css.others} role="group" aria-label={t("finding:calendar.others")}>
        {others.map(({ id, name, count }) => (
          <button
            key={id}
            type="button"
            aria-pressed={list === id}
            data-late={id === "late" && count > 0}
            onClick={() => onPlace({ month, list: id })}
          >
            {name} <span>{formatNumber(count)}</span>
          </button>
        ))}
      </div>
      <h3 className={css.title}>
        {title} <span>{countWords(items.length)}</span>
      </h3>
      {items.length === 0 ? (
        <p className={css.empty}>{t("finding:calendar.empty")}</p>
      ) : (
        props.children(items, title)
      )}
    </div>
  );
}
