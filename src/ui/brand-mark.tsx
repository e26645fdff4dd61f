// The logo at the top of every page: the customer's, else the product's with its name.
import { createContext, useContext } from "react";
import { classes } from "./class-name.ts";
import css from "./brand-mark.module.css";

export type BrandLogo = {
  /** URL of the image. */
  readonly src: string;
  /** Name of the customer. */
  readonly name: string;
  /** Whether it contrasts with the surface of each theme; if not, a plate is drawn behind it. */
  readonly seen: { readonly light: boolean; readonly dark: boolean };
};

/** The current logo; null for the product's own. */
export const BrandLogoContext = createContext<BrandLogo | null>(null);

export function BrandMark({
  product,
  size,
  nameHidden = false,
}: {
  product: string;
  /** Height of the product's symbol in CSS pixels. A customer's logo is wider and drawn 1.25 times as high. */
  size: number;
  /** Shows the product's name to screen readers only. */
  nameHidden?: boolean;
}) {
  const logo = useContext(BrandLogoContext);
  if (logo) return <LogoImage logo={logo} size={Math.round(size * 1.25)} />;
  return (
    <>
      <img src="/logo.svg" alt="" width={size} height={size} />
      <span className={nameHidden ? "visually-hidden" : undefined}>{product}</span>
    </>
  );
}

/** A logo at a height in CSS pixels, on a plate if it does not contrast with the surface. */
export function LogoImage({ logo, size }: { logo: BrandLogo; size: number }) {
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
