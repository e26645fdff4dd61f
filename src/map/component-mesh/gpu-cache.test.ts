import type { Device } from "@luma.gl/core";
import { describe, expect, it } from "vitest";
import { gpuCacheOf } from "./gpu-cache.ts";

/** A device that notes which textures are made and which are given up. */
function fakeDevice() {
  const made: number[] = [];
  const destroyed: number[] = [];
  const device = {
    createTexture: () => {
      const id = made.length;
      made.push(id);
      return { id, destroy: () => destroyed.push(id), writeData: () => undefined };
    },
  } as unknown as Device;
  return { device, made, destroyed };
}

describe("the textures of a card", () => {
  it("are created once, and the least recently used are destroyed", () => {
    const { device, made, destroyed } = fakeDevice();
    const cache = gpuCacheOf(device);
    const columns = Array.from({ length: 13 }, () => new Float32Array(10));
    for (const one of columns.slice(0, 12)) cache.column(one);
    cache.column(columns[0]!);
    expect(made).toHaveLength(12);
    expect(cache.bytesHeld()).toBe(12 * 40);
    cache.column(columns[12]!);
    expect(destroyed).toEqual([1]);
    cache.column(columns[0]!);
    expect(made).toHaveLength(13);
  });

  it("of row flags are written again when the flags have changed, not created again", () => {
    const { device, made, destroyed } = fakeDevice();
    const cache = gpuCacheOf(device);
    const bytes = new Uint8Array(8);
    cache.mask({ bytes, version: 1 });
    const before = cache.work.bytesUploaded;
    cache.mask({ bytes, version: 1 });
    expect(cache.work.bytesUploaded).toBe(before);
    cache.mask({ bytes, version: 2 });
    expect(cache.work.bytesUploaded).toBe(before + 8);
    for (let at = 0; at < 16; at += 1) cache.mask({ bytes: new Uint8Array(8), version: 1 });
    expect([made.length, destroyed]).toEqual([17, [0]]);
  });
});
