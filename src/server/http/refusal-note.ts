// What the log says of refused requests: attempts to do what is not permitted, to reach what is another's, or to pass
// a limit. See decisions/log.md.
import type { FastifyRequest } from "fastify";
import type { ErrorCode } from "../../domain/error.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The account of the session, also where its call is refused; null without a session. */
    viewerAccount: number | null;
    /** True where an object was asked for that the viewer does not see. */
    isOutOfScope: boolean;
  }
}

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

/** Waits for the objects of a call, and notes where the viewer does not see one of them. */
export async function markOutOfScope<Objects>(
  request: FastifyRequest,
  objects: Promise<Objects>,
): Promise<Objects> {
  try {
    return await objects;
  } catch (error) {
    request.isOutOfScope = true;
    throw error;
  }
}
