// Every call with nasty values, made from its own shapes: no answer is a fault of the server.
import { Agent, request as httpRequest, type IncomingHttpHeaders } from "node:http";
import * as fc from "fast-check";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { api } from "../src/api/index.ts";
import type { Endpoint, ScopeNoun } from "../src/api/endpoint.ts";
import { errorShape } from "../src/domain/error-shape.ts";
import { endpointList } from "../src/server/http/route.ts";
import { patient } from "./fixtures/patience.ts";
import { startTestServer, type TestServer } from "./fixtures/http.ts";
import { requestsFor, type FuzzRequest } from "./fixtures/fuzz-request.ts";
import { nastyTexts } from "./fixtures/fuzz-value.ts";
import { proofHeaders } from "./fixtures/proof.ts";
import { storeRecords, type Records } from "./fixtures/records.ts";
import { isRelease, rounds } from "./fixtures/rounds.ts";
import { botHeaders } from "../src/domain/account/bot-header.ts";

const cases = rounds(1, 500);
const seed = 20_261_122;

let server: TestServer;
const logged: string[] = [];
const counts: Record<string, number> = {};
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

beforeAll(async () => {
  const log = pino({ level: "error" }, { write: (line: string) => void logged.push(line) });
  server = await startTestServer(undefined, { BOT_PROTECTION_WORK: "2" }, log);
});
afterAll(async () => {
  if (process.env["TEST_ROUNDS"] === "full") process.stdout.write(`${JSON.stringify(counts)}\n`);
  agent.destroy();
  await server.close();
});

type Answered = { status: number; headers: IncomingHttpHeaders; text: string };

function send({ method, path, headers, body }: FuzzRequest): Promise<Answered> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(server.url);
    const sent = httpRequest({ agent, hostname, port, method, path, headers }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      answer.on("end", () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }),
      );
    });
    sent.on("error", ({ message }) => resolve({ status: 0, headers: {}, text: message }));
    sent.setTimeout(patient(5000), () => sent.destroy(new Error("no answer for five seconds")));
    sent.end(body ?? undefined);
  });
}

/** What is wrong with the answer, or null. */
function faultOf(method: string, { status, headers, text }: Answered): string | null {
  if (status === 0) return `does not answer (${text})`;
  if (status >= 500) return `answers ${status}`;
  if (headers["x-content-type-options"] !== "nosniff") return "has no security headers";
  if (/\n\s+at .+:\d+:\d+|node_modules|\/src\/server\//.test(text)) return "shows a stack";
  // An answer to HEAD has no body.
  if (status < 400 || method === "HEAD") return null;
  let body: unknown = null;
  try {
    body = JSON.parse(text);
  } catch {
    // Judged below.
  }
  return errorShape.safeParse(body).success ? null : `has another form with ${status}`;
}

async function ownHeaders(endpoint: Endpoint): Promise<Record<string, string>> {
  if (endpoint.public) return endpoint.open ? {} : proofHeaders(server.url);
  // A call before may have ended the session or changed what it may do.
  const { pool } = server.database.owner;
  await pool.query("update account set locked = false, deleted_at = null where id = $1", [
    server.accounts.super_admin.id,
  ]);
  return { authorization: `Bearer ${await server.signIn("super_admin")}`, ...(await bot()) };
}

async function bot(): Promise<Record<string, string>> {
  const { token } = (await (await fetch(`${server.url}/api/bot-protection-token`)).json()) as {
    token: string;
  };
  return { [botHeaders.token]: token };
}

async function faultsOf(name: string, requests: FuzzRequest[], headers: object) {
  const faults: string[] = [];
  for (const request of requests) {
    const had = logged.length;
    const answer = await send({ ...request, headers: { ...headers, ...request.headers } });
    counts[answer.status] = (counts[answer.status] ?? 0) + 1;
    const fault = faultOf(request.method, answer);
    if (fault === null) continue;
    const cause = logged.slice(had).join("").slice(0, 600);
    const body = request.body?.toString("latin1").slice(0, 300) ?? "";
    faults.push(
      `${name} ${fault}: ${request.method} ${request.path.slice(0, 200)} ${body} ${cause}`,
    );
  }
  return faults;
}

/** Each call with its number: the same seed, also when another noun is tried alone. */
const numbered = endpointList(api).map((call, at) => [at + 1, ...call] as const);
const nouns = [...new Set(numbered.map(([, noun]) => noun))];

describe("fuzzed requests", () => {
  it.each(nouns)(
    `are answered by every call of %s, ${cases} each`,
    async (tried) => {
      const faults: string[] = [];
      let forReading: Records | null = null;
      for (const [number, noun, name, endpoint] of numbered) {
        if (noun !== tried) continue;
        await server.database.owner.pool.query("delete from rate_limit");
        const { customer_id } = server.accounts.viewer;
        // What only reads leaves the records as they are for the next call.
        const isReading = !isRelease && endpoint.method === "GET";
        const records: Records =
          (isReading ? forReading : null) ??
          (await storeRecords(server, customer_id, `Fuzz ${number}`));
        if (isReading) forReading = records;
        const made = fc.sample(requestsFor(endpoint, idsOf(records, endpoint)), {
          numRuns: cases,
          seed: seed + number,
        });
        // Each request with a proof of its own, where one is needed.
        if (endpoint.public && !endpoint.open && !endpoint.signed) {
          for (const one of made)
            faults.push(...(await faultsOf(`${noun}.${name}`, [one], await ownHeaders(endpoint))));
        } else {
          faults.push(...(await faultsOf(`${noun}.${name}`, made, await ownHeaders(endpoint))));
        }
      }
      expect(faults).toEqual([]);
    },
    patient(rounds(120_000, 900_000)),
  );

  it("are answered at any address", async () => {
    const texts = nastyTexts.map((text) => encodeURIComponent(text.toWellFormed()));
    const paths = [
      "/",
      "/api/",
      "/api/auth/",
      "/demo/mail/",
      "/demo/sign-in/",
      "/assets/",
      "//",
      "/?",
    ];
    const requests = paths.flatMap((path) =>
      [...texts, "%zz", "%ff", "..%2f..%2fetc", "%2e%2e/%2e%2e", "a;b", "a".repeat(3000)].flatMap(
        (text) =>
          ["GET", "HEAD", "POST", "DELETE", "PUT", "OPTIONS"].map((method) => ({
            method,
            path: `${path}${text}`,
            headers: {},
            body: null,
          })),
      ),
    );
    const isForm = (fault: string) => !/has another form with (4\d\d|503): HEAD/.test(fault);
    const faults = (await faultsOf("address", requests, {})).filter(isForm);
    // Pages of the demo and of a missing app are no calls.
    expect(faults.filter((fault) => !/another form with 410|answers 503/.test(fault))).toEqual([]);
  });
});

/** The records by the names of fields, and the object in scope by that of its parameter. */
function idsOf(records: Records, { scope }: Endpoint): Record<string, number> {
  const { customer, user, drone_model, product_package, plant } = records;
  const ids: Record<string, number> = {
    customer_id: customer,
    plant_id: plant,
    drone_model_id: drone_model,
    product_package_id: product_package,
    release_mail_recipient_id: user,
    role_id: 1,
    source_plant_id: plant,
    compare_analysis_id: records.analysis,
    id: user,
  };
  for (const [noun, name] of Object.entries(scope ?? {})) ids[name] = records[noun as ScopeNoun];
  return ids;
}
