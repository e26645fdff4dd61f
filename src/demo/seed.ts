// Fills an empty database with the demo, so that a new installation has content.
import { createHash } from "node:crypto";
import sharp from "sharp";
import { utcDay } from "../domain/calendar-date.ts";
import type { Database, Services } from "../server/context.ts";
import { writeDemoFile } from "../server/demo/demo-file.ts";
import { accountPlant, customer } from "../server/store/schema/account.ts";
import { writeAnalysisWork } from "./record/analysis-plan.ts";
import { writeAccounts, writeCustomers, type WrittenAccount } from "./record/account-plan.ts";
import { writeRecipients } from "./record/customer-plan.ts";
import { writeDocuments } from "./record/document-plan.ts";
import { writeDrones } from "./record/drone-plan.ts";
import { writeOrders } from "./record/order-plan.ts";
import { writeBlueprints } from "./record/blueprint-plan.ts";
import { writeProperties } from "./record/custom-component-property-plan.ts";
import { writeObservations } from "./record/observation-plan.ts";
import { plantPlans, type PlantPlan } from "./record/plant-plan.ts";
import { writePlant } from "./plant-writer.ts";
import { writeColleagues } from "./record/user-plan.ts";

type SeedOptions = {
  readonly plans?: readonly PlantPlan[];
  readonly signal?: AbortSignal | undefined;
};

/**
 * Fills an empty database with the demo and writes `DATA_DIR/demo.json`. Answers false and writes nothing in
 * production, with the demo off, or if a customer exists.
 * @throws the signal's reason if the server stops meanwhile; the database stays empty
 */
export async function seedDemo(
  services: Pick<Services, "settings" | "files" | "now">,
  ownerDb: Database,
  { plans = plantPlans, signal }: SeedOptions = {},
): Promise<boolean> {
  const { production, demo } = services.settings;
  if (production || demo === "off" || (await ownerDb.$count(customer)) > 0) return false;
  const logo = await writeLogo(services.files);
  await ownerDb.transaction((db) => seed({ ...services, db }, { plans, signal, logo }));
  return true;
}

/** Runs in one transaction: a server that is killed meanwhile leaves an empty database. */
async function seed(
  { db, files, now, settings }: Pick<Services, "db" | "settings" | "files" | "now">,
  { plans = plantPlans, signal, logo }: SeedOptions & { readonly logo: string },
): Promise<void> {
  const customers = await writeCustomers(db, logo);
  const accounts = await writeAccounts(db, customers);
  await writeRecipients(db, customers, accounts);
  const author = accounts.find(({ key }) => key === "analyst")?.id ?? 0;
  const plants = new Map<string, number>();
  for (const plan of plans) {
    const owners = { customer_id: customers[plan.customer], created_by: author };
    const id = await writePlant({ db, files, now }, plan, owners, signal);
    plants.set(plan.form.name, id);
  }
  await writeColleagues(db, customers, accounts, plants, now());
  await writeDrones({ db, files, now }, customers);
  await writeDocuments({ db, files, now }, author);
  await writeOrders(db, customers, plants, utcDay(now()));
  await writeAnalysisWork(db, author, now());
  await writeProperties(db, plants);
  const seenBy = accounts.find(({ key }) => key === "field")?.id ?? author;
  await writeObservations({ db, files }, plants, seenBy);
  await writeBlueprints({ db, files }, plants, author);
  for (const { id, plan } of accounts) {
    for (const name of plan.plants ?? []) {
      const plant_id = plants.get(name);
      if (plant_id === undefined) throw new RangeError(`no plant ${name}`);
      await db.insert(accountPlant).values({ account_id: id, plant_id });
    }
  }
  // Before the commit: passwords that are in no file would be lost. Every start creates the links.
  writeDemoFile(settings.data_dir, {
    url: settings.public_url,
    accounts: accounts.filter(canSignIn).map(({ key, role, email, password, totp_secret }) => ({
      key,
      role,
      email,
      password,
      ...(totp_secret !== undefined && { totp_secret }),
      sign_in_url: "",
    })),
  });
}

function canSignIn({ plan }: WrittenAccount): boolean {
  return plan.state !== "PENDING" && plan.locked !== true;
}

/** Logo of the customer with branding: a sun behind a ridge. */
async function writeLogo(files: Services["files"]): Promise<string> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="96" viewBox="0 0 320 96">
    <circle cx="52" cy="46" r="24" fill="#e8a33d"/>
    <path d="M8 80 L40 44 L56 62 L74 38 L104 80 Z" fill="#8a3b12"/>
    <text x="120" y="58" font-family="sans-serif" font-size="30" font-weight="600" fill="#6d2d0c">Sierra Clara</text>
  </svg>`;
  const bytes = await sharp(Buffer.from(svg)).trim().png().toBuffer();
  const key = `logo/${createHash("sha256").update(bytes).digest("hex")}.png`;
  await files.put(key, bytes);
  return key;
}
