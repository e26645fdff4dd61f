// Horizontal bars with their values as text. Screen readers read it as a list.
import type { ReactNode } from "react";
import { classes } from "../class-name.ts";
import css from "./bars.module.css";

export type BarRow = {
  readonly id: string;
  readonly label: ReactNode;
  readonly note?: string;
  readonly value: number;
  /** The value, formatted. */
  readonly text: string;
  readonly tone?: "brand" | "danger" | "watch" | "good";
};

export function Bars({
  title,
  rows,
  empty,
  note,
}: {
  title: string;
  rows: readonly BarRow[];
  empty: string;
  note?: string | undefined;
}) {
  const greatest = Math.max(...rows.map(({ value }) => value), Number.MIN_VALUE);
  return (
    <section className={css.card}>
      <h2>{title}</h2>
      {rows.length === 0 ? <p className={css.note}>{empty}</p> : null}
      <ul>
        {rows.map((row) => (
          <li key={row.id} className={css.row}>
            <span className={css.label}>
              {row.label}
              {row.note ? <small>{row.note}</small> : null}
            </span>
            <span>{row.text}</span>
            <span className={css.rail} aria-hidden="true">
              <span
                className={classes(css.bar, css[row.tone ?? "brand"])}
                style={{ width: `${(row.value / greatest) * 100}%` }}
              />
            </span>
          </li>
        ))}
      </ul>
      {note ? <p className={css.note}>{note}</p> : null}
    </section>
  );
}
