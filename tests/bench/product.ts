// The real server without the demo, in its own process, with one signed-in analyst.
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import pino from "pino";
import { rolePermissions } from "../../src/domain/account/role.ts";
import { openLocalAnalysisServer } from "../../src/server/adapters/analysis-server.ts";
import { openObjectStore } from "../../src/server/adapters/object-choice.ts";
import { findEmbeddedPostgres } from "../../src/server/adapters/postgres.ts";
import type { Services } from "../../src/server/context.ts";
import { openReaders } from "../../src/server/file-reader/readers.ts";
import { readSettings } from "../../src/server/start/settings.ts";
import { connect } from "../../src/server/store/database.ts";
import { account, customer, role } from "../../src/server/store/schema/account.ts";
import { createSession } from "../../src/server/store/account/session.ts";
import { startedServer } from "../fixtures/server.ts";

export type Product = {
  readonly url: string;
  readonly pid: number;
  readonly dataDir: string;
  readonly ownerUrl: string;
  /** Connected as the owner of the tables, on the server's own files. */
  readonly owner: Services;
  readonly customer_id: number;
  /** Of a signed-in analyst. */
  readonly headers: Readonly<Record<string, string>>;
  /** The headers of another session of the same analyst. */
  anotherSession(): Promise<Readonly<Record<string, string>>>;
  /** Starts the bare servers over a file and the same database; gives their address. */
  startBaseline(file: string): Promise<string>;
  close(): Promise<void>;
};

/** @param environment of the server, for its data folder */
export async function startProduct(
  environment: (dataDir: string) => Record<string, string> = () => ({}),
): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), "bench-"));
  const server = await startedServer(dataDir, environment(dataDir));
  const { ownerUrl } = findEmbeddedPostgres(dataDir);
  const connection = connect(ownerUrl, 4, { seesAll: true });
  const settings = readSettings({ NODE_ENV: "test", DATA_DIR: dataDir });
  const files = await openObjectStore(settings);
  const owner: Services = {
    db: connection.db,
    files,
    analysisServers: openLocalAnalysisServer(files),
    gpuCloud: null,
    droneClouds: () => null,
    flightApp: null,
    mail: { send: async () => undefined },
    scanner: null,
    readers: openReaders(settings),
    settings,
    log: pino({ level: "silent" }),
    now: () => new Date(),
  };
  const children: ChildProcess[] = [];
  const { db } = owner;
  await db
    .insert(role)
    .values({ key: "admin", permissions: [...rolePermissions.admin] })
    .onConflictDoNothing();
  const [analyst] = await db.select().from(role).where(eq(role.key, "admin"));
  const [provider] = await db.insert(customer).values({ name: "Bench" }).returning();
  if (!analyst || !provider) throw new Error("the bench's account was not stored");
  const [row] = await db
    .insert(account)
    .values({
      customer_id: provider.id,
      role_id: analyst.id,
      email: "bench@example.com",
      state: "REGISTERED",
    })
    .returning();
  const token = await createSession(db, row?.id ?? 0);
  const bot = (await (await fetch(`${server.url}/api/bot-protection-token`)).json()) as {
    token: string;
  };
  const headersOf = (session: string) => ({
    authorization: `Bearer ${session}`,
    "x-bot-protection-token": bot.token,
  });
  return {
    url: server.url,
    pid: server.pid,
    dataDir,
    ownerUrl,
    owner,
    customer_id: provider.id,
    headers: headersOf(token),
    anotherSession: async () => headersOf(await createSession(db, row?.id ?? 0)),
    startBaseline(file) {
      const path = join(import.meta.dirname, "baseline-server.ts");
      const child = spawn(process.execPath, [path, file, ownerUrl], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      children.push(child);
      return new Promise((resolve) => {
        child.stdout.once("data", (text: Buffer) =>
          resolve(`http://127.0.0.1:${text.toString().trim()}`),
        );
      });
    },
    async close() {
      for (const child of children) child.kill("SIGTERM");
      await connection.close();
      owner.readers.close();
      await server.end();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
