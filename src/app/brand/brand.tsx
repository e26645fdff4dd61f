// The look of the customer: brings its logo to every page, before and after signing in.
import type { ReactNode } from "react";
import { useAtomValue } from "jotai";
import { brandAtom } from "../../state/account/brand.ts";
import { BrandLogoContext } from "../../ui/brand-mark.tsx";

/** Gives the pages below the logo in use. */
export function BrandLogoProvider({ children }: { children: ReactNode }) {
  const brand = useAtomValue(brandAtom);
  const logo = brand && { src: brand.logo, name: brand.customer_name, seen: brand.seen };
  return <BrandLogoContext value={logo}>{children}</BrandLogoContext>;
}
