// Serves user provisioning: token, turn, JSON in, JSON out, errors in the form of the protocol.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import {
  scimBase,
  scimContentType,
  scimErrorOf,
  ScimFault,
  scimLimits,
  type ScimObject,
} from "../../domain/scim/scim.ts";
import { errors, isFailure, type ErrorCode } from "../../domain/error.ts";
import { codeOf, loggable } from "../http/error-answer.ts";
import { openPlaces } from "../http/fair-share.ts";
import { addJsonBody } from "../http/json-body.ts";
import { noteRefusal } from "../http/refusal-note.ts";
import { translateError, translateProblem } from "../translate.ts";
import { scimContext, ScimWait, type ScimContext, type ScimParts } from "./scim-context.ts";
import { scimRoutes, type ScimRoute } from "./scim-route.ts";

const codes: Readonly<Record<number, ErrorCode>> = {
  401: "INVALID_TOKEN",
  403: "PERMISSION_DENIED",
  404: "RESOURCE_NOT_FOUND",
  409: "CONFLICT",
  429: "TOO_MANY_REQUESTS",
};

export async function addScim(app: FastifyInstance, parts: ScimParts): Promise<void> {
  const places = openPlaces();
  const callers = new WeakMap<FastifyRequest, ScimContext>();

  async function answer(route: ScimRoute, request: FastifyRequest, reply: FastifyReply) {
    const context = callers.get(request);
    if (!context) throw new ScimFault(401, null, "The token is missing.");
    const { id = "" } = request.params as { id?: string };
    // The database takes no text with it.
    if (id.includes("\0")) throw new ScimFault(404, null, "There is no such resource.");
    const free = await places.take(String(context.customer_id), scimLimits.atOnce);
    try {
      const query = request.query as ScimObject;
      const resource = await route.run(context, { id, query, body: request.body });
      const { location } = (resource as { meta?: { location?: string } } | null)?.meta ?? {};
      if (route.status === 201 && location) void reply.header("location", location);
      void reply.code(route.status).header("cache-control", "no-store").type(scimContentType);
      return reply.send(resource === null ? undefined : JSON.stringify(resource));
    } finally {
      free();
    }
  }

  await app.register(
    async (scim) => {
      scim.setErrorHandler(answerFault);
      scim.setNotFoundHandler((request, reply) =>
        answerFault(new ScimFault(404, null, "There is no such address."), request, reply),
      );
      addJsonBody(scim, scimContentType);
      for (const route of scimRoutes) {
        scim.route({
          method: route.method,
          url: route.path,
          exposeHeadRoute: false,
          bodyLimit: scimLimits.bodyBytes,
          // Before the body is read: strangers cannot make the server process it.
          onRequest: async (request) =>
            void callers.set(request, await scimContext(parts, request)),
          handler: (request, reply) => answer(route, request, reply),
        });
      }
    },
    { prefix: scimBase },
  );
}

function answerFault(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const fault = error instanceof ScimFault ? error : faultOf(error);
  const code = codes[fault.status] ?? "BAD_REQUEST";
  if (fault.status >= 500) request.log.error(loggable(error), "a request failed");
  else noteRefusal(request, code);
  if (fault instanceof ScimWait) void reply.header("retry-after", fault.seconds);
  if (fault.status === 503) void reply.header("retry-after", 2);
  if (fault.status === 401) void reply.header("www-authenticate", 'Bearer realm="scim"');
  return reply
    .code(fault.status)
    .header("cache-control", "no-store")
    .type(scimContentType)
    .send(JSON.stringify(scimErrorOf(fault)));
}

/** What is no refusal of this room, such as a body that is no JSON or a database that is away. */
function faultOf(error: unknown): ScimFault {
  const code = codeOf(error);
  const isSyntax = code === "BAD_REQUEST";
  const [problem] = isFailure(error) ? error.problems : [];
  return new ScimFault(
    errors[code].status,
    isSyntax ? "invalidSyntax" : null,
    problem ? translateProblem("en", problem).message : translateError("en", code),
  );
}
