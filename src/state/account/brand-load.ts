// Fetches logo and colours of the customer in whose look the session works: only a version not kept yet.
import { atom } from "jotai";
import { customerApi } from "../../api/customer.ts";
import { call, callBytes } from "../../client/call.ts";
import { keepSession, session } from "../../client/session.ts";
import { dataAddress, pixelsOf } from "../../client/image-data.ts";
import { isLogoVisible, mainColour } from "../../domain/colour/brand.ts";
import { surfaces } from "../../domain/colour/palette.ts";
import { storedBrandAtom, showBrand, type StoredBrand } from "./brand.ts";
import { valueOf } from "../shell/loaded.ts";
import { meAtom } from "./me.ts";
import { sessionAtom } from "./session.ts";

/** The customer (0 for staff acting for none), and its version; null without white labelling. */
type DueBrand = { readonly customer_id: number; readonly version: number | null };

/** Whose look is due; null when signed out. */
export const dueBrandAtom = atom((get): DueBrand | null => {
  const session = get(sessionAtom);
  if (session === null) return null;
  const me = valueOf(get(meAtom));
  const version = me === undefined ? session.white_labeling_version : me.white_labeling_version;
  return { customer_id: session.customer?.id ?? 0, version };
});

/** Shows the look that is due. Where it cannot be had, what is shown stays. */
export const loadBrand = atom(null, async (get, set, due: DueBrand | null) => {
  if (due === null) return;
  const { customer_id, version } = due;
  const held = session();
  // The next reload then begins with what is known by now.
  if (held && held.white_labeling_version !== version) {
    keepSession({ ...held, white_labeling_version: version });
  }
  if (version === null) return set(showBrand, null);
  const kept = get(storedBrandAtom)(customer_id, version);
  if (kept) return set(showBrand, kept);
  const fetched = await fetchBrand(customer_id, version).catch(() => null);
  const stillDue = get(dueBrandAtom);
  const isDue = stillDue?.customer_id === customer_id && stillDue.version === version;
  if (fetched && isDue) set(showBrand, fetched);
});

async function fetchBrand(customer_id: number, version: number): Promise<StoredBrand> {
  const brand = await call(customerApi.brand, { params: { version } });
  const { customer_name, white_label, logo_hash: hash } = brand;
  const picture = await callBytes(customerApi.brandLogo, { params: { hash } });
  const { seen } = await measureLogo(picture);
  return {
    customer_id,
    version,
    customer_name,
    white_label,
    logo: await dataAddress(picture),
    seen,
  };
}

/** Whether a logo is seen on the header of each theme, and the colour it has; null for a grey one. */
export async function measureLogo(
  picture: Blob,
): Promise<{ seen: StoredBrand["seen"]; colour: string | null }> {
  const pixels = await pixelsOf(picture);
  return {
    seen: {
      light: isLogoVisible(pixels, surfaces.light["--surface"]),
      dark: isLogoVisible(pixels, surfaces.dark["--surface"]),
    },
    colour: mainColour(pixels),
  };
}
