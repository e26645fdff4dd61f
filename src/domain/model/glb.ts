// The containers of tiles and models: GLB (glTF 2.0, 4.4), and b3dm, i3dm, pnts and cmpt of 3D Tiles 1.0.
import { jsonOf, shortened, type JsonObject, type ModelCheck } from "./model-check.ts";

const GLB_HEADER = 12;
const CHUNK_HEADER = 8;
const JSON_CHUNK = 0x4e4f534a;
const BIN_CHUNK = 0x004e4942;
/** Bytes that may follow: containers are padded to eight. */
const PADDING = 8;
/** Containers within containers. */
const DEEPEST = 4;

export type Glb = { readonly json: JsonObject; readonly bin: Uint8Array | null };

/** What a tile's file holds: glTF, the path of one, or neither. */
export type TileParts = {
  readonly gltf: readonly Glb[];
  /** Paths of glTF files, as the tile writes them. */
  readonly paths: readonly string[];
};

export const magicOf = (bytes: Uint8Array): string =>
  String.fromCharCode(...bytes.subarray(0, 4)).replace(/[^ -~]/g, "?");

const viewOf = (bytes: Uint8Array) =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Reports the fault and answers null for a file that is no GLB of version 2. */
export function readGlb(bytes: Uint8Array, check: ModelCheck): Glb | null {
  const refuse = (reason: string, values?: Record<string, string | number>) => {
    check.refuse(reason, values);
    return null;
  };
  if (magicOf(bytes) !== "glTF") return refuse("model_no_glb");
  if (bytes.length < GLB_HEADER + CHUNK_HEADER) return refuse("model_cut");
  const view = viewOf(bytes);
  const version = view.getUint32(4, true);
  if (version !== 2) return refuse("model_gltf_version", { version });
  const length = view.getUint32(8, true);
  if (!isLength(length, bytes.length)) {
    return refuse("model_length", { stated: length, found: bytes.length });
  }
  let json: JsonObject | null = null;
  let bin: Uint8Array | null = null;
  for (let at = GLB_HEADER, chunk = 0; at + CHUNK_HEADER <= length; chunk += 1) {
    const size = view.getUint32(at, true);
    const kind = view.getUint32(at + 4, true);
    at += CHUNK_HEADER;
    if (at + size > length) return refuse("model_chunk", { stated: size, found: length - at });
    const content = bytes.subarray(at, at + size);
    if (chunk === 0) {
      if (kind !== JSON_CHUNK) return refuse("model_no_json_chunk");
      json = jsonOf(content, check);
      if (!json) return null;
    } else if (chunk === 1 && kind === BIN_CHUNK) bin = content;
    at += size;
  }
  return json ? { json, bin } : refuse("model_no_json_chunk");
}

const isLength = (stated: number, found: number) => stated <= found && found - stated <= PADDING;

/** Reports the fault and answers null for a file that the 3D view cannot read. */
export function readTileFile(bytes: Uint8Array, check: ModelCheck, depth = 0): TileParts | null {
  const magic = magicOf(bytes);
  const refuse = (reason: string, values?: Record<string, string | number>) => {
    check.refuse(reason, values);
    return null;
  };
  if (magic === "glTF") {
    const glb = readGlb(bytes, check);
    return glb && { gltf: [glb], paths: [] };
  }
  if (!isContainer(magic)) return refuse("model_tile_kind", { magic: shortened(magic) });
  const { header } = containers[magic];
  if (bytes.length < header) return refuse("model_cut");
  const view = viewOf(bytes);
  const version = view.getUint32(4, true);
  if (version !== 1) return refuse("model_tile_version", { kind: magic, version });
  const stated = view.getUint32(8, true);
  if (!isLength(stated, bytes.length))
    return refuse("model_length", { stated, found: bytes.length });
  if (magic === "cmpt") return readComposite(bytes.subarray(0, stated), check, depth);
  const tables = [12, 16, 20, 24].map((at) => view.getUint32(at, true));
  const begin = header + tables.reduce((sum, size) => sum + size, 0);
  if (begin > stated) return refuse("model_tables", { stated: begin, found: stated });
  const features = tables[0]! > 0 ? jsonOf(bytes.subarray(header, header + tables[0]!), check) : {};
  if (!features) return null;
  if (magic === "pnts") return pointsOf(features, tables[1]!, check);
  if (magic === "i3dm" && !isCount(features["INSTANCES_LENGTH"])) return refuse("model_instances");
  const content = bytes.subarray(begin, stated);
  if (magic === "i3dm" && view.getUint32(28, true) === 0) {
    return { gltf: [], paths: [new TextDecoder().decode(content).replace(/[\0 ]+$/, "")] };
  }
  const glb = readGlb(content, check);
  return glb && { gltf: [glb], paths: [] };
}

const containers = {
  b3dm: { header: 28 },
  i3dm: { header: 32 },
  pnts: { header: 28 },
  cmpt: { header: 16 },
} as const;
const isContainer = (magic: string): magic is keyof typeof containers =>
  Object.hasOwn(containers, magic);

const isCount = (value: unknown): value is number =>
  typeof value === "number" && Number.isInteger(value) && value > 0;

function readComposite(bytes: Uint8Array, check: ModelCheck, depth: number): TileParts | null {
  if (depth >= DEEPEST) {
    check.refuse("model_too_deep", { tile: "cmpt", most: DEEPEST });
    return null;
  }
  const view = viewOf(bytes);
  const all: TileParts[] = [];
  let at = containers.cmpt.header;
  for (let left = view.getUint32(12, true); left > 0; left -= 1) {
    const size = at + 12 <= bytes.length ? view.getUint32(at + 8, true) : 0;
    if (size < 12 || at + size > bytes.length) {
      check.refuse("model_chunk", { stated: size, found: bytes.length - at });
      return null;
    }
    const inner = readTileFile(bytes.subarray(at, at + size), check, depth + 1);
    if (!inner) return null;
    all.push(inner);
    at += size;
  }
  return {
    gltf: all.flatMap(({ gltf }) => gltf),
    paths: all.flatMap(({ paths }) => paths),
  };
}

/** Bytes of the positions of a point: floats, or fractions of a box. */
const POSITION_BYTES = { POSITION: 12, POSITION_QUANTIZED: 6 } as const;

function pointsOf(features: JsonObject, binary: number, check: ModelCheck): TileParts | null {
  const count = features["POINTS_LENGTH"];
  const name = features["POSITION"] === undefined ? "POSITION_QUANTIZED" : "POSITION";
  const position = features[name];
  const begin =
    typeof position === "object" && position !== null && "byteOffset" in position
      ? position.byteOffset
      : null;
  const extensions = features["extensions"];
  if (typeof extensions === "object" && extensions !== null && Object.keys(extensions).length > 0) {
    check.refuse("model_compressed", { extension: shortened(Object.keys(extensions)[0]) });
    return null;
  }
  const isHeld =
    isCount(count) && typeof begin === "number" && begin + count * POSITION_BYTES[name] <= binary;
  if (isHeld && begin >= 0) return { gltf: [], paths: [] };
  check.refuse("model_points");
  return null;
}
