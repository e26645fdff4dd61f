// What is no call: it gets the error form and the security headers all the same, and has no effect.
import { mkdirSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../../../tests/fixtures/http.ts";
import { sampleParams } from "../../../tests/contract-rules.ts";
import type { Endpoint } from "../../api/endpoint.ts";
import { api } from "../../api/index.ts";
import { errorShape } from "../../domain/error-shape.ts";
import { makeSignInLink } from "../demo/demo-routes.ts";
import { endpointList } from "./route.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer((folder) => {
    mkdirSync(folder);
    writeFileSync(join(folder, "index.html"), "<!doctype html>");
  });
});
afterAll(() => server.close());

/** The whole answer to these bytes. */
function raw(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
    let answer = "";
    socket.on("data", (chunk) => (answer += chunk.toString()));
    socket.on("close", () => resolve(answer));
    socket.on("error", reject);
    socket.write(bytes);
  });
}

function expectForm(answer: string, status: number) {
  const [head = "", body = ""] = answer.split("\r\n\r\n");
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(head.toLowerCase()).toContain("x-content-type-options: nosniff");
  expect(head.toLowerCase()).toContain("content-security-policy:");
  expect(errorShape.safeParse(JSON.parse(body)).success).toBe(true);
}

describe("an address with a broken percent sign", () => {
  it.each(["/%zz", "/api/auth/plant/%zz", "/api/auth/plant/%ff", "/%c0%ae", "/demo/mail/%"])(
    "%s is a bad request in the product's form",
    async (path) => {
      const answer = await raw(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
      expectForm(answer, 400);
    },
  );
});

describe("bytes that are no request", () => {
  it("are answered in the product's form", async () => {
    expectForm(await raw("NO HTTP AT ALL\r\n\r\n"), 400);
    expectForm(await raw("GET / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n"), 400);
    // Two lengths: a proxy could believe the other one.
    const twice = "Host: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n";
    expectForm(await raw(`POST /api/auth/ping HTTP/1.1\r\n${twice}`), 400);
  });

  it("are answered with 431 where the headers are too large", async () => {
    const header = `X-Long: ${"a".repeat(40_000)}\r\n`;
    expectForm(await raw(`GET / HTTP/1.1\r\nHost: a\r\n${header}\r\n`), 431);
  });
});

describe("methods that no call has", () => {
  it.each(["TRACE", "OPTIONS", "CONNECT"])(
    "%s is answered without what was sent, and without a call",
    async (method) => {
      const target = method === "CONNECT" ? "a:1" : "/api/auth/user/me";
      const answer = await raw(
        `${method} ${target} HTTP/1.1\r\nHost: a\r\nX-Secret: repeated\r\nConnection: close\r\n\r\n`,
      );
      expect(answer).not.toContain("repeated");
      expect(answer).not.toMatch(/^HTTP\/1\.1 [23]/);
    },
  );
});

describe("text that cannot be stored", () => {
  it("in a name is refused with the reason at the field", async () => {
    const answer = await server.ask(api.customer.create, "super_admin", {
      body: { name: "Sun\r\nBcc: x@example.com", user_limit: 1 } as never,
    });
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).toContain('"reason":"text_with_break"');
  });

  it("signs no one in, and is no fault of the server", async () => {
    const authorization = `Basic ${Buffer.from("a\0b@example.com:secret").toString("base64")}`;
    expect((await server.ask(api.session.login, null, {}, { authorization })).status).toBe(401);
  });

  it("is still answered where an older version stored it", async () => {
    const { customer_id } = server.accounts.viewer;
    const { pool } = server.database.owner;
    await pool.query("update customer set address_1 = $1 where id = $2", ["a\r\nb", customer_id]);
    const answer = await server.ask(api.customer.list, "super_admin");
    expect(answer.status).toBe(200);
    expect(JSON.stringify(answer.body)).toContain("a\\r\\nb");
  });

  it("is refused in a compressed body as well as any other", async () => {
    const answer = await server.ask(
      api.customer.create,
      "super_admin",
      { body: {} as never },
      { "content-encoding": "gzip" },
    );
    expect(answer.status).toBe(400);
  });
});

describe("HEAD", () => {
  it("leaves a sign-in link of the demo unused", async () => {
    const { services, database, accounts } = server;
    const link = new URL(await makeSignInLink(services, database.owner.db, accounts.viewer.id))
      .pathname;
    for (let time = 0; time < 3; time += 1) {
      expect((await server.fetch(link, { method: "HEAD" })).status).toBe(200);
    }
    expect((await server.fetch(link)).status).toBe(200);
    expect((await server.fetch(link)).status).toBe(410);
  });

  it("changes no table, whatever it asks for", async () => {
    const before = await contents(server);
    for (const [, , endpoint] of endpointList(api)) {
      if (endpoint.method !== "GET") continue;
      const as = endpoint.public ? null : "super_admin";
      const head = { ...endpoint, method: "HEAD" } as unknown as Endpoint;
      await server.ask(head, as, { params: sampleParams(endpoint, 1) });
    }
    expect(await contents(server)).toEqual(before);
  });
});

/** A fingerprint of every table. */
async function contents({ database: { owner } }: TestServer): Promise<Record<string, string>> {
  const { rows } = await owner.pool.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public'",
  );
  const prints = rows.map(async ({ name }) => {
    const found = await owner.pool.query<{ print: string }>(
      `select coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as print from "${name}" t`,
    );
    return [name, found.rows[0]?.print ?? ""];
  });
  return Object.fromEntries(await Promise.all(prints)) as Record<string, string>;
}
