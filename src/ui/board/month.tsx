// A month as a grid of days. The grid is one stop of the Tab key; the arrow keys walk from day to day.
import { useEffect, useRef, type KeyboardEvent } from "react";
import { CalendarCheck, ChevronLeft, ChevronRight, CircleAlert } from "lucide-react";
import { IconButton } from "../button.tsx";
import css from "./month.module.css";

export type MonthDay = {
  /** The day and what is due on it, in words. */
  readonly label: string;
  /** How many; "" for none. */
  readonly count: string;
  readonly isLate: boolean;
};

type MonthProps = {
  /** "December 2026". */
  label: string;
  /** YYYY-MM. */
  month: string;
  weekdays: readonly { readonly short: string; readonly long: string }[];
  /** Days as YYYY-MM-DD. */
  weeks: readonly (readonly string[])[];
  today: string;
  /** The day that the Tab key reaches; it is in the month. */
  active: string;
  /** The day whose list is shown; null for none. */
  chosen: string | null;
  dayOf: (day: string) => MonthDay;
  /** Where a key leads; null for other keys. */
  afterKey: (day: string, key: string) => string | null;
  onActive: (day: string) => void;
  onChoose: (day: string) => void;
  onStep: (step: 1 | -1) => void;
  onToday: () => void;
  words: { readonly before: string; readonly after: string; readonly today: string };
};

export function Month(props: MonthProps) {
  const { label, month, weekdays, weeks, today, active, chosen, dayOf, words } = props;
  const grid = useRef<HTMLTableElement>(null);
  const follows = useRef(false);
  useEffect(() => {
    if (!follows.current) return;
    follows.current = false;
    grid.current?.querySelector<HTMLElement>("button[tabindex='0']")?.focus();
  });
  const onKeyDown = (event: KeyboardEvent, day: string) => {
    const next = props.afterKey(day, event.key);
    if (next === null || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    follows.current = true;
    props.onActive(next);
  };
  return (
    <div className={css.month}>
      <div className={css.head}>
        <IconButton size="sm" label={words.before} onPress={() => props.onStep(-1)}>
          <ChevronLeft size={16} aria-hidden="true" />
        </IconButton>
        <h3 aria-live="polite">{label}</h3>
        <IconButton size="sm" label={words.today} onPress={() => props.onToday()}>
          <CalendarCheck size={16} aria-hidden="true" />
        </IconButton>
        <IconButton size="sm" label={words.after} onPress={() => props.onStep(1)}>
          <ChevronRight size={16} aria-hidden="true" />
        </IconButton>
      </div>
      {/* Its days are walked with the arrow keys, as in every calendar. */}
      <table ref={grid} role="grid" aria-label={label}>
        <thead>
          <tr>
            {weekdays.map(({ short, long }) => (
              <th key={long} scope="col" abbr={long}>
                {short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => {
                const shown = dayOf(day);
                return (
                  <td key={day} aria-selected={day === chosen}>
                    <button
                      type="button"
                      tabIndex={day === active ? 0 : -1}
                      aria-label={shown.label}
                      aria-current={day === today ? "date" : undefined}
                      data-other={!day.startsWith(month)}
                      data-late={shown.isLate}
                      data-due={shown.count !== ""}
                      onKeyDown={(event) => onKeyDown(event, day)}
                      onClick={() => props.onChoose(day)}
                    >
                      <span className={css.number}>{Number(day.slice(8))}</span>
                      {shown.count === "" ? null : (
                        <span className={css.count}>
                          {shown.isLate ? <CircleAlert size={11} aria-hidden="true" /> : null}
                          {shown.count}
                        </span>
                      )}
                    </button>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
