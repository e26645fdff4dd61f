// The address of a request, in the one form that the router, signed addresses and the audit trail read alike.
import type { FastifyInstance } from "fastify";
import { failure } from "../../domain/error.ts";

/** The absolute form of RFC 9112, section 3.2.2. */
const host = /^https?:\/\/[^/?#]*/i;

/**
 * What a browser never sends, because it cuts it or resolves it first: a fragment, a control character, and in the path a
 * backslash and a segment that stands for this folder or the one above. The router takes a fragment as the query and the rest as
 * names; a parser of addresses, such as that which signs them, leaves them out. So a signed address of one file could read
 * another one.
 */
const ambiguous = /[#\0-\x20]|^[^?]*(?:\\|\/(?:\.|%2e){1,2}(?:[/?]|$))/i;

/** The path and the query alone of an address that names a host before them. */
export function originForm(target: string): string {
  const rest = target.replace(host, "");
  return rest.length === target.length || rest.startsWith("/") ? rest : `/${rest}`;
}

/** Refuses addresses that two readers would read in two ways. @throws BAD_REQUEST */
export function refuseAmbiguousTargets(app: FastifyInstance): void {
  app.addHook("onRequest", async ({ url }) => {
    if (ambiguous.test(url)) throw failure("BAD_REQUEST", { reason: "address_ambiguous" });
  });
}
