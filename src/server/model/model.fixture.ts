// 3D models made by hand: sound ones, and ones with a fault each.
import { zip, type ZipEntry } from "../zip/zip.fixture.ts";

type Json = Record<string, unknown>;

/** A GLB of version 2 whose header may lie. */
export function glb(json: unknown, bin?: Uint8Array, lie: Partial<Record<number, number>> = {}) {
  const text = typeof json === "string" ? json : JSON.stringify(json);
  const body = Buffer.from(text.padEnd(Math.ceil(text.length / 4) * 4));
  const chunk = (kind: number, content: Uint8Array) => {
    const head = Buffer.alloc(8);
    head.writeUInt32LE(content.length, 0);
    head.writeUInt32LE(kind, 4);
    return Buffer.concat([head, content]);
  };
  const chunks = [chunk(0x4e4f534a, body), ...(bin ? [chunk(0x004e4942, bin)] : [])];
  const head = Buffer.alloc(12);
  head.write("glTF");
  head.writeUInt32LE(2, 4);
  const whole = Buffer.concat([head, ...chunks]);
  whole.writeUInt32LE(whole.length, 8);
  for (const [at, value] of Object.entries(lie)) whole.writeUInt32LE(value ?? 0, Number(at));
  return whole;
}

/** One triangle: three corners in `bin`. */
export const triangleBin = Buffer.from(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]).buffer);
export const triangleJson = (change: Json = {}): Json => ({
  asset: { version: "2.0" },
  scene: 0,
  scenes: [{ nodes: [0] }],
  nodes: [{ mesh: 0 }],
  meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
  accessors: [
    { bufferView: 0, componentType: 5126, count: 3, type: "VEC3", min: [0, 0, 0], max: [1, 1, 0] },
  ],
  bufferViews: [{ buffer: 0, byteLength: 36 }],
  buffers: [{ byteLength: 36 }],
  ...change,
});
export const triangle = (change: Json = {}) => glb(triangleJson(change), triangleBin);

/** The corners of the triangle, encoded by meshoptimizer 1.3 (encodeGltfBuffer, ATTRIBUTES, stride 12). */
const meshoptBin = Buffer.from(
  "oAAAATwAAAD//wE8AAAAfn0AAAEMAAAA/wEMAAAAfgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA==",
  "base64",
);

/** The triangle compressed with meshopt as `gltfpack -c` writes it: its own buffer has no bytes. */
export function meshoptTriangle(
  change: (extension: Json) => Json | undefined = (extension) => extension,
  view: Json = {},
) {
  const name = "EXT_meshopt_compression";
  const extension = change({
    buffer: 0,
    byteOffset: 0,
    byteLength: meshoptBin.length,
    byteStride: 12,
    count: 3,
    mode: "ATTRIBUTES",
  });
  const bytes = Number(view["byteLength"] ?? 36);
  const json = triangleJson({
    extensionsRequired: [name],
    extensionsUsed: [name],
    bufferViews: [
      {
        buffer: 1,
        byteLength: 36,
        ...view,
        ...(extension && { extensions: { [name]: extension } }),
      },
    ],
    buffers: [
      { byteLength: meshoptBin.length },
      { byteLength: bytes, extensions: { [name]: { fallback: true } } },
    ],
  });
  return glb(json, Buffer.concat([meshoptBin, Buffer.alloc((4 - (meshoptBin.length % 4)) % 4)]));
}

/** A b3dm around a GLB, whose header may lie. */
export function b3dm(inner: Uint8Array, lie: Partial<Record<number, number>> = {}) {
  const head = Buffer.alloc(28);
  head.write("b3dm");
  head.writeUInt32LE(1, 4);
  head.writeUInt32LE(28 + inner.length, 8);
  for (const [at, value] of Object.entries(lie)) head.writeUInt32LE(value ?? 0, Number(at));
  return Buffer.concat([head, inner]);
}

export const box = [0, 0, 1, 1, 0, 0, 0, 1, 0, 0, 0, 1];
export const tile = (change: Json = {}): Json => ({
  boundingVolume: { box },
  geometricError: 0,
  refine: "REPLACE",
  content: { uri: "a.glb" },
  ...change,
});
export const tileset = (root: unknown = tile(), change: Json = {}) =>
  JSON.stringify({ asset: { version: "1.1" }, geometricError: 10, root, ...change });

/** The ZIP of a tileset with one sound tile. */
export function modelZip(
  json: string = tileset(),
  files: Readonly<Record<string, string | Uint8Array>> = { "a.glb": triangle() },
  more: readonly ZipEntry[] = [],
) {
  const entries = Object.entries(files).map(([name, content]) => ({ name, content }));
  return zip({ name: "tileset.json", content: json }, ...entries, ...more);
}
