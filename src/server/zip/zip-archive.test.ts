import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { limits } from "../../domain/limits.ts";
import { openZip } from "./zip-archive.ts";
import { zip, type ZipEntry } from "./zip.fixture.ts";

const open = (bytes: Buffer) =>
  openZip(
    {
      bytes: bytes.length,
      open: async ({ start, end }) => Readable.from([bytes.subarray(start, end + 1)]),
    },
    "archive.zip",
  );

/** The reason for which an archive of these entries is refused, or how many entries it has. */
const outcome = (...entries: ZipEntry[]) =>
  open(zip(...entries)).then(
    ({ entries: found }) => found.length,
    (error: { problems: { reason: string; values?: unknown }[] }) => error.problems[0],
  );

/** Entries that claim this many bytes each, packed at a ratio that an image may have. */
const claiming = (count: number, size: number, packed = size) =>
  Array.from({ length: count }, (_, place) => ({
    name: `${place}.jpg`,
    content: "x",
    size,
    packed,
  }));

/** An archive of one entry that says it has so many, in the longer form that ZIP has for it. */
function withCount(count: number): Buffer {
  const bytes = zip({ name: "a.jpg", content: "x" });
  const end = bytes.subarray(-22);
  const longEnd = Buffer.alloc(56 + 20);
  longEnd.writeUInt32LE(0x06064b50, 0);
  longEnd.writeUInt32LE(count, 32);
  longEnd.writeUInt32LE(end.readUInt32LE(16), 48);
  longEnd.writeUInt32LE(0x07064b50, 56);
  longEnd.writeUInt32LE(bytes.length - 22, 64);
  end.writeUInt16LE(0xffff, 10);
  return Buffer.concat([bytes.subarray(0, -22), longEnd, end]);
}

describe("a ZIP archive", () => {
  const part = 1024 ** 3;
  it("is refused where it would unpack to more than the limit in total", async () => {
    expect(limits.zipUnpackedBytes).toBe(8 * part);
    expect(await outcome(...claiming(9, part))).toMatchObject({
      reason: "zip_too_large",
      values: { most: 8 },
    });
    // Exactly the limit is not too large, but far more than these few bytes can hold.
    expect(await outcome(...claiming(8, part))).toMatchObject({ reason: "zip_bomb" });
  });

  it("is refused where an entry grows more than two hundredfold, however it lies about it", async () => {
    const zeros = "\0".repeat(17 * 1024 ** 2);
    expect(await outcome({ name: "a.kml", content: zeros })).toMatchObject({
      reason: "zip_bomb",
      values: { entry: "a.kml" },
    });
    expect(await outcome({ name: "a.kml", content: zeros, packed: 17 * 1024 ** 2 })).toMatchObject({
      reason: "zip_bomb",
    });
    expect(await outcome({ name: "a.kml", content: zeros.slice(0, 15 * 1024 ** 2) })).toBe(1);
  });

  it("is refused where many small entries grow together", async () => {
    const content = "\0".repeat(2 * 1024 ** 2);
    const many = Array.from({ length: 9 }, (_, place) => ({ name: `${place}.jpg`, content }));
    expect(await outcome(...many)).toMatchObject({
      reason: "zip_bomb",
      values: { entry: "8.jpg" },
    });
    expect(await outcome(...many.slice(0, 8))).toBe(8);
  });

  it("with too many entries is refused before they are read", async () => {
    await expect(open(withCount(100_000))).rejects.toMatchObject({
      problems: [{ reason: "zip_broken" }],
    });
    await expect(open(withCount(100_001))).rejects.toMatchObject({
      problems: [{ reason: "zip_too_many_entries", values: { most: 100_000 } }],
    });
  });

  it("reports all faults of its entries, and reads valid entries", async () => {
    const bad = zip(
      { name: "link", content: "/etc/passwd", mode: 0o120777 },
      { name: "good", content: "x" },
      { name: "secret", content: "x", flags: 1 },
    );
    await expect(open(bad)).rejects.toMatchObject({
      problems: [
        { reason: "zip_link", file: "archive.zip", values: { entry: "link" } },
        { reason: "zip_encrypted", file: "archive.zip", values: { entry: "secret" } },
      ],
    });
    const archive = await open(
      zip({ name: "a", content: "first" }, { name: "b", content: "x", size: 7 }),
    );
    const [a, b] = archive.entries;
    expect((await archive.read(a!)).toString()).toBe("first");
    expect((await buffer(await archive.stream(a!))).toString()).toBe("first");
    await expect(archive.read(b!)).rejects.toMatchObject({
      problems: [{ reason: "zip_sizes_lie", file: "archive.zip", field: "b" }],
    });
  });
});

it("a long directory is read in few pieces, and one that is too long not at all", async () => {
  const files = Array.from({ length: 5000 }, (_, i) => ({
    name: `${i}.png`,
    content: "",
    method: 0,
  }));
  const bytes = zip(...files);
  let pieces = 0;
  const source = {
    bytes: bytes.length,
    open: async ({ start, end }: { start: number; end: number }) => {
      pieces += 1;
      return Readable.from([bytes.subarray(start, end + 1)]);
    },
  };
  const archive = await openZip(source, "a.zip", () => null, 5000);
  expect(archive.entries).toHaveLength(5000);
  expect(pieces).toBeLessThan(5);
  pieces = 0;
  await expect(openZip(source, "a.zip", () => null, 4999)).rejects.toMatchObject({
    problems: [{ reason: "zip_too_many_entries", file: "a.zip", values: { most: 4999 } }],
  });
  expect(pieces).toBe(1);
});
