// @vitest-environment happy-dom
import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { patient } from "../../tests/fixtures/patience.ts";
import { analysisResultApi } from "../api/analysis/analysis-result.ts";
import { plantApi } from "../api/plant/plant.ts";
import { sessionApi } from "../api/account/session.ts";
import { call, callBytes } from "./call.ts";
import { proofs } from "../server/http/proof.ts";
import { localNames } from "./local.ts";
import { dropProof, prepareProof } from "./proof.ts";
import { onProofWait, reportWait } from "./proof-wait.ts";
import { keepSession, session, sessionEnd } from "./session.ts";
import { signedIn } from "./session.fixture.ts";

type Answer = { status?: number; body?: unknown; headers?: Record<string, string> } | "no answer";
type Seen = { path: string; headers: Headers; method: string; body: string };

let seen: Seen[] = [];
let answers: Record<string, Answer[]> = {};
const reload = vi.fn();

/** Answers each path from its own list; the last answer is given again. */
function answer(path: string, ...list: Answer[]): void {
  answers[path] = list;
}

const error = (code: string, status: number) => ({
  status,
  body: { error: code, code, message: `said ${code}` },
});
const pathsAsked = () => seen.map(({ path }) => path);

beforeEach(() => {
  seen = [];
  answers = {};
  reload.mockClear();
  localStorage.clear();
  dropProof();
  localStorage.setItem(localNames.botToken, "bot-1");
  keepSession(signedIn);
  vi.stubGlobal("location", { ...location, reload, origin: "http://localhost", pathname: "/" });
  vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
    const url = new URL(String(input instanceof Request ? input.url : input), "http://localhost");
    const path = url.pathname.replace("/api", "");
    seen.push({
      path: path + url.search,
      headers: new Headers(init?.headers),
      method: init?.method ?? "GET",
      body: String(init?.body ?? ""),
    });
    const list: Answer[] = answers[path] ?? [error("RESOURCE_NOT_FOUND", 404)];
    const next = list.length > 1 ? list.shift()! : list[0]!;
    if (next === "no answer") throw new TypeError("Failed to fetch");
    return new Response(JSON.stringify(next.body ?? null), {
      status: next.status ?? 200,
      headers: { "content-type": "application/json", ...next.headers },
    });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const readPlant = () => call(plantApi.read, { params: { id: 7 } });
const challenge = await proofs(randomBytes(32), 4).challenge("bot-2", new Date());
const newBotToken = { body: { token: "bot-2", expires_at: "2030-01-01", challenge } };
const tokensFetched = () => pathsAsked().filter((path) => path === "/bot-protection-token").length;

test("a call carries bearer token, bot token and language, and fills its path", async () => {
  answer("/auth/plant/7", { body: { id: 7 } });
  expect(await readPlant()).toEqual({ id: 7 });
  const { headers } = seen[0]!;
  expect(headers.get("authorization")).toBe("Bearer secret");
  expect(headers.get("x-bot-protection-token")).toBe("bot-1");
  expect(headers.get("accept-language")).toBe("en");
});

test("public calls do not carry the session, and the login carries basic credentials", async () => {
  answer("/bot-protection-token", newBotToken);
  answer("/auth/login", { body: { auth_method: 0, confirmation_key: "k" } });
  await call(sessionApi.login, {}, { headers: { authorization: "Basic YTpi" } });
  expect(seen.at(-1)!.headers.get("authorization")).toBe("Basic YTpi");
});

test("a public call carries the proof of a challenge that it solved, and each call its own", async () => {
  keepSession(null);
  answer("/bot-protection-token", newBotToken);
  answer("/auth/login", { body: { auth_method: 0, confirmation_key: "k" } });
  await call(sessionApi.login);
  const { headers } = seen.at(-1)!;
  expect(headers.get("x-bot-protection-token")).toBe("bot-2");
  const proof = headers.get("x-bot-protection-proof") ?? "";
  expect(proof).toMatch(/^[\w-]+$/);
  const { solution } = JSON.parse(Buffer.from(proof, "base64url").toString()) as {
    solution: { derivedKey: string };
  };
  expect(solution.derivedKey.startsWith(challenge.parameters.keyPrefix)).toBe(true);
  await call(sessionApi.login);
  expect(tokensFetched()).toBe(2);
});

test("a proof solved ahead is used, and one that grew old is not", async () => {
  keepSession(null);
  answer("/bot-protection-token", newBotToken);
  answer("/auth/login", { body: { auth_method: 0, confirmation_key: "k" } });
  await prepareProof().headers;
  await call(sessionApi.login);
  expect(tokensFetched()).toBe(1);
  await prepareProof().headers;
  const clock = vi.spyOn(Date, "now").mockReturnValue(Date.now() + 10 * 60_000);
  await call(sessionApi.login);
  clock.mockRestore();
  expect(tokensFetched()).toBe(3);
});

test("a refused proof is solved again once, then the call fails with DISCONNECT", async () => {
  keepSession(null);
  answer("/bot-protection-token", newBotToken);
  answer("/auth/login", error("INVALID_BOT_TOKEN", 403), {
    body: { auth_method: 0, confirmation_key: "k" },
  });
  await call(sessionApi.login);
  expect(tokensFetched()).toBe(2);
  answer("/auth/login", error("INVALID_BOT_TOKEN", 403));
  await expect(call(sessionApi.login)).rejects.toMatchObject({ code: "DISCONNECT" });
  expect(tokensFetched()).toBe(4);
});

test("a noticeable wait for a proof is reported, and its end", async () => {
  vi.useFakeTimers();
  const reported: boolean[] = [];
  const stop = onProofWait((isWaiting) => reported.push(isWaiting));
  await reportWait(Promise.resolve());
  expect(reported).toEqual([false]);
  let arrive = () => {};
  const slow = reportWait(new Promise<void>((resolve) => (arrive = resolve)));
  await vi.advanceTimersByTimeAsync(1000);
  expect(reported).toEqual([false, true]);
  arrive();
  await slow;
  expect(reported).toEqual([false, true, false]);
  stop();
});

test.each(["INVALID_TOKEN", "TOKEN_EXPIRED"])("%s ends the session and reloads", async (code) => {
  answer("/auth/plant/7", error(code, 401));
  await expect(readPlant()).rejects.toMatchObject({ code });
  expect([session(), sessionEnd()]).toMatchObject([null, { code }]);
  expect(localStorage.getItem(localNames.session)).toBeNull();
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
});

test("wrong credentials do not reload the page", async () => {
  keepSession(null);
  answer("/bot-protection-token", newBotToken);
  answer("/auth/login", error("INVALID_CREDENTIALS", 401));
  await expect(call(sessionApi.login)).rejects.toMatchObject({
    message: "said INVALID_CREDENTIALS",
  });
  expect(reload).not.toHaveBeenCalled();
});

test("permissions are reloaded once and the call is repeated", async () => {
  answer("/auth/plant/7", error("PERMISSION_RELOAD_REQUIRED", 409), { body: { id: 7 } });
  answer("/auth/user/reload-permissions", {
    body: { permissions: ["READ_ALL_PLANT"], is_admin: true, is_super_admin: false },
  });
  expect(await readPlant()).toEqual({ id: 7 });
  expect(session()).toMatchObject({
    token: "secret",
    permissions: ["READ_ALL_PLANT"],
    is_admin: true,
  });
  expect(pathsAsked()).toEqual(["/auth/plant/7", "/auth/user/reload-permissions", "/auth/plant/7"]);
});

test("parallel calls share one reload and continue within 500 ms", async () => {
  answer("/auth/plant/7", error("PERMISSION_RELOAD_REQUIRED", 409), { body: { id: 7 } });
  answer("/auth/plants", error("PERMISSION_RELOAD_REQUIRED", 409), { body: [] });
  answer("/auth/user/reload-permissions", {
    body: { permissions: [], is_admin: false, is_super_admin: false },
  });
  const began = performance.now();
  await Promise.all([readPlant(), call(plantApi.list)]);
  expect(performance.now() - began).toBeLessThan(patient(1000));
  expect(pathsAsked().filter((path) => path.includes("reload"))).toHaveLength(1);
});

test("a server that always asks for a reload is not called for ever", async () => {
  answer("/auth/plant/7", error("PERMISSION_RELOAD_REQUIRED", 409));
  answer("/auth/user/reload-permissions", {
    body: { permissions: [], is_admin: false, is_super_admin: false },
  });
  await expect(readPlant()).rejects.toMatchObject({ code: "PERMISSION_RELOAD_REQUIRED" });
  expect(pathsAsked().filter((path) => path === "/auth/plant/7")).toHaveLength(2);
});

test("without an answer a new bot token is fetched and the call repeated once", async () => {
  answer("/auth/plant/7", "no answer", { body: { id: 7 } });
  answer("/bot-protection-token", newBotToken);
  expect(await readPlant()).toEqual({ id: 7 });
  expect(seen.at(-1)!.headers.get("x-bot-protection-token")).toBe("bot-2");
  expect(localStorage.getItem(localNames.botToken)).toBe("bot-2");
});

test("an invalid bot token is renewed the same way", async () => {
  answer("/auth/plant/7", error("INVALID_BOT_TOKEN", 403), { body: { id: 7 } });
  answer("/bot-protection-token", newBotToken);
  expect(await readPlant()).toEqual({ id: 7 });
  expect(pathsAsked()).toEqual(["/auth/plant/7", "/bot-protection-token", "/auth/plant/7"]);
});

test("a second failure is DISCONNECT", async () => {
  answer("/auth/plant/7", "no answer");
  answer("/bot-protection-token", newBotToken);
  await expect(readPlant()).rejects.toMatchObject({ code: "DISCONNECT", status: 0 });
  expect(pathsAsked().filter((path) => path === "/auth/plant/7")).toHaveLength(2);
});

test("an unreachable server is DISCONNECT too", async () => {
  answer("/auth/plant/7", "no answer");
  answer("/bot-protection-token", "no answer");
  await expect(readPlant()).rejects.toMatchObject({ code: "DISCONNECT" });
});

test("the code is read from an error that arrives as a blob", async () => {
  answer("/auth/analysis/3/image/9/full", error("RESOURCE_NOT_FOUND", 404));
  const ask = { params: { id: 3, image_id: 9, size: "full" as const } };
  await expect(callBytes(analysisResultApi.imageFile, ask)).rejects.toMatchObject({
    code: "RESOURCE_NOT_FOUND",
    message: "said RESOURCE_NOT_FOUND",
  });
});

test("problems and their places reach the caller, and every failure has an id", async () => {
  const problems = [{ reason: "ring_open", feature: 3, message: "Ring is open" }];
  answer("/auth/plant/7", {
    status: 400,
    body: { error: "x", code: "BAD_REQUEST", message: "No", problems },
  });
  await expect(readPlant()).rejects.toMatchObject({
    code: "BAD_REQUEST",
    problems,
    error_id: expect.stringMatching(/^[0-9a-f]{8}$/),
  });
});

test("the response of a proxy without a code gets one", async () => {
  answer("/auth/plant/7", { status: 503, body: "<html>" });
  await expect(readPlant()).rejects.toMatchObject({ code: "UNAVAILABLE", status: 503 });
});

test("an aborted call rejects at once and is not repeated", async () => {
  answer("/auth/plant/7", "no answer");
  const signal = AbortSignal.abort();
  await expect(call(plantApi.read, { params: { id: 7 } }, { signal })).rejects.toThrow();
  expect(pathsAsked()).not.toContain("/bot-protection-token");
});

test("a call sent with the token before a switch of customer does not end the new session", async () => {
  const other = JSON.stringify({ ...signedIn, token: "second" });
  answer("/auth/plant/7", error("INVALID_TOKEN", 401), { body: { id: 7 } });
  // As another tab stores it, before this one hears of it.
  localStorage.setItem(localNames.session, other);
  expect(await readPlant()).toEqual({ id: 7 });
  expect(seen.map(({ headers }) => headers.get("authorization"))).toEqual([
    "Bearer secret",
    "Bearer second",
  ]);
  expect([session()?.token, reload.mock.calls.length]).toEqual(["second", 0]);
});

test("a write is not repeated after a switch of customer", async () => {
  answer("/auth/plant/7", error("INVALID_TOKEN", 401), { body: { id: 7 } });
  localStorage.setItem(localNames.session, JSON.stringify({ ...signedIn, token: "second" }));
  const update = call(plantApi.update, { params: { id: 7 }, body: { name: "Noor" } });
  await expect(update).rejects.toMatchObject({ code: "INVALID_TOKEN" });
  expect([seen.length, session()?.token]).toEqual([1, "second"]);
});

test("a read that the server has no place for waits as long as asked, a write does not", async () => {
  const busy = { ...error("TOO_MANY_REQUESTS", 429), headers: { "retry-after": "0.05" } };
  answer("/auth/plants", busy, busy, { body: [] });
  expect(await call(plantApi.list)).toEqual([]);
  expect(pathsAsked()).toEqual(["/auth/plants", "/auth/plants", "/auth/plants"]);
  answer("/auth/plant/1", busy);
  await expect(call(plantApi.remove, { params: { id: 1 } })).rejects.toMatchObject({ status: 429 });
  expect(pathsAsked()).toHaveLength(4);
});
