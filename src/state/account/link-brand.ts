// The branding of the customer whose mailed link is open: an invitation, or a new password.
import { atom } from "jotai";
import type { ConfirmedUser } from "../../domain/account/registration.ts";
import { showLinkBrand } from "./brand.ts";
import { measureLogo } from "./brand-load.ts";

/** Shows it. Without one, or with a logo that cannot be read, the product's own is shown. */
export const followLinkBrand = atom(null, async (_get, set, user: ConfirmedUser) => {
  // Another user's browser may show the brand of another customer.
  set(showLinkBrand, null);
  if (user.brand === null) return;
  const { logo, ...brand } = user.brand;
  const bytes = Uint8Array.from(atob(logo), (letter) => letter.charCodeAt(0));
  try {
    const { seen } = await measureLogo(new Blob([bytes], { type: "image/png" }));
    set(showLinkBrand, {
      ...brand,
      customer_name: user.customer_name,
      logo: `data:image/png;base64,${logo}`,
      seen,
    });
  } catch {
    // A page without a logo is better than none.
  }
});
