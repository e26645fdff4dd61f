// In whose look the app appears. Kept in this browser as data, so that a reload shows it with the first
// paint, and the sign-in page shows the look of whoever worked here last. Light: nothing here asks.
import { atom } from "jotai";
import { localNames, readLocal, writeLocal } from "../../client/local.ts";
import { brandColours, brandTokens } from "../../domain/colour/brand.ts";
import type { WhiteLabel } from "../../domain/provider/customer.ts";

/** Logo and colours as kept. */
export type StoredBrand = {
  /** Of the customer; 0 for staff who act for none. */
  readonly customer_id: number;
  readonly version: number;
  readonly customer_name: string;
  readonly white_label: WhiteLabel | null;
  /** PNG as data address. */
  readonly logo: string;
  /** Whether the logo is seen on the header in each theme. */
  readonly seen: { readonly light: boolean; readonly dark: boolean };
};

/** The one in use first. */
type Kept = { readonly in_use: boolean; readonly brands: readonly StoredBrand[] };
/** Staff act for one customer after the other: some are kept. */
const mostBrands = 4;
/** domain/provider/customer.ts would bring the whole contract along. */
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

/** What others wrote into the storage must neither break the page nor put words into its styles. */
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

/** The look in use; null for the product's own. */
export const brandAtom = atom((get) => brandInUse(get(storedBrandsAtom)));

/** The kept look of a customer in a version, or null. */
export const storedBrandAtom = atom(
  (get) => (customer_id: number, version: number) =>
    get(storedBrandsAtom).brands.find(
      (one) => one.customer_id === customer_id && one.version === version,
    ) ?? null,
);

/** Shows and keeps a look; null returns to the product's own. */
export const showBrand = atom(null, (get, set, brand: StoredBrand | null) => {
  const { brands } = get(storedBrandsAtom);
  const others = brands.filter((one) => one.customer_id !== brand?.customer_id);
  const kept: Kept = {
    in_use: brand !== null,
    brands: brand === null ? others : [brand, ...others].slice(0, mostBrands),
  };
  writeLocal(localNames.brand, JSON.stringify(kept));
  set(storedBrandsAtom, kept);
  applyBrand(brand);
});

/** Shows the kept look before anything is drawn. */
export function applyStoredBrand(): void {
  applyBrand(brandInUse(readKept()));
}

/** Sets the colours of both themes; the styles choose by color-scheme. */
function applyBrand(brand: StoredBrand | null): void {
  const { style } = document.documentElement;
  const colours = brand?.white_label;
  // Browsers that cannot choose by theme keep the product's colours.
  if (!colours || !CSS.supports("color", "light-dark(#000, #fff)")) {
    for (const token of brandTokens) style.removeProperty(token);
    return;
  }
  const [light, dark] = [brandColours(colours, "light"), brandColours(colours, "dark")];
  for (const token of brandTokens) {
    style.setProperty(token, `light-dark(${light[token]}, ${dark[token]})`);
  }
}
