// The sign at the head of every page: a customer's logo, else the product's with its name.
import { createContext, useContext } from "react";
import { classes } from "./class-name.ts";
import css from "./brand-mark.module.css";

export type BrandLogo = {
  /** Address of the picture. */
  readonly src: string;
  /** Whose it is. */
  readonly name: string;
  /** Whether it is seen on the surface of each theme; a plate is laid below where not. */
  readonly seen: { readonly light: boolean; readonly dark: boolean };
};

/** The logo in use; null for the product's own. */
export const BrandLogoContext = createContext<BrandLogo | null>(null);

export function BrandMark({
  product,
  size,
  nameHidden = false,
}: {
  product: string;
  /** Height in CSS pixels of the product's sign; a logo, which is wider, stands a little higher. */
  size: number;
  /** Keeps the product's name for readers of screens only. */
  nameHidden?: boolean;
}) {
  const logo = useContext(BrandLogoContext);
  if (logo) return <LogoPicture logo={logo} size={Math.round(size * 1.25)} />;
  return (
    <>
      <img src="/logo.svg" alt="" width={size} height={size} />
      <span className={nameHidden ? "visually-hidden" : undefined}>{product}</span>
    </>
  );
}

/** A logo at a height, on a plate where the surface would swallow it. */
export function LogoPicture({ logo, size }: { logo: BrandLogo; size: number }) {
  const { src, name, seen } = logo;
  return (
    <img
      src={src}
      alt={name}
      height={size}
      style={{ height: size }}
      className={classes(css.logo, !seen.light && css.onDark, !seen.dark && css.onLight)}
    />
  );
}
