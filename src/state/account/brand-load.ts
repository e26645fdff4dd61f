// Fetches logo and colours of the session's customer, unless that version is stored already.
import { atom } from "jotai";
import { customerApi } from "../../api/provider/customer.ts";
import { call, callBytes } from "../../client/call.ts";
import { keepSession, session } from "../../client/session.ts";
import { dataAddress, pixelsOf } from "../../client/image-data.ts";
import { isLogoVisible, mainColour } from "../../domain/colour/brand.ts";
import { surfaces } from "../../domain/colour/palette.ts";
import { brandAtom, storedBrandAtom, showBrand, type StoredBrand } from "./brand.ts";
import { valueOf } from "../shell/loaded.ts";
import { fetchOnce, type ServerQuery } from "../shell/query.ts";
import { meAtom } from "./me.ts";
import { sessionAtom } from "./session.ts";

/** The customer (0 for staff who act for none) and the version of its branding; null without white labelling. */
type DueBrand = {
  readonly customer_id: number;
  readonly version: number | null;
  /** False while the version is only the one that the stored session has: it may have changed since. */
  readonly is_current: boolean;
};

/** The branding to show; null when signed out. */
export const dueBrandAtom = atom((get): DueBrand | null => {
  const session = get(sessionAtom);
  if (session === null) return null;
  const me = valueOf(get(meAtom));
  const version = me === undefined ? session.white_labeling_version : me.white_labeling_version;
  return { customer_id: session.customer?.id ?? 0, version, is_current: me !== undefined };
});

/**
 * Shows the branding of the session. Where it cannot be loaded, an older one of the same customer stays; that of another
 * customer goes at once.
 */
export const loadBrand = atom(null, async (get, set, due: DueBrand | null) => {
  if (due === null) return;
  const { customer_id, version, is_current } = due;
  const held = session();
  // The next reload then starts with the right version.
  if (held && held.white_labeling_version !== version) {
    keepSession({ ...held, white_labeling_version: version });
  }
  if (version === null) return set(showBrand, null);
  const kept = get(storedBrandAtom)(customer_id, version);
  if (kept) return set(showBrand, kept);
  if (get(brandAtom)?.customer_id !== customer_id) set(showBrand, null);
  // The server has no earlier versions.
  if (!is_current) return;
  const fetched = await fetchOnce(brandQuery(customer_id, version)).catch(() => null);
  const stillDue = get(dueBrandAtom);
  const isDue = stillDue?.customer_id === customer_id && stillDue.version === version;
  if (fetched && isDue) set(showBrand, fetched);
});

/** A query, so that a switch of the customer ends it: it carries the token that the switch ends. */
function brandQuery(customer_id: number, version: number): ServerQuery<StoredBrand> {
  return {
    key: ["brand", customer_id, version],
    ask: async (options) => {
      const brand = await call(customerApi.brand, { params: { version } }, options);
      const { customer_name, white_label, logo_hash: hash } = brand;
      const image = await callBytes(customerApi.brandLogo, { params: { hash } }, options);
      const { seen } = await measureLogo(image);
      return {
        customer_id,
        version,
        customer_name,
        white_label,
        logo: await dataAddress(image),
        seen,
      };
    },
  };
}

/** Whether a logo is visible on the header of each theme, and its main colour; null for a grey logo. */
export async function measureLogo(
  image: Blob,
): Promise<{ seen: StoredBrand["seen"]; colour: string | null }> {
  const pixels = await pixelsOf(image);
  return {
    seen: {
      light: isLogoVisible(pixels, surfaces.light["--surface"]),
      dark: isLogoVisible(pixels, surfaces.dark["--surface"]),
    },
    colour: mainColour(pixels),
  };
}
