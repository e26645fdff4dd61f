// A page with one card in the middle: signing in and its kin.
import type { ReactNode } from "react";
import { BrandMark } from "./brand-mark.tsx";
import { classes } from "./class-name.ts";
import css from "./card-page.module.css";

export function CardPage({
  product,
  title,
  lead,
  isWide = false,
  children,
}: {
  product: string;
  title: string;
  lead?: ReactNode;
  /** Room for two columns, where the window has it. */
  isWide?: boolean;
  children: ReactNode;
}) {
  return (
    <main className={css.page}>
      <div className={css.brand}>
        <BrandMark product={product} size={36} />
      </div>
      <section className={classes(css.card, isWide && css.wide)}>
        <h1>{title}</h1>
        {lead ? <p className={css.lead}>{lead}</p> : null}
        {children}
      </section>
    </main>
  );
}

/** The card while what it is about is on its way. */
export function CardWaiting({
  product,
  title,
  words,
}: {
  product: string;
  title: string;
  /** Said while waiting. */
  words: string;
}) {
  return (
    <CardPage product={product} title={title}>
      <p className={css.waiting} role="status">
        {words}
      </p>
    </CardPage>
  );
}
