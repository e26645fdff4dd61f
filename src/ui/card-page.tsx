// A page with one card in the middle, for sign-in and similar pages.
import type { ReactNode } from "react";
import { BrandMark } from "./brand-mark.tsx";
import { classes } from "./class-name.ts";
import { Page, type PageHeadProps } from "./page.tsx";
import css from "./card-page.module.css";

export type CardPageProps = PageHeadProps & {
  product: string;
  /** Wide enough for two columns if the window is. */
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
        <Page layout="card" {...page} />
      </section>
    </main>
  );
}

/** The card while its data loads. */
export function CardWaiting({
  words,
  ...page
}: Pick<CardPageProps, "product" | "title" | "closeLabel"> & {
  /** Text shown while loading. */
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
