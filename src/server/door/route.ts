// One declared call as a route: bot token, session, permission, parse, scope, handler, answer.
import type { FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import { z } from "zod";
import type { Endpoint } from "../../api/endpoint.ts";
import { failure } from "../../domain/error.ts";
import { limits } from "../../domain/limits.ts";
import { isPermitted } from "../../domain/account/permission.ts";
import { botHeaders } from "../../domain/account/bot-header.ts";
import type { Context, Database, PublicContext, Services } from "../context.ts";
import type { AnyHandler, ByteAnswer } from "../implement.ts";
import type { Jobs } from "../job/jobs.ts";
import type { SingleFlight } from "../single-flight.ts";
import { takeProof } from "../store/account/used-proof.ts";
import { viewerDatabase } from "../store/viewer-database.ts";
import { wishedLocale } from "../words.ts";
import { urlTokenOf, type Authenticate, type Guest } from "./authenticate.ts";
import type { BotTokens } from "./bot-token.ts";
import { answerUnchanged, sendBytes } from "./byte-answer.ts";
import { readParts } from "./multipart.ts";
import { parsePart } from "./parse.ts";
import type { Proofs } from "./proof.ts";
import { resolveScope } from "./scope.ts";
import { noSession, signedAddress, type UrlTokens } from "./url-token.ts";
import { watchedParts } from "./watched-parts.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Who was admitted; null for calls without a session. */
    guest: Guest | null;
    /** Language of the signed-in caller, once known. */
    viewerLocale: string | null;
  }
}

/** What every route needs. */
export type Door = {
  readonly services: Services;
  readonly ownerDb: Database;
  readonly launch: Jobs["launch"];
  readonly bots: BotTokens;
  readonly proofs: Proofs;
  readonly urls: UrlTokens;
  readonly authenticate: Authenticate;
  readonly once: SingleFlight;
};

/** All declared calls as `[noun, name, endpoint]`. */
export function endpointList(
  contract: Readonly<Record<string, Readonly<Record<string, Endpoint>>>>,
): [noun: string, name: string, endpoint: Endpoint][] {
  return Object.entries(contract).flatMap(([noun, calls]) =>
    Object.entries(calls).map(([name, endpoint]): [string, string, Endpoint] => [
      noun,
      name,
      endpoint,
    ]),
  );
}

/** Calls that mend or end a session whose permissions changed. */
const alwaysPaths: ReadonlySet<string> = new Set(["/auth/user/reload-permissions", "/auth/logout"]);

/** The declared call as a route below /api. */
export function makeRoute(door: Door, endpoint: Endpoint, handler: AnyHandler): RouteOptions {
  return {
    method: endpoint.method,
    url: endpoint.path.replace(/\{(\w+)\}/g, ":$1"),
    bodyLimit: endpoint.maxBytes ?? limits.jsonBodyBytes,
    // Before the body is read: strangers cannot make the server work through megabytes.
    async onRequest(request) {
      if (endpoint.signed) checkSigned(door, request);
      else if (!(await isNoBot(door, endpoint, request))) throw failure("INVALID_BOT_TOKEN");
      if (!endpoint.public) request.guest = await admit(door, endpoint, request);
    },
    handler: (request, reply) =>
      request.guest
        ? answerGuest(door, endpoint, handler, request, reply, request.guest)
        : answerPublic(door, endpoint, handler, request, reply),
  };
}

/** A signed token, and for public calls a solved proof that was never used; url tokens stand for both. */
async function isNoBot(door: Door, endpoint: Endpoint, request: FastifyRequest): Promise<boolean> {
  if (endpoint.open) return true;
  if (!endpoint.public && urlTokenOf(request) !== undefined) return true;
  const now = door.services.now();
  const token = String(request.headers[botHeaders.token]);
  if (!door.bots.isValid(token, now)) return false;
  if (!endpoint.public) return true;
  const proof = await door.proofs.open(String(request.headers[botHeaders.proof]), token, now);
  return proof !== null && takeProof(door.ownerDb, proof.id, proof.expires_at);
}

/** @throws TOKEN_EXPIRED without a good url token for exactly this address */
function checkSigned({ urls, services }: Door, request: FastifyRequest): void {
  const token = urlTokenOf(request) ?? "";
  if (urls.open(token, request.url, services.now()) === null) throw failure("TOKEN_EXPIRED");
}

/** @throws where there is no session, its permissions must be reloaded, or they do not suffice */
async function admit(door: Door, endpoint: Endpoint, request: FastifyRequest): Promise<Guest> {
  const guest = await door.authenticate(request);
  if (!guest.knows_permissions && !alwaysPaths.has(endpoint.path)) {
    throw failure("PERMISSION_RELOAD_REQUIRED");
  }
  if (!isPermitted(endpoint.permission, guest.viewer.permissions)) {
    throw failure("PERMISSION_DENIED");
  }
  return guest;
}

async function answerPublic(
  door: Door,
  endpoint: Endpoint,
  handler: AnyHandler,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { db: _, ...services } = door.services;
  const context: PublicContext = {
    ...services,
    request_id: request.id,
    locale: wishedLocale(request.headers["accept-language"]),
    address: request.ip,
    credentials: credentialsOf(request.headers.authorization),
    signUrl: (url) => signedAddress(door.urls, url, noSession, door.services.now()),
  };
  const params = parsePart(endpoint.params, request.params);
  const sent = { params, ...parseSent(endpoint, request) };
  const result = await handler(context, sent);
  return endpoint.answerKind === undefined
    ? sendJson(reply, jsonOf(endpoint, result))
    : sendBytes(request, reply, result as ByteAnswer);
}

async function answerGuest(
  door: Door,
  endpoint: Endpoint,
  handler: AnyHandler,
  request: FastifyRequest,
  reply: FastifyReply,
  guest: Guest,
): Promise<FastifyReply> {
  const run = async () => {
    const context = contextOf(door, guest, request);
    const params = parsePart(endpoint.params, request.params);
    // Before the rest is read: nobody learns from a fault in the body whether an object exists.
    const scoped =
      endpoint.scope === null
        ? {}
        : await door.once(scopeQuestion(endpoint, request, guest), () =>
            resolveScope(endpoint, params, context.db, guest.viewer),
          );
    const hash = hashIn(params);
    if (answerUnchanged(request, reply, hash)) return { isAnswered: true };
    const sent = parseSent(endpoint, request);
    const parts =
      endpoint.bodyKind === "multipart"
        ? {
            parts: watchedParts(readParts(request, endpoint.maxBytes ?? limits.jsonBodyBytes), () =>
              mayStill(door, endpoint, request, params),
            ),
          }
        : {};
    return { hash, result: await handler(context, { params, ...sent, ...scoped, ...parts }) };
  };
  if (endpoint.answerKind !== undefined) {
    const { isAnswered, hash, result } = await run();
    return isAnswered ? reply : sendBytes(request, reply, result as ByteAnswer, hash);
  }
  const answer = async () => Buffer.from(jsonOf(endpoint, (await run()).result));
  if (endpoint.method !== "GET") return sendJson(reply, await answer());
  const question = `${guest.session_key} ${guest.viewer.locale} ${request.url}`;
  return sendJson(reply, await door.once(question, answer));
}

/**
 * Asked while an upload runs: the session, the permission and the object as they are by now. That the
 * browser has yet to hear of changed permissions is no reason to stop.
 * @throws as the call itself would by now
 */
async function mayStill(
  door: Door,
  endpoint: Endpoint,
  request: FastifyRequest,
  params: unknown,
): Promise<void> {
  const { viewer } = await door.authenticate(request);
  if (!isPermitted(endpoint.permission, viewer.permissions)) throw failure("PERMISSION_DENIED");
  await resolveScope(endpoint, params, viewerDatabase(door.services.db, viewer), viewer);
}

/** Many files of one plant or analysis are asked for at once: its scope is resolved once for them. */
function scopeQuestion({ scope }: Endpoint, request: FastifyRequest, guest: Guest): string {
  const ids = Object.entries(scope ?? {}).map(
    ([kind, name]) => `${kind} ${(request.params as Record<string, string>)[name]}`,
  );
  return `scope ${guest.session_key} ${ids.join()}`;
}

function contextOf(door: Door, { viewer, session_hash }: Guest, request: FastifyRequest): Context {
  const { services, launch, urls } = door;
  return {
    ...services,
    db: viewerDatabase(services.db, viewer),
    viewer,
    session_hash,
    request_id: request.id,
    enqueue: (name, input, about) =>
      launch({ name, input, ...about, account_id: viewer.account_id }),
    signUrl: (url) => signedAddress(urls, url, session_hash, services.now()),
  };
}

/** A call that declares no query takes none. */
const nothing = z.object({});

function parseSent(endpoint: Endpoint, request: FastifyRequest) {
  const { url_token: _, ...query } = request.query as Record<string, unknown>;
  const body = endpoint.bodyKind === "multipart" ? undefined : request.body;
  return {
    query: parsePart(endpoint.query ?? nothing, query),
    body: parsePart(endpoint.body, body),
  };
}

function hashIn(params: unknown): string | undefined {
  const hash = (params as { hash?: unknown } | undefined)?.hash;
  return typeof hash === "string" ? hash : undefined;
}

/** The answer's shape is parsed: what it does not name never leaves. */
function jsonOf(endpoint: Endpoint, result: unknown): string {
  return JSON.stringify(endpoint.answer ? endpoint.answer.parse(result) : null);
}

function sendJson(reply: FastifyReply, text: string | Buffer): FastifyReply {
  return reply
    .header("cache-control", "no-store")
    .type("application/json; charset=utf-8")
    .send(text);
}

function credentialsOf(header: string | undefined): PublicContext["credentials"] {
  if (header === undefined || header.length > 2000 || !/^basic /i.test(header)) return null;
  const text = Buffer.from(header.slice("basic ".length), "base64").toString("utf8");
  const colon = text.indexOf(":");
  if (colon < 0) return null;
  return { name: text.slice(0, colon), password: text.slice(colon + 1) };
}
