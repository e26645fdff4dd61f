import { Readable } from "node:stream";
import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import fastify from "fastify";
import { describe, expect, it } from "vitest";
import { errorShape } from "../../domain/error-shape.ts";
import type { ByteAnswer } from "../implement.ts";
import { sendBytes } from "./byte-answer.ts";

const text = "0123456789".repeat(10);
const hash = "a".repeat(64);

async function get(
  answer: ByteAnswer,
  headers: Record<string, string> = {},
  url = "/",
  method: "GET" | "HEAD" = "GET",
) {
  const app = fastify();
  app.get("/", (request, reply) => sendBytes(request, reply, answer));
  const response = await app.inject({ method, url, headers });
  await app.close();
  return response;
}
const plain: ByteAnswer = { content_type: "text/plain", body: Buffer.from(text) };

describe("bytes", () => {
  it("stored compressed are sent compressed to clients that accept it, and unpacked to others", async () => {
    const packed = brotliCompressSync(text);
    for (const body of [packed, Readable.from([packed])]) {
      const answer = { ...plain, body, content_encoding: "br", bytes: packed.length };
      const wanted: Record<string, string> =
        body === packed ? { "accept-encoding": "gzip, br" } : {};
      const { rawPayload, headers } = await get(answer, wanted);
      const isPacked = headers["content-encoding"] === "br";
      expect(isPacked).toBe(body === packed);
      expect(headers.vary).toBe("authorization, accept-encoding");
      expect((isPacked ? brotliDecompressSync(rawPayload) : rawPayload).toString()).toBe(text);
    }
    const refused = { ...plain, body: packed, content_encoding: "br" };
    expect((await get(refused, { "accept-encoding": "br;q=0" })).payload).toBe(text);
  });

  it("of a stored file are read as far as they are asked for", async () => {
    const read: unknown[] = [];
    const part = async (range?: { start: number; end: number }) => {
      read.push(range);
      return Readable.from([Buffer.from(range ? text.slice(range.start, range.end + 1) : text)]);
    };
    const whole = async () => {
      throw new Error("the body is not read as a whole");
    };
    const answer = { content_type: "video/mp4", bytes: text.length, part, body: whole };
    const all = await get(answer);
    expect([all.statusCode, all.payload, all.headers["content-length"]]).toEqual([
      200,
      text,
      "100",
    ]);
    const some = await get(answer, { range: "bytes=12-15" });
    expect([some.statusCode, some.payload]).toEqual([206, "2345"]);
    expect(some.headers).toMatchObject({
      "content-range": "bytes 12-15/100",
      "content-length": "4",
      "accept-ranges": "bytes",
    });
    expect((await get(answer, { range: "bytes=-3" })).payload).toBe("789");
    expect((await get(answer, { range: "bytes=100-" })).statusCode).toBe(416);
    expect(read).toEqual([undefined, { start: 12, end: 15 }, { start: 97, end: 99 }]);
  });

  it("are not read for HEAD, which gets the headers of GET", async () => {
    const packed = brotliCompressSync(text);
    const read: string[] = [];
    const streamed = (name: string, bytes: Buffer) =>
      Readable.from(
        (function* () {
          read.push(name);
          yield bytes;
        })(),
      );
    const stream = streamed("stream", Buffer.from(text));
    const part = streamed("part", Buffer.from(text));
    const stored = streamed("stored", packed);
    const bytes = text.length;
    const answers: readonly [Readable, ByteAnswer, string | undefined][] = [
      [stream, { ...plain, bytes, body: async () => stream }, "100"],
      [part, { ...plain, bytes, part: async () => part }, "100"],
      [stored, { ...plain, content_encoding: "br", body: stored }, undefined],
    ];
    for (const [source, answer, length] of answers) {
      const isOver = new Promise((resolve) => source.once("close", resolve));
      const { statusCode, payload, headers } = await get(answer, {}, "/", "HEAD");
      expect([statusCode, payload, headers["content-length"]]).toEqual([200, "", length]);
      await isOver;
    }
    expect(read).toEqual([]);
  });

  it("are sent whole to who goes on with other content, and cut for who has the same", async () => {
    const answer = { ...plain, tag: hash };
    const stored = { ...answer, bytes: text.length, part: async () => Readable.from([text]) };
    const range = "bytes=5-6";
    for (const one of [answer, stored]) {
      for (const other of [`"${"b".repeat(64)}"`, `W/"${hash}"`, "Wed, 21 Oct 2015 07:28:00 GMT"]) {
        const { statusCode, payload } = await get(one, { range, "if-range": other });
        expect([other, statusCode, payload]).toEqual([other, 200, text]);
      }
      const same = await get(one, { range, "if-range": `"${hash}"` });
      expect([same.statusCode, same.headers["content-range"]]).toEqual([206, "bytes 5-6/100"]);
    }
    expect((await get(plain, { range, "if-range": `"${hash}"` })).statusCode).toBe(200);
  });

  it("with a tag are kept for one session, which asks again each time and is spared them", async () => {
    const answer = { ...plain, tag: hash };
    const first = await get(answer);
    const { "cache-control": kept, vary, etag } = first.headers;
    expect([kept, vary, etag]).toEqual(["private, no-cache", "authorization", `"${hash}"`]);
    const isRead = { yes: false };
    const body = async () => {
      isRead.yes = true;
      return Buffer.from(text);
    };
    for (const tag of [`"${hash}"`, `W/"${hash}"`, `"x", "${hash}"`]) {
      const again = await get({ ...answer, body }, { "if-none-match": tag });
      const { statusCode, payload, headers } = again;
      expect([statusCode, payload, headers.vary]).toEqual([304, "", "authorization"]);
    }
    expect(isRead.yes).toBe(false);
    const other = await get({ ...answer, body }, { "if-none-match": `"${"b".repeat(64)}"` });
    expect([other.statusCode, other.payload]).toEqual([200, text]);
  });

  it("with a tag are not kept where the right to read them is in the address", async () => {
    const { headers } = await get({ ...plain, tag: hash }, {}, "/?url_token=x");
    expect([headers["cache-control"], headers.etag]).toEqual(["private, no-store", undefined]);
  });

  it("that may change are never kept, and run nothing", async () => {
    const { headers } = await get(plain);
    expect(headers["cache-control"]).toBe("private, no-store");
    expect(headers["content-security-policy"]).toBe(
      "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
    );
  });

  it("are cut to the range asked for", async () => {
    const cut = async (range: string) => {
      const { statusCode, payload, headers } = await get(plain, { range });
      return [statusCode, payload, headers["content-range"]];
    };
    expect(await cut("bytes=0-4")).toEqual([206, "01234", "bytes 0-4/100"]);
    expect(await cut("bytes=95-")).toEqual([206, "56789", "bytes 95-99/100"]);
    expect(await cut("bytes=-3")).toEqual([206, "789", "bytes 97-99/100"]);
    expect(await cut("bytes=90-500")).toEqual([206, "0123456789", "bytes 90-99/100"]);
    // A range that ends before it begins is none.
    expect((await cut("bytes=9-3"))[0]).toBe(200);
    const [status, text, range] = await cut("bytes=100-");
    expect([status, range]).toEqual([416, "bytes */100"]);
    const error = errorShape.parse(JSON.parse(String(text)));
    expect(error.problems?.[0]?.message).toBe(
      "The content has 100 bytes, and the range that was asked for lies behind them.",
    );
    expect((await cut("lines=1-2"))[0]).toBe(200);
  });

  it("are offered under a name that no header breaks at", async () => {
    const { headers } = await get({ ...plain, file_name: 'Añasol "1"\r\nx: y.csv' });
    expect(headers["content-disposition"]).toBe(
      "attachment; filename=\"A_asol _1___x: y.csv\"; filename*=UTF-8''A%C3%B1asol%20%221%22%0D%0Ax%3A%20y.csv",
    );
  });
});
