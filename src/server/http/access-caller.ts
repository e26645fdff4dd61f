// Who calls with an access token: a program, with some of the rights that its user has now.
import type { FastifyRequest } from "fastify";
import { isAccessToken } from "../../domain/account/access-token.ts";
import { failure } from "../../domain/error.ts";
import { keyOf, networkOf, oncePerDatabase, openCounter, tooMany } from "../account/rate-limit.ts";
import { viewerOf } from "../account/viewer.ts";
import type { Database, Services } from "../context.ts";
import { isActive } from "../store/account/account.ts";
import { addNetwork, findAccessToken, touchAccessToken } from "../store/account/access-token.ts";
import { changeWithAudit } from "../store/account/audit.ts";
import { keyOf as sessionKeyOf } from "../store/account/session.ts";
import { requestedLocale } from "../translate.ts";
import type { Caller } from "./caller.ts";

/** Calls of one token in a minute, and tokens that no user has of one network in a quarter of an hour. */
export const accessLimits = { requestsPerMinute: 120, wrongTokens: 30 } as const;
/** The precision of the stored time of last use. */
const touchEveryMs = 60_000;

const counters = oncePerDatabase((db) => ({
  wrong: openCounter(db, "access_wrong", {
    points: accessLimits.wrongTokens,
    duration: 15 * 60,
  }),
  requests: openCounter(db, "access", { points: accessLimits.requestsPerMinute, duration: 60 }),
}));

/** The access token of the request; null where it has none. */
export function accessTokenOf(request: FastifyRequest): string | null {
  const header = request.headers.authorization ?? "";
  const [, secret] = /^Bearer (\S{1,100})$/i.exec(header) ?? [];
  return secret !== undefined && isAccessToken(secret) ? secret : null;
}

type Parts = Pick<Services, "now"> & { readonly ownerDb: Database };

/**
 * The user of the token, as the user is now.
 * @param when a call that runs goes on where the token expires meanwhile, and is no further use of it
 * @throws INVALID_TOKEN where no user has it who may sign in, TOKEN_EXPIRED, TOO_MANY_REQUESTS
 */
export async function accessCaller(
  { now, ownerDb }: Parts,
  request: FastifyRequest,
  secret: string,
  when: "now" | "running" = "now",
): Promise<Caller> {
  const { wrong, requests } = counters(ownerDb);
  const network = keyOf(networkOf(request.ip));
  const token = await findAccessToken(ownerDb, secret);
  if (!token || !isActive(token.user)) {
    // Tokens that are right are not refused for the wrong ones of their network.
    const tried = await wrong.penalty(network);
    if (tried.consumedPoints > wrong.points) throw tooMany(tried.msBeforeNext);
    throw failure("INVALID_TOKEN");
  }
  const at = now();
  const isOver = token.expires_at.getTime() <= at.getTime();
  if (isOver && when === "now") throw failure("TOKEN_EXPIRED");
  // An upload asks again while it arrives, and is one call.
  if (request.caller === null) {
    const asked = await requests.penalty(String(token.id));
    if (asked.consumedPoints > requests.points) throw tooMany(asked.msBeforeNext);
  }
  const locale = requestedLocale(request.headers["accept-language"]) ?? token.user.locale;
  request.viewerLocale = locale;
  request.viewerAccount = token.user.account_id;
  const access_scopes = new Set(token.scopes);
  const viewer = { ...viewerOf(token.user, locale), access_token_id: token.id, access_scopes };
  if (!token.networks.includes(network)) {
    const detail = { name: token.name, address: request.ip };
    await changeWithAudit(
      { viewer, request_id: request.id, db: ownerDb },
      (db) => addNetwork(db, token.id, network),
      (isNew) =>
        isNew
          ? {
              action: "access_token_new_address",
              customer_id: token.user.customer_id,
              detail,
            }
          : null,
    );
  }
  if (when === "now" && at.getTime() - (token.used_at?.getTime() ?? 0) >= touchEveryMs) {
    await touchAccessToken(ownerDb, token.id, at);
  }
  return {
    viewer,
    session_hash: token.user.token_hash,
    session_key: sessionKeyOf(token.user.token_hash),
    has_current_permissions: true,
    scopes: access_scopes,
  };
}
