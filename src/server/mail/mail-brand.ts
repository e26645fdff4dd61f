// In whose colours a mail comes: the customer's where it has white labelling, else the product's.
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
const plate = surfaces.dark["--surface"];
/** Twice as large as a mail shows it: sharp on dense screens. */
const logoBox = { width: 480, height: 80 };

/** The brand of a customer's mails; a logo that cannot be read costs the logo, never the mail. */
export async function mailBrandOf(parts: Parts, customer_id: number): Promise<MailBrand> {
  const [row] = await parts.ownerDb.select().from(customer).where(eq(customer.id, customer_id));
  const company = row?.name ?? "";
  const colours = row?.white_label
    ? whiteLabelFormShape.safeParse(row.white_label).data
    : undefined;
  if (!row || !colours || row.logo === null) return productBrand(company);
  const { primary } = colours;
  const logo = await logoOf(parts, row.logo).catch((error: unknown) => {
    parts.log.error({ err: error, customer_id }, "a customer's logo could not be read for a mail");
    return null;
  });
  return { company, name: row.name, colour: primary, on_colour: textOn(primary), logo };
}

/** Objects of one key never change: the few logos there are stay as pictures for mails. */
const logos = new Map<string, Buffer>();
const mostLogos = 100;

async function logoOf({ files }: Parts, key: string): Promise<Buffer> {
  const known = logos.get(key);
  if (known) return known;
  const made = await onPlate(await pngOf(await files.read(key)));
  if (logos.size >= mostLogos) logos.clear();
  logos.set(key, made);
  return made;
}

let productLogo: Promise<Buffer | null> | undefined;

async function productBrand(company: string): Promise<MailBrand> {
  productLogo ??= readFile(join(import.meta.dirname, "..", "..", "..", "public", "logo.svg"))
    .then(pngOf)
    .catch(() => null);
  const name = translate("en", "shell:product");
  return {
    company,
    name,
    colour: productColour,
    on_colour: textOn(productColour),
    logo: await productLogo,
    title: name,
  };
}

/** The same, on a dark plate where the white of the mail would swallow it. */
async function onPlate(png: Buffer): Promise<Buffer> {
  const pixels = await sharp(png).ensureAlpha().raw().toBuffer();
  if (isLogoVisible(new Uint8ClampedArray(pixels), mailSurface)) return png;
  const edge = { top: 12, bottom: 12, left: 20, right: 20, background: plate };
  return sharp(png).flatten({ background: plate }).extend(edge).png().toBuffer();
}

/** Pictures of any kind become a PNG of the size that mails show. */
function pngOf(bytes: Buffer): Promise<Buffer> {
  return sharp(bytes, { density: 200 })
    .resize({ ...logoBox, fit: "inside" })
    .png()
    .toBuffer();
}
