// What the log says of refused requests: attempts to do what is not permitted, to reach what is another's, or to pass
// a limit. See decisions/log.md.
import type { FastifyRequest } from "fastify";
import type { ErrorCode } from "../../domain/error.ts";

/** Refusals that an operator should see without asking for more. */
const remarkable: ReadonlySet<ErrorCode> = new Set(["PERMISSION_DENIED", "TOO_MANY_REQUESTS"]);

/** Writes a line with who asked for what: a warning where it is remarkable, else as information. */
export function noteRefusal(request: FastifyRequest, code: ErrorCode): void {
  const { log, method, url, ip, viewerAccount, isOutOfScope } = request;
  const isRemarkable = remarkable.has(code) || (isOutOfScope && code === "RESOURCE_NOT_FOUND");
  const [path = ""] = url.split("?");
  const line = {
    code,
    account_id: viewerAccount,
    address: ip,
    method,
    path: path.slice(0, 300),
  };
  if (isRemarkable) log.warn(line, "a request was refused");
  else log.info(line, "a request was refused");
}
