// Who asks: the sign-in service of one customer, known by its token.
import type { FastifyRequest } from "fastify";
import { ScimFault, scimBase, scimLimits, type ScimObject } from "../../domain/scim/scim.ts";
import { keyOf, networkOf, oncePerDatabase, openCounter } from "../account/rate-limit.ts";
import type { Database, Services } from "../context.ts";
import type { AuditAuthor } from "../store/account/audit.ts";
import { findToken, hasStaff, touchToken } from "../store/account/provisioning.ts";
import { readSignOn, type SignOnRow } from "../store/account/single-sign-on.ts";
import { viewerDatabase } from "../store/viewer-database.ts";

export type ScimParts = { readonly services: Services; readonly ownerDb: Database };

export type ScimContext = {
  readonly customer_id: number;
  /** Row-level security limits it to the customer. */
  readonly db: Database;
  /** For sessions, which the serving role cannot end. */
  readonly ownerDb: Database;
  readonly set: SignOnRow;
  readonly author: AuditAuthor;
  readonly now: () => Date;
  /** Address of all resources. */
  readonly base: string;
  /** Where the product says what it does. */
  readonly help: string;
};

export type ScimRequest = {
  readonly id: string;
  readonly query: ScimObject;
  readonly body: unknown;
};

/** What a token looks like: other secrets that end up in the header are refused without a look into the database. */
const tokenForm = /^Bearer (scim_[\w-]{43})$/i;
/** The precision of the stored time of last use. */
const touchEveryMs = 60_000;

const counters = oncePerDatabase((db) => ({
  wrong: openCounter(db, "scim_wrong", { points: scimLimits.wrongTokens, duration: 15 * 60 }),
  requests: openCounter(db, "scim", { points: scimLimits.requestsPerMinute, duration: 60 }),
}));

/** A refusal that says when to try again. */
export class ScimWait extends ScimFault {
  readonly seconds: number;
  constructor(ms: number) {
    const seconds = Math.max(1, Math.ceil(ms / 1000));
    super(429, null, `Too many requests. Try again in ${seconds} seconds.`);
    this.seconds = seconds;
  }
}

/** @throws ScimFault 401 without a valid token, 403 where it is for staff, 429 after too many requests */
export async function scimContext(
  { services, ownerDb }: ScimParts,
  request: FastifyRequest,
): Promise<ScimContext> {
  const { now, settings, db } = services;
  const { wrong, requests } = counters(ownerDb);
  const network = keyOf(networkOf(request.ip));
  const failures = await wrong.get(network);
  if (failures && failures.consumedPoints >= wrong.points)
    throw new ScimWait(failures.msBeforeNext);
  const [, secret] = tokenForm.exec(request.headers.authorization ?? "") ?? [];
  const token = secret === undefined ? null : await findToken(ownerDb, secret);
  const at = now();
  if (token === null || at.getTime() >= Date.parse(token.expires_at)) {
    if (secret !== undefined) await wrong.penalty(network);
    const why = token === null ? "The token is missing or not valid." : "The token has expired.";
    throw new ScimFault(401, null, `${why} Make a new one in the settings of the customer.`);
  }
  const { customer_id } = token;
  const asked = await requests.penalty(String(customer_id));
  if (asked.consumedPoints > requests.points) throw new ScimWait(asked.msBeforeNext);
  const own = viewerDatabase(db, { customer_id });
  const [set, isOfStaff] = await Promise.all([
    readSignOn(own, customer_id),
    hasStaff(own, customer_id),
  ]);
  if (set === null || isOfStaff)
    throw new ScimFault(403, null, "The users of this customer are not provisioned.");
  const used = token.last_used_at === null ? 0 : Date.parse(token.last_used_at);
  if (at.getTime() - used >= touchEveryMs) await touchToken(ownerDb, customer_id, at);
  return {
    customer_id,
    db: own,
    ownerDb,
    set,
    author: { viewer: { account_id: null, customer_id }, request_id: request.id },
    now,
    base: `${settings.public_url}${scimBase}`,
    help: `${settings.public_url}/api/docs`,
  };
}
