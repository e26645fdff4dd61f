// Writes a built twin: geometry and names as objects named by content, and the manifest's row.
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Twin, TwinLevel } from "../../domain/component-index.ts";
import { encodeGeometry } from "../../domain/geometry-codec.ts";
import { encodeNames } from "../../domain/names-codec.ts";
import type { BuiltLevel, BuiltTwin } from "../../domain/twin-build.ts";
import type { Services } from "../context.ts";
import { twin } from "../store/schema/plant.ts";

const packed = promisify(gzip);

async function writeObject(
  files: Services["files"],
  bytes: Uint8Array,
): Promise<{ hash: string; bytes: number }> {
  const hash = createHash("sha256").update(bytes).digest("hex");
  const zipped = await packed(bytes, { level: 6 });
  const key = `twin/${hash.slice(0, 2)}/${hash}.gz`;
  if ((await files.size(key)) === null) await files.put(key, zipped);
  return { hash, bytes: zipped.length };
}

async function writeLevel(
  files: Services["files"],
  { geometry, names }: BuiltLevel,
): Promise<TwinLevel> {
  const shape = await writeObject(files, encodeGeometry(geometry));
  const words = await writeObject(files, encodeNames(names));
  return {
    component_type: geometry.type,
    row_count: geometry.count,
    component_count: geometry.length.filter((metres) => metres > 0).length,
    geometry: shape.hash,
    geometry_bytes: shape.bytes,
    names: words.hash,
    names_bytes: words.bytes,
  };
}

/** Writes the twin as version 1 of the plant. */
export async function writeTwin(
  { db, files }: Pick<Services, "db" | "files">,
  built: BuiltTwin,
  plant_id: number,
  created_by: number,
): Promise<Twin> {
  const levels: TwinLevel[] = [];
  for (const level of built.levels) levels.push(await writeLevel(files, level));
  const manifest: Twin = {
    plant_id,
    version: 1,
    origin: built.origin,
    bounds: built.bounds,
    levels,
  };
  await db.insert(twin).values({ plant_id, version: 1, manifest, report: {}, created_by });
  return manifest;
}
