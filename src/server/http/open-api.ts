// The API as OpenAPI 3.1 and as a page for people. Both are generated from src/api at the start.
import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { apiDescription } from "../../api/description.ts";
import { api } from "../../api/index.ts";
import type { Endpoint } from "../../api/endpoint.ts";
import { errors } from "../../domain/error.ts";
import { errorShape } from "../../domain/error-shape.ts";
import { accessScopes, accessTokenPrefix } from "../../domain/account/access-token.ts";
import { botHeaders } from "../../domain/account/bot-header.ts";
import type { Requirement } from "../../domain/account/permission.ts";
import type { Settings } from "../start/settings.ts";
import { accessLimits } from "./access-caller.ts";
import type { Authenticate } from "./authenticate.ts";
import { endpointList } from "./route.ts";
import { docsPage, docsStyle, proofPage } from "./open-api-page.ts";
import type { JsonSchema, OpenApi, Operation } from "./open-api-shape.ts";

/** How a program solves the challenge of a public call, one sentence each. */
const proofText = [
  "GET /bot-protection-token answers a token and a challenge. Every call carries the token in the header x-bot-protection-token.",
  "A public call, such as /auth/login, also needs the challenge of that token, solved. Without it the answer is 403 PROOF_REQUIRED, with another challenge for the same token in proof.challenge.",
  "Count from 0. For each counter, append it to the bytes of parameters.nonce as four bytes, most significant first, and derive parameters.keyLength bytes with PBKDF2-SHA-256, the salt parameters.salt and parameters.cost rounds. The counter whose derived key begins with parameters.keyPrefix is the solution.",
  'Send the header x-bot-protection-proof with the JSON {"challenge": …, "solution": {"counter": …, "derivedKey": …}} in base64url, all bytes as lower-case hex. The challenge is sent back unchanged.',
  "A solved challenge opens one call within ten minutes. The library altcha-lib solves these challenges.",
];

/** The JSON Schema of a shape. Parts without an equivalent, such as transforms, accept anything. */
function schemaOf(shape: z.ZodType, io: "input" | "output"): JsonSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, { io, unrepresentable: "any" });
  return schema;
}

/** The required permission as text. */
export function requirementText(requirement: Requirement): string {
  if (requirement === null) return "a signed-in user";
  if (typeof requirement === "string") return requirement;
  return "all" in requirement ? requirement.all.join(" and ") : requirement.any.join(" or ");
}

function parametersOf(shape: z.ZodType | undefined, place: "path" | "query" | "header") {
  if (!shape) return [];
  const { properties = {}, required = [] } = schemaOf(shape, "input") as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema,
  }));
}

const refusal = (description: string) => ({
  description,
  content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
});

function bodyOf({ body, bodyKind }: Endpoint): Operation["requestBody"] {
  if (bodyKind === "multipart") {
    return { required: true, content: { "multipart/form-data": { schema: { type: "object" } } } };
  }
  if (bodyKind === "bytes") {
    const content = { schema: { type: "string", format: "binary" } };
    return {
      required: true,
      content: {
        "application/octet-stream": content,
        "application/offset+octet-stream": content,
      },
    };
  }
  return body
    ? { required: true, content: { "application/json": { schema: schemaOf(body, "input") } } }
    : undefined;
}

function answerOf({ answer, answerKind, answerHeaders }: Endpoint) {
  const headers = answerHeaders && {
    headers: Object.fromEntries(
      parametersOf(answerHeaders, "header").map(({ name, schema }) => [name, { schema }]),
    ),
  };
  if (answerKind === "empty") return { description: "The answer, without a body.", ...headers };
  const content =
    answerKind === "bytes" || answerKind === "csv"
      ? { [answerKind === "csv" ? "text/csv" : "application/octet-stream"]: {} }
      : { "application/json": { schema: answer ? schemaOf(answer, "output") : {} } };
  return { description: "The answer.", ...headers, content };
}

function securityOf({ public: isPublic, open, access }: Endpoint): Operation["security"] {
  if (isPublic) return open ? [] : [{ bot: [], proof: [] }];
  const session = { session: [], bot: [] };
  // OpenAPI 3.1 names what a bearer token must be for here.
  return access === undefined ? [session] : [session, { access_token: [access] }];
}

function operationOf(noun: string, name: string, endpoint: Endpoint): Operation {
  const { summary, permission, scope, params, query } = endpoint;
  const isPublic = endpoint.public === true;
  const parameters = [
    ...parametersOf(params, "path"),
    ...parametersOf(query, "query"),
    ...parametersOf(endpoint.headers, "header"),
  ];
  const requestBody = bodyOf(endpoint);
  const hasInput = parameters.length > 0 || requestBody !== undefined;
  return {
    operationId: `${noun}.${name}`,
    tags: [noun],
    summary,
    description: isPublic ? "Needs no session." : `Needs ${requirementText(permission)}.`,
    security: securityOf(endpoint),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: {
      [endpoint.status ?? 200]: answerOf(endpoint),
      ...(hasInput && { 400: refusal("A field is missing, unknown or not valid.") }),
      ...(!isPublic && { 401: refusal("No session, or one that ended.") }),
      ...(permission !== null && { 403: refusal("The permission is missing.") }),
      ...(scope !== null && { 404: refusal("Missing, or not the caller's.") }),
      default: refusal("Any other refusal; `code` says which."),
    },
  };
}

export function describeApi(): OpenApi {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const [noun, name, endpoint] of endpointList(api)) {
    const methods = (paths[endpoint.path] ??= {});
    methods[endpoint.method.toLowerCase()] = operationOf(noun, name, endpoint);
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Solar inspection workbench",
      version: "1",
      description:
        "Every call carries a bot-protection token (GET /bot-protection-token) and, but for the public ones, a session's bearer token. Public calls carry the solved challenge of their token instead, which opens one call. A program sends an access token of a user as its bearer token instead, without a bot-protection token, to the calls that name a scope of access_token. Files may also be read with ?url_token= from POST /auth/user/generate-url-token. Sign-in services of customers manage users by SCIM 2.0 at /scim/v2, which describes itself at /scim/v2/Schemas.",
      "x-proof": proofText.join("\n"),
    },
    servers: [{ url: "/api" }],
    paths,
    components: {
      securitySchemes: {
        session: { type: "http", scheme: "bearer" },
        access_token: {
          type: "http",
          scheme: "bearer",
          bearerFormat: `${accessTokenPrefix} and 43 characters`,
          description: `An access token that a user has made in the profile. Scopes: ${accessScopes.join(", ")}. At most ${accessLimits.requestsPerMinute} calls a minute; it has the rights that its user has at the time of the call.`,
        },
        bot: { type: "apiKey", in: "header", name: botHeaders.token },
        proof: { type: "apiKey", in: "header", name: botHeaders.proof },
      },
      schemas: {
        Error: {
          ...schemaOf(errorShape, "output"),
          description: `Codes: ${Object.keys(errors).join(", ")}.`,
        },
      },
    },
  };
}

/**
 * Serves `openapi.json` and the page `docs`. Neither contains a secret, but they list every call: in production they ask for
 * a session, an access token or a signed address. `docs/proof` is for programs that have none of them yet.
 */
export function addOpenApi(
  app: FastifyInstance,
  { production }: Pick<Settings, "production">,
  authenticate: Authenticate,
): void {
  const description = describeApi();
  const json = JSON.stringify(description);
  const hash = createHash("sha256").update(docsStyle).digest("base64");
  const cached = (reply: FastifyReply) => reply.header("cache-control", "no-cache");
  const onRequest = async (request: FastifyRequest) => {
    if (production) await authenticate(request);
  };
  const sendPage = (page: string) => (_: FastifyRequest, reply: FastifyReply) =>
    cached(reply)
      .header(
        "content-security-policy",
        `default-src 'none'; style-src 'sha256-${hash}'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      )
      .type("text/html; charset=utf-8")
      .send(page);
  app.get(pathOf(apiDescription.openApi), { onRequest }, (_, reply) =>
    cached(reply).type("application/json; charset=utf-8").send(json),
  );
  app.get(pathOf(apiDescription.page), { onRequest }, sendPage(docsPage(description)));
  app.get(pathOf(apiDescription.proof), sendPage(proofPage(description)));
}

/** The address below the prefix of the API. */
const pathOf = (address: string) => address.replace(/^\/api/, "");
