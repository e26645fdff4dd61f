import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { crc32 } from "node:zlib";
import { expect, it, vi } from "vitest";
import { fromBuffer, type Entry } from "yauzl";
import { sampleBytes } from "../../../tests/fixtures/upload.ts";
import { checksums } from "./fast-checksum.ts";
import { zipStream } from "./zip-stream.ts";

const modified = new Date("2026-11-01T10:00:00Z");

function entriesOf(zip: Buffer): Promise<Entry[]> {
  return new Promise((resolve, reject) => {
    fromBuffer(zip, { lazyEntries: false }, (error, file) => {
      if (error) return reject(error);
      const found: Entry[] = [];
      file.on("entry", (entry: Entry) => found.push(entry));
      file.on("end", () => resolve(found));
    });
  });
}

it("carries the checksums of its files, made by Node in pieces", async () => {
  const spy = vi.spyOn(checksums(), "unsigned");
  const contents = [sampleBytes(200_000), new Uint8Array(), sampleBytes(3)];
  const { stream, bytes } = await zipStream(
    contents.map((content, at) => ({
      name: `${at}.bin`,
      bytes: content.length,
      modified,
      open: async () =>
        Readable.from(
          (function* () {
            for (let from = 0; from < content.length; from += 65_536)
              yield content.subarray(from, from + 65_536);
          })(),
        ),
    })),
  );
  const zip = await buffer(stream);
  expect(zip.length).toBe(bytes);
  const entries = await entriesOf(zip);
  expect(entries.map((entry) => [entry.fileName, entry.crc32])).toEqual(
    contents.map((content, at) => [`${at}.bin`, crc32(content)]),
  );
  // Four pieces of the first file, and one of the last.
  expect(spy).toHaveBeenCalledTimes(5);
});

it.each([
  ["is missing", () => Promise.reject(new Error("no such object"))],
  [
    "has no valid key",
    () => {
      throw new Error("no such object");
    },
  ],
])(
  "where a file %s before its reader is there, the reader finds the end, and nothing else ends",
  async (_, open) => {
    const { stream } = await zipStream([{ name: "a", bytes: 3, modified: new Date(), open }]);
    // As long as a handler notes the download.
    await new Promise((resolve) => setTimeout(resolve, 50));
    const read = async () => {
      for await (const _ of stream);
    };
    await expect(read()).rejects.toThrow("no such object");
  },
);
