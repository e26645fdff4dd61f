import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { endpoint, type Endpoint } from "../src/api/endpoint.ts";
import { api } from "../src/api/index.ts";
import { filtersShape } from "../src/domain/column/filter.ts";
import { csvMappingsShape, dtIdsShape } from "../src/domain/column/rows-query.ts";
import { endpointList } from "../src/server/http/route.ts";
import { allHandlers } from "../src/server/handlers/index.ts";
import * as rules from "./contract-rules.ts";
import { startTestServer, type TestServer } from "./fixtures/http.ts";
import { storeHolding, type Holding } from "./fixtures/plants.ts";

const calls: readonly rules.Call[] = endpointList(api);
const handlers = allHandlers({
  signIn: {} as never,
  singleSignOn: {} as never,
  issueBotToken: async () => ({}) as never,
  isUrlTokenValid: () => false,
  checkAddress: async () => undefined,
});

let server: TestServer;
let own: Holding;
let foreign: Holding;
const ask = (...args: Parameters<TestServer["ask"]>) => server.ask(...args);
/** Calls at the same time: fewer than one session may have waiting. */
const TOGETHER = 60;
const all = async (rule: (call: rules.Call) => Promise<string[]>) => {
  const faults: string[] = [];
  for (let start = 0; start < calls.length; start += TOGETHER) {
    const some = calls.slice(start, start + TOGETHER);
    faults.push(...(await Promise.all(some.map(rule))).flat());
  }
  return faults;
};

beforeAll(async () => {
  server = await startTestServer();
  own = await storeHolding(server, server.accounts.tenant.customer_id, "Own");
  foreign = await storeHolding(server, server.accounts.other_customer.customer_id, "Foreign");
});
afterAll(() => server.close());

const wrong = (changes: Partial<Endpoint>): rules.Call => [
  "wrong",
  "call",
  endpoint({
    method: "GET",
    path: "/auth/user/me",
    summary: "A call declared wrongly on purpose.",
    permission: null,
    scope: null,
    answer: z.unknown(),
    ...changes,
  }),
];

describe("the contract", () => {
  it("gives every call an address of its own", () => {
    expect(rules.addressFaults(calls)).toEqual([]);
    const twins = [wrong({ path: "/a/{id}" }), wrong({ path: "/a/{key}" })];
    expect(rules.addressFaults(twins)).toHaveLength(1);
  });

  it("declares every call soundly", () => {
    expect(calls.flatMap(rules.declarationFaults)).toEqual([]);
    for (const changes of [
      { path: "/a/{id}" },
      { scope: { plant: "id" } },
      { body: z.object({}) },
      { answer: undefined },
      { public: true, permission: "READ_TASK" },
      { public: true, open: true, method: "POST" },
      { summary: "no sentence" },
    ] as const) {
      expect(rules.declarationFaults(wrong(changes)), JSON.stringify(changes)).not.toEqual([]);
    }
  });

  it("takes no text that cannot be stored or shown", () => {
    const inQueries = z.object({
      filters: filtersShape,
      dt_ids: dtIdsShape,
      maps: csvMappingsShape,
    });
    const sent: rules.Call = wrong({ method: "POST", body: inQueries });
    expect([...calls, sent].flatMap(rules.textFaults)).toEqual([]);
    const words = z.array(z.object({ name: z.string().nullable().default(null) }));
    expect(rules.textFaults(wrong({ body: words }))).toHaveLength(7);
  });

  it("takes no number that no column holds, and no ID that no object has", () => {
    const inQueries = z.object({ filters: filtersShape, maps: csvMappingsShape });
    const sent: rules.Call = wrong({ method: "POST", body: inQueries });
    expect([...calls, sent].flatMap(rules.numberFaults)).toEqual([]);
    const ids = z.object({ id: z.coerce.number().int() });
    expect(rules.numberFaults(wrong({ params: ids })).length).toBeGreaterThan(5);
    expect(rules.numberFaults(wrong({ body: z.object({ n: z.number().int() }) }))).toHaveLength(2);
  });

  it("answers without defaults, so that a forgotten column does not compile", () => {
    expect(calls.flatMap(rules.answerFaults)).toEqual([]);
    const elevation = z.number().nullable();
    for (const field of [elevation.default(null), elevation.optional(), elevation.catch(null)]) {
      const nested = z.array(z.object({ plant: z.object({ elevation: field }) }));
      expect(rules.answerFaults(wrong({ answer: nested }))).toHaveLength(1);
    }
  });

  it("has a handler for every call", () => {
    expect(rules.handlerFaults(calls, handlers)).toEqual([]);
    expect(rules.handlerFaults([wrong({})], handlers)).toHaveLength(1);
  });

  it("answers 401 without a session", async () => {
    expect(await all((call) => rules.strangerFaults(call, ask))).toEqual([]);
    const open = wrong({ path: "/auth/ping" });
    expect(await rules.strangerFaults(open, ask)).toHaveLength(1);
  });

  it("answers 403 without the permission", async () => {
    expect(await all((call) => rules.permissionFaults(call, ask))).toEqual([]);
    const unguarded = wrong({ permission: "CREATE_PLANT" });
    expect(await rules.permissionFaults(unguarded, ask)).toHaveLength(1);
  });

  it("answers another customer's objects exactly like missing ones", async () => {
    const ids = {
      plant: foreign.plant_id,
      analysis: foreign.released_id,
      customer: server.accounts.other_customer.customer_id,
      task: foreign.task_id,
    };
    expect(await all((call) => rules.foreignFaults(call, ask, "tenant", ids))).toEqual([]);
    // Staff see every customer: the same rule must notice.
    const seen = wrong({
      path: "/auth/plant/{id}",
      params: z.object({ id: z.coerce.number() }),
      scope: { plant: "id" },
    });
    expect(await rules.foreignFaults(seen, ask, "analyst", ids)).not.toEqual([]);
  });

  it("answers unreleased and invisible results of the customer's own plants like missing ones", async () => {
    for (const analysis of [own.unreleased_id, own.invisible_id]) {
      expect(await all((call) => rules.foreignFaults(call, ask, "tenant", { analysis }))).toEqual(
        [],
      );
    }
    const shown = { analysis: own.released_id };
    const read: rules.Call = ["analysis", "read", api.analysis.read];
    expect(await rules.foreignFaults(read, ask, "tenant", shown)).not.toEqual([]);
  });
});
