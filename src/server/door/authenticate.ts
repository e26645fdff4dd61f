// Who is at the door: a session's token in the header, or a url token for one address.
import type { FastifyRequest } from "fastify";
import { failure } from "../../domain/error.ts";
import type { Database, Services, Viewer } from "../context.ts";
import { isActive } from "../store/account/account.ts";
import {
  endSession,
  hashOf,
  keyOf,
  openSessions,
  touchSession,
  type SessionRow,
} from "../store/account/session.ts";
import { viewerOf } from "../account/viewer.ts";
import { wishedLocale } from "../words.ts";
import { loggable } from "./error-answer.ts";
import type { UrlTokens } from "./url-token.ts";

const minute = 60_000;
/** The time of the last call is written down this exactly. */
const touchEveryMs = minute;
const tokenLength = 43;

export type Guest = {
  readonly viewer: Viewer;
  readonly session_hash: Buffer;
  /** The same as text, to tell sessions apart by. */
  readonly session_key: string;
  /** False where the account's permissions changed since the browser last asked for them. */
  readonly knows_permissions: boolean;
};

export type Authenticate = (request: FastifyRequest) => Promise<Guest>;

type Parts = Pick<Services, "settings" | "now" | "log"> & {
  readonly ownerDb: Database;
  readonly urls: UrlTokens;
};

/** @throws INVALID_TOKEN or TOKEN_EXPIRED (by the function answered) */
export function authenticator({ settings, now, log, ownerDb, urls }: Parts): Authenticate {
  const find = openSessions(ownerDb);
  const idleMs = settings.session_idle_minutes * minute;
  const absoluteMs = settings.session_absolute_minutes * minute;

  function isOver({ created_at, last_used_at }: SessionRow, at: number): boolean {
    return at - last_used_at.getTime() > idleMs || at - created_at.getTime() > absoluteMs;
  }

  return async (request) => {
    const at = now();
    const session_hash = hashAtDoor(request, urls, at);
    const row = session_hash && (await find(session_hash));
    if (!row || !isActive(row)) throw failure("INVALID_TOKEN");
    if (isOver(row, at.getTime())) {
      await endSession(ownerDb, row.token_hash);
      throw failure("TOKEN_EXPIRED");
    }
    if (at.getTime() - row.last_used_at.getTime() > touchEveryMs) {
      // Once a minute a session is used; a failure to write that down stops nobody.
      await touchSession(ownerDb, row.token_hash, at).catch((error: unknown) =>
        log.error(loggable(error), "a session's last use was not stored"),
      );
    }
    const locale = wishedLocale(request.headers["accept-language"]) ?? row.locale;
    request.viewerLocale = locale;
    return guestOf(row, locale);
  };
}

/** Calls that shared the reading of a row share what is made of it; no later call gets that row. */
const guests = new WeakMap<SessionRow, Guest>();

function guestOf(row: SessionRow, locale: string): Guest {
  const known = guests.get(row);
  if (known?.viewer.locale === locale) return known;
  const guest = {
    viewer: viewerOf(row, locale),
    session_hash: row.token_hash,
    session_key: keyOf(row.token_hash),
    knows_permissions: row.session_version >= row.account_version,
  };
  guests.set(row, guest);
  return guest;
}

/** The url token of a reading request, or undefined. */
export function urlTokenOf(request: FastifyRequest): string | undefined {
  const query = request.query as Record<string, unknown>;
  const reads = request.method === "GET" || request.method === "HEAD";
  return reads && typeof query["url_token"] === "string" ? query["url_token"] : undefined;
}

function hashAtDoor(request: FastifyRequest, urls: UrlTokens, at: Date): Buffer | null {
  const url_token = urlTokenOf(request);
  if (url_token !== undefined) return urls.open(url_token, request.url, at);
  const header = request.headers.authorization ?? "";
  if (!header.startsWith("Bearer ")) return null;
  const token = header.slice("Bearer ".length);
  return token.length === tokenLength ? hashOf(token) : null;
}
