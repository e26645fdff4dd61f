// `DATA_DIR/demo.json`: the accounts of the demo, for people and scripts. It does not exist in production.

import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import type { Database, Services } from "../context.ts";
import type { Settings } from "../start/settings.ts";
import { startFault } from "../start/start-fault.ts";
import { makeSignInLink } from "./demo-routes.ts";
import { account } from "../store/schema/account.ts";

export type DemoAccount = {
  /** Short name for scripts: viewer, analyst, field, admin, super_admin, other_customer. */
  readonly key: string;
  readonly role: string;
  readonly email: string;
  readonly password: string;
  readonly totp_secret?: string;
  /** Signs in once, within 15 minutes after the start of the server. */
  readonly sign_in_url: string;
};

export type DemoFile = { readonly url: string; readonly accounts: readonly DemoAccount[] };

const pathIn = (dataDir: string) => join(dataDir, "demo.json");

export function readDemoFile(dataDir: string): DemoFile | null {
  const path = pathIn(dataDir);
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as DemoFile) : null;
}

/** Replaces the file. Only its owner can read it, because it contains passwords. */
export function writeDemoFile(dataDir: string, file: DemoFile): void {
  const draft = `${pathIn(dataDir)}.new`;
  writeFileSync(draft, `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, pathIn(dataDir));
}

/**
 * Creates a new sign-in link for every demo account and stores the links with the current address of
 * the server. Returns the text to print. Accounts that were deleted or renamed get no link.
 */
export async function refreshDemoFile(services: Services, ownerDb: Database): Promise<string> {
  const { settings } = services;
  const file = readDemoFile(settings.data_dir);
  if (file === null) return "";
  const accounts: DemoAccount[] = [];
  for (const demoAccount of file.accounts) {
    const [row] = await ownerDb
      .select({ id: account.id })
      .from(account)
      .where(sql`lower(${account.email}) = lower(${demoAccount.email})`);
    const sign_in_url = row ? await makeSignInLink(services, ownerDb, row.id) : "";
    accounts.push({ ...demoAccount, sign_in_url });
  }
  writeDemoFile(settings.data_dir, { url: settings.public_url, accounts });
  const widest = Math.max(...accounts.map(({ key }) => key.length));
  const links = accounts
    .filter(({ sign_in_url }) => sign_in_url !== "")
    .map(({ key, sign_in_url }) => `    ${key.padEnd(widest)}  ${sign_in_url}\n`);
  return [
    "  Sign-in links for the demo (each works once, within 15 minutes):\n\n",
    ...links,
    `\n  Passwords: ${pathIn(settings.data_dir)}\n`,
    `  E-mailed codes: ${join(settings.data_dir, "mail")} and ${settings.public_url}/demo/mail\n\n`,
  ].join("");
}

/**
 * A data folder with the demo contains accounts whose passwords are in a file.
 * @throws a start fault in production if the data folder contains the demo
 */
export async function refuseDemoInProduction(settings: Settings): Promise<void> {
  if (!settings.production || !existsSync(pathIn(settings.data_dir))) return;
  throw startFault(
    `${settings.data_dir} contains the demo and its accounts, which are not allowed in production. Set DATA_DIR (and DATABASE_URL) to other values.`,
  );
}
