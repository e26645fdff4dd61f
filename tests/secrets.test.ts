// Secrets are planted in settings, tables and outside systems, every call is asked by everybody, also while a table is
// missing, and then everything that was answered, logged, counted, mailed or stored is searched for them.
import { readFileSync, readdirSync, statSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Endpoint } from "../src/api/endpoint.ts";
import { api } from "../src/api/index.ts";
import { endpointList } from "../src/server/http/route.ts";
import { openLog } from "../src/server/start/log.ts";
import {
  startTestServer,
  testPassword,
  type AccountKey,
  type TestServer,
} from "./fixtures/http.ts";
import { patient } from "./fixtures/patience.ts";
import { plantedSecrets, plantSecrets } from "./fixtures/planted-secrets.ts";
import { storeRecords, type Records } from "./fixtures/records.ts";
import { addressFor } from "./matrix-rules.ts";

/** Secrets of the settings, each a word that occurs nowhere else. */
const planted = {
  gpu: "planted-key-of-the-gpu-cloud",
  drone: "planted-token-of-the-drone-cloud",
  flightId: "planted-id-of-the-flight-app",
  flightPassword: "planted-password-of-the-flight-app",
  mail: "planted-password-of-the-mail-server",
  totp: "PLANTEDSECRETOFANAPP234567",
};

const askers: readonly (AccountKey | null)[] = ["super_admin", "viewer", null];

let server: TestServer;
let records: Records;
/** Answers with all that it is sent, so that showing its words shows our secrets. */
let echo: Server;
let echoed = "";
let log = "";
const answers: string[] = [];
const tokens = new Set<string>();

beforeAll(async () => {
  echo = createServer((request, response) => {
    const sent = JSON.stringify(request.headers);
    const said = JSON.stringify({ code: 17, message: sent, detail: sent, error: sent });
    echoed += said;
    request.resume();
    response.writeHead(400, { "content-type": "application/json" }).end(said);
  });
  await new Promise<void>((ready) => echo.listen(0, "127.0.0.1", ready));
  const outside = `http://127.0.0.1:${(echo.address() as AddressInfo).port}`;
  const environment = {
    METRICS_PORT: "1",
    SMTP_URL: `smtp://user:${planted.mail}@127.0.0.1:1`,
    GPU_CLOUD_KEY: planted.gpu,
    GPU_CLOUD_URL: outside,
    GPU_CLOUD_SECONDS: "1",
    FLIGHT_APP_URL: outside,
    FLIGHT_APP_ID: planted.flightId,
    FLIGHT_APP_USER: "pilot@example.com",
    FLIGHT_APP_PASSWORD: planted.flightPassword,
    DRONE_CLOUD_ACCOUNTS: JSON.stringify([
      { customer_id: 1, region: outside, token: planted.drone, project: "p" },
    ]),
  };
  const writer = openLog({ log_level: "trace" }, { write: (line) => (log += line) });
  server = await startTestServer(undefined, environment, writer);
  records = await storeRecords(server, server.accounts.viewer.customer_id, "Own");
  await server.database.owner.pool.query("update account set totp_secret = $1", [planted.totp]);
  for (const { token } of Object.values(server.accounts)) tokens.add(token);
  answers.push(...(await plantSecrets(server, outside)));
}, patient(60_000));
afterAll(async () => {
  echo.closeAllConnections();
  echo.close();
  await server.close();
});

/** Asks a call as somebody with a session of their own, and keeps the answer with its headers. */
async function ask(endpoint: Endpoint, as: AccountKey | null): Promise<void> {
  const headers = new Headers();
  if (as !== null) {
    const token = await server.signIn(as);
    tokens.add(token);
    headers.set("authorization", `Bearer ${token}`);
  }
  const isSent = endpoint.method !== "GET" && endpoint.method !== "HEAD";
  if (isSent && endpoint.body) headers.set("content-type", "application/json");
  const answer = await server.fetch(`/api${addressFor(endpoint, records)}`, {
    method: endpoint.method,
    headers,
    ...(isSent && endpoint.body ? { body: "{}" } : {}),
  });
  const head = JSON.stringify([...answer.headers]);
  answers.push(`${head}\n${Buffer.from(await answer.arrayBuffer()).toString("latin1")}`);
}

/** What the database keeps secret, in each form in which it could be written. */
async function storedSecrets(): Promise<string[]> {
  const { pool } = server.database.owner;
  const texts = await pool.query<{ text: string }>(
    "select distinct password_hash as text from account where password_hash is not null",
  );
  const bytes = await pool.query<{ bytes: Buffer }>(
    "select value as bytes from secret union all select token_hash from session",
  );
  const passwords = [server.database.appUrl, server.database.ownerUrl].map((url) =>
    decodeURIComponent(/:\/\/[^:]+:([^@]+)@/.exec(url)?.[1] ?? ""),
  );
  return [
    ...passwords,
    ...texts.rows.map(({ text }) => text),
    ...bytes.rows.flatMap(({ bytes: one }) =>
      (["hex", "base64", "base64url"] as const).map((form) => one.toString(form)),
    ),
  ];
}

/** All rows as text, without the columns that are there to hold secrets. */
async function storedRows(): Promise<string> {
  const { pool } = server.database.owner;
  const { rows: tables } = await pool.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'secret'",
  );
  const texts = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await pool.query<{ text: string }>(
        `select (to_jsonb(t) - 'password_hash' - 'totp_secret' - 'token_hash' - 'key_hash')::text as text from "${name}" t`,
      );
      return rows.map(({ text }) => text).join("\n");
    }),
  );
  return texts.join("\n");
}

/** The files below a folder, as text. */
function storedFiles(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, "latin1"))
    .join("\n");
}

it(
  "no secret is in an answer, the log, a metric, a mail, a row or a file",
  { timeout: patient(240_000) },
  async () => {
    const calls = endpointList(api).map(([, , endpoint]) => endpoint);
    const reads = calls.filter(({ method }) => method === "GET");
    const others = calls.filter(({ method }) => method !== "GET");
    for (const endpoint of reads) for (const as of askers) await ask(endpoint, as);
    // Every call that needs it fails with the statement in its error.
    const { pool } = server.database.owner;
    await pool.query("alter table plant rename to gone");
    for (const endpoint of reads) await ask(endpoint, "super_admin");
    await pool.query("alter table gone rename to plant");
    for (const endpoint of others) for (const as of askers) await ask(endpoint, as);

    const written: Record<string, string> = {
      answers: answers.join("\n"),
      log,
      metrics: (await server.metrics?.text()) ?? "",
      mails: JSON.stringify(server.mails),
      rows: await storedRows(),
      files: storedFiles(server.services.settings.data_dir),
    };
    const secrets = [
      ...Object.values(planted),
      ...Object.values(plantedSecrets),
      testPassword,
      ...tokens,
      ...(await storedSecrets()),
    ];
    // Else nothing could have been found.
    expect(echoed).toContain(planted.gpu);
    expect(log).toContain("a request failed");
    expect(log).toContain("a request was refused");
    expect(log).toContain("the planted store was not opened");
    expect(written["metrics"]).toContain("http_request_duration_seconds");
    expect(answers.length).toBeGreaterThan(calls.length * 3);
    expect(secrets.filter((secret) => secret.length < 16)).toEqual([]);

    const found = Object.entries(written).flatMap(([place, text]) =>
      secrets.filter((secret) => text.includes(secret)).map((secret) => [place, secret]),
    );
    expect(found).toEqual([]);
  },
);
