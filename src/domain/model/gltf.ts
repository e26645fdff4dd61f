// The check of a glTF model (glTF 2.0): what its lists name exists, and its numbers lie within its buffers.
import { checkSizes } from "./gltf-size.ts";
import { checkImages, isIndex, type GltfFile, type GltfPicture } from "./gltf-image.ts";
import { isFallback, meshoptNames, meshoptOf, meshoptViews } from "./gltf-meshopt.ts";
import {
  areNumbers,
  listOf,
  objectOf,
  shortened,
  type JsonObject,
  type ModelCheck,
} from "./model-check.ts";

/** Extensions that the 3D view reads although a model cannot be read without them. */
const read: readonly string[] = [
  "KHR_materials_unlit",
  "KHR_materials_pbrSpecularGlossiness",
  "KHR_materials_emissive_strength",
  "KHR_materials_specular",
  "KHR_texture_transform",
  "KHR_mesh_quantization",
  "EXT_texture_webp",
  "EXT_mesh_features",
  "EXT_structural_metadata",
  "EXT_instance_features",
  "EXT_mesh_gpu_instancing",
  "CESIUM_RTC",
  "CESIUM_primitive_outline",
  ...meshoptNames,
];
/** Packed geometry and textures: a model that needs them is to be saved without. */
const packed: readonly string[] = ["KHR_draco_mesh_compression", "KHR_texture_basisu"];

const COMPONENT_BYTES: Readonly<Record<number, number>> = {
  5120: 1,
  5121: 1,
  5122: 2,
  5123: 2,
  5125: 4,
  5126: 4,
};
const COMPONENTS: Readonly<Record<string, number>> = {
  SCALAR: 1,
  VEC2: 2,
  VEC3: 3,
  VEC4: 4,
  MAT2: 4,
  MAT3: 9,
  MAT4: 16,
};
/** Deepest node below the root of a scene. */
const DEEPEST = 500;

export type Gltf = {
  readonly files: readonly GltfFile[];
  readonly pictures: readonly GltfPicture[];
  /** Address of each buffer; null for the bytes of the container. */
  readonly buffers: readonly (string | null)[];
};

const sizeOf = (value: unknown, absent: number): number =>
  value === undefined ? absent : typeof value === "number" && Number.isInteger(value) ? value : -1;

/**
 * @param bin the bytes of the container; null for a .gltf
 * @returns the files that the model names, the pictures that are in no file of their own, and its buffers
 */
export function checkGltf(json: JsonObject, bin: Uint8Array | null, check: ModelCheck): Gltf {
  const version = shortened(objectOf(json["asset"])?.["version"] ?? "");
  if (!version.startsWith("2.")) check.refuse("model_gltf_version", { version });
  for (const one of listOf(json["extensionsRequired"])) {
    const extension = shortened(one);
    if (packed.includes(extension)) check.refuse("model_compressed", { extension });
    else if (!read.includes(extension)) check.refuse("model_extension", { extension });
  }
  if (!checkSizes(json, check)) return { files: [], pictures: [], buffers: [] };
  const { files, sizes } = checkBuffers(json, bin, check);
  const views = checkViews(json, { sizes, bin }, check);
  const accessors = checkAccessors(json, views, check);
  checkMeshes(json, accessors, check);
  checkNodes(json, check);
  const images = checkImages(json, views, check);
  const buffers = listOf(json["buffers"]).map((buffer) => {
    const uri = objectOf(buffer)?.["uri"];
    return typeof uri === "string" ? uri : null;
  });
  return { files: [...files, ...images.files], pictures: images.pictures, buffers };
}

function checkBuffers(json: JsonObject, bin: Uint8Array | null, check: ModelCheck) {
  const files: GltfFile[] = [];
  const sizes = listOf(json["buffers"]).map((value, at) => {
    const buffer = objectOf(value);
    const bytes = sizeOf(buffer?.["byteLength"], -1);
    const uri = buffer?.["uri"];
    if (bytes < 1 || (uri !== undefined && typeof uri !== "string")) {
      check.refuse("model_buffer", { item: `buffers[${at}]` });
      return 0;
    }
    if (typeof uri === "string") {
      if (!/^data:/i.test(uri)) files.push({ uri, bytes, isPicture: false });
      else if (dataBytes(uri) < bytes)
        check.refuse("model_buffer_short", { item: `buffers[${at}]` });
    } else if (!isFallback(buffer) && (at > 0 || !bin || bin.length < bytes)) {
      check.refuse("model_buffer_short", { item: `buffers[${at}]` });
    }
    return bytes;
  });
  return { files, sizes };
}

/** Length of the bytes that a data address in base64 holds; 0 for any other. */
function dataBytes(uri: string): number {
  const begin = uri.indexOf(",");
  if (begin < 0 || !/;base64$/i.test(uri.slice(0, begin))) return 0;
  const letters = uri.length - begin - 1;
  return Math.floor((letters * 3) / 4) - (uri.endsWith("==") ? 2 : uri.endsWith("=") ? 1 : 0);
}

type View = {
  readonly buffer: number;
  readonly begin: number;
  readonly bytes: number;
  readonly stride: number;
  /** Its bytes are not those of the buffer. */
  readonly isPacked: boolean;
};

function checkViews(
  json: JsonObject,
  { sizes, bin }: { sizes: readonly number[]; bin: Uint8Array | null },
  check: ModelCheck,
): (View | null)[] {
  const empty = listOf(json["buffers"]).map((buffer) => isFallback(objectOf(buffer)));
  const isDecodable = meshoptViews(sizes, bin, check);
  return listOf(json["bufferViews"]).map((value, at) => {
    const view = objectOf(value);
    const buffer = view?.["buffer"];
    const begin = sizeOf(view?.["byteOffset"], 0);
    const bytes = sizeOf(view?.["byteLength"], -1);
    const stride = sizeOf(view?.["byteStride"], 0);
    const packed = meshoptOf(view);
    if (packed && !isDecodable(packed, bytes)) {
      check.refuse("model_meshopt", { item: `bufferViews[${at}]` });
      return null;
    }
    if (
      isIndex(buffer, sizes.length) &&
      begin >= 0 &&
      bytes >= 1 &&
      stride >= 0 &&
      begin + bytes <= sizes[buffer]! &&
      (packed !== null || !empty[buffer])
    )
      return { buffer, begin, bytes, stride, isPacked: packed !== null };
    check.refuse("model_view", { item: `bufferViews[${at}]` });
    return null;
  });
}

type Accessor = { readonly count: number; readonly type: string };

function checkAccessors(
  json: JsonObject,
  views: readonly (View | null)[],
  check: ModelCheck,
): (Accessor | null)[] {
  return listOf(json["accessors"]).map((value, at) => {
    const accessor = objectOf(value);
    const type = String(accessor?.["type"]);
    const size =
      (COMPONENT_BYTES[Number(accessor?.["componentType"])] ?? 0) * (COMPONENTS[type] ?? 0);
    const count = sizeOf(accessor?.["count"], -1);
    const begin = sizeOf(accessor?.["byteOffset"], 0);
    const index = accessor?.["bufferView"];
    const item = { item: `accessors[${at}]` };
    if (
      size === 0 ||
      count < 1 ||
      begin < 0 ||
      (index !== undefined && !isIndex(index, views.length))
    ) {
      check.refuse("model_accessor", item);
      return null;
    }
    const view = index === undefined ? null : views[index];
    if (view && begin + (count - 1) * (view.stride || size) + size > view.bytes) {
      check.refuse("model_accessor_range", item);
    }
    // Zeros without a buffer: a few letters of the file could ask for gigabytes.
    if (index === undefined && count > 1_000_000) check.refuse("model_accessor_range", item);
    return { count, type };
  });
}

function checkMeshes(json: JsonObject, accessors: readonly (Accessor | null)[], check: ModelCheck) {
  const materials = listOf(json["materials"]).length;
  for (const [at, value] of listOf(json["meshes"]).entries()) {
    const item = { item: `meshes[${at}]` };
    const primitives = listOf(objectOf(value)?.["primitives"]);
    if (primitives.length === 0) check.refuse("model_mesh", item);
    for (const one of primitives) {
      const { attributes, indices, material, mode } = objectOf(one) ?? {};
      const named = objectOf(attributes);
      const isSound =
        named !== null &&
        Object.values(named).every((index) => isIndex(index, accessors.length)) &&
        (indices === undefined || isIndex(indices, accessors.length)) &&
        (material === undefined || isIndex(material, materials)) &&
        (mode === undefined || isIndex(mode, 7));
      if (!isSound) {
        check.refuse("model_mesh", item);
        continue;
      }
      const counts = Object.values(named).map((index) => accessors[Number(index)]?.count);
      if (new Set(counts.filter((count) => count !== undefined)).size > 1) {
        check.refuse("model_mesh_counts", item);
      }
    }
  }
}

function checkNodes(json: JsonObject, check: ModelCheck): void {
  const nodes = listOf(json["nodes"]).map(objectOf);
  const meshes = listOf(json["meshes"]).length;
  const parents = new Map<number, number>();
  for (const [at, node] of nodes.entries()) {
    const item = { item: `nodes[${at}]` };
    const { matrix, mesh, children } = node ?? {};
    if (
      !node ||
      (matrix !== undefined && !areNumbers(matrix, 16)) ||
      (mesh !== undefined && !isIndex(mesh, meshes))
    )
      check.refuse("model_node", item);
    for (const child of listOf(children)) {
      if (!isIndex(child, nodes.length)) check.refuse("model_node", item);
      else if (parents.has(child)) check.refuse("model_node_twice", { item: `nodes[${child}]` });
      else parents.set(child, at);
    }
  }
  // Each node has one parent at most, so a way up that does not end is a circle.
  const ends = new Set<number>();
  for (let node = 0; node < nodes.length; node += 1) {
    const way: number[] = [];
    let at: number | undefined = node;
    while (at !== undefined && !ends.has(at) && way.length <= DEEPEST) {
      way.push(at);
      at = parents.get(at);
    }
    if (at !== undefined && !ends.has(at)) {
      check.refuse("model_node_circle", { item: `nodes[${node}]` });
      break;
    }
    for (const one of way) ends.add(one);
  }
  const scenes = listOf(json["scenes"]);
  const isSound = scenes.every((scene) =>
    listOf(objectOf(scene)?.["nodes"]).every((node) => isIndex(node, nodes.length)),
  );
  if (!isSound || (json["scene"] !== undefined && !isIndex(json["scene"], scenes.length)))
    check.refuse("model_scene");
}
