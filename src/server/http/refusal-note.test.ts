// Refused requests are written down with who asked, and without what was sent.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../../../tests/fixtures/http.ts";
import { storeRecords, type Records } from "../../../tests/fixtures/records.ts";
import { api } from "../../api/index.ts";
import { openLog } from "../start/log.ts";

type Line = {
  readonly level: number;
  readonly msg: string;
  readonly code?: string;
  readonly account_id?: number | null;
  readonly address?: string;
  readonly method?: string;
  readonly path?: string;
  readonly reqId?: string;
  readonly time?: number;
};

const WARN = 40;
let written = "";
let server: TestServer;
let records: Records;
beforeAll(async () => {
  const log = openLog({ log_level: "info" }, { write: (line) => (written += line) });
  server = await startTestServer(undefined, {}, log);
  records = await storeRecords(server, server.accounts.other_customer.customer_id, "Other");
});
afterAll(() => server.close());
beforeEach(() => {
  written = "";
});

/** The refusals in the log. */
const refusals = () =>
  written
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line)
    .filter(({ msg }) => msg === "a request was refused");

describe("the log of refusals", () => {
  it("warns of a call that the role does not permit, with who, what, when and from where", async () => {
    const { id } = server.accounts.bare;
    expect((await server.ask(api.user.list, "bare")).status).toBe(403);
    expect(refusals()).toEqual([
      expect.objectContaining({
        level: WARN,
        code: "PERMISSION_DENIED",
        account_id: id,
        address: "127.0.0.1",
        method: "GET",
        path: `/api${api.user.list.path}`,
        reqId: expect.stringMatching(/^[\da-f-]{36}$/),
        time: expect.any(Number),
      }),
    ]);
  });

  it("warns of an object of another customer", async () => {
    const asked = { params: { id: records.plant } };
    expect((await server.ask(api.plant.read, "viewer", asked)).status).toBe(404);
    expect(refusals()).toMatchObject([
      { level: WARN, code: "RESOURCE_NOT_FOUND", account_id: server.accounts.viewer.id },
    ]);
  });

  it("warns of a limit that somebody without a session has reached", async () => {
    const secret = "a guess that must stay unread";
    const packed = Buffer.from(`viewer@example.com:${secret}`).toString("base64");
    const statuses: number[] = [];
    for (let guess = 0; guess < 6; guess += 1) {
      const headers = { authorization: `Basic ${packed}` };
      statuses.push((await server.ask(api.session.login, null, {}, headers)).status);
    }
    expect(statuses.at(-1)).toBe(429);
    expect(refusals().at(-1)).toMatchObject({
      level: WARN,
      code: "TOO_MANY_REQUESTS",
      account_id: null,
    });
    expect(written).not.toContain(secret);
    expect(written).not.toContain(packed);
  });

  it("only informs of a wrong field, and of an address without a route, without their values", async () => {
    const body = { name: "", other: "typed by somebody" } as never;
    expect((await server.ask(api.customer.create, "super_admin", { body })).status).toBe(400);
    expect((await server.fetch("/api/none?typed=by-somebody")).status).toBe(404);
    expect(refusals().map(({ level, code }) => [level < WARN, code])).toEqual([
      [true, "BAD_REQUEST"],
      [true, "RESOURCE_NOT_FOUND"],
    ]);
    expect(written).not.toMatch(/by.somebody/);
  });
});
