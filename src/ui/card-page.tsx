// A page with one card in the middle: signing in and its kin.
import type { ReactNode } from "react";
import { BrandMark } from "./brand-mark.tsx";
import css from "./card-page.module.css";

export function CardPage({
  product,
  title,
  lead,
  children,
}: {
  product: string;
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}) {
  return (
    <main className={css.page}>
      <div className={css.brand}>
        <BrandMark product={product} size={36} />
      </div>
      <section className={css.card}>
        <h1>{title}</h1>
        {lead ? <p className={css.lead}>{lead}</p> : null}
        {children}
      </section>
    </main>
  );
}
