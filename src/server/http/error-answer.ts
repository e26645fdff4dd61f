// All errors have one form: a code, a message in the language of the caller, and problems by field.
import type { FastifyReply, FastifyRequest } from "fastify";
import { errors, isFailure, type ErrorCode } from "../../domain/error.ts";
import type { ErrorAnswer } from "../../domain/error-shape.ts";
import { limits } from "../../domain/limits.ts";
import type { Problem } from "../../domain/error.ts";
import { isDatabaseAway, isDiskFull, isStoreAway } from "../store/outage.ts";
import { noteRefusal } from "./refusal-note.ts";
import { translateError, translateProblem, requestedLocale } from "../translate.ts";

/** The body of an error. */
export function errorAnswer(
  code: ErrorCode,
  locale: string,
  request_id: string,
  problems: readonly Problem[] = [],
  more: Pick<ErrorAnswer, "versions" | "proof"> = {},
): ErrorAnswer {
  const { versions, proof } = more;
  return {
    error: code,
    code,
    message: translateError(locale, code),
    request_id,
    ...(problems.length > 0 && {
      problems: problems
        .slice(0, limits.reportedProblems)
        .map((problem) => translateProblem(locale, problem)),
    }),
    ...(versions && { versions }),
    ...(proof && { proof }),
  };
}

/**
 * Answers with the error. Unexpected errors are logged, and the answer has no details of them.
 * @param status where HTTP asks for another one than the catalogue has for the code
 */
export function answerError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  status: number = errors[codeOf(error)].status || 500,
): FastifyReply {
  const code = codeOf(error);
  const problems = isFailure(error) ? error.problems : bodyProblems(error);
  const more = isFailure(error) ? error : {};
  const valueOf = (name: string) =>
    problems.find(({ values }) => values?.[name] !== undefined)?.values?.[name];
  const wait = valueOf("seconds");
  const offset = valueOf("offset");
  if (code === "SOMETHING_WENT_WRONG") request.log.error(loggable(error), "a request failed");
  else noteRefusal(request, code);
  if (code === "TOO_MANY_REQUESTS" && wait !== undefined) void reply.header("retry-after", wait);
  // Where an upload continues.
  if (code === "CONFLICT" && offset !== undefined) void reply.header("upload-offset", offset);
  if (code === "UNAVAILABLE") void reply.header("retry-after", 2);
  const locale =
    requestedLocale(request.headers["accept-language"]) ?? request.viewerLocale ?? "en";
  return reply
    .code(status)
    .removeHeader("content-encoding")
    .removeHeader("content-disposition")
    .removeHeader("etag")
    .header("cache-control", "no-store")
    .type("application/json; charset=utf-8")
    .send(JSON.stringify(errorAnswer(code, locale, request.id, problems, more)));
}

/** The parts of an error that may be logged: a failed SQL statement without its values. */
export function loggable(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error) || !("query" in error)) return { err: error };
  return { err: error.cause, query: String(error.query) };
}

/** Problems of a body that fastify found. */
function bodyProblems(error: unknown): Problem[] {
  if (!(error instanceof Error) || !("statusCode" in error)) return [];
  if (error.statusCode === 415) return [{ reason: "body_type" }];
  const isJson =
    error instanceof SyntaxError || ("code" in error && String(error.code).includes("JSON"));
  return error.statusCode === 400 && isJson ? [{ reason: "body_not_json" }] : [];
}

export function codeOf(error: unknown): ErrorCode {
  if (isFailure(error)) return error.code in errors ? error.code : "SOMETHING_WENT_WRONG";
  if (!(error instanceof Error)) return "SOMETHING_WENT_WRONG";
  const status = "statusCode" in error ? error.statusCode : undefined;
  if (status === 413) return "TOO_LARGE";
  if (status === 404) return "RESOURCE_NOT_FOUND";
  if (status === 429) return "TOO_MANY_REQUESTS";
  if (status === 503) return "UNAVAILABLE";
  if (typeof status === "number" && status >= 400 && status < 500) return "BAD_REQUEST";
  if (isDiskFull(error)) return "INSUFFICIENT_STORAGE";
  return isDatabaseAway(error) || isStoreAway(error) ? "UNAVAILABLE" : "SOMETHING_WENT_WRONG";
}
