import { expect, it } from "vitest";
import { tileCache } from "./tile-cache.ts";

const bytes = (size: number) => new Uint8Array(size);

it("reads a tile once for requests at the same time and after them, and again after a fault", async () => {
  const cached = tileCache();
  let reads = 0;
  const read = async () => {
    reads += 1;
    if (reads === 1) throw new Error("no disk");
    return bytes(10);
  };
  await expect(cached("a", read)).rejects.toThrow("no disk");
  const [one, other] = await Promise.all([cached("a", read), cached("a", read)]);
  expect(one).toBe(other);
  expect(await cached("a", read)).toBe(one);
  expect(reads).toBe(2);
});

it("keeps no more bytes than it may, and those that were asked for last", async () => {
  const cached = tileCache(1000);
  const asked: string[] = [];
  const ask = (key: string) =>
    cached(key, async () => {
      asked.push(key);
      return bytes(300);
    });
  for (const key of ["a", "b", "c", "a", "d"]) await ask(key);
  expect(asked).toEqual(["a", "b", "c", "d"]);
  // Three of 300 bytes have room: b was asked for the longest ago.
  for (const key of ["a", "c", "d"]) await ask(key);
  expect(asked).toEqual(["a", "b", "c", "d"]);
  await ask("b");
  expect(asked.at(-1)).toBe("b");
});
