// The only place that calls the server. `call(api.plant.read, { params: { id: 7 } })` calls an endpoint and
// returns its body; a refusal rejects with a CallFailure. Sign-out, permission reload and bot token are
// handled here only.
import { createFetch, FetchError } from "ofetch";
import type { AnswerOf, CallArgs, Endpoint } from "../api/endpoint.ts";
import { sessionApi } from "../api/account/session.ts";
import { errors, isOrdinary, type ErrorCode } from "../domain/error.ts";
import { errorAnswerOf } from "../domain/error-answer.ts";
import { codeOfStatus, isRefusedOnTheWay } from "../domain/fault-meaning.ts";
import { attemptHeader } from "../domain/account/attempt-header.ts";
import { limits } from "../domain/limits.ts";
import { botHeaders } from "../domain/account/bot-header.ts";
import { addressOf } from "./address.ts";
import { MISSING, takeAhead, type AheadAnswer } from "./ahead.ts";
import { botToken, renewBotToken } from "./bot-token.ts";
import { callFailure, type CallFailure } from "./call-failure.ts";
import { recordFault } from "./diagnostics.ts";
import { currentLocale } from "./i18n.ts";
import { noteLeftOut } from "./left-out.ts";
import { reloadPage } from "./reload.ts";
import { moment, noteServerTime } from "./server-time.ts";
import { dropProof, isProven, prepareNextProof, takeProof } from "./proof.ts";
import { isOffline } from "./offline/offline.ts";
import { isSuperseded, keepSession, loseSession, session } from "./session.ts";

export { callFailure, type CallFailure };

export type CallOptions = {
  readonly signal?: AbortSignal;
  readonly headers?: HeadersInit;
  /** True to ask the server although the app is offline. */
  readonly fromServer?: boolean;
  /** True for a retry: its failure is not reported again. */
  readonly isQuiet?: boolean;
};

type Ask = { params?: unknown; query?: unknown; body?: unknown };

/** Calls an endpoint that returns JSON. Rejects with a CallFailure. */
export async function call<E extends Endpoint>(
  endpoint: E,
  ask?: CallArgs<E> | CallOptions,
  options?: CallOptions,
): Promise<AnswerOf<E>> {
  const answer = await send(endpoint, (ask ?? {}) as Ask, "json", options);
  return answer as AnswerOf<E>;
}

/** Calls an endpoint that returns bytes: the body and its content type as a Blob. Rejects with a CallFailure. */
export async function callBytes<E extends Endpoint>(
  endpoint: E,
  ask: CallArgs<E>,
  options?: CallOptions,
): Promise<Blob> {
  return (await send(endpoint, ask as Ask, "blob", options)) as Blob;
}

/** The headers of every request. */
export async function requestHeaders(endpoint: Endpoint): Promise<Record<string, string>> {
  const token = session()?.token;
  const headers: Record<string, string> = {
    "accept-language": currentLocale(),
    ...(isProven(endpoint)
      ? await takeProof()
      : { [botHeaders.token]: endpoint.open ? "" : await botToken() }),
  };
  if (token && !endpoint.public) headers.authorization = `Bearer ${token}`;
  return headers;
}

async function send(
  endpoint: Endpoint,
  ask: Ask,
  kind: "json" | "blob",
  options: CallOptions = {},
): Promise<unknown> {
  if (isOffline() && !options.fromServer && !endpoint.public) {
    const { answerOffline } = await import("./offline/offline-answer.ts");
    return answerOffline(endpoint, ask, kind);
  }
  // The server makes a change once, however often it is asked under this ID.
  const attempt_id = endpoint.method === "GET" || endpoint.public ? null : crypto.randomUUID();
  let renewed = false;
  let reloaded = false;
  let superseded = false;
  let waits = 0;
  for (;;) {
    const token = session()?.token;
    try {
      const answer = await attempt(endpoint, ask, kind, options, attempt_id);
      if (isProven(endpoint)) prepareNextProof();
      return answer;
    } catch (cause) {
      if (options.signal?.aborted) throw cause;
      const failure = await failureOf(cause);
      const reaction = errors[failure.code].reaction;
      if (reaction === "sign_out" && isSuperseded(token)) {
        // A switch of customer has replaced the token meanwhile. A read is repeated with the new token; a
        // write was meant for the previous customer.
        if (endpoint.method === "GET" && !superseded) {
          superseded = true;
          continue;
        }
        throw failure;
      }
      // The session stays while offline: the user could not sign in again without a network.
      if (reaction === "sign_out" && isOffline()) throw report(failure, options);
      if (reaction === "sign_out" && session() !== null) {
        loseSession(failure);
        void reloadPage();
        throw failure;
      }
      if (reaction === "reload_permissions" && !reloaded) {
        reloaded = true;
        await reloadPermissions();
        continue;
      }
      if (endpoint.method === "GET" && !endpoint.public && waits < maxWaits) {
        const ms = busyWait(cause);
        if (ms !== null) {
          waits += 1;
          await pause(ms, options.signal);
          continue;
        }
      }
      if ((failure.code === "DISCONNECT" || reaction === "new_bot_token") && !renewed) {
        renewed = true;
        try {
          if (isProven(endpoint)) dropProof();
          else await renewBotToken();
        } catch {
          throw report(callFailure("DISCONNECT"), options);
        }
        continue;
      }
      if (isProven(endpoint)) prepareNextProof();
      throw report(reaction === "new_bot_token" ? callFailure("DISCONNECT") : failure, options);
    }
  }
}

/** How often a read that the server has no place for is repeated, and the longest pause before it. */
const maxWaits = 3;
const maxWaitMs = 30_000;

/** The milliseconds that the server asks to wait with a 429, or null for any other answer. */
function busyWait(cause: unknown): number | null {
  if (!(cause instanceof FetchError) || cause.response?.status !== 429) return null;
  const seconds = Number(cause.response.headers.get("retry-after"));
  return seconds > 0 ? Math.min(seconds * 1000, maxWaitMs) : null;
}

/** Ends early when the call is cancelled. */
function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Notes the time of an answer as it begins: its body may take minutes to arrive. */
const fetched = createFetch({
  fetch: async (input, init) => {
    const asked = moment();
    const answer = await fetch(input, init);
    noteServerTime(answer.headers, asked);
    return answer;
  },
});

async function attempt(
  endpoint: Endpoint,
  ask: Ask,
  kind: "json" | "blob",
  options: CallOptions,
  attempt_id: string | null = null,
): Promise<unknown> {
  const address = addressOf(endpoint, ask);
  const early = endpoint.method === "GET" ? await takeAhead(address, session()?.token) : null;
  if (early?.status === MISSING) throw new MissingAhead(new TextDecoder().decode(early.bytes));
  const known = early && bodyOf(early, kind);
  if (known !== null) {
    options.signal?.throwIfAborted();
    noteLeftOut(address, early!.headers);
    return known;
  }
  const headers = {
    ...(await requestHeaders(endpoint)),
    ...(attempt_id !== null && { [attemptHeader]: attempt_id }),
    ...options.headers,
  };
  const { _data: body, headers: sent } = await fetched.raw(address, {
    method: endpoint.method,
    headers,
    body: ask.body as BodyInit | undefined,
    responseType: kind,
    retry: 0,
    signal: options.signal,
  });
  noteLeftOut(address.replace(/\?.*/, ""), sent);
  // What stands between here and the server, such as the sign-in page of a network, answered: the server was not reached.
  if (isPage(body) || (body instanceof Blob && body.type.startsWith("text/html")))
    throw new TypeError("a page in place of an answer");
  return body;
}

/** What was asked for ahead is not there; `body` is the server's answer. */
class MissingAhead extends Error {
  readonly body: string;
  constructor(body: string) {
    super("not found");
    this.body = body;
  }
}

/** The body of an answer that was asked for ahead, as the call wants it; null for what is no JSON. */
function bodyOf({ headers, bytes }: AheadAnswer, kind: "json" | "blob"): unknown {
  if (kind === "blob") return new Blob([bytes], { type: headers.get("content-type") ?? "" });
  return parseJson(new TextDecoder().decode(bytes)) ?? null;
}

/** True for HTML where JSON was asked for. */
const isPage = (body: unknown) => typeof body === "string" && /^\s*</.test(body);

let isReloading = false;

/** Fetches the permissions once; parallel calls wait for it and check every 500 ms. */
async function reloadPermissions(): Promise<void> {
  if (isReloading) {
    while (isReloading)
      await new Promise((resolve) => setTimeout(resolve, limits.permissionReloadStepMs));
    return;
  }
  isReloading = true;
  try {
    const fresh = (await attempt(sessionApi.reloadPermissions, {}, "json", {})) as Partial<
      AnswerOf<typeof sessionApi.reloadPermissions>
    > | null;
    const { permissions, is_admin = false, is_super_admin = false } = fresh ?? {};
    const held = session();
    // What stands between here and the server may answer with a page of its own.
    if (held && Array.isArray(permissions)) {
      keepSession({ ...held, permissions, is_admin, is_super_admin });
    }
  } catch {
    // The retried call reports the error.
  } finally {
    isReloading = false;
  }
}

/** Turns any error into a CallFailure. */
export async function failureOf(cause: unknown): Promise<CallFailure> {
  if (cause instanceof MissingAhead) return answeredFailure(MISSING, cause.body);
  if (!(cause instanceof FetchError)) return callFailure("DISCONNECT");
  if (cause.response === undefined) return callFailure("DISCONNECT");
  return answeredFailure(cause.response.status, cause.data);
}

/** The failure in an error response; `body` is parsed JSON, text, or a Blob of JSON. */
export async function answeredFailure(status: number, body: unknown): Promise<CallFailure> {
  let data = body;
  if (data instanceof Blob) data = await data.text();
  if (typeof data === "string") data = parseJson(data);
  const answer = errorAnswerOf(data);
  if (answer && answer.code in errors)
    return callFailure(answer.code as ErrorCode, { status, ...answer });
  const code = codeOfStatus(status);
  const isRefused = isRefusedOnTheWay({ code, status });
  const problems = isRefused ? [{ reason: "refused_on_the_way", values: { code: status } }] : [];
  return callFailure(code, { status, problems, ...answer });
}

function report(failure: CallFailure, { isQuiet }: CallOptions): CallFailure {
  if (!isQuiet && !isOrdinary(failure.code)) recordFault(failure);
  return failure;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
