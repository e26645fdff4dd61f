// One endpoint as a route: bot token, session, permission, parsing, scope, handler, answer.
import type { FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import { z } from "zod";
import type { Endpoint } from "../../api/endpoint.ts";
import { failure, isFailure } from "../../domain/error.ts";
import { limits } from "../../domain/limits.ts";
import type { Context, Database, PublicContext, Services } from "../context.ts";
import type { AnyHandler, ByteAnswer } from "../implement.ts";
import type { Jobs } from "../job/jobs.ts";
import type { SingleFlight } from "../single-flight.ts";
import { writeAuditEntry } from "../store/account/audit.ts";
import type { Kept } from "../store/account/kept-answer.ts";
import { launchedShape } from "../../domain/analysis/task.ts";
import { refuseManyTasks, requireTaskRoom } from "../store/unfinished-task.ts";
import { viewerDatabase } from "../store/viewer-database.ts";
import { requestedLocale } from "../translate.ts";
import type { Authenticate } from "./authenticate.ts";
import { requireAccess, requireStillAccess, type Caller } from "./caller.ts";
import type { BotTokens } from "./bot-token.ts";
import { attemptOf, keptAnswerOf, requestHash, type Attempts } from "./attempt.ts";
import { sendBytes } from "./byte-answer.ts";
import { credentialsOf } from "./credential.ts";
import { requireRoom } from "./disk-room.ts";
import type { DownloadNotes } from "./download-note.ts";
import { inTurn, type Places } from "./fair-share.ts";
import { parseBody, parseHeaders, parseParams, parsePart } from "./parse.ts";
import type { Proofs } from "./proof.ts";
import { checkBotProtection, checkSigned } from "./protection.ts";
import { isStreamed, jsonOf, sendAnswer, sendJson, sendWithHeaders } from "./json-answer.ts";
import { markOutOfScope } from "./refusal-note.ts";
import { receivedBody } from "./received-body.ts";
import { resolveScope } from "./scope.ts";
import { noSession, signedAddress, type UrlTokens } from "./url-token.ts";
import { watchAnswer } from "./watched-parts.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The authorized caller; null for calls without a session. */
    caller: Caller | null;
    /** Language of the signed-in caller, when known. */
    viewerLocale: string | null;
  }
}

/** What every route uses. */
export type RouteParts = {
  readonly services: Services;
  readonly ownerDb: Database;
  readonly launch: Jobs["launch"];
  readonly bots: BotTokens;
  readonly proofs: Proofs;
  readonly urls: UrlTokens;
  readonly authenticate: Authenticate;
  readonly stillCaller: Authenticate;
  readonly singleFlight: SingleFlight;
  readonly places: Places;
  readonly downloads: DownloadNotes;
  readonly attempts: Attempts;
};

/** All endpoints as `[noun, name, endpoint]`. */
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

/** The route of an endpoint below /api. */
export function makeRoute(
  parts: RouteParts,
  endpoint: Endpoint,
  handler: AnyHandler,
): RouteOptions {
  return {
    method: endpoint.method,
    url: endpoint.path.replace(/\{(\w+)\}/g, ":$1"),
    // HEAD runs the handler of GET. A public call would use up its proof, so it has no HEAD.
    exposeHeadRoute: !endpoint.public || endpoint.open === true || endpoint.signed === true,
    ...(endpoint.compressed === false && { compress: false }),
    bodyLimit: endpoint.maxBytes ?? limits.jsonBodyBytes,
    // Before the body is read: strangers cannot make the server process megabytes.
    async onRequest(request) {
      if (endpoint.signed) checkSigned(parts, request);
      else await checkBotProtection(parts, endpoint, request);
      if (!endpoint.public) request.caller = await authorizeOrRecall(parts, endpoint, request);
      if ((request.headers["content-encoding"] ?? "identity") !== "identity")
        throw failure("BAD_REQUEST", { reason: "body_type" });
      const { files, settings } = parts.services;
      await requireRoom(files, endpoint, request, settings.disk_reserve_mb * 1e6);
    },
    handler: (request, reply) =>
      (request.keptAnswer
        ? sendKept(request, reply, request.keptAnswer)
        : request.caller
          ? answerSignedIn(parts, endpoint, handler, request, reply, request.caller)
          : answerPublic(parts, endpoint, handler, request, reply)
      ).catch((error: unknown) => {
        // The slow client was answered; what its end makes of the handler is no news.
        if (reply.sent) return reply;
        throw error;
      }),
  };
}

/** @throws INVALID_TOKEN, TOKEN_EXPIRED, PERMISSION_RELOAD_REQUIRED or PERMISSION_DENIED */
async function authorize(
  parts: RouteParts,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<Caller> {
  const caller = await parts.authenticate(request);
  requireAccess(endpoint, caller);
  return caller;
}

/**
 * The caller; null where the session has ended, and this request is the second attempt of the change that ended it: its
 * answer, such as a renewed token, was lost.
 */
async function authorizeOrRecall(
  parts: RouteParts,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<Caller | null> {
  try {
    return await authorize(parts, endpoint, request);
  } catch (error) {
    const attempt =
      isFailure(error) && error.code === "INVALID_TOKEN" && attemptOf(endpoint, request);
    request.keptAnswer = attempt ? await parts.attempts.read(attempt) : null;
    if (!request.keptAnswer?.answer) throw error;
    return null;
  }
}

const sendKept = async (request: FastifyRequest, reply: FastifyReply, kept: Kept) =>
  sendJson(reply, keptAnswerOf(kept, requestHash(request)));

async function answerPublic(
  parts: RouteParts,
  endpoint: Endpoint,
  handler: AnyHandler,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { db: _, ...services } = parts.services;
  const context: PublicContext = {
    ...services,
    request_id: request.id,
    locale: requestedLocale(request.headers["accept-language"]),
    address: request.ip,
    credentials: credentialsOf(request.headers.authorization),
    signUrl: (url) => signedAddress(parts.urls, url, noSession, parts.services.now()),
  };
  const params = parseParams(endpoint.params, request.params);
  const sent = { params, ...(await parseSent(endpoint, request)) };
  const result = await handler(context, sent);
  return isStreamed(endpoint)
    ? sendBytes(request, reply, result as ByteAnswer)
    : sendAnswer(reply, await jsonOf(endpoint, result));
}

async function answerSignedIn(
  parts: RouteParts,
  endpoint: Endpoint,
  handler: AnyHandler,
  request: FastifyRequest,
  reply: FastifyReply,
  caller: Caller,
): Promise<FastifyReply> {
  const query = request.query as Record<string, unknown>;
  const run = () => inTurn(parts.places, endpoint, caller, reply.raw, runNow, query);
  const runNow = async () => {
    const context = contextOf(parts, caller, request, reply);
    const params = parseParams(endpoint.params, request.params);
    // Before the body is parsed: a fault in the body must not reveal whether an object exists.
    const scoped =
      endpoint.scope === null || endpoint.scopedBy === "handler"
        ? {}
        : await markOutOfScope(
            request,
            parts.singleFlight(scopeKey(endpoint, request, caller), () =>
              resolveScope(endpoint, params, context.db, caller.viewer),
            ),
          );
    const sent = await parseSent(endpoint, request);
    // Before its files arrive: they would be stored for a task that cannot begin.
    if (endpoint.startsTask || endpoint.answer === launchedShape)
      await refuseManyTasks(parts.ownerDb, caller.viewer);
    const recheck = () => recheckAccess(parts, endpoint, params, parts.authenticate(request));
    const body = receivedBody(endpoint, request, { context, scoped, recheck });
    const answer = await handler(context, {
      params,
      ...sent,
      ...scoped,
      parts: body,
      stream: body,
    });
    await parts.downloads.note(context, endpoint, request, answer, scoped);
    return answer;
  };
  if (isStreamed(endpoint)) {
    const answer = (await run()) as ByteAnswer;
    const params = parseParams(endpoint.params, request.params);
    // Before it is sent: a reply is awaited until its end.
    const recheck = () => recheckAccess(parts, endpoint, params, parts.stillCaller(request));
    watchAnswer(reply.raw, recheck);
    return sendBytes(request, reply, answer);
  }
  if (endpoint.answerHeaders) return sendWithHeaders(reply, endpoint, await run());
  const answer = async () => jsonOf(endpoint, await run());
  if (endpoint.method !== "GET") {
    const attempt = attemptOf(endpoint, request);
    const made = attempt && parts.attempts.once(attempt, requestHash(request), answer);
    return sendAnswer(reply, await (made ?? answer()));
  }
  const key = `${caller.session_key} ${caller.viewer.locale} ${request.url}`;
  return sendAnswer(reply, await parts.singleFlight(key, answer));
}

/**
 * Checks session, permission and scope again while an upload or a download runs. Permissions that changed do not
 * require a reload here, so that it continues as long as it is still permitted.
 * @param found who an upload is from, as of a new call, or who a download is still sent to
 * @throws the same errors as a new call
 */
async function recheckAccess(
  parts: RouteParts,
  endpoint: Endpoint,
  params: unknown,
  found: Promise<Caller>,
): Promise<void> {
  const caller = await found;
  requireStillAccess(endpoint, caller);
  await resolveScope(
    endpoint,
    params,
    viewerDatabase(parts.services.db, caller.viewer),
    caller.viewer,
  );
}

/** Browsers request many files of one plant at the same time: they share one resolution of the scope. */
function scopeKey({ scope }: Endpoint, request: FastifyRequest, caller: Caller): string {
  const ids = Object.entries(scope ?? {}).map(
    ([kind, name]) => `${kind} ${(request.params as Record<string, string>)[name]}`,
  );
  return `scope ${caller.session_key} ${ids.join()}`;
}

function contextOf(
  parts: RouteParts,
  { viewer, session_hash }: Caller,
  request: FastifyRequest,
  reply: FastifyReply,
): Context {
  const { services, launch, urls } = parts;
  const leaving = new AbortController();
  reply.raw.once("close", () => leaving.abort());
  return {
    ...services,
    db: viewerDatabase(services.db, viewer),
    viewer,
    session_hash,
    request_id: request.id,
    gone: leaving.signal,
    enqueue: (name, input, about, audit) =>
      launch({
        name,
        input,
        ...about,
        account_id: viewer.account_id,
        async also(db) {
          await requireTaskRoom(db, viewer, request.isMultipart());
          if (audit) await writeAuditEntry({ viewer, request_id: request.id }, db, audit);
        },
      }),
    signUrl: (url) => signedAddress(urls, url, session_hash, services.now()),
  };
}

/** The query of endpoints that declare none. */
const noQuery = z.object({});

async function parseSent(endpoint: Endpoint, request: FastifyRequest) {
  const { url_token: _, ...query } = request.query as Record<string, unknown>;
  const isFile = endpoint.bodyKind === "multipart" || endpoint.bodyKind === "bytes";
  const body = isFile ? undefined : request.body;
  return {
    query: parsePart(endpoint.query ?? noQuery, query),
    headers: endpoint.headers && parseHeaders(endpoint.headers, request.headers),
    body: await parseBody(endpoint.body, body),
  };
}
