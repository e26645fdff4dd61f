// A block of the profile, and a row in it: label on the left, action on the right.
import { useId, type ReactNode } from "react";
import css from "./user-profile.module.css";

export function Block({
  title,
  note,
  children,
}: {
  title: string;
  note?: string;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={css.block} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {note ? <p>{note}</p> : null}
      </header>
      <div className={css.card}>{children}</div>
    </section>
  );
}

export function Row({
  title,
  note,
  children,
}: {
  title: string;
  note?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className={css.row}>
      <div className={css.rowText}>
        <strong>{title}</strong>
        {note ? <p>{note}</p> : null}
      </div>
      {children ? <div className={css.rowAct}>{children}</div> : null}
    </div>
  );
}
