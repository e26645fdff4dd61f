import { mkdirSync, writeFileSync } from "node:fs";
import { request as plainRequest } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../../../tests/fixtures/http.ts";
import { storeHolding } from "../../../tests/fixtures/plants.ts";
import { api } from "../../api/index.ts";
import { endpointList } from "./route.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer((folder) => {
    mkdirSync(join(folder, "assets"), { recursive: true });
    writeFileSync(join(folder, "index.html"), "<!doctype html><title>app</title>");
    writeFileSync(join(folder, "version.json"), `{"version":"1"}`);
    writeFileSync(join(folder, "assets", "main-abc123.js"), "export {};");
  });
  for (let number = 0; number < 12; number += 1) {
    await storeHolding(server, server.accounts.viewer.customer_id, `Plant ${number}`);
  }
});
afterAll(() => server.close());

const codeIn = async (response: Response) => ((await response.json()) as { code: string }).code;

describe("the server", () => {
  it("answers pong without a session", async () => {
    const response = await server.fetch("/api/auth/ping", { bot: null });
    expect([response.status, await response.json()]).toEqual([200, "pong"]);
  });

  it("asks every other call for a bot-protection token that it signed itself and that is fresh", async () => {
    for (const bot of [null, "", "forged", "A".repeat(64)]) {
      const response = await server.fetch("/api/auth/user/me", { bot });
      expect([response.status, await codeIn(response)]).toEqual([403, "INVALID_BOT_TOKEN"]);
    }
    const { token } = (await (
      await server.fetch("/api/bot-protection-token", { bot: null })
    ).json()) as { token: string };
    server.clock.now = Date.now() + 2 * 3600_000;
    const late = await server.fetch("/api/auth/user/me", { bot: token });
    server.clock.now = undefined;
    expect(await codeIn(late)).toBe("INVALID_BOT_TOKEN");
  });

  it("names an error, its words and the number of the request", async () => {
    const { status, body, headers } = await server.ask(
      api.plant.read,
      "viewer",
      { params: { id: 999_999 } },
      { "accept-language": "es-CL" },
    );
    expect(status).toBe(404);
    expect(body).toMatchObject({
      error: "RESOURCE_NOT_FOUND",
      code: "RESOURCE_NOT_FOUND",
      message: "Este elemento no existe o usted no tiene acceso a él.",
    });
    expect((body as { request_id: string }).request_id).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers.get("cache-control")).toBe("no-store");
  });

  it("answers ids beyond every number and paths beyond every call like missing ones", async () => {
    for (const path of ["/api/auth/plant/99999999999999", "/api/none", "/api/auth/plant/1/none"]) {
      const response = await server.fetch(path, {
        headers: { authorization: `Bearer ${server.accounts.viewer.token}` },
      });
      expect([response.status, await codeIn(response)], path).toEqual([404, "RESOURCE_NOT_FOUND"]);
    }
  });

  it("refuses broken JSON, a poisoned one, one too large and a wrong type", async () => {
    const send = (body: string, type = "application/json") =>
      server.fetch("/api/auth/plant", {
        method: "POST",
        body,
        headers: {
          "content-type": type,
          authorization: `Bearer ${server.accounts.analyst.token}`,
        },
      });
    const codes = await Promise.all(
      [
        send("{"),
        send(`{"__proto__":{"is_admin":true}}`),
        send(`{"name":"${"x".repeat(1024 ** 2)}"}`),
        send("<plant/>", "application/xml"),
      ].map(async (answer) => [(await answer).status, await codeIn(await answer)]),
    );
    expect(codes).toEqual([
      [400, "BAD_REQUEST"],
      [400, "BAD_REQUEST"],
      [413, "TOO_LARGE"],
      [400, "BAD_REQUEST"],
    ]);
  });

  it("refuses queries that no call declares", async () => {
    const response = await server.fetch("/api/auth/plants?everything=1", {
      headers: { authorization: `Bearer ${server.accounts.viewer.token}` },
    });
    expect(await response.json()).toMatchObject({
      code: "BAD_REQUEST",
      problems: [{ reason: "field_unknown", field: "everything" }],
    });
  });

  it("lets a browser run nothing but its own scripts, and frame it nowhere", async () => {
    for (const path of ["/", "/api/auth/ping", "/assets/main-abc123.js"]) {
      const { headers } = await server.fetch(path);
      const policy = headers.get("content-security-policy") ?? "";
      expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("font-src 'self';");
      expect(policy).not.toMatch(/unsafe-inline|'unsafe-eval'/);
      expect(headers.get("x-content-type-options")).toBe("nosniff");
    }
  });

  it("packs long answers and leaves short ones", async () => {
    const encodingOf = (path: string) =>
      new Promise((resolve, failed) => {
        const headers = {
          "accept-encoding": "br",
          authorization: `Bearer ${server.accounts.viewer.token}`,
          "x-bot-protection-token": token,
        };
        plainRequest(`${server.url}${path}`, { headers }, (answer) => {
          resolve(answer.headers["content-encoding"]);
          answer.resume();
        })
          .on("error", failed)
          .end();
      });
    const { body } = await server.ask(api.session.botProtectionToken, null);
    const { token } = body as { token: string };
    expect(await encodingOf("/api/auth/plants")).toBe("br");
    expect(await encodingOf("/api/auth/user/me")).toBeUndefined();
  });

  it("notices a session's end between calls made at the same time", async () => {
    await server.signIn("analyst");
    const ask = () => server.ask(api.plant.list, "analyst");
    const before = await Promise.all(Array.from({ length: 20 }, ask));
    expect(new Set(before.map(({ status }) => status))).toEqual(new Set([200]));
    await server.ask(api.session.logout, "analyst");
    const after = await Promise.all(Array.from({ length: 20 }, ask));
    expect(new Set(after.map(({ status }) => status))).toEqual(new Set([401]));
    await server.signIn("analyst");
  });

  it("refuses calls after the end of a session, also during many simultaneous calls", async () => {
    await server.signIn("analyst");
    let isEnded = false;
    const asked: { wasEnded: boolean; status: number }[] = [];
    const keepAsking = async () => {
      for (let last = false; !last;) {
        const wasEnded = isEnded;
        const { status } = await server.ask(api.plant.list, "analyst");
        asked.push({ wasEnded, status });
        last = wasEnded;
      }
    };
    const all = Promise.all(Array.from({ length: 10 }, keepAsking));
    while (asked.length < 50) await new Promise(setImmediate);
    await server.ask(api.session.logout, "analyst");
    isEnded = true;
    await all;
    const statusesOf = (ended: boolean) =>
      new Set(asked.filter(({ wasEnded }) => wasEnded === ended).map(({ status }) => status));
    expect(statusesOf(false)).toContain(200);
    expect(statusesOf(true)).toEqual(new Set([401]));
    await server.signIn("analyst");
  });

  it("does not share answers between sessions that ask the same at the same time", async () => {
    const asked = await Promise.all(
      Array.from({ length: 20 }, (_, number) =>
        server.ask(api.session.me, number % 2 === 0 ? "viewer" : "other_customer"),
      ),
    );
    for (const [number, { body }] of asked.entries()) {
      const email = number % 2 === 0 ? "viewer@example.com" : "other_customer@example.com";
      expect(body).toMatchObject({ email });
    }
  });

  it("describes every call as OpenAPI and on a page without scripts", async () => {
    const description = (await (await server.fetch("/api/openapi.json", { bot: null })).json()) as {
      paths: Record<string, Record<string, { operationId: string }>>;
    };
    const described = Object.values(description.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    expect(described.toSorted()).toEqual(
      endpointList(api)
        .map(([noun, name]) => `${noun}.${name}`)
        .toSorted(),
    );
    const page = await (await server.fetch("/api/docs", { bot: null })).text();
    expect(page).toContain("/api/auth/plant/{id}");
    expect(page).not.toContain("<script");
  });
});

describe("the browser app", () => {
  it("gets its page for every address of its own, never from a cache unasked", async () => {
    for (const path of ["/", "/plants", "/plant/7?view=map"]) {
      const response = await server.fetch(path, { bot: null });
      expect([response.status, response.headers.get("cache-control")], path).toEqual([
        200,
        "no-cache",
      ]);
      expect(await response.text()).toContain("<title>app</title>");
    }
  });

  it("keeps hashed files for ever and asks for its version every time", async () => {
    const hashed = await server.fetch("/assets/main-abc123.js");
    expect(hashed.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    const version = await server.fetch("/version.json");
    expect(version.headers.get("cache-control")).toBe("no-cache");
  });

  it("gets an error for missing files, and no file outside its folder is served", async () => {
    expect((await server.fetch("/assets/gone.js")).status).toBe(404);
    expect((await server.fetch("/..%2f..%2fpackage.json")).status).toBe(404);
    expect((await server.fetch("/plants", { method: "POST" })).status).toBe(404);
  });
});
