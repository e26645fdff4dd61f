// The data on the GPU: vertices by mesh and values by column, cached for reuse.
//
// All layers of a device share this cache: a swipe of two analyses draws one mesh with two columns, and a
// key figure that was shown before is not uploaded again.
import { Buffer, type Device, type Texture } from "@luma.gl/core";
import { LRUCache } from "lru-cache";
import type { ColumnValues } from "../../domain/column/column.ts";
import type { ComponentMesh } from "../../domain/component/component-mesh.ts";

/** Texels per row of a column texture; a shader finds row r at (r % 1024, r / 1024). */
export const TEXTURE_WIDTH = 1024;
/** Six indices of four bytes per rectangle. */
const INDEX_BYTES = 24;
/**
 * Columns kept on the GPU, and their bytes: at a million components twelve are 48 MB, at ten million four are 160 MB. A
 * frame draws two at most, with their bars.
 */
const COLUMNS_KEPT = 12;
const COLUMN_BYTES_KEPT = 192 * 2 ** 20;
const RAMPS_KEPT = 32;
const MASKS_KEPT = 16;

/**
 * One byte per row, the bits of state/plant/column/row-flag.ts. `version` counts the changes made in place, so that they
 * are uploaded.
 */
export type Mask = { readonly bytes: Uint8Array; readonly version: number };

/** 256 colours (RGBA), then 256 severities (0 to 3 in R): 2,048 bytes. */
export type RampBytes = Uint8Array;

type QuadIndices = { readonly buffer: Buffer; readonly rows: number; users: number };

export type MeshBuffers = {
  readonly quads: { positions: Buffer; indices: Buffer };
  readonly polygons: { positions: Buffer; rows: Buffer; indices: Buffer } | null;
};

/** Uploads since the last reset, for the bench and for tests. */
export type GpuWork = { drawCalls: number; vertices: number; bytesUploaded: number };

export type GpuCache = {
  readonly work: GpuWork;
  acquireMesh(mesh: ComponentMesh): MeshBuffers;
  releaseMesh(mesh: ComponentMesh): void;
  column(values: ColumnValues): Texture;
  ramp(bytes: RampBytes): Texture;
  mask(mask: Mask): Texture;
  /** Bytes on the GPU now. */
  bytesHeld(): number;
};

const caches = new WeakMap<Device, GpuCache>();

/** The cache of a device; created on first use, and collected with the device. */
export function gpuCacheOf(device: Device): GpuCache {
  const known = caches.get(device);
  if (known) return known;
  const cache = makeCache(device);
  caches.set(device, cache);
  return cache;
}

function makeCache(device: Device): GpuCache {
  const work: GpuWork = { drawCalls: 0, vertices: 0, bytesUploaded: 0 };
  const meshes = new Map<
    ComponentMesh,
    { buffers: MeshBuffers; indices: QuadIndices; users: number }
  >();
  // One per component type; those of the previous plant are evicted by newer ones.
  const masks = new LRUCache<Uint8Array, { texture: Texture; version: number }>({
    max: MASKS_KEPT,
    dispose: ({ texture }) => texture.destroy(),
  });
  const held = { meshes: 0, indices: 0 };
  let longest: QuadIndices | null = null;

  const vertexBuffer = (data: Float32Array) => {
    work.bytesUploaded += data.byteLength;
    return device.createBuffer({ usage: Buffer.VERTEX, data });
  };
  const indexBuffer = (data: Uint32Array) => {
    work.bytesUploaded += data.byteLength;
    return device.createBuffer({ usage: Buffer.INDEX, data, indexType: "uint32" });
  };
  // Every mesh of rectangles has the same indices, so the longest serves all that are shorter and come after it.
  const indicesFor = (rows: number): QuadIndices => {
    if (!longest || longest.rows < rows) {
      longest = { buffer: indexBuffer(quadIndexArray(rows)), rows, users: 0 };
      held.indices += rows * INDEX_BYTES;
    }
    longest.users += 1;
    return longest;
  };
  const releaseIndices = (indices: QuadIndices) => {
    indices.users -= 1;
    if (indices.users > 0) return;
    indices.buffer.destroy();
    held.indices -= indices.rows * INDEX_BYTES;
    if (longest === indices) longest = null;
  };
  const upload = (mesh: ComponentMesh, indices: QuadIndices): MeshBuffers => ({
    quads: { positions: vertexBuffer(mesh.positions), indices: indices.buffer },
    polygons: mesh.polygons && {
      positions: vertexBuffer(mesh.polygons.positions),
      rows: vertexBuffer(mesh.polygons.rows),
      indices: indexBuffer(mesh.polygons.indices),
    },
  });
  const rowTexture = (data: ColumnValues) => {
    const texture = device.createTexture({
      format: data instanceof Uint8Array ? "r8unorm" : "r32float",
      width: TEXTURE_WIDTH,
      height: Math.max(1, Math.ceil(data.length / TEXTURE_WIDTH)),
      sampler: { minFilter: "nearest", magFilter: "nearest" },
    });
    writeRows(texture, data, work);
    return texture;
  };
  const columns = texturesOf<ColumnValues>(COLUMNS_KEPT, rowTexture, COLUMN_BYTES_KEPT);
  const ramps = texturesOf<RampBytes>(RAMPS_KEPT, (data) => {
    work.bytesUploaded += data.byteLength;
    return device.createTexture({
      format: "rgba8unorm",
      width: 256,
      height: 2,
      data,
      sampler: { minFilter: "nearest", magFilter: "nearest" },
    });
  });

  return {
    work,
    acquireMesh(mesh) {
      const known = meshes.get(mesh);
      if (known) {
        known.users += 1;
        return known.buffers;
      }
      const indices = indicesFor(mesh.count);
      const buffers = upload(mesh, indices);
      held.meshes += meshBytes(mesh);
      meshes.set(mesh, { buffers, indices, users: 1 });
      return buffers;
    },
    releaseMesh(mesh) {
      const entry = meshes.get(mesh);
      if (!entry) return;
      entry.users -= 1;
      if (entry.users > 0) return;
      meshes.delete(mesh);
      held.meshes -= meshBytes(mesh);
      const { quads, polygons } = entry.buffers;
      quads.positions.destroy();
      releaseIndices(entry.indices);
      if (polygons) for (const buffer of Object.values(polygons)) buffer.destroy();
    },
    column: (values) => columns.memo(values),
    ramp: (bytes) => ramps.memo(bytes),
    mask({ bytes, version }) {
      const entry = masks.get(bytes);
      if (!entry) {
        const texture = rowTexture(bytes);
        masks.set(bytes, { texture, version });
        return texture;
      }
      if (entry.version !== version) {
        entry.version = version;
        writeRows(entry.texture, bytes, work);
      }
      return entry.texture;
    },
    bytesHeld: () => held.meshes + held.indices + bytesOf(columns.keys()) + bytesOf(ramps.keys()),
  };
}

function meshBytes({ positions, polygons }: ComponentMesh): number {
  const rest = polygons
    ? polygons.positions.byteLength + polygons.rows.byteLength + polygons.indices.byteLength
    : 0;
  return positions.byteLength + rest;
}

function quadIndexArray(rows: number): Uint32Array {
  const indices = new Uint32Array(rows * 6);
  for (let row = 0, at = 0; row < rows; row += 1) {
    const vertex = row * 4;
    indices[at++] = vertex;
    indices[at++] = vertex + 1;
    indices[at++] = vertex + 2;
    indices[at++] = vertex;
    indices[at++] = vertex + 2;
    indices[at++] = vertex + 3;
  }
  return indices;
}

/** Whole texture rows first, then the rest: the array is never copied to be padded. */
function writeRows(texture: Texture, data: ColumnValues, work: GpuWork): void {
  const rows = Math.floor(data.length / TEXTURE_WIDTH);
  const rest = data.length - rows * TEXTURE_WIDTH;
  work.bytesUploaded += data.byteLength;
  if (rows > 0) {
    texture.writeData(data.subarray(0, rows * TEXTURE_WIDTH), { height: rows });
  }
  if (rest > 0) {
    texture.writeData(data.subarray(rows * TEXTURE_WIDTH), { y: rows, width: rest, height: 1 });
  }
}

/** Textures by their source; the least recently used ones are destroyed. */
function texturesOf<Source extends { readonly byteLength: number }>(
  max: number,
  make: (source: Source) => Texture,
  maxBytes?: number,
) {
  return new LRUCache<Source, Texture>({
    max,
    ...(maxBytes !== undefined && {
      maxSize: maxBytes,
      sizeCalculation: (_texture: Texture, { byteLength }: Source) => Math.max(1, byteLength),
    }),
    memoMethod: make,
    dispose: (texture) => texture.destroy(),
  });
}

function bytesOf(sources: Iterable<{ readonly byteLength: number }>): number {
  return [...sources].reduce((sum, { byteLength }) => sum + byteLength, 0);
}
