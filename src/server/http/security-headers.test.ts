import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startTestServer, type TestServer } from "../../../tests/fixtures/http.ts";
import { storeRecords, type Records } from "../../../tests/fixtures/records.ts";
import { addressFor } from "../../../tests/matrix-rules.ts";
import { api } from "../../api/index.ts";
import type * as handlersModule from "../handlers/index.ts";
import { endpointList } from "./route.ts";

/** What somebody might upload to be shown to somebody else. */
const hostile = "<!doctype html><script>alert(document.domain)</script>";

const stub = vi.hoisted(() => ({ isOn: false, file_name: undefined as string | undefined }));
vi.mock("../handlers/index.ts", async (original) => {
  const { allHandlers } = await original<typeof handlersModule>();
  type Any = (...args: unknown[]) => Promise<unknown>;
  const file =
    (handler: Any): Any =>
    async (...args) =>
      stub.isOn
        ? {
            content_type: "text/html",
            body: Buffer.from(hostile),
            ...(stub.file_name && { file_name: stub.file_name }),
          }
        : handler(...args);
  return {
    allHandlers: (parts: Parameters<typeof allHandlers>[0]) =>
      Object.fromEntries(
        Object.entries(allHandlers(parts)).map(([noun, own]) => [
          noun,
          Object.fromEntries(
            Object.entries(own as Record<string, Any>).map(([name, one]) => [name, file(one)]),
          ),
        ]),
      ),
  };
});

const fillApp = (folder: string) => {
  mkdirSync(join(folder, "assets"), { recursive: true });
  writeFileSync(join(folder, "index.html"), "<!doctype html><title>app</title>");
  writeFileSync(join(folder, "assets", "main-abc123.js"), "export {};");
};

let server: TestServer;
let secure: TestServer;
let records: Records;
beforeAll(async () => {
  server = await startTestServer(fillApp);
  secure = await startTestServer(fillApp, {
    NODE_ENV: "production",
    PUBLIC_URL: "https://plants.example",
    SMTP_URL: "smtp://127.0.0.1:1",
  });
  records = await storeRecords(server, server.accounts.viewer.customer_id, "Own");
});
afterAll(() => Promise.all([server.close(), secure.close()]));

/** One of each kind of answer. */
const paths = [
  "/",
  "/plants",
  "/assets/main-abc123.js",
  "/assets/gone.js",
  "/api/auth/ping",
  "/api/auth/user/me",
  "/api/none",
  "/api/docs/proof",
  "/api/openapi.json",
  "/api/health/live",
  "/demo/mail",
];

const directivesOf = (policy: string) =>
  new Map(
    policy.split(";").map((part) => {
      const [name = "", ...values] = part.trim().split(/\s+/);
      return [name, values] as const;
    }),
  );

describe("every answer", () => {
  it.each(paths)("forbids what the app does not need: %s", async (path) => {
    const { headers } = await server.fetch(path);
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).not.toMatch(/unsafe-inline|'unsafe-eval'|unsafe-hashes|\*|https?:(?!\/\/)/);
    const directives = directivesOf(policy);
    expect(directives.get("default-src")).toEqual(["'none'"]);
    expect(directives.get("frame-ancestors")).toEqual(["'none'"]);
    expect(directives.get("base-uri")).toEqual(["'none'"]);
    expect(directives.get("object-src")).toEqual(["'none'"]);
    for (const source of directives.get("script-src") ?? []) {
      expect(source).toMatch(/^('self'|'wasm-unsafe-eval'|'nonce-[\w+/=]+')$/);
    }
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("x-frame-options")).toBe("DENY");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("x-powered-by")).toBeNull();
  });

  it.each(paths)(
    "plays what the page has loaded itself, and records for our pages alone: %s",
    async (path) => {
      const { headers } = await server.fetch(path);
      const directives = directivesOf(headers.get("content-security-policy") ?? "");
      // Pages of their own play nothing.
      const isOwn = path === "/api/docs/proof" || path === "/demo/mail";
      expect(directives.get("media-src")).toEqual(isOwn ? undefined : ["blob:"]);
      const allowed = (headers.get("permissions-policy") ?? "").split(", ");
      expect(allowed).toContain("microphone=(self)");
      expect(allowed.filter((one) => !/=\((self)?\)$/.test(one))).toEqual([]);
    },
  );

  it.each(paths)("asks for TLS for good in production, and only there: %s", async (path) => {
    const { headers } = await secure.fetch(path);
    expect(headers.get("strict-transport-security")).toBe("max-age=63072000; includeSubDomains");
    expect((await server.fetch(path)).headers.get("strict-transport-security")).toBeNull();
  });

  it("offers no route of the demo in production", async () => {
    for (const path of ["/demo/mail", "/demo/sign-in/x"]) {
      expect((await secure.fetch(path)).status).toBe(404);
    }
  });
});

describe("files of users", () => {
  const files = endpointList(api).filter(
    ([, , { answerKind, method }]) =>
      answerKind !== undefined && (method === "GET" || method === "POST"),
  );
  const read = async ([, , call]: (typeof files)[number]) => {
    const headers = { authorization: `Bearer ${server.accounts.super_admin.token}` };
    const path = `/api${addressFor(call, records)}`;
    // Each call knows fields of its own; these are the ones that one of them demands.
    const demanded: Record<string, string>[] = [
      {},
      { format: "geojson" },
      { format: "csv" },
      { compare_analysis_id: "2" },
      { file_name: "a.jpg" },
      { filenames: '["a.jpg"]' },
    ];
    const query = demanded.find((fields) => call.query?.safeParse(fields).success !== false) ?? {};
    return server.fetch(`${path}?${new URLSearchParams(query)}`, { headers });
  };
  const guarded = files.filter(([, , call]) => !call.public);

  it("run nothing in a browser, whatever they contain and whichever call gives them", async () => {
    stub.isOn = true;
    for (const call of guarded) {
      const response = await read(call);
      const name = `${call[0]}.${call[1]}`;
      expect([name, response.status, await response.text()]).toEqual([name, 200, hostile]);
      const policy = response.headers.get("content-security-policy") ?? "";
      expect(policy, name).toMatch(/default-src 'none'.*sandbox(?! allow)/);
      for (const name of ["frame-ancestors", "base-uri", "object-src"])
        expect(directivesOf(policy).get(name), name).toEqual(["'none'"]);
      expect(response.headers.get("x-content-type-options"), name).toBe("nosniff");
    }
    stub.isOn = false;
    expect(guarded.length).toBeGreaterThan(5);
  });

  it("are saved, not shown, where they have a name, and no name breaks out of the header", async () => {
    stub.isOn = true;
    stub.file_name = 'plan";\r\nset-cookie: a=b;x="../ü.html';
    const [first] = guarded;
    if (!first) throw new Error("no call answers bytes");
    const { headers } = await read(first);
    stub.isOn = false;
    stub.file_name = undefined;
    const disposition = headers.get("content-disposition") ?? "";
    expect(disposition.startsWith('attachment; filename="plan_;__set-cookie')).toBe(true);
    expect(disposition.split('"')).toHaveLength(3);
    expect(disposition).toMatch(/filename\*=UTF-8''[\w%.-]+$/);
    expect(headers.get("set-cookie")).toBeNull();
  });
});
