// Sends bytes: passes stored compression through, caches content that is addressed by hash, serves ranges.
import { Readable, pipeline } from "node:stream";
import { createBrotliDecompress, createGunzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { ByteAnswer } from "../implement.ts";

export const cacheForever = "private, max-age=31536000, immutable";

/** Answers 304 and returns true if the browser already has the immutable object of this hash. */
export function answerUnchanged(
  request: FastifyRequest,
  reply: FastifyReply,
  hash: string | undefined,
): boolean {
  if (hash === undefined) return false;
  const cachedTags = (request.headers["if-none-match"] ?? "").split(",").map((tag) => tag.trim());
  if (!cachedTags.includes(`"${hash}"`) && !cachedTags.includes(`W/"${hash}"`)) return false;
  void reply.code(304).header("etag", `"${hash}"`).header("cache-control", cacheForever).send();
  return true;
}

/** @param hash the content hash in the address, if the object is immutable */
export function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: ByteAnswer,
  hash?: string,
): FastifyReply {
  const { content_type, content_encoding, immutable, file_name } = answer;
  reply
    .type(content_type)
    .header("cache-control", immutable ? cacheForever : "private, no-store")
    // Browsers must never run scripts in uploaded files.
    .header("content-security-policy", "default-src 'none'; frame-ancestors 'none'; sandbox");
  if (immutable && hash !== undefined) reply.header("etag", `"${hash}"`);
  if (file_name !== undefined) reply.header("content-disposition", dispositionOf(file_name));
  if (content_encoding !== undefined) {
    reply.header("vary", "accept-encoding");
    if (!accepts(request, content_encoding))
      return reply.send(decompressed(answer, content_encoding));
    reply.header("content-encoding", content_encoding);
  }
  const bytes = answer.body instanceof Readable ? answer.bytes : answer.body.byteLength;
  if (content_encoding === undefined && !(answer.body instanceof Readable)) {
    return sendRange(request, reply, answer.body);
  }
  if (bytes !== undefined) reply.header("content-length", bytes);
  return reply.send(answer.body instanceof Readable ? answer.body : asBuffer(answer.body));
}

function sendRange(request: FastifyRequest, reply: FastifyReply, body: Uint8Array): FastifyReply {
  reply.header("accept-ranges", "bytes");
  const range = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? "");
  const [first = "", last = ""] = range?.slice(1) ?? [];
  if (!range || (first === "" && last === "")) return reply.send(asBuffer(body));
  const total = body.byteLength;
  const start = first === "" ? Math.max(0, total - Number(last)) : Number(first);
  const end = first === "" || last === "" ? total - 1 : Math.min(Number(last), total - 1);
  if (start > end) return reply.code(416).header("content-range", `bytes */${total}`).send();
  return reply
    .code(206)
    .header("content-range", `bytes ${start}-${end}/${total}`)
    .send(asBuffer(body.subarray(start, end + 1)));
}

function accepts(request: FastifyRequest, encoding: string): boolean {
  const header = String(request.headers["accept-encoding"] ?? "");
  return header.split(",").some((entry) => {
    const [name, weight] = entry.trim().split(";");
    return (name === encoding || name === "*") && !/q=0(\.0*)?$/.test(weight?.trim() ?? "");
  });
}

/** For clients that do not accept the stored encoding. */
function decompressed({ body }: ByteAnswer, encoding: string): Readable {
  const source = body instanceof Readable ? body : Readable.from([asBuffer(body)]);
  const unpack = encoding === "br" ? createBrotliDecompress() : createGunzip();
  // On an error the connection closes before the end, which the client notices.
  return pipeline(source, unpack, () => undefined);
}

function asBuffer(body: Uint8Array): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
}

/** RFC 6266: an ASCII name for old clients, and the real name in UTF-8. */
function dispositionOf(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
