import type { Device } from "@luma.gl/core";
import { describe, expect, it } from "vitest";
import type { ComponentMesh } from "../../domain/component/component-mesh.ts";
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

/** A device that notes the bytes of the buffers that it holds. */
function bufferDevice() {
  const live = new Set<object>();
  const device = {
    createBuffer({ data }: { data: ArrayBufferView }) {
      const buffer = { bytes: data.byteLength, destroy: () => live.delete(buffer) };
      live.add(buffer);
      return buffer;
    },
  } as unknown as Device;
  const bytes = () => [...live].reduce((sum, one) => sum + (one as { bytes: number }).bytes, 0);
  return { device, bytes };
}

const meshOf = (count: number) =>
  ({ count, positions: new Float32Array(count * 8), polygons: null }) as never as ComponentMesh;

describe("the buffers of meshes", () => {
  it("share their indices, and a longer list frees the shorter one with its last mesh", () => {
    const { device, bytes } = bufferDevice();
    const cache = gpuCacheOf(device);
    const [small, middle, large] = [meshOf(10), meshOf(8), meshOf(1000)];
    for (const mesh of [small, middle, large]) cache.acquireMesh(mesh);
    // 32 bytes of corners per rectangle, and lists of 10 and of 1000.
    const all = (10 + 8 + 1000) * 32 + (10 + 1000) * 24;
    expect([bytes(), cache.bytesHeld()]).toEqual([all, all]);
    cache.releaseMesh(small);
    expect(bytes()).toBe(all - 10 * 32);
    cache.releaseMesh(middle);
    expect([bytes(), cache.bytesHeld()]).toEqual([1000 * 56, 1000 * 56]);
    cache.releaseMesh(large);
    expect([bytes(), cache.bytesHeld()]).toEqual([0, 0]);
  });

  it("are made again for the next plant, and once for two maps beside each other", () => {
    const { device, bytes } = bufferDevice();
    const cache = gpuCacheOf(device);
    const mesh = meshOf(100);
    cache.acquireMesh(mesh);
    cache.releaseMesh(mesh);
    expect(cache.acquireMesh(mesh)).toBe(cache.acquireMesh(mesh));
    expect(bytes()).toBe(5600);
    cache.releaseMesh(mesh);
    expect(bytes()).toBe(5600);
    cache.releaseMesh(mesh);
    expect(bytes()).toBe(0);
  });
});

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

  it("of long columns are fewer: bytes are bounded, not their number alone", () => {
    const { device, destroyed } = fakeDevice();
    const cache = gpuCacheOf(device);
    // Ten million values of four bytes; four of them are 160 MB.
    const columns = Array.from({ length: 6 }, () => ({ length: 0, byteLength: 40e6 }));
    for (const one of columns) cache.column(one as never);
    expect(destroyed).toEqual([0]);
    expect(cache.bytesHeld()).toBeLessThanOrEqual(192 * 2 ** 20 + 40e6);
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
