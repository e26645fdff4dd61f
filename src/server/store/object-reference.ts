// Which row needs which object: all keys that the tables refer to.

import { inArray } from "drizzle-orm";
import { unfinishedStates } from "../../domain/analysis/task.ts";
import type { Database } from "../context.ts";
import { tailKey } from "../adapters/object-key.ts";
import { readGrowingUploads } from "./plant/analysis/analysis-upload.ts";
import { featuresKey, pictureKey } from "./plant/blueprint.ts";
import { columnKey } from "./plant/column/column.ts";
import { twinKey } from "./plant/twin-object.ts";
import { customer } from "./schema/account.ts";
import { analysisFile } from "./schema/analysis-file.ts";
import { plantElevation } from "./schema/flight.ts";
import { deletedObservation, observationImage } from "./schema/observation.ts";
import { orthomosaic } from "./schema/orthomosaic.ts";
import { plantModel } from "./schema/model.ts";
import { analysisColumn, resultImage, task, twin } from "./schema/plant.ts";
import { analysisNote } from "./schema/release-mail.ts";
import { report } from "./schema/report.ts";
import { reportKeys } from "./plant/analysis/report.ts";
import { carriedColumn } from "./schema/unmeasured.ts";
import { blueprint, documentFile, droneApp } from "./schema/provider.ts";

/** Folders of the object store whose objects all belong to rows. What lies elsewhere is left alone. */
export const ownedFolders = [
  "analysis-file/",
  "column/",
  "document/",
  "drone-app/",
  "image/",
  "logo/",
  "observation/",
  "orthomosaic/",
  "plant/",
  "release-note/",
  "report/",
  "twin/",
  "upload/",
] as const;

/** The keys, each with the row that needs it, in words. */
export async function readReferences(db: Database): Promise<Map<string, string>> {
  const keys = new Map<string, string>();
  const add = (key: string, row: string) => void keys.set(key, row);
  for (const { id, object } of await db.select().from(documentFile)) add(object, `document ${id}`);
  for (const { id, object } of await db.select().from(droneApp)) add(object, `drone app ${id}`);
  for (const { id, kind, object } of await db.select().from(blueprint)) {
    add(object, `blueprint ${id}`);
    if (kind === "kml") add(featuresKey(object), `blueprint ${id}`);
    if (kind === "tif") add(pictureKey(object), `blueprint ${id}`);
  }
  const { plant_id: ground, object: heights } = plantElevation;
  for (const { id, object } of await db
    .select({ id: ground, object: heights })
    .from(plantElevation)) {
    add(object, `elevation of plant ${id}`);
  }
  const { id: model, object: modelFile } = plantModel;
  const models = { id: model, object: modelFile };
  for (const { id, object } of await db.select(models).from(plantModel)) {
    add(object, `3D model ${id}`);
  }
  for (const { id, logo } of await db.select().from(customer)) {
    if (logo !== null) add(logo, `logo of customer ${id}`);
  }
  const { analysis_id, key_figure_id, base_hash, summary } = analysisColumn;
  const columns = { analysis_id, key_figure_id, base_hash, summary };
  for (const row of await db.select(columns).from(analysisColumn)) {
    const words = `key figure ${row.key_figure_id} of analysis ${row.analysis_id}`;
    for (const hash of [row.base_hash, row.summary.hash]) add(columnKey(hash), words);
  }
  for (const row of await db.select().from(carriedColumn)) {
    add(columnKey(row.hash), `carried values of analysis ${row.analysis_id}`);
  }
  for (const row of await db.select().from(analysisNote)) {
    add(row.object, `release notes of analysis ${row.analysis_id}`);
  }
  const images = { id: resultImage.id, full: resultImage.full, thumb: resultImage.thumb };
  for (const { id, full, thumb } of await db.select(images).from(resultImage)) {
    for (const key of [full, thumb]) add(key, `result image ${id}`);
  }
  for (const row of await db.select().from(report)) {
    for (const key of reportKeys(row)) add(key, `report ${row.id}`);
  }
  const { id: photo, object: photoKey, thumb: photoThumb } = observationImage;
  const photos = { id: photo, object: photoKey, thumb: photoThumb };
  for (const { id, object, thumb } of await db.select(photos).from(observationImage)) {
    for (const key of new Set([object, thumb])) add(key, `photo ${id} of an observation`);
  }
  const { images: trash } = deletedObservation;
  for (const { images: deleted } of await db.select({ images: trash }).from(deletedObservation)) {
    for (const { id, object, thumb } of deleted) {
      for (const key of new Set([object, thumb])) add(key, `photo ${id} of a deleted observation`);
    }
  }
  for (const { plant_id, version, manifest } of await db.select().from(twin)) {
    for (const hash of manifest.levels.flatMap(({ geometry, names }) => [geometry, names])) {
      add(twinKey(hash), `digital twin of plant ${plant_id}, version ${version}`);
    }
  }
  const uploaded = { id: analysisFile.id, object: analysisFile.object, thumb: analysisFile.thumb };
  for (const { id, object, thumb } of await db.select(uploaded).from(analysisFile)) {
    add(object, `uploaded file ${id}`);
    if (thumb !== null) add(thumb, `uploaded file ${id}`);
  }
  const { id: mosaic, pyramid } = orthomosaic;
  for (const row of await db.select({ id: mosaic, pyramid }).from(orthomosaic)) {
    if (row.pyramid !== null) add(row.pyramid, `orthomosaic ${row.id}`);
  }
  const unfinished = inArray(task.state, unfinishedStates);
  for (const { id, input } of await db.select().from(task).where(unfinished)) {
    for (const key of uploadsIn(input)) add(key, `task ${id}`);
  }
  return keys;
}

/** Keys that uploads need while they grow. They may have no object yet. */
export async function readGrowing(db: Database): Promise<Set<string>> {
  const uploads = await readGrowingUploads(db);
  return new Set(uploads.flatMap(({ object, offset }) => [object, tailKey(object, offset)]));
}

/** The uploads that the input of a task names, wherever they stand in it. */
export function uploadsIn(input: unknown): string[] {
  if (typeof input === "string") return input.startsWith("upload/") ? [input] : [];
  return input !== null && typeof input === "object"
    ? Object.values(input).flatMap((value) => uploadsIn(value))
    : [];
}
