// The check of a tileset's ZIP: every file that its tiles name is there, and is what the 3D view reads.
import { failure, type Problem } from "../../domain/error.ts";
import { limits } from "../../domain/limits.ts";
import { readTileFile } from "../../domain/model/glb.ts";
import { checkGltf } from "../../domain/model/gltf.ts";
import {
  jsonOf,
  shortened,
  type JsonObject,
  type ModelCheck,
} from "../../domain/model/model-check.ts";
import { referenceOf } from "../../domain/model/model-path.ts";
import type { OwnPlace } from "../../domain/model/plant-model.ts";
import { readTileset } from "../../domain/model/tileset.ts";
import { picturesOf } from "./gltf-pictures.ts";
import { pictureCheck } from "./model-picture.ts";
import type { ModelArchive } from "./model-archive.ts";

export type CheckedModel = {
  readonly root: string;
  readonly version: string;
  readonly tile_count: number;
  readonly own_place: OwnPlace | null;
};

/** @throws FILE_REFUSED with a problem per fault, each with the file of the archive */
export async function checkTileset(archive: ModelArchive, file: string): Promise<CheckedModel> {
  const problems: Problem[] = [];
  const checkOf = (field: string): ModelCheck => ({
    refuse(reason, values) {
      problems.push({ reason, file, field: shortened(field), ...(values && { values }) });
      if (problems.length >= limits.reportedProblems) throw failure("FILE_REFUSED", ...problems);
    },
  });
  const root = rootOf(archive, file);
  const facts = { version: "", tile_count: 0, own_place: null as OwnPlace | null };
  /** Tilesets that were read, and those above the one that is read: naming one of them is a circle. */
  const done = new Set<string>();
  const waiting: { path: string; above: readonly string[] }[] = [{ path: root, above: [] }];
  const seen = new Set<string>([root]);
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { path, above } = next;
    const check = checkOf(path);
    const json = jsonOf(await archive.read(path), check);
    if (!json) continue;
    done.add(path);
    const tileset = readTileset(json, check, limits.modelTiles - facts.tile_count);
    facts.tile_count += tileset.tile_count;
    if (path === root) {
      facts.version = tileset.version;
      facts.own_place = tileset.own_place;
    }
    const way = [...above, path];
    const pictureFaults = new Map<number, Checks["pictureFault"]>();
    const pictureFaultOf = (number: number) => {
      const known = pictureFaults.get(number) ?? pictureCheck();
      pictureFaults.set(number, known);
      return known;
    };
    for (const { uri, tile, number } of tileset.contents) {
      const named = { tile: shortened(tile), uri: shortened(uri) };
      const reference = referenceOf(path, uri);
      if (reference.kind !== "file") {
        check.refuse("model_outside", named);
        continue;
      }
      const { path: content } = reference;
      if (way.includes(content)) check.refuse("model_circle", named);
      else if (!archive.sizes.has(content)) check.refuse("model_tile_missing", named);
      else if (!seen.has(content)) {
        seen.add(content);
        if (way.length > limits.modelDepth)
          check.refuse("model_too_deep", { ...named, most: limits.modelDepth });
        else if (
          await isTileset(archive, content, { checkOf, pictureFault: pictureFaultOf(number) })
        )
          waiting.push({ path: content, above: way });
      }
    }
  }
  if (problems.length > 0) throw failure("FILE_REFUSED", ...problems);
  return { root, ...facts };
}

/** The highest `tileset.json`. */
function rootOf({ sizes }: ModelArchive, file: string): string {
  const depth = (path: string) => path.split("/").length;
  const found = [...sizes.keys()]
    .filter((path) => path.split("/").at(-1) === "tileset.json")
    .toSorted((a, b) => depth(a) - depth(b));
  const [first, second] = found;
  if (first === undefined) throw failure("FILE_REFUSED", { reason: "model_no_tileset", file });
  if (second !== undefined && depth(first) === depth(second)) {
    const values = { first: shortened(first), second: shortened(second) };
    throw failure("FILE_REFUSED", { reason: "model_two_tilesets", file, values });
  }
  return first;
}

type Checks = {
  readonly checkOf: (path: string) => ModelCheck;
  /** Of the tile: the 3D view shows all its contents together, or none. */
  readonly pictureFault: ReturnType<typeof pictureCheck>;
};

/** Checks the content of a tile. True for another tileset, which is still to be read. */
async function isTileset(archive: ModelArchive, path: string, checks: Checks): Promise<boolean> {
  const { checkOf } = checks;
  const check = checkOf(path);
  const bytes = await archive.read(path);
  if (bytes.length === 0) {
    check.refuse("model_tile_empty");
    return false;
  }
  if (/^[\s\ufeff]*\{/.test(new TextDecoder().decode(bytes.subarray(0, 64)))) {
    const json = jsonOf(bytes, check);
    if (!json) return false;
    if ("root" in json) return true;
    await checkOne(archive, path, { json, bin: null }, checks);
    return false;
  }
  const parts = readTileFile(bytes, check);
  for (const gltf of parts?.gltf ?? []) await checkOne(archive, path, gltf, checks);
  for (const uri of parts?.paths ?? []) {
    const found = fileOf(archive, path, uri, check);
    if (found === null) continue;
    const inner = checkOf(found);
    const model = await archive.read(found);
    const json = jsonOf(model, inner);
    if (json) await checkOne(archive, found, { json, bin: null }, checks);
  }
  return false;
}

/** The path of a file that another one names, if it is in the archive. */
function fileOf(
  archive: ModelArchive,
  from: string,
  uri: string,
  check: ModelCheck,
): string | null {
  const reference = referenceOf(from, uri);
  const values = { uri: shortened(uri) };
  if (reference.kind !== "file") check.refuse("model_file_outside", values);
  else if (!archive.sizes.has(reference.path)) check.refuse("model_file_missing", values);
  else return reference.path;
  return null;
}

async function checkOne(
  archive: ModelArchive,
  path: string,
  { json, bin }: { json: JsonObject; bin: Uint8Array | null },
  { checkOf, pictureFault }: Checks,
): Promise<void> {
  const check = checkOf(path);
  const gltf = checkGltf(json, bin, check);
  for (const { uri, bytes, isPicture } of gltf.files) {
    const found = fileOf(archive, path, uri, check);
    if (found === null) continue;
    if (archive.sizes.get(found)! < bytes) {
      check.refuse("model_file_short", { uri: shortened(uri), stated: bytes });
    }
    const fault = isPicture ? await pictureFault(await archive.read(found)) : null;
    if (fault) checkOf(found).refuse(fault.reason, fault.values);
  }
  const readBuffer = async (uri: string) => {
    const found = fileOf(archive, path, uri, { refuse: () => undefined });
    return found === null ? null : archive.read(found);
  };
  for await (const picture of picturesOf(gltf, bin, readBuffer)) {
    const fault = await pictureFault(picture);
    if (fault) check.refuse(fault.reason, fault.values);
  }
}
