// The branding of the app. Stored in this browser until the sign-out, so that a reload shows it with the first paint.
// Nothing here calls the server, to keep the sign-in page small.
import { atom } from "jotai";
import { localNames, readLocal, writeLocal } from "../../client/local.ts";
import { brandColours, brandTokens } from "../../domain/colour/brand.ts";
import type { WhiteLabel } from "../../domain/provider/customer.ts";

/** Logo and colours as stored. */
export type StoredBrand = {
  /** 0 for staff who act for no customer. */
  readonly customer_id: number;
  readonly version: number;
  readonly customer_name: string;
  readonly white_label: WhiteLabel | null;
  /** PNG as data URL. */
  readonly logo: string;
  /** Whether the logo is visible on the header in each theme. */
  readonly seen: { readonly light: boolean; readonly dark: boolean };
};

/** The brand in use is the first. */
type Kept = { readonly in_use: boolean; readonly brands: readonly StoredBrand[] };
/** Several are stored, because staff act for one customer after the other. */
const mostBrands = 4;
/** Listed here, because domain/provider/customer.ts would pull in the whole contract. */
const colourNames = [
  "primary",
  "primary_hover",
  "primary_dark",
  "primary_border",
  "secondary_hover",
] as const satisfies readonly (keyof WhiteLabel)[];
const nothing: Kept = { in_use: false, brands: [] };

function readKept(): Kept {
  try {
    const kept = JSON.parse(readLocal(localNames.brand) ?? "null") as Kept | null;
    return Array.isArray(kept?.brands) && kept.brands.every(isBrand) ? kept : nothing;
  } catch {
    return nothing;
  }
}

/** Foreign data in the storage must not break the page, nor get into its styles. */
function isBrand(one: Partial<StoredBrand> | null): boolean {
  const colours: Partial<WhiteLabel> | null = one?.white_label ?? null;
  return (
    typeof one?.logo === "string" &&
    one.logo.startsWith("data:image/png;base64,") &&
    typeof one.version === "number" &&
    typeof one.seen?.light === "boolean" &&
    (colours === null || colourNames.every((name) => /^#[0-9a-f]{6}$/i.test(String(colours[name]))))
  );
}

function brandInUse({ in_use, brands }: Kept): StoredBrand | null {
  return in_use ? (brands[0] ?? null) : null;
}

const storedBrandsAtom = atom<Kept>(readKept());

/** Of a mailed link: in this page alone, until somebody signs in. Null where no link is open. */
const linkBrandAtom = atom<{ readonly brand: StoredBrand | null } | null>(null);

/** The branding in use; null for the product's own. */
export const brandAtom = atom((get) => {
  const link = get(linkBrandAtom);
  return link ? link.brand : brandInUse(get(storedBrandsAtom));
});

/**
 * Shows the branding of a mailed link, or the product's own for null. It is not stored: the browser may be that of
 * another customer's user.
 */
export const showLinkBrand = atom(null, (_get, set, brand: StoredBrand | null) => {
  set(linkBrandAtom, { brand });
  applyBrand(brand);
});

/** A function that returns the stored branding of a customer in a version, or null. */
export const storedBrandAtom = atom(
  (get) => (customer_id: number, version: number) =>
    get(storedBrandsAtom).brands.find(
      (one) => one.customer_id === customer_id && one.version === version,
    ) ?? null,
);

/** Shows and stores a branding; null returns to the product's own. */
export const showBrand = atom(null, (get, set, brand: StoredBrand | null) => {
  const { brands } = get(storedBrandsAtom);
  const others = brands.filter((one) => one.customer_id !== brand?.customer_id);
  const kept: Kept = {
    in_use: brand !== null,
    brands: brand === null ? others : [brand, ...others].slice(0, mostBrands),
  };
  writeLocal(localNames.brand, JSON.stringify(kept));
  set(storedBrandsAtom, kept);
  set(linkBrandAtom, null);
  applyBrand(brand);
});

/** Returns to the product's own branding and forgets all others. */
export const forgetBrands = atom(null, (_get, set) => {
  writeLocal(localNames.brand, null);
  set(storedBrandsAtom, nothing);
  set(linkBrandAtom, null);
  applyBrand(null);
});

/** Shows the stored branding before the first paint. */
export function applyStoredBrand(): void {
  applyBrand(brandInUse(readKept()));
}

/** Sets the colours of both themes; the browser chooses by color-scheme. */
function applyBrand(brand: StoredBrand | null): void {
  const { style } = document.documentElement;
  const colours = brand?.white_label;
  // Browsers without light-dark() keep the product's colours.
  if (!colours || !CSS.supports("color", "light-dark(#000, #fff)")) {
    for (const token of brandTokens) style.removeProperty(token);
    return;
  }
  const [light, dark] = [brandColours(colours, "light"), brandColours(colours, "dark")];
  for (const token of brandTokens) {
    style.setProperty(token, `light-dark(${light[token]}, ${dark[token]})`);
  }
}
