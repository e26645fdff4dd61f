import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { runningHash } from "./running-hash.ts";

const MB = 1024 ** 2;
/** Bytes that repeat with no chunk's length. */
const file = Uint8Array.from({ length: 10 * MB + 7 }, (_, at) => (at * 31 + (at >> 11)) % 251);
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

function readings() {
  const read: [start: number, end: number][] = [];
  const reader = async (start: number, end: number) => {
    read.push([start, end]);
    return file.subarray(start, end);
  };
  return { read, reader };
}

test("each chunk has the hash of its bytes, and the whole file that of all", async () => {
  const { read, reader } = readings();
  const hash = await runningHash(reader);
  for (let start = 0; start < file.length; start += 3 * MB) {
    const end = Math.min(file.length, start + 3 * MB);
    expect(await hash.chunk(start, end)).toBe(sha256(file.subarray(start, end)));
  }
  expect(await hash.whole(file.length)).toBe(sha256(file));
  // Every byte was read once.
  expect(read.reduce((sum, [start, end]) => sum + end - start, 0)).toBe(file.length);
});

test("a chunk that is sent again counts once", async () => {
  const { reader } = readings();
  const hash = await runningHash(reader);
  await hash.chunk(0, 3 * MB);
  await hash.chunk(3 * MB, 6 * MB);
  await hash.chunk(3 * MB, 5 * MB);
  await hash.chunk(5 * MB, file.length);
  expect(await hash.whole(file.length)).toBe(sha256(file));
});

test("an upload that goes back further reads the beginning again", async () => {
  const { reader } = readings();
  const hash = await runningHash(reader);
  await hash.chunk(0, 3 * MB);
  await hash.chunk(3 * MB, 6 * MB);
  await hash.chunk(MB, 2 * MB);
  expect(await hash.whole(file.length)).toBe(sha256(file));
});

test("a resumed upload hashes what was sent before", async () => {
  const { read, reader } = readings();
  const hash = await runningHash(reader);
  expect(await hash.chunk(9 * MB, file.length)).toBe(sha256(file.subarray(9 * MB)));
  expect(read[0]).toEqual([0, 4 * MB]);
  expect(await hash.whole(file.length)).toBe(sha256(file));
});

test("an upload that had sent everything hashes the whole file, also twice", async () => {
  const { reader } = readings();
  const hash = await runningHash(reader);
  expect(await hash.whole(file.length)).toBe(sha256(file));
  expect(await hash.whole(file.length)).toBe(sha256(file));
});

test("an empty file has the hash of nothing", async () => {
  const { reader } = readings();
  const hash = await runningHash(reader);
  expect(await hash.whole(0)).toBe(sha256(new Uint8Array()));
});
