// Sends bytes: passes stored compression through, lets browsers keep tagged content, serves ranges.
import { Readable, pipeline } from "node:stream";
import { createBrotliDecompress, createGunzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { failure } from "../../domain/error.ts";
import type { ByteAnswer } from "../implement.ts";
import { urlTokenOf } from "./authenticate.ts";
import { answerError } from "./error-answer.ts";

/** What a file of a user may do where a browser shows it: nothing. */
const filePolicy =
  "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox";

/**
 * Content with a tag is kept by the browser, which asks before each use whether it may still have it. What
 * one session received is not handed out to another one or without a session, not even offline: `vary`
 * binds it to the token. Addresses with a url token carry their right in the address: nothing is kept.
 */
function cacheHeaders(request: FastifyRequest, { tag }: ByteAnswer): Record<string, string> {
  if (tag === undefined || urlTokenOf(request) !== undefined) {
    return { "cache-control": "private, no-store" };
  }
  return { "cache-control": "private, no-cache", vary: "authorization", etag: `"${tag}"` };
}

/** True where the browser has the content, and is answered without it. */
export function isUnchanged(request: FastifyRequest, { tag }: ByteAnswer): boolean {
  if (tag === undefined) return false;
  const cached = (request.headers["if-none-match"] ?? "").split(",").map((one) => one.trim());
  return cached.includes(`"${tag}"`) || cached.includes(`W/"${tag}"`);
}

export async function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: ByteAnswer,
): Promise<FastifyReply> {
  const { content_type, content_encoding, file_name } = answer;
  reply.headers(cacheHeaders(request, answer));
  if (isUnchanged(request, answer)) return reply.code(304).send();
  if (answer.part && answer.bytes !== undefined)
    return sendPart(request, reply, { ...answer, part: answer.part, bytes: answer.bytes });
  const body = typeof answer.body === "function" ? await answer.body() : answer.body;
  reply
    .type(content_type)
    // Browsers must never run scripts in uploaded files.
    .header("content-security-policy", filePolicy);
  if (file_name !== undefined) reply.header("content-disposition", dispositionOf(file_name));
  if (content_encoding !== undefined) {
    reply.header("vary", "authorization, accept-encoding");
    if (!accepts(request, content_encoding)) {
      const source = body instanceof Readable ? body : Readable.from([asBuffer(body)]);
      return sendStream(request, reply, source, (stored) => decompressed(stored, content_encoding));
    }
    reply.header("content-encoding", content_encoding);
  }
  const bytes = body instanceof Readable ? answer.bytes : body.byteLength;
  if (content_encoding === undefined && !(body instanceof Readable)) {
    return sendRange(request, reply, body, answer.tag);
  }
  if (bytes !== undefined) reply.header("content-length", bytes);
  return body instanceof Readable ? sendStream(request, reply, body) : reply.send(asBuffer(body));
}

/**
 * HEAD gets the headers alone, and nothing is read for it: the framework would read the stream to its end after the
 * answer, when nothing limits how many of them run.
 */
function sendStream(
  request: FastifyRequest,
  reply: FastifyReply,
  body: Readable,
  unpack = (stored: Readable) => stored,
): FastifyReply {
  if (request.method !== "HEAD") return reply.send(unpack(body));
  // What a store says of the end is no news.
  body.on("error", () => undefined).destroy();
  return reply.send(Readable.from([]));
}

type ByteRange = NonNullable<Parameters<NonNullable<ByteAnswer["part"]>>[0]>;
type PartAnswer = ByteAnswer & Required<Pick<ByteAnswer, "part" | "bytes">>;

/** Sends the range that is asked for from the store, or all of it, without holding it in memory. */
async function sendPart(
  request: FastifyRequest,
  reply: FastifyReply,
  { content_type, file_name, bytes, part, tag }: PartAnswer,
): Promise<FastifyReply> {
  const range = rangeOf(request, bytes, tag);
  if (range === "beyond") return refuseRange(request, reply, bytes);
  const body = await part(range ?? undefined);
  if (file_name !== undefined) reply.header("content-disposition", dispositionOf(file_name));
  if (range) reply.code(206).header("content-range", `bytes ${range.start}-${range.end}/${bytes}`);
  void reply
    .type(content_type)
    .header("content-security-policy", filePolicy)
    .header("accept-ranges", "bytes")
    .header("content-length", range ? range.end - range.start + 1 : bytes);
  return sendStream(request, reply, body);
}

function sendRange(
  request: FastifyRequest,
  reply: FastifyReply,
  body: Uint8Array,
  tag: string | undefined,
): FastifyReply {
  reply.header("accept-ranges", "bytes");
  const total = body.byteLength;
  const range = rangeOf(request, total, tag);
  if (range === null) return reply.send(asBuffer(body));
  if (range === "beyond") return refuseRange(request, reply, total);
  const { start, end } = range;
  return reply
    .code(206)
    .header("content-range", `bytes ${start}-${end}/${total}`)
    .send(asBuffer(body.subarray(start, end + 1)));
}

/**
 * The range of the request; null where all is asked for, "beyond" where it begins behind the end. A range of other content
 * than this is not sent: who goes on with a download would join two files (RFC 9110, 13.1.5).
 */
function rangeOf(
  { headers }: FastifyRequest,
  total: number,
  tag: string | undefined,
): ByteRange | "beyond" | null {
  const condition = headers["if-range"];
  if (condition !== undefined && (tag === undefined || condition !== `"${tag}"`)) return null;
  const range = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? "");
  const [first = "", last = ""] = range?.slice(1) ?? [];
  if (!range || (first === "" && last === "")) return null;
  // A range that ends before it begins is no range: all is sent (RFC 9110, 14.1.1).
  if (first !== "" && last !== "" && Number(last) < Number(first)) return null;
  const start = first === "" ? Math.max(0, total - Number(last)) : Number(first);
  const end = first === "" || last === "" ? total - 1 : Math.min(Number(last), total - 1);
  return start > end ? "beyond" : { start, end };
}

function refuseRange(request: FastifyRequest, reply: FastifyReply, total: number): FastifyReply {
  void reply.header("content-range", `bytes */${total}`);
  const problem = { reason: "range_beyond_end", values: { bytes: total } };
  return answerError(failure("BAD_REQUEST", problem), request, reply, 416);
}

function accepts(request: FastifyRequest, encoding: string): boolean {
  const header = String(request.headers["accept-encoding"] ?? "");
  return header.split(",").some((entry) => {
    const [name, weight] = entry.trim().split(";");
    return (name === encoding || name === "*") && !/q=0(\.0*)?$/.test(weight?.trim() ?? "");
  });
}

/** For clients that do not accept the stored encoding. */
function decompressed(source: Readable, encoding: string): Readable {
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
