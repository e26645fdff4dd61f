import { Readable } from "node:stream";
import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import fastify from "fastify";
import { describe, expect, it } from "vitest";
import type { ByteAnswer } from "../implement.ts";
import { answerUnchanged, sendBytes } from "./byte-answer.ts";

const text = "0123456789".repeat(10);
const hash = "a".repeat(64);

async function get(answer: ByteAnswer, headers: Record<string, string> = {}, own?: string) {
  const door = fastify();
  door.get("/", async (request, reply) =>
    answerUnchanged(request, reply, own) ? reply : sendBytes(request, reply, answer, own),
  );
  const response = await door.inject({ url: "/", headers });
  await door.close();
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
      expect(headers.vary).toBe("accept-encoding");
      expect((isPacked ? brotliDecompressSync(rawPayload) : rawPayload).toString()).toBe(text);
    }
    const refused = { ...plain, body: packed, content_encoding: "br" };
    expect((await get(refused, { "accept-encoding": "br;q=0" })).payload).toBe(text);
  });

  it("named by their hash are kept for ever and not sent twice", async () => {
    const answer = { ...plain, immutable: true };
    const first = await get(answer, {}, hash);
    expect(first.headers["cache-control"]).toBe("private, max-age=31536000, immutable");
    expect(first.headers.etag).toBe(`"${hash}"`);
    const again = await get(answer, { "if-none-match": `"${hash}"` }, hash);
    expect([again.statusCode, again.payload]).toEqual([304, ""]);
    expect((await get(answer, { "if-none-match": `"${"b".repeat(64)}"` }, hash)).statusCode).toBe(
      200,
    );
  });

  it("that may change are never kept, and run nothing", async () => {
    const { headers } = await get(plain);
    expect(headers["cache-control"]).toBe("private, no-store");
    expect(headers["content-security-policy"]).toBe(
      "default-src 'none'; frame-ancestors 'none'; sandbox",
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
    expect(await cut("bytes=100-")).toEqual([416, "", "bytes */100"]);
    expect((await cut("lines=1-2"))[0]).toBe(200);
  });

  it("are offered under a name that no header breaks at", async () => {
    const { headers } = await get({ ...plain, file_name: 'Añasol "1"\r\nx: y.csv' });
    expect(headers["content-disposition"]).toBe(
      "attachment; filename=\"A_asol _1___x: y.csv\"; filename*=UTF-8''A%C3%B1asol%20%221%22%0D%0Ax%3A%20y.csv",
    );
  });
});
