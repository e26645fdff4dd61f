// Does the work of the demo after the first answer of the server, as a user would: over HTTP, with a session, through
// every rule, but for what no call can write any more. What was done is remembered, so that a server that was ended meanwhile goes on at its next start.
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import type { Database, Services } from "../context.ts";
import { openSessionFor } from "../account/session-answer.ts";
import { readAccount } from "../store/account/account.ts";
import { account } from "../store/schema/account.ts";
import { readDemoFile } from "./demo-file.ts";

/** The user who does it. */
const USER = "admin";

type Call = <Answer>(
  method: "GET" | "POST",
  path: string,
  body?: object | FormData,
) => Promise<Answer>;

type Work = {
  readonly name: string;
  readonly isKeptInMemory?: true;
  run(host: {
    call: Call;
    stores: Pick<Services, "db" | "files">;
    signal: AbortSignal;
    now: () => Date;
    sendsToFiles: boolean;
  }): Promise<void>;
};

type Parts = {
  readonly services: Pick<Services, "settings" | "now" | "log" | "files">;
  readonly ownerDb: Database;
  /** Address of this server, without a slash at its end. */
  readonly url: string;
  readonly signal: AbortSignal;
};

const pathIn = (dataDir: string) => join(dataDir, "demo-work.json");

/** Says that the demo of this folder waits for its work. Called where the demo was just written. */
export function planDemoWork(dataDir: string): void {
  remember(dataDir, []);
}

function remember(dataDir: string, done: readonly string[]): void {
  const draft = `${pathIn(dataDir)}.new`;
  writeFileSync(draft, `${JSON.stringify({ done })}\n`, { mode: 0o600 });
  renameSync(draft, pathIn(dataDir));
}

/** Names of what is done; null for a demo that waits for no work: it is of an earlier version. */
function readDone(dataDir: string): string[] | null {
  const path = pathIn(dataDir);
  if (!existsSync(path)) return null;
  return (JSON.parse(readFileSync(path, "utf8")) as { done: string[] }).done;
}

/**
 * Does what is not done yet. Work that is refused is logged and not tried again: people change the demo meanwhile.
 * Never rejects.
 */
export async function doDemoWork(all: readonly Work[], parts: Parts): Promise<void> {
  const { services, signal } = parts;
  const { settings, now, log } = services;
  const done = readDone(settings.data_dir);
  if (done === null) return;
  const waiting = all.filter(
    ({ name, isKeptInMemory }) => isKeptInMemory === true || !done.includes(name),
  );
  if (waiting.length === 0) return;
  try {
    const call = await signedInCall(parts);
    if (call === null) return;
    const stores = { db: parts.ownerDb, files: services.files };
    const sendsToFiles = settings.smtp_url === null;
    for (const { name, run } of waiting) {
      if (signal.aborted) return;
      await run({ call, stores, signal, now, sendsToFiles }).catch((cause: unknown) => {
        if (!signal.aborted) log.warn(cause, `the demo has no ${name}`);
      });
      if (signal.aborted) return;
      if (!done.includes(name)) done.push(name);
      remember(settings.data_dir, done);
    }
    await call("POST", "/auth/logout", {});
  } catch (cause) {
    if (!signal.aborted) log.warn(cause, "the demo's work could not begin");
  }
}

/** Null where somebody has deleted the user of the demo. */
async function signedInCall({ services, ownerDb, url, signal }: Parts): Promise<Call | null> {
  const { settings, now } = services;
  const user = readDemoFile(settings.data_dir)?.accounts.find(({ key }) => key === USER);
  const [row] = await ownerDb
    .select({ id: account.id })
    .from(account)
    .where(sql`lower(${account.email}) = lower(${user?.email ?? ""})`);
  const found = row && (await readAccount(ownerDb, row.id));
  if (!found) return null;
  const parts = { ownerDb, now, request_id: crypto.randomUUID() };
  const { token } = await openSessionFor(
    parts,
    found,
    { action: "demo_sign_in" },
    async () => true,
  );
  return async (method, path, body) => {
    const bot = await fetch(`${url}/api/bot-protection-token`, { signal });
    const { token: botToken } = (await bot.json()) as { token: string };
    const isForm = body instanceof FormData;
    const answer = await fetch(`${url}/api${path}`, {
      method,
      signal,
      headers: {
        authorization: `Bearer ${token}`,
        "x-bot-protection-token": botToken,
        ...(body && !isForm ? { "content-type": "application/json" } : {}),
      },
      ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} ${answer.status} ${text.slice(0, 500)}`);
    return JSON.parse(text) as never;
  };
}
