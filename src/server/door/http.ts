// The only door: everything that reaches the server over HTTP comes through here.
import compress from "@fastify/compress";
import multipart from "@fastify/multipart";
import pressure from "@fastify/under-pressure";
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from "fastify";
import { api } from "../../api/index.ts";
import { failure } from "../../domain/error.ts";
import type { Database, Services } from "../context.ts";
import { addDemoDoors } from "../demo/demo-doors.ts";
import { addAppFiles } from "./app-files.ts";
import { authenticator } from "./authenticate.ts";
import { botTokens } from "./bot-token.ts";
import { answerError } from "./error-answer.ts";
import { addOpenApi } from "./open-api.ts";
import { withOwner } from "../implement.ts";
import { endpointList, makeRoute, type Door } from "./route.ts";
import { proofs } from "./proof.ts";
import { addressCheck } from "./readable-address.ts";
import { addSecurityHeaders } from "./security-headers.ts";
import { urlTokens } from "./url-token.ts";
import { guessLimitOf } from "../account/guess-limit.ts";
import { allHandlers } from "../handlers/index.ts";
import { addHealth, type Health } from "../start/health.ts";
import type { Jobs } from "../job/jobs.ts";
import { singleFlight } from "../single-flight.ts";
import { makeSignIn } from "../account/sign-in.ts";
import { preparedDatabase } from "../store/viewer-database.ts";
import { readSecret } from "../store/account/secret.ts";

/** What the composition hands to the door. */
export type DoorParts = {
  /** Its `db` is connected as the role that serves requests and that row-level security binds. */
  readonly services: Services;
  /** Connected as the owner of the tables, for what happens before a viewer is known. */
  readonly ownerDb: Database;
  readonly launch: Jobs["launch"];
  readonly health: Health;
  /** Folder of the built browser app; it may be missing while developing. */
  readonly appFolder: string;
};

/** Builds the door; the caller listens and closes. */
export async function openDoor(given: DoorParts): Promise<FastifyInstance> {
  const parts = { ...given, ownerDb: preparedDatabase(given.ownerDb) };
  const { services, ownerDb } = parts;
  const { settings } = services;
  const log: FastifyBaseLogger = services.log;
  const door = fastify({
    loggerInstance: log,
    // One line per call is the proxy's business; faults are logged with their request id.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: settings.trust_proxy === null ? false : settings.trust_proxy.split(/[\s,]+/),
    requestIdHeader: false,
    genReqId: () => crypto.randomUUID(),
    routerOptions: { maxParamLength: 300 },
    requestTimeout: 0,
    connectionTimeout: 120_000,
    keepAliveTimeout: 65_000,
    return503OnClosing: true,
  });
  door.decorateRequest("viewerLocale", null);
  door.decorateRequest("guest", null);
  door.setErrorHandler(answerError);
  await addSecurityHeaders(door, settings);
  addHealth(door, parts.health);

  const botKey = await readSecret(ownerDb, "bot_token");
  const bots = botTokens(botKey);
  const work = proofs(botKey, settings.bot_protection_work);
  const urls = urlTokens(await readSecret(ownerDb, "url_token"));
  const authenticate = authenticator({ ...services, ownerDb, urls });
  const made: Door = { ...parts, bots, urls, proofs: work, authenticate, once: singleFlight() };
  const handlers = allHandlers({
    signIn: makeSignIn(guessLimitOf(ownerDb)),
    async issueBotToken(now) {
      const issued = bots.issue(now);
      return { ...issued, challenge: await work.challenge(issued.token, now) };
    },
    checkAddress: addressCheck,
  });

  await door.register(
    async (inner) => {
      await inner.register(compress, {
        threshold: 1024,
        encodings: ["br", "gzip"],
        brotliOptions: { params: { [brotliQuality]: 4 } },
      });
      await inner.register(multipart);
      await inner.register(pressure, {
        maxEventLoopDelay: 5000,
        sampleInterval: 1000,
        pressureHandler: (request, reply) => {
          void answerError(failure("UNAVAILABLE"), request, reply);
        },
      });
      addOpenApi(inner);
      for (const [noun, name, endpoint] of endpointList(api)) {
        const own: Record<string, unknown> = { ...handlers[noun as keyof typeof handlers] };
        const handler = own[name];
        if (handler !== undefined)
          inner.route(makeRoute(made, endpoint, withOwner(handler as never, ownerDb)));
      }
    },
    { prefix: "/api" },
  );
  addDemoDoors(door, parts);
  await addAppFiles(door, parts.appFolder);
  return door;
}

/** zlib's BROTLI_PARAM_QUALITY. */
const brotliQuality = 1;
