// The files or the bytes of a request on their way to the handler: watched, and past the virus scanner.
import type { FastifyRequest } from "fastify";
import type { Endpoint } from "../../api/endpoint.ts";
import { limits } from "../../domain/limits.ts";
import type { Context, ScopedObjects } from "../context.ts";
import { readParts } from "./multipart.ts";
import { scannedParts } from "./scanned-parts.ts";
import { watchedBytes, watchedParts } from "./watched-parts.ts";

type About = {
  readonly context: Context;
  readonly scoped: ScopedObjects;
  /** Whether the sender may still send. */
  readonly recheck: () => Promise<void>;
};

/**
 * Null for a call without files. Bytes are parts of a file, which is looked through where it is whole
 * (`upload/finish-upload.ts`, `observation/receive-photo-part.ts`).
 */
export function receivedBody(
  { bodyKind, maxBytes = limits.jsonBodyBytes }: Endpoint,
  request: FastifyRequest,
  { context, scoped, recheck }: About,
) {
  if (bodyKind === "bytes") return watchedBytes(request.raw, recheck);
  if (bodyKind !== "multipart") return null;
  return scannedParts(watchedParts(readParts(request, maxBytes), recheck), context, scoped);
}
