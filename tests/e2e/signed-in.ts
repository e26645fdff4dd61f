// The session that pages of one account share in one product.
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { findEmbeddedPostgres } from "../../src/server/adapters/postgres.ts";
import { connect } from "../../src/server/store/database.ts";
import { account, confirmation } from "../../src/server/store/schema/account.ts";
import { createSession } from "../../src/server/store/account/session.ts";
import type { DemoAccount, Product } from "./product.ts";

type At = Pick<Product, "url" | "data_dir" | "accounts">;
type Stored = { token: string };
type State = {
  cookies: [];
  origins: { origin: string; localStorage: { name: string; value: string }[] }[];
};

export function accountOf(accounts: readonly DemoAccount[], key: string): DemoAccount {
  const found = accounts.find((candidate) => candidate.key === key);
  if (found === undefined) throw new Error(`no demo account ${key}`);
  return found;
}

/** Lets the sign-in links of the demo hold for a day: journeys of one worker share a product for longer than a quarter of an hour. */
export async function keepLinks({ data_dir }: Pick<At, "data_dir">): Promise<void> {
  const connection = connect(findEmbeddedPostgres(data_dir).ownerUrl, 1, { seesAll: true });
  try {
    const expires_at = new Date(Date.now() + 86_400_000).toISOString();
    await connection.db
      .update(confirmation)
      .set({ expires_at })
      .where(eq(confirmation.kind, "demo_sign_in"));
  } finally {
    await connection.close();
  }
}

/** What the app keeps of a session, from the single-use link of this start of the server. */
async function firstSession({ accounts }: At, key: string): Promise<string> {
  const shown = await (await fetch(accountOf(accounts, key).sign_in_url)).text();
  const session = /id="session" hidden>([^<]*)</.exec(shown)?.[1]?.replaceAll("&#34;", '"');
  if (!session) throw new Error(`${key} was not signed in: ${shown}`);
  return session;
}

/** The same with a new token: a journey before this one has signed out. */
async function nextSession({ data_dir, accounts }: At, key: string, session: string) {
  const connection = connect(findEmbeddedPostgres(data_dir).ownerUrl, 1, { seesAll: true });
  try {
    const { email } = accountOf(accounts, key);
    const [row] = await connection.db.select().from(account).where(eq(account.email, email));
    const token = await createSession(connection.db, row!.id);
    return JSON.stringify({ ...(JSON.parse(session) as Stored), token });
  } finally {
    await connection.close();
  }
}

/** A server that does not answer says nothing of its sessions. */
const isAlive = (product: At, session: string): Promise<boolean> =>
  isKnown(product, session).catch(() => true);

/** A call that only a signed-in user makes. */
async function isKnown({ url }: At, session: string): Promise<boolean> {
  const bot = (await (await fetch(`${url}/api/bot-protection-token`)).json()) as Stored;
  const { token } = JSON.parse(session) as Stored;
  const headers = { authorization: `Bearer ${token}`, "x-bot-protection-token": bot.token };
  return (await fetch(`${url}/api/auth/user/me`, { headers })).ok;
}

/** A file with the state of a browser that is signed in as this demo account. */
export async function signedInState(product: At, key: string): Promise<string> {
  const file = join(product.data_dir, `browser-${key}.json`);
  const kept = existsSync(file)
    ? (JSON.parse(await readFile(file, "utf8")) as State).origins[0]?.localStorage[0]?.value
    : undefined;
  if (kept !== undefined && (await isAlive(product, kept))) return file;
  const session =
    kept === undefined ? await firstSession(product, key) : await nextSession(product, key, kept);
  const localStorage = [{ name: "auth", value: session }];
  const state: State = { cookies: [], origins: [{ origin: product.url, localStorage }] };
  await writeFile(file, JSON.stringify(state));
  return file;
}
