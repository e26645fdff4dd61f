// Refuses calls that store something while the disk has no room. What reads or deletes goes on.
import type { FastifyRequest } from "fastify";
import type { Endpoint } from "../../api/endpoint.ts";
import type { Services } from "../context.ts";

/** A file is stored twice for a while: as it arrives, and as an object. */
const copies = 2;

/**
 * Uploads may not touch the reserve. Other writes may use half of it, so that work in progress can be
 * saved. Signing in and out, and deleting, are always possible: they are how room is made.
 * @throws INSUFFICIENT_STORAGE with what is free and what is kept
 */
export async function requireRoom(
  files: Services["files"],
  { method, permission, bodyKind, public: isPublic }: Endpoint,
  request: FastifyRequest,
  reserveBytes: number,
): Promise<void> {
  const isRead = method === "GET" || method === "HEAD";
  if (isRead || method === "DELETE" || isPublic || permission === null) return;
  // The store looks by itself before each step of a stream of bytes.
  if (bodyKind === "bytes") return files.checkRoom?.();
  const declared = Number(request.headers["content-length"] ?? 0);
  await files.checkRoom?.(bodyKind === "multipart" ? declared * copies : -reserveBytes / 2);
}
