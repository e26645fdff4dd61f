// Every declared call asked by everybody about everything: what the server lets through follows from the
// declaration alone. New calls are found in src/api, new scopes fail here until records.ts stores a row.
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { patient } from "./fixtures/patience.ts";
import { endpoint } from "../src/api/endpoint.ts";
import { api } from "../src/api/index.ts";
import { errors } from "../src/domain/error.ts";
import { botHeaders } from "../src/domain/account/bot-header.ts";
import { endpointList } from "../src/server/http/route.ts";
import type * as handlersModule from "../src/server/handlers/index.ts";
import { customer } from "../src/server/store/schema/account.ts";
import type { Call } from "./contract-rules.ts";
import { makeActors } from "./fixtures/actors.ts";
import { startTestServer, type TestServer } from "./fixtures/http.ts";
import { issueToken } from "./fixtures/proof.ts";
import { storeRecords, type Records } from "./fixtures/records.ts";
import * as rules from "./matrix-rules.ts";

/** While `isOn`, a call that passed every guard says so instead of doing anything. */
const stub = vi.hoisted(() => ({ isOn: false }));
vi.mock("../src/server/handlers/index.ts", async (original) => {
  const { allHandlers } = await original<typeof handlersModule>();
  const { stubbedHandlers } = await import("./fixtures/stubbed-handlers.ts");
  return { allHandlers: stubbedHandlers(allHandlers, stub) };
});

const calls: readonly Call[] = endpointList(api);
const guarded = calls.filter(([, , { public: isPublic }]) => !isPublic);

let server: TestServer;
let bot: string;
let own: Records;
let foreign: Records;
let actors: rules.Actor[];

beforeAll(async () => {
  server = await startTestServer();
  bot = (await issueToken(server.url)).token;
  const { viewer, other_customer } = server.accounts;
  own = await storeRecords(server, viewer.customer_id, "Own");
  foreign = await storeRecords(server, other_customer.customer_id, "Foreign");
  actors = await makeActors(server);
  stub.isOn = true;
});
afterAll(() => server.close());

type Outcome = { readonly status: number; readonly code: string; readonly bytes: string };

/** Asks, and returns the answer without request number and time. */
async function ask(call: Call[2], token: string | null, address: string): Promise<Outcome> {
  const isForm = call.bodyKind === "multipart";
  const response = await server.fetch(`/api${address}`, {
    bot,
    method: call.method,
    headers: {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(call.body && { "content-type": "application/json" }),
    },
    ...(isForm ? { body: new FormData() } : call.body ? { body: "{}" } : {}),
  });
  const text = await response.text();
  const body = text.startsWith("{") ? (JSON.parse(text) as Record<string, unknown>) : { text };
  const reasons = ("problems" in body ? body["problems"] : []) as { reason: string }[];
  const isReached =
    "code" in body && body["code"] === "CONFLICT" && reasons[0]?.reason === "reached";
  const headers = [...response.headers].filter(([name]) => name !== "date");
  return {
    status: response.status,
    code: isReached ? "reached" : "code" in body ? String(body["code"]) : "none",
    bytes: JSON.stringify([response.status, headers, { ...body, request_id: "" }]),
  };
}

const targets = () =>
  [
    ["own", own, server.accounts.viewer.customer_id],
    ["foreign", foreign, server.accounts.other_customer.customer_id],
    ["missing", null, null],
  ] as const;

const statusOf = (expected: rules.Expected) =>
  expected === "reached" ? 409 : expected === "BODY" ? 400 : errors[expected].status;

/** Asks the call as the actor about all three; what differs from the declaration. */
async function faultsOf([noun, name, call]: Call, actor: rules.Actor): Promise<string[]> {
  const about = (target: string) => `${noun}.${name} as ${actor.name} for ${target}`;
  const outcome = await Promise.all(
    targets().map(async ([target, records, owner]) => {
      const expected = rules.expectedOf(call, actor, owner);
      const answer = await ask(call, await actor.token(), rules.addressFor(call, records));
      return { target, expected, answer };
    }),
  );
  const faults = outcome
    .filter(({ expected, answer }) => {
      // An answer to HEAD has no body that could say the code.
      if (call.method === "HEAD") return answer.status !== statusOf(expected);
      if (expected === "BODY") return answer.code !== "BAD_REQUEST" || answer.status !== 400;
      return answer.code !== expected;
    })
    .map(({ target, expected, answer }) => `${about(target)}: ${answer.code}, not ${expected}`);
  // What is refused alike must read alike: nothing tells a foreign object from a missing one.
  const refused = outcome.filter(({ expected }) => expected !== "reached" && expected !== "BODY");
  for (const { target, expected, answer } of refused) {
    const twin = refused.find((other) => other.expected === expected);
    if (twin && twin.answer.bytes !== answer.bytes) {
      faults.push(`${about(target)} reads unlike ${twin.target}`);
    }
  }
  return faults;
}

async function inTurns<T, R>(items: readonly T[], most: number, work: (item: T) => Promise<R>) {
  const results: R[] = [];
  for (let start = 0; start < items.length; start += most) {
    results.push(...(await Promise.all(items.slice(start, start + most).map(work))));
  }
  return results;
}

describe("the matrix", () => {
  it("knows what every path parameter names, and a scope for every id", () => {
    expect(calls.flatMap(rules.parameterFaults)).toEqual([]);
    expect(rules.staleExceptions(calls)).toEqual([]);
    const wrong = (path: string): Call => [
      "wrong",
      "call",
      endpoint({
        method: "GET",
        path,
        summary: "Declared wrongly on purpose.",
        permission: null,
        scope: null,
        answer: z.unknown(),
      }),
    ];
    expect(rules.parameterFaults(wrong("/a/{id}"))).toHaveLength(1);
    expect(rules.parameterFaults(wrong("/a/{secret_id}"))).toHaveLength(1);
    expect(rules.parameterFaults(wrong("/a/{whatever}"))).toHaveLength(1);
  });

  // Several thousand requests, so each noun has a time limit of its own.
  let compared = 0;
  it.each([...new Set(guarded.map(([noun]) => noun))])(
    "holds for every call of %s, everybody, and own, foreign and missing objects",
    async (tried) => {
      const own = guarded.filter(([noun]) => noun === tried);
      const cells = own.flatMap((call) => actors.map((actor) => [call, actor] as const));
      const faults = await inTurns(cells, 16, ([call, actor]) => faultsOf(call, actor));
      expect(faults.flat()).toEqual([]);
      compared += cells.length;
    },
    patient(60_000),
  );
  it("was asked of every call and everybody", () => {
    expect(compared).toBe(guarded.length * actors.length);
    expect(compared).toBeGreaterThan(500);
  });

  it("would notice a call that is guarded less than it declares, and one that is guarded more", async () => {
    const me: Call = ["session", "me", { ...api.session.me, permission: "READ_TASK" }];
    const bare = actors.find(({ name }) => name === "customer user without any");
    if (!bare) throw new Error("no such actor");
    expect(await faultsOf(me, bare)).not.toEqual([]);
    const plants: Call = ["plant", "list", { ...api.plant.list, permission: null }];
    expect(await faultsOf(plants, bare)).not.toEqual([]);
    // A catalogue is open to all, a plant is not.
    const open: Call = ["plant", "read", { ...api.plant.read, scope: { drone_model: "id" } }];
    expect(await faultsOf(open, bare)).toEqual([]);
    const user = actors.find(({ name }) => name === "customer user");
    expect(user && (await faultsOf(open, user))).not.toEqual([]);
  });

  it("lets nothing but open calls pass without a bot token, and no public one without a proof", async () => {
    const statuses = await inTurns(calls, 16, async ([noun, name, call]) => {
      const address = `/api${rules.addressFor(call, own)}`;
      const init = { method: call.method, bot: null };
      const without = await server.fetch(address, init);
      const token = { headers: { [botHeaders.token]: bot } };
      const unproven = await server.fetch(`${address}?url_token=x`, { ...init, ...token });
      // Signed addresses carry a url token of their own instead.
      const code = call.signed ? "TOKEN_EXPIRED" : "INVALID_BOT_TOKEN";
      type Code = typeof code | "PROOF_REQUIRED";
      const isRefused = async (answer: Response, as: Code) =>
        call.method === "HEAD"
          ? answer.status === errors[as].status
          : (await answer.text()).includes(as);
      const refused = await isRefused(without, code);
      const fault = refused === (call.open === true) ? [`${noun}.${name} without a token`] : [];
      const mustProve = call.public === true && call.open !== true;
      return mustProve && !(await isRefused(unproven, call.signed ? code : "PROOF_REQUIRED"))
        ? [...fault, `${noun}.${name} without a proof`]
        : fault;
    });
    expect(statuses.flat()).toEqual([]);
  });
});

describe("with the handlers at work", () => {
  const token = async () => {
    const actor = actors.find(({ name }) => name === "super admin");
    return (await actor?.token()) ?? null;
  };

  it("a call about own, foreign or missing objects, or beyond every number, never fails", async () => {
    stub.isOn = false;
    const harmless = guarded.filter(
      ([, , call]) => call.method === "GET" || (call.body && !call.body.safeParse({}).success),
    );
    const beyond = (call: Call[2]) =>
      rules.addressFor(call, null).replaceAll(/\/(1|2000000000)(?=\/|$)/g, "/3000000000");
    const faults = await inTurns(harmless, 8, async ([noun, name, call]) => {
      const asked = [
        ...targets().map(([, records]) => rules.addressFor(call, records)),
        beyond(call),
      ];
      const answers = await Promise.all(
        asked.map(async (address) => ({ address, ...(await ask(call, await token(), address)) })),
      );
      return answers
        .filter(({ status }) => status >= 500 || status === 401)
        .map(({ address, status }) => `${noun}.${name} ${address}: ${status}`);
    });
    stub.isOn = true;
    expect(faults.flat()).toEqual([]);
  });

  it("no answer to a user of a customer contains data of another one", async () => {
    stub.isOn = false;
    const lists = guarded.filter(([, , call]) => call.method === "GET" && !call.answerKind);
    const heard = async (name: string, word: RegExp) => {
      const actor = actors.find((one) => one.name === name);
      const session = (await actor?.token()) ?? null;
      const names = await inTurns(lists, 8, async ([noun, call_name, call]) => {
        const { bytes } = await ask(call, session, rules.addressFor(call, own));
        return word.test(bytes) ? [`${noun}.${call_name}`] : [];
      });
      return names.flat();
    };
    expect((await heard("super admin", /Foreign/)).length).toBeGreaterThan(4);
    expect(await heard("customer user with every permission", /Foreign/)).toEqual([]);
    expect(await heard("admin acting for a customer", /Foreign/)).toEqual([]);
    const plants = /name\W{3,6}Own\W|Own (not_)?released|Own property/;
    expect((await heard("customer user with every permission", plants)).length).toBeGreaterThan(4);
    expect(await heard("customer user of no plant", plants)).toEqual([]);
    stub.isOn = true;
  });

  it("what may be deleted is deleted, or kept with a reason", async () => {
    stub.isOn = false;
    const removing = guarded.filter(
      ([, , { method, scope }]) => method === "DELETE" && scope !== null,
    );
    const faults: string[] = [];
    for (const [number, [noun, name, call]] of removing.entries()) {
      const [made] = await server.database.owner.db
        .insert(customer)
        .values({ name: `Short-lived ${number}` })
        .returning({ id: customer.id });
      const records = await storeRecords(server, made?.id ?? 0, `Short-lived ${number}`);
      const address = rules.addressFor(call, records);
      const first = await ask(call, await token(), address);
      const isFine = [200, 204, 400, 409, 422].includes(first.status);
      if (!isFine) faults.push(`${noun}.${name} ${address}: ${first.status} ${first.code}`);
    }
    stub.isOn = true;
    expect(faults).toEqual([]);
  });
});
