// Builds the HTTP server. All requests come through here.
import type { Server } from "node:http";
import compress from "@fastify/compress";
import multipart from "@fastify/multipart";
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyHttpOptions,
  type FastifyInstance,
  type RouteOptions,
} from "fastify";
import { api } from "../../api/index.ts";
import type { Database, Services } from "../context.ts";
import { addDemoRoutes } from "../demo/demo-routes.ts";
import { addAppFiles } from "./app-files.ts";
import { openAttempts } from "./attempt.ts";
import { authenticator } from "./authenticate.ts";
import { botTokens } from "./bot-token.ts";
import { limitConnections } from "./connection-limit.ts";
import { addDrain } from "./drain.ts";
import { answerError } from "./error-answer.ts";
import { addOpenApi } from "./open-api.ts";
import { withOwner } from "../implement.ts";
import { addJsonBody } from "./json-body.ts";
import { endpointList, makeRoute, type RouteParts } from "./route.ts";
import { proofs } from "./proof.ts";
import { addressCheck } from "./readable-address.ts";
import { downloadNotes } from "./download-note.ts";
import { openPlaces } from "./fair-share.ts";
import { answerNoRequest, answerUnrouted } from "./no-route-answer.ts";
import { originForm, refuseAmbiguousTargets } from "./request-target.ts";
import { addSlowClientLimit } from "./slow-client.ts";
import { addSecurityHeaders, type SecurityHeaders } from "./security-headers.ts";
import { urlTokens } from "./url-token.ts";
import { guessLimitOf } from "../account/guess-limit.ts";
import { allHandlers } from "../handlers/index.ts";
import { addHealth, type Health } from "../start/health.ts";
import { readTls } from "../start/tls-setting.ts";
import type { Jobs } from "../job/jobs.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { addRequestTimes } from "../metrics/request-time.ts";
import { addScim } from "../scim/add-scim.ts";
import { singleFlight } from "../single-flight.ts";
import { makeSignIn } from "../account/sign-in.ts";
import { makeSingleSignOn } from "../account/single-sign-on.ts";
import { preparedDatabase } from "../store/viewer-database.ts";
import { readSecret } from "../store/account/secret.ts";

/** What `main.ts` provides. */
export type AppParts = {
  /** Its `db` uses the role that serves requests, which row-level security limits. */
  readonly services: Services;
  /** Connected as the owner of the tables, for work before a viewer is known. */
  readonly ownerDb: Database;
  readonly launch: Jobs["launch"];
  readonly health: Health;
  /** Null if they are not asked for. */
  readonly metrics: Pick<Metrics, "countRequest"> | null;
  /** Folder of the built browser app. It may be missing during development. */
  readonly appFolder: string;
};

/** The caller starts to listen and closes the server. */
export async function openApp(appParts: AppParts): Promise<FastifyInstance> {
  const parts = { ...appParts, ownerDb: preparedDatabase(appParts.ownerDb) };
  const { services, ownerDb } = parts;
  const { settings } = services;
  const log: FastifyBaseLogger = services.log;
  const headers: SecurityHeaders = { known: null };
  // The connections of TLS are those of the same server type, encrypted.
  const tls = readTls(settings);
  const timeouts = { headersTimeout: 20_000, connectionsCheckingInterval: 5000 };
  const app = fastify({
    ...(tls ? { https: { ...timeouts, ...tls, minVersion: "TLSv1.2" } } : { http: timeouts }),
    frameworkErrors: answerUnrouted(() => headers.known ?? {}),
    clientErrorHandler: answerNoRequest(() => headers.known ?? {}),
    loggerInstance: log,
    // The proxy logs requests. Faults are logged here with their request ID.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: settings.trust_proxy === null ? false : settings.trust_proxy.split(/[\s,]+/),
    requestIdHeader: false,
    genReqId: () => crypto.randomUUID(),
    rewriteUrl: ({ url = "/" }) => originForm(url),
    routerOptions: { maxParamLength: 300 },
    // The time of a whole request is not limited, but that of its headers and the rate of its body are.
    requestTimeout: 0,
    connectionTimeout: 120_000,
    keepAliveTimeout: 65_000,
    return503OnClosing: true,
  } as FastifyHttpOptions<Server>);
  app.decorateRequest("viewerLocale", null);
  app.decorateRequest("viewerAccount", null);
  app.decorateRequest("isOutOfScope", false);
  app.decorateRequest("caller", null);
  app.decorateRequest("keptAnswer", null);
  app.setErrorHandler(answerError);
  await addSecurityHeaders(app, settings, headers);
  refuseAmbiguousTargets(app);
  addDrain(app);
  if (parts.metrics) addRequestTimes(app, parts.metrics);
  addSlowClientLimit(app, settings.slowest_transfer);
  if (settings.trust_proxy === null) {
    limitConnections(app.server, settings.connections_per_address);
  }
  addHealth(app, parts.health);

  const botKey = await readSecret(ownerDb, "bot_token");
  const bots = botTokens(botKey);
  const proofOfWork = proofs(botKey, settings.bot_protection_work);
  const urls = urlTokens(await readSecret(ownerDb, "url_token"));
  const { authenticate, stillCaller } = authenticator({ ...services, ownerDb, urls });
  const routeParts: RouteParts = {
    ...parts,
    bots,
    urls,
    proofs: proofOfWork,
    authenticate,
    stillCaller,
    singleFlight: singleFlight(),
    places: openPlaces(),
    downloads: downloadNotes(),
    attempts: openAttempts(ownerDb),
  };
  const handlers = allHandlers({
    signIn: makeSignIn(guessLimitOf(ownerDb)),
    singleSignOn: makeSingleSignOn(settings),
    async issueBotToken(now) {
      const issued = bots.issue(now);
      return { ...issued, challenge: await proofOfWork.challenge(issued.token, now) };
    },
    isUrlTokenValid: (token, url, session_hash, now) =>
      urls.open(token, url, now)?.equals(session_hash) ?? false,
    checkAddress: addressCheck,
  });

  await app.register(
    async (inner) => {
      await inner.register(compress, {
        threshold: 1024,
        encodings: ["br", "gzip"],
        // No client compresses what it sends. A few bytes could become gigabytes.
        globalDecompression: false,
        // Level 6 takes twice as long for 4 % fewer bytes.
        zlibOptions: { level: 3 },
        brotliOptions: { params: { [brotliQuality]: 4 } },
      });
      addJsonBody(inner);
      await inner.register(multipart);
      addOpenApi(inner, settings, authenticate);
      const byteRoutes: RouteOptions[] = [];
      for (const [noun, name, endpoint] of endpointList(api)) {
        const handlersOfNoun: Record<string, unknown> = {
          ...handlers[noun as keyof typeof handlers],
        };
        const handler = handlersOfNoun[name];
        if (handler === undefined) continue;
        const route = makeRoute(routeParts, endpoint, withOwner(handler as never, ownerDb));
        if (endpoint.bodyKind === "bytes") byteRoutes.push(route);
        else inner.route(route);
      }
      await inner.register(async (bytes) => addByteRoutes(bytes, byteRoutes));
    },
    { prefix: "/api" },
  );
  await addScim(app, parts);
  await addDemoRoutes(app, parts);
  await addAppFiles(app, parts.appFolder, settings);
  // The first answer computes the security headers. Answers outside of all routes have them as well.
  await app.inject("/api/health/live");
  return app;
}

/** Routes whose body is one stream, which their handlers read themselves. */
function addByteRoutes(app: FastifyInstance, routes: readonly RouteOptions[]): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    ["application/offset+octet-stream", "application/octet-stream"],
    (_request, _body, done) => done(null),
  );
  for (const route of routes) app.route(route);
}

/** zlib's BROTLI_PARAM_QUALITY. */
const brotliQuality = 1;
