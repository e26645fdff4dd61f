// Models with one fault each, and the reason by which they are refused.
import { zip } from "../zip/zip.fixture.ts";
import { picturedGlbs, picturedZips } from "./bad-picture.fixture.ts";
import {
  b3dm,
  box,
  glb,
  meshoptTriangle,
  modelZip,
  tile,
  tileset,
  triangle,
  triangleBin,
  triangleJson,
} from "./model.fixture.ts";

type Bad = readonly [what: string, file: Uint8Array, reason: string];

const text = (content: string) => Buffer.from(content);
const content = (file: string | Uint8Array) => modelZip(tileset(), { "a.glb": file });
const root = (change: Record<string, unknown>) => modelZip(tileset(tile(change)));
const named = (uri: string) => root({ content: { uri } });
const gltf = (change: Record<string, unknown>) => triangle(change);
const attributes = (values: Record<string, unknown>) =>
  gltf({ meshes: [{ primitives: [{ attributes: values }] }] });

function deep(levels: number): unknown {
  let inner = tile();
  for (let level = 0; level < levels; level += 1) inner = tile({ children: [inner] });
  return inner;
}

const accessor = { bufferView: 0, componentType: 5126, count: 3, type: "VEC3" };

export const badZips: readonly Bad[] = [
  ["no archive", text("PK but no archive"), "zip_broken"],
  ["cut short", modelZip().subarray(0, 300), "zip_broken"],
  ["no tileset", zip({ name: "a.glb", content: triangle() }), "model_no_tileset"],
  ["empty archive", zip(), "model_no_tileset"],
  [
    "two tilesets",
    zip(
      { name: "a/tileset.json", content: tileset() },
      { name: "b/tileset.json", content: tileset() },
    ),
    "model_two_tilesets",
  ],
  ["a way out", modelZip(tileset(), {}, [{ name: "../a.glb", content: "x" }]), "zip_entry_path"],
  [
    "an absolute name",
    modelZip(tileset(), {}, [{ name: "/a.glb", content: "x" }]),
    "zip_entry_path",
  ],
  [
    "a link",
    modelZip(tileset(), {}, [{ name: "a.glb", content: "/etc/passwd", mode: 0o120777 }]),
    "zip_link",
  ],
  [
    "encrypted",
    modelZip(tileset(), {}, [{ name: "a.glb", content: "x", flags: 1 }]),
    "zip_encrypted",
  ],
  ["a bomb", modelZip(tileset(), { "a.glb": Buffer.alloc(40 * 1024 ** 2) }), "zip_bomb"],
  [
    "a tile of ten gigabytes",
    modelZip(tileset(), {}, [{ name: "a.glb", content: "x", size: 4_000_000_000 }]),
    "zip_bomb",
  ],
  [
    "an entry twice",
    modelZip(tileset(), { "a.glb": triangle() }, [{ name: "a.glb", content: "x" }]),
    "model_entry_twice",
  ],
  ["no JSON", modelZip("{"), "model_json"],
  ["a list", modelZip("[]"), "model_json"],
  [
    "no UTF-8",
    zip({ name: "tileset.json", content: Buffer.from([0x7b, 0xff, 0x7d]) }),
    "model_json",
  ],
  ["an old version", modelZip(tileset(tile(), { asset: { version: "0.0" } })), "model_version"],
  ["no version", modelZip(tileset(tile(), { asset: {} })), "model_version"],
  ["no root", modelZip(tileset(null)), "model_tile"],
  ["a tile that is text", root({ children: ["tile"] }), "model_tile"],
  ["no bounds", root({ boundingVolume: undefined }), "model_bounds"],
  ["a short box", root({ boundingVolume: { box: [1, 2, 3] } }), "model_bounds"],
  ["a box of text", root({ boundingVolume: { box: Array(12).fill("1") } }), "model_bounds"],
  ["a negative sphere", root({ boundingVolume: { sphere: [0, 0, 0, -1] } }), "model_bounds"],
  [
    "a region off the Earth",
    root({ boundingVolume: { region: [-9, 0, 1, 1, 0, 1] } }),
    "model_bounds",
  ],
  ["a turned region", root({ boundingVolume: { region: [0, 1, 1, 0, 0, 1] } }), "model_bounds"],
  ["a negative error", root({ geometricError: -1 }), "model_error"],
  ["no error", root({ geometricError: undefined }), "model_error"],
  [
    "an endless error",
    modelZip(tileset().replace('"geometricError":0', '"geometricError":1e999')),
    "model_error",
  ],
  ["a short transform", root({ transform: [1] }), "model_transform"],
  ["a flat transform", root({ transform: Array(16).fill(0) }), "model_transform"],
  ["another refinement", root({ refine: "MELT" }), "model_refine"],
  ["no refinement", root({ refine: undefined }), "model_refine"],
  ["children that are no list", root({ children: {} }), "model_children"],
  ["implicit tiles", root({ implicitTiling: { subdivisionScheme: "QUADTREE" } }), "model_implicit"],
  ["content without a file", root({ content: {} }), "model_content"],
  [
    "an unknown extension",
    modelZip(tileset(tile(), { extensionsRequired: ["X_y"] })),
    "model_extension",
  ],
  ["too deep", modelZip(tileset(deep(250))), "model_too_deep"],
  ["a missing tile", named("b.glb"), "model_tile_missing"],
  ["another spelling", named("A.glb"), "model_tile_missing"],
  ["another host", named("https://example.org/a.glb"), "model_outside"],
  ["another host without a scheme", named("//example.org/a.glb"), "model_outside"],
  ["a file of the machine", named("file:///etc/passwd"), "model_outside"],
  ["a way out of the archive", named("../../etc/passwd"), "model_outside"],
  ["an escaped way out", named("%2e%2e/%2e%2e/etc/passwd"), "model_outside"],
  ["a broken escape", named("%zz.glb"), "model_outside"],
  ["a tileset within itself", named("tileset.json"), "model_circle"],
  [
    "a circle of two",
    modelZip(tileset(tile({ content: { uri: "b.json" } })), {
      "b.json": tileset(tile({ content: { uri: "tileset.json" } })),
    }),
    "model_circle",
  ],
  [
    "a missing tile of a tileset below",
    modelZip(tileset(tile({ content: { uri: "b/b.json" } })), {
      "b/b.json": tileset(),
      "a.glb": triangle(),
    }),
    "model_tile_missing",
  ],
  ["an empty tile", content(""), "model_tile_empty"],
  ["text as a tile", content("hello"), "model_tile_kind"],
  ["a picture as a tile", content(Buffer.from([0x89, 0x50, 0x4e, 0x47])), "model_tile_kind"],
  ["a cut b3dm", content(b3dm(triangle()).subarray(0, 20)), "model_cut"],
  ["a b3dm of version 2", content(b3dm(triangle(), { 4: 2 })), "model_tile_version"],
  ["a b3dm that is shorter than it says", content(b3dm(triangle(), { 8: 1e6 })), "model_length"],
  ["a b3dm that is longer than it says", content(b3dm(triangle(), { 8: 40 })), "model_length"],
  ["tables beyond the end", content(b3dm(triangle(), { 16: 1e6 })), "model_tables"],
  ["a table that is no JSON", content(b3dm(triangle(), { 12: 8 })), "model_json"],
  ["a b3dm around nothing", content(b3dm(Buffer.alloc(0))), "model_no_glb"],
  ["a b3dm around text", content(b3dm(text("hello world"))), "model_no_glb"],
  [
    "a file beside that is missing",
    content(glb(triangleJson({ buffers: [{ byteLength: 36, uri: "b.bin" }] }))),
    "model_file_missing",
  ],
  [
    "a file beside on another host",
    content(glb(triangleJson({ buffers: [{ byteLength: 36, uri: "http://a/b.bin" }] }))),
    "model_file_outside",
  ],
  [
    "a file beside that is too short",
    modelZip(tileset(), {
      "a.glb": glb(triangleJson({ buffers: [{ byteLength: 36, uri: "b.bin" }] })),
      "b.bin": "short",
    }),
    "model_file_short",
  ],
  [
    "a picture beside that is none",
    modelZip(tileset(), { "a.glb": triangle({ images: [{ uri: "b.png" }] }), "b.png": "text" }),
    "model_picture",
  ],
  ...picturedZips,
  ["a gltf that is no model", content('{"asset":{}}'), "model_gltf_version"],
];

/** The triangle compressed with meshopt: what its extension says, changed. */
const packed = (change: Record<string, unknown>, view: Record<string, unknown> = {}) =>
  meshoptTriangle((extension) => ({ ...extension, ...change }), view);

const data = `data:application/octet-stream;base64,${triangleBin.toString("base64").slice(0, 20)}`;

export const badGlbs: readonly Bad[] = [
  ["text", text("hello"), "model_no_glb"],
  ["a head alone", triangle().subarray(0, 12), "model_cut"],
  ["glTF 1", glb(triangleJson(), triangleBin, { 4: 1 }), "model_gltf_version"],
  ["a lying length", glb(triangleJson(), triangleBin, { 8: 99_999 }), "model_length"],
  ["a lying part", glb(triangleJson(), triangleBin, { 12: 99_999 }), "model_chunk"],
  ["no JSON first", glb(triangleJson(), triangleBin, { 16: 0x004e4942 }), "model_no_json_chunk"],
  ["broken JSON", glb("{{{{", triangleBin), "model_json"],
  ["version 1.0", gltf({ asset: { version: "1.0" } }), "model_gltf_version"],
  ["packed", gltf({ extensionsRequired: ["KHR_draco_mesh_compression"] }), "model_compressed"],
  ["packed textures", gltf({ extensionsRequired: ["KHR_texture_basisu"] }), "model_compressed"],
  ["meshopt with more vertices than its view", packed({ count: 4 }), "model_meshopt"],
  ["meshopt with a count of text", packed({ count: "3" }), "model_meshopt"],
  ["meshopt with a stride of 13", packed({ byteStride: 13 }), "model_meshopt"],
  ["meshopt beyond its buffer", packed({ byteLength: 4000 }), "model_meshopt"],
  ["meshopt before its buffer", packed({ byteOffset: -4 }), "model_meshopt"],
  ["meshopt of another buffer", packed({ buffer: 7 }), "model_meshopt"],
  ["meshopt of an unknown mode", packed({ mode: "ZIP" }), "model_meshopt"],
  ["meshopt of an unknown filter", packed({ filter: "BLUR" }), "model_meshopt"],
  ["meshopt with a filter of another stride", packed({ filter: "QUATERNION" }), "model_meshopt"],
  ["meshopt whose bytes are something else", packed({ byteOffset: 1 }), "model_meshopt"],
  ["meshopt cut short", packed({ byteLength: 12 }), "model_meshopt"],
  [
    "meshopt of gigabytes",
    packed({ count: 500_000_000 }, { byteLength: 6_000_000_000 }),
    "model_meshopt",
  ],
  [
    "a buffer without bytes whose view is not compressed",
    meshoptTriangle(() => undefined),
    "model_view",
  ],
  ["an unknown extension", gltf({ extensionsRequired: ["X_y"] }), "model_extension"],
  ["a negative buffer", gltf({ buffers: [{ byteLength: -1 }] }), "model_buffer"],
  ["a buffer longer than the file", gltf({ buffers: [{ byteLength: 1e9 }] }), "model_buffer_short"],
  ["no bytes", glb(triangleJson()), "model_buffer_short"],
  ["short data", gltf({ buffers: [{ byteLength: 36, uri: data }] }), "model_buffer_short"],
  ["a file beside", gltf({ buffers: [{ byteLength: 36, uri: "a.bin" }] }), "model_file_beside"],
  [
    "a view of another buffer",
    gltf({ bufferViews: [{ buffer: 7, byteLength: 36 }] }),
    "model_view",
  ],
  ["a view beyond", gltf({ bufferViews: [{ buffer: 0, byteLength: 37 }] }), "model_view"],
  [
    "a negative view",
    gltf({ bufferViews: [{ buffer: 0, byteOffset: -4, byteLength: 36 }] }),
    "model_view",
  ],
  ["an unknown number", gltf({ accessors: [{ ...accessor, componentType: 1 }] }), "model_accessor"],
  ["an unknown type", gltf({ accessors: [{ ...accessor, type: "VEC9" }] }), "model_accessor"],
  ["no count", gltf({ accessors: [{ ...accessor, count: 0 }] }), "model_accessor"],
  ["an accessor beyond", gltf({ accessors: [{ ...accessor, count: 4 }] }), "model_accessor_range"],
  [
    "gigabytes of zeros",
    gltf({ accessors: [{ componentType: 5126, count: 2e9, type: "VEC3" }] }),
    "model_accessor_range",
  ],
  ["an unknown attribute", attributes({ POSITION: 9 }), "model_mesh"],
  ["an attribute that is text", attributes({ POSITION: "0" }), "model_mesh"],
  ["a mesh of nothing", gltf({ meshes: [{ primitives: [] }] }), "model_mesh"],
  ["an unknown mesh", gltf({ nodes: [{ mesh: 3 }] }), "model_node"],
  ["an unknown child", gltf({ nodes: [{ mesh: 0, children: [4] }] }), "model_node"],
  [
    "a node with two parents",
    gltf({ nodes: [{ children: [2] }, { children: [2] }, {}] }),
    "model_node_twice",
  ],
  [
    "a node within itself",
    gltf({ nodes: [{ children: [1] }, { children: [0] }] }),
    "model_node_circle",
  ],
  ["an unknown scene", gltf({ scene: 3 }), "model_scene"],
  ["a scene of nothing", gltf({ scenes: [{ nodes: [8] }] }), "model_scene"],
  ["an image of nothing", gltf({ images: [{}] }), "model_image"],
  ...picturedGlbs,
  ["a picture that is none", gltf({ images: [{ bufferView: 0 }] }), "model_picture"],
  ["an unknown image", gltf({ textures: [{ source: 0 }] }), "model_texture"],
];

/** A tileset whose tiles are all there and that lies somewhere on the Earth. */
export const regionTileset = tileset(
  tile({ boundingVolume: { region: [0.1, 0.5, 0.1002, 0.5002, 412.5, 430] } }),
);
export const soundBox = box;
