// The branding of an e-mail: the customer's if it has one, else the product's.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { isLogoVisible } from "../../domain/colour/brand.ts";
import { textOn } from "../../domain/colour/contrast.ts";
import { productColour, surfaces } from "../../domain/colour/palette.ts";
import { whiteLabelFormShape } from "../../domain/provider/customer.ts";
import type { Database, Services } from "../context.ts";
import type { MailBrand } from "./mail-page.ts";
import { customer } from "../store/schema/account.ts";
import { translate } from "../translate.ts";

type Parts = Pick<Services, "files" | "log"> & { readonly ownerDb: Database };

const mailSurface = surfaces.light["--surface"];
const darkGround = surfaces.dark["--surface"];
/** Twice the displayed size, so that the logo is sharp on high-density screens. */
const logoBox = { width: 480, height: 80 };

/** The branding of a customer's e-mails. If the logo cannot be read, the e-mail has none. */
export async function mailBrandOf(parts: Parts, customer_id: number): Promise<MailBrand> {
  const [row] = await parts.ownerDb.select().from(customer).where(eq(customer.id, customer_id));
  const customer_name = row?.name ?? "";
  const colours = row?.white_label
    ? whiteLabelFormShape.safeParse(row.white_label).data
    : undefined;
  if (!row || !colours || row.logo === null) return productBrand(customer_name);
  const { primary } = colours;
  const logo = await logoOf(parts, row.logo).catch((error: unknown) => {
    parts.log.error({ err: error, customer_id }, "a customer's logo could not be read for a mail");
    return null;
  });
  return { customer_name, name: row.name, colour: primary, on_colour: textOn(primary), logo };
}

/** Cache of logos by object key; an object never changes. */
const logos = new Map<string, Buffer>();
const maxLogos = 100;

async function logoOf({ files }: Parts, key: string): Promise<Buffer> {
  const known = logos.get(key);
  if (known) return known;
  const logo = await onVisibleGround(await pngOf(await files.read(key)));
  if (logos.size >= maxLogos) logos.clear();
  logos.set(key, logo);
  return logo;
}

let productLogo: Promise<Buffer | null> | undefined;

async function productBrand(customer_name: string): Promise<MailBrand> {
  productLogo ??= readFile(join(import.meta.dirname, "..", "..", "..", "public", "logo.svg"))
    .then(pngOf)
    .catch(() => null);
  const name = translate("en", "shell:product");
  return {
    customer_name,
    name,
    colour: productColour,
    on_colour: textOn(productColour),
    logo: await productLogo,
    title: name,
  };
}

/** Puts the logo on a dark background if it is not visible on the white of the e-mail. */
async function onVisibleGround(png: Buffer): Promise<Buffer> {
  const pixels = await sharp(png).ensureAlpha().raw().toBuffer();
  if (isLogoVisible(new Uint8ClampedArray(pixels), mailSurface)) return png;
  const edge = { top: 12, bottom: 12, left: 20, right: 20, background: darkGround };
  return sharp(png).flatten({ background: darkGround }).extend(edge).png().toBuffer();
}

/** Converts an image to a PNG that fits into `logoBox`. */
function pngOf(bytes: Buffer): Promise<Buffer> {
  return sharp(bytes, { density: 200 })
    .resize({ ...logoBox, fit: "inside" })
    .png()
    .toBuffer();
}
