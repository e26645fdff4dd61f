// Identifies the caller by the session token or the access token in the header, or by a url token.
import type { FastifyRequest } from "fastify";
import { eq } from "drizzle-orm";
import { failure, type Problem } from "../../domain/error.ts";
import { limits } from "../../domain/limits.ts";
import type { Database, Services } from "../context.ts";
import { isActive } from "../store/account/account.ts";
import {
  endSessions,
  hashOf,
  keyOf,
  openSessions,
  readSessionEnd,
  readUserOf,
  touchSession,
  type SessionEnd,
  type SessionRow,
} from "../store/account/session.ts";
import { session } from "../store/schema/account.ts";
import { viewerOf } from "../account/viewer.ts";
import { requestedLocale } from "../translate.ts";
import { loggable } from "./error-answer.ts";
import type { Caller } from "./caller.ts";
import { accessCaller, accessTokenOf } from "./access-caller.ts";
import type { UrlTokens } from "./url-token.ts";

const minute = 60_000;
/** The precision of the stored time of last use. */
const touchEveryMs = minute;
const tokenLength = 43;

export type Authenticate = (request: FastifyRequest) => Promise<Caller>;

export type Authenticator = {
  /** Who makes a call. @throws INVALID_TOKEN, TOKEN_EXPIRED; TOO_MANY_REQUESTS for an access token */
  readonly authenticate: Authenticate;
  /**
   * Who is still sent the answer to a call that `authenticate` let begin, as the user is now. It is no use of the session,
   * which would otherwise last as long as the download, and it does not end with the age of the session or of the token.
   * @throws INVALID_TOKEN where the user signed out, was signed out or locked, changed the password or the factor, or
   * withdrew the access token
   */
  readonly stillCaller: Authenticate;
};

type Parts = Pick<Services, "settings" | "now" | "log"> & {
  readonly ownerDb: Database;
  readonly urls: UrlTokens;
};

export function authenticator({ settings, now, log, ownerDb, urls }: Parts): Authenticator {
  const find = openSessions(ownerDb);
  const idleMs = settings.session_idle_minutes * minute;
  const absoluteMs = settings.session_absolute_minutes * minute;

  function expiryOf({ created_at, last_used_at }: SessionRow, at: number) {
    if (at - last_used_at.getTime() > idleMs) return "idle";
    return at - created_at.getTime() > absoluteMs ? "longest" : null;
  }

  const problems: Record<SessionEnd, Problem> = {
    idle: { reason: "session_idle", values: { minutes: settings.session_idle_minutes } },
    longest: {
      reason: "session_longest",
      values: { hours: settings.session_absolute_minutes / 60 },
    },
    password: { reason: "session_password" },
    factor: { reason: "session_factor" },
    elsewhere: { reason: "session_elsewhere" },
    limit: { reason: "session_limit", values: { most: limits.sessionsPerAccount } },
  };
  /** The failure of a session that has ended. Only who has its token learns why. */
  const ended = (end: SessionEnd | null) => {
    const code = end === "idle" || end === "longest" ? "TOKEN_EXPIRED" : "INVALID_TOKEN";
    return end === null ? failure("INVALID_TOKEN") : failure(code, problems[end]);
  };

  async function authenticate(request: FastifyRequest): Promise<Caller> {
    const at = now();
    const secret = secretOf(request);
    if (secret !== null) return accessCaller({ now, ownerDb }, request, secret);
    const session_hash = sessionHashOf(request, urls, at);
    const row = session_hash && (await find(session_hash));
    if (!row) throw ended(session_hash && (await readSessionEnd(ownerDb, session_hash)));
    if (!isActive(row)) throw failure("INVALID_TOKEN");
    const expiry = expiryOf(row, at.getTime());
    if (expiry) {
      await endSessions(ownerDb, eq(session.token_hash, row.token_hash), expiry);
      throw ended(expiry);
    }
    if (at.getTime() - row.last_used_at.getTime() > touchEveryMs) {
      // At most once a minute. A failure to store it does not fail the call.
      await touchSession(ownerDb, row.token_hash, at).catch((error: unknown) =>
        log.error(loggable(error), "a session's last use was not stored"),
      );
    }
    const locale = requestedLocale(request.headers["accept-language"]) ?? row.locale;
    request.viewerLocale = locale;
    request.viewerAccount = row.account_id;
    begun.set(request, { row, isOver: false });
    return callerOf(row, locale);
  }

  /** The user of a session that has ended by its age, as the user is now. @throws where it ended for another reason */
  async function outliving(request: FastifyRequest, session_hash: Buffer): Promise<SessionRow> {
    const first = begun.get(request);
    if (!first) throw failure("INVALID_TOKEN");
    if (!first.isOver) {
      const end = await readSessionEnd(ownerDb, session_hash);
      if (end !== "idle" && end !== "longest") throw ended(end);
      // Why sessions ended is forgotten after some hours.
      first.isOver = true;
    }
    const row = await readUserOf(ownerDb, first.row);
    // A new password, another factor and signing out everywhere else end it too, although its session is gone.
    if (!row || row.session_ends !== first.row.session_ends) throw failure("INVALID_TOKEN");
    return row;
  }

  async function stillCaller(request: FastifyRequest): Promise<Caller> {
    const secret = secretOf(request);
    if (secret !== null) return accessCaller({ now, ownerDb }, request, secret, "running");
    const session_hash = sessionHashOf(request, urls, now());
    if (!session_hash) throw failure("INVALID_TOKEN");
    const live = await find(session_hash);
    // What the user does with this session keeps it.
    if (live) begun.set(request, { row: live, isOver: false });
    const row = live ?? (await outliving(request, session_hash));
    if (!isActive(row)) throw failure("INVALID_TOKEN");
    return callerOf(row, request.viewerLocale ?? row.locale);
  }

  return { authenticate, stillCaller };
}

/** The session of a request as it was last, and whether it has ended by its age since. */
const begun = new WeakMap<FastifyRequest, { readonly row: SessionRow; isOver: boolean }>();

/** The access token of the request; null where it has none, or an address that carries its right. */
const secretOf = (request: FastifyRequest) =>
  urlTokenOf(request) === undefined ? accessTokenOf(request) : null;

/** Concurrent calls share one read of the session row, so they share its caller. Later calls read a new row. */
const callers = new WeakMap<SessionRow, Caller>();

function callerOf(row: SessionRow, locale: string): Caller {
  const cached = callers.get(row);
  if (cached?.viewer.locale === locale) return cached;
  const caller = {
    viewer: viewerOf(row, locale),
    session_hash: row.token_hash,
    session_key: keyOf(row.token_hash),
    has_current_permissions: row.session_version >= row.account_version,
    scopes: null,
  };
  callers.set(row, caller);
  return caller;
}

/** When a request with a url token was first identified. */
const begins = new WeakMap<FastifyRequest, Date>();

/** The url token of a GET or HEAD request, or undefined. */
export function urlTokenOf(request: FastifyRequest): string | undefined {
  const query = request.query as Record<string, unknown>;
  const isRead = request.method === "GET" || request.method === "HEAD";
  return isRead && typeof query["url_token"] === "string" ? query["url_token"] : undefined;
}

function sessionHashOf(request: FastifyRequest, urls: UrlTokens, at: Date): Buffer | null {
  const url_token = urlTokenOf(request);
  if (url_token !== undefined) {
    // A download may last longer than its address is good for; it goes on as long as its session.
    const first = begins.get(request) ?? at;
    begins.set(request, first);
    return urls.open(url_token, request.url, first);
  }
  const header = request.headers.authorization ?? "";
  if (!header.startsWith("Bearer ")) return null;
  const token = header.slice("Bearer ".length);
  return token.length === tokenLength ? hashOf(token) : null;
}
