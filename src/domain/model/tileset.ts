// A tileset of 3D Tiles: its tiles, the files that they name, and where it lies (OGC 22-025r4).
import { limits } from "../limits.ts";
import {
  areNumbers,
  listOf,
  objectOf,
  shortened,
  type JsonObject,
  type ModelCheck,
} from "./model-check.ts";
import { boundedPlace, identity, multiplied, type Matrix4 } from "./model-place.ts";
import type { OwnPlace } from "./plant-model.ts";

export const tilesetVersions: readonly string[] = ["1.0", "1.1"];

/** Extensions that the 3D view reads. */
const known: readonly string[] = [
  "3DTILES_content_gltf",
  "3DTILES_multiple_contents",
  "3DTILES_metadata",
];

/** A file that a tile names, and which tile: `root.children[2]`, cut where it is long, and its number in the tileset. */
export type TileContent = { readonly uri: string; readonly tile: string; readonly number: number };

export type Tileset = {
  readonly version: string;
  readonly tile_count: number;
  readonly contents: readonly TileContent[];
  /** Null where its coordinates are not those of the Earth. */
  readonly own_place: OwnPlace | null;
};

type Tile = {
  readonly value: unknown;
  readonly name: string;
  readonly depth: number;
  readonly hasParent: boolean;
};

/**
 * @param most tiles that may still come
 * @returns what could be read; faults are reported to the check
 */
export function readTileset(json: JsonObject, check: ModelCheck, most: number): Tileset {
  const version = shortened(objectOf(json["asset"])?.["version"] ?? "");
  if (!tilesetVersions.includes(version)) check.refuse("model_version", { version });
  for (const extension of listOf(json["extensionsRequired"])) {
    if (!known.includes(String(extension))) {
      check.refuse("model_extension", { extension: shortened(extension) });
    }
  }
  if (!isError(json["geometricError"])) check.refuse("model_error", { tile: "tileset" });
  const contents: TileContent[] = [];
  let tile_count = 0;
  const waiting: Tile[] = [{ value: json["root"], name: "root", depth: 0, hasParent: false }];
  for (let tile = waiting.pop(); tile; tile = waiting.pop()) {
    tile_count += 1;
    if (tile_count > most) {
      check.refuse("model_too_many_tiles", { most: limits.modelTiles });
      break;
    }
    if (tile.depth > limits.modelDepth) {
      check.refuse("model_too_deep", { tile: shortened(tile.name), most: limits.modelDepth });
      break;
    }
    const read = readTile(tile, tile_count, check);
    if (!read) continue;
    contents.push(...read.contents);
    const { name, depth } = tile;
    for (const [at, value] of read.children.entries()) {
      waiting.push({ value, name: `${name}.children[${at}]`, depth: depth + 1, hasParent: true });
    }
  }
  const root = objectOf(json["root"]);
  return { version, tile_count, contents, own_place: root ? placeOf(root) : null };
}

const isError = (value: unknown): boolean =>
  typeof value === "number" && Number.isFinite(value) && value >= 0;

type ReadTile = { readonly contents: TileContent[]; readonly children: readonly unknown[] };

function readTile(
  { value, name, hasParent }: Tile,
  number: number,
  check: ModelCheck,
): ReadTile | null {
  const tile = shortened(name);
  const json = objectOf(value);
  if (!json) {
    check.refuse("model_tile", { tile });
    return null;
  }
  const { boundingVolume, transform, refine, children, geometricError } = json;
  if (!isVolume(boundingVolume)) check.refuse("model_bounds", { tile });
  if (!isError(geometricError)) check.refuse("model_error", { tile });
  if (transform !== undefined && !isTransform(transform)) check.refuse("model_transform", { tile });
  if (
    refine !== undefined ? !["ADD", "REPLACE"].includes(String(refine).toUpperCase()) : !hasParent
  )
    check.refuse("model_refine", { tile });
  if (children !== undefined && !Array.isArray(children)) check.refuse("model_children", { tile });
  const extensions = objectOf(json["extensions"]);
  if (json["implicitTiling"] !== undefined || extensions?.["3DTILES_implicit_tiling"] !== undefined)
    check.refuse("model_implicit", { tile });
  const several = objectOf(extensions?.["3DTILES_multiple_contents"]);
  const named = [
    ...(json["content"] === undefined ? [] : [json["content"]]),
    ...listOf(json["contents"]),
    ...listOf(several?.["contents"] ?? several?.["content"]),
  ];
  const contents = named.flatMap((one): TileContent[] => {
    const content = objectOf(one);
    // Version 1.0 was preceded by drafts that say `url`; many writers still do.
    const uri = content?.["uri"] ?? content?.["url"];
    if (typeof uri === "string" && uri !== "") return [{ uri, tile, number }];
    check.refuse("model_content", { tile });
    return [];
  });
  return { contents, children: listOf(children) };
}

function isVolume(value: unknown): boolean {
  const volume = objectOf(value);
  if (!volume) return false;
  const { box, sphere, region } = volume;
  if (box !== undefined) return areNumbers(box, 12);
  if (sphere !== undefined) return areNumbers(sphere, 4) && sphere[3]! >= 0;
  if (!areNumbers(region, 6)) return false;
  const [west = 0, south = 0, east = 0, north = 0, lowest = 0, highest = 0] = region;
  const isIn = (radians: number, most: number) => Math.abs(radians) <= most + 1e-9;
  return (
    isIn(west, Math.PI) &&
    isIn(east, Math.PI) &&
    isIn(south, Math.PI / 2) &&
    isIn(north, Math.PI / 2) &&
    south <= north &&
    lowest <= highest
  );
}

/** A matrix that keeps what it turns solid. */
function isTransform(value: unknown): value is Matrix4 {
  if (!areNumbers(value, 16)) return false;
  const [a = 0, b = 0, c = 0, , d = 0, e = 0, f = 0, , g = 0, h = 0, i = 0] = value;
  const volume = a * (e * i - f * h) - d * (b * i - c * h) + g * (b * f - c * e);
  return volume !== 0 && value[15] === 1;
}

function placeOf({ boundingVolume, transform }: JsonObject): OwnPlace | null {
  const volume = isVolume(boundingVolume) ? objectOf(boundingVolume) : null;
  if (!volume) return null;
  const own = isTransform(transform) ? multiplied(identity, transform) : identity;
  return boundedPlace(volume, own);
}
