// Provides the customer's logo to every page, before and after sign-in.
import type { ReactNode } from "react";
import { useAtomValue } from "jotai";
import { brandAtom } from "../../state/account/brand.ts";
import { BrandLogoContext } from "../../ui/brand-mark.tsx";

/** Provides the current logo to its children. */
export function BrandLogoProvider({ children }: { children: ReactNode }) {
  const brand = useAtomValue(brandAtom);
  const logo = brand && { src: brand.logo, name: brand.customer_name, seen: brand.seen };
  return <BrandLogoContext value={logo}>{children}</BrandLogoContext>;
}
