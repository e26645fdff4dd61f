// @vitest-environment happy-dom
// A change whose answer was lost is sent again under the same ID, so that the server makes it once.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { observationApi } from "../api/observation/observation.ts";
import { plantApi } from "../api/plant/plant.ts";
import { attemptHeader } from "../domain/account/attempt-header.ts";
import { call } from "./call.ts";
import { localNames } from "./local.ts";
import { keepSession } from "./session.ts";

/** The IDs of the requests in order; null where one has none. */
let ids: (string | null)[] = [];
let lost = 0;

beforeEach(() => {
  ids = [];
  localStorage.clear();
  localStorage.setItem(localNames.botToken, "bot");
  keepSession({ token: "secret", permissions: [] } as never);
  vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
    const isToken = String(input instanceof Request ? input.url : input).includes("bot-protection");
    if (!isToken) {
      ids.push(new Headers(init?.headers).get(attemptHeader));
      lost -= 1;
      if (lost >= 0) throw new TypeError("Failed to fetch");
    }
    const body = isToken ? { token: "bot", expires_at: "2030-01-01", challenge: {} } : null;
    return new Response(JSON.stringify(body), { headers: { "content-type": "application/json" } });
  });
});
afterEach(() => vi.unstubAllGlobals());

test("both attempts of a change carry one ID, another change carries another one, a read none", async () => {
  const change = () => call(observationApi.create, { params: { id: 7 }, body: {} as never });
  lost = 1;
  await change();
  await change();
  const [first, again, other] = ids;
  expect(first).toMatch(/^[\w-]{36}$/);
  expect(again).toBe(first);
  expect(other).not.toBe(first);
  ids = [];
  lost = 1;
  await call(plantApi.read, { params: { id: 7 } });
  expect(ids).toEqual([null, null]);
});
