// A page with one card in the middle: signing in and its kin.
import type { ReactNode } from "react";
import { BrandMark } from "./brand-mark.tsx";
import { classes } from "./class-name.ts";
import { Page, type PageHeadProps } from "./page.tsx";
import css from "./card-page.module.css";

export type CardPageProps = PageHeadProps & {
  product: string;
  /** Room for two columns, where the window has it. */
  isWide?: boolean;
  children?: ReactNode;
};

export function CardPage({ product, isWide = false, ...page }: CardPageProps) {
  return (
    <main className={css.page}>
      <div className={css.brand}>
        <BrandMark product={product} size={36} />
      </div>
      <section className={classes(css.card, isWide && css.wide)}>
        <Page look="card" {...page} />
      </section>
    </main>
  );
}

/** The card while what it is about is on its way. */
export function CardWaiting({
  words,
  ...page
}: Pick<CardPageProps, "product" | "title" | "closeLabel"> & {
  /** Said while waiting. */
  words: string;
}) {
  return (
    <CardPage {...page}>
      <p className={css.waiting} role="status">
        {words}
      </p>
    </CardPage>
  );
}
