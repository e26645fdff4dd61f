// Images of components: files in the object store, with a hash as key, and their rows.
import { createHash } from "node:crypto";
import { and, asc, eq, inArray } from "drizzle-orm";
import type { ResultImage } from "../../../../domain/analysis/analysis-result.ts";
import type { ComponentType } from "../../../../domain/component/component.ts";
import type { ObjectStore } from "../../../adapters/object-storage.ts";
import { isKept } from "../../../adapters/object-storage.ts";
import type { Database } from "../../../context.ts";
import type { ReadPicture } from "../../../file-reader/picture/picture-reader.ts";
import { resultImage } from "../../schema/plant.ts";

/** An image to store. Position and time are read from the file if absent. */
export type ImageToWrite = {
  readonly component_type: ComponentType;
  readonly dt_id: string;
  readonly file_name: string;
  readonly kind: "thermal" | "rgb";
  readonly bytes: Uint8Array;
  /** Degrees, EPSG:4326. */
  readonly lon?: number | null;
  readonly lat?: number | null;
  readonly taken_at?: string | null;
  /** Degrees Celsius of the darkest and the brightest pixel. */
  readonly scale_min?: number | null;
  readonly scale_max?: number | null;
};

/** The row of an image in the object store that is not written yet. */
export type StoredImage = Omit<typeof resultImage.$inferInsert, "analysis_id" | "id">;

/**
 * Writes the image and its thumbnail unless they exist. A caller that fails to write the row leaves them to the sweep of
 * leftovers: another import of the same images may rely on them.
 */
export async function storeImage(
  files: ObjectStore,
  image: ImageToWrite,
  picture: ReadPicture,
): Promise<StoredImage> {
  const hash = createHash("sha256").update(image.bytes).digest("hex");
  const full = `image/${hash.slice(0, 2)}/${hash}.${picture.format}`;
  const thumb = `image/${hash.slice(0, 2)}/${hash}.thumb.jpeg`;
  for (const [key, bytes] of [[full, image.bytes] as const, [thumb, picture.thumb] as const]) {
    if (!(await isKept(files, key))) await files.put(key, bytes);
  }
  return {
    component_type: image.component_type,
    dt_id: image.dt_id,
    file_name: image.file_name,
    kind: image.kind,
    full,
    thumb,
    content_type: `image/${picture.format}`,
    lon: image.lon ?? picture.lon,
    lat: image.lat ?? picture.lat,
    taken_at: image.taken_at ?? picture.taken_at,
    scale_min: image.scale_min ?? null,
    scale_max: image.scale_max ?? null,
    width: picture.width,
    height: picture.height,
  };
}

/** Adds rows; an image with the same name and component is replaced. */
export async function publishImages(
  db: Database,
  analysisId: number,
  images: readonly StoredImage[],
): Promise<void> {
  for (let start = 0; start < images.length; start += 500) {
    const batch = images.slice(start, start + 500);
    const names = [...new Set(batch.map(({ file_name }) => file_name))];
    const dtIds = [...new Set(batch.map(({ dt_id }) => dt_id))];
    const wanted = new Set(batch.map(({ dt_id, file_name }) => `${dt_id}\n${file_name}`));
    const before = await db
      .select({ id: resultImage.id, dt_id: resultImage.dt_id, file_name: resultImage.file_name })
      .from(resultImage)
      .where(
        and(
          eq(resultImage.analysis_id, analysisId),
          inArray(resultImage.file_name, names),
          inArray(resultImage.dt_id, dtIds),
        ),
      );
    const replaced = before.filter((row) => wanted.has(`${row.dt_id}\n${row.file_name}`));
    if (replaced.length > 0) {
      const ids = replaced.map(({ id }) => id);
      await db.delete(resultImage).where(inArray(resultImage.id, ids));
    }
    await db
      .insert(resultImage)
      .values(batch.map((image) => ({ ...image, analysis_id: analysisId })));
  }
}

/** Removes those that an evaluation cut out. The files stay, because other rows can refer to them. */
export async function removeEvaluatedImages(db: Database, analysisId: number): Promise<void> {
  const own = and(eq(resultImage.analysis_id, analysisId), eq(resultImage.is_evaluated, true));
  await db.delete(resultImage).where(own);
}

/** Removes the rows. The files stay, because other rows can refer to them. */
export async function removeImages(db: Database, analysisId: number): Promise<void> {
  await db.delete(resultImage).where(eq(resultImage.analysis_id, analysisId));
}

/** Images of an analysis, or of one of its components. */
export async function listImages(
  db: Database,
  analysisId: number,
  dtId?: string,
): Promise<ResultImage[]> {
  const rows = await db
    .select()
    .from(resultImage)
    .where(
      and(
        eq(resultImage.analysis_id, analysisId),
        dtId === undefined ? undefined : eq(resultImage.dt_id, dtId),
      ),
    )
    .orderBy(asc(resultImage.file_name), asc(resultImage.id));
  return rows.map((row) => ({
    id: row.id,
    component_type: row.component_type,
    dt_id: row.dt_id,
    file_name: row.file_name,
    kind: row.kind,
    lon: row.lon,
    lat: row.lat,
    taken_at: row.taken_at,
    scale_min: row.scale_min,
    scale_max: row.scale_max,
    width: row.width,
    height: row.height,
    outline: row.outline ?? [],
  }));
}

/** One image of the analysis with its object keys, or undefined. */
export async function findImage(
  db: Database,
  analysisId: number,
  imageId: number,
): Promise<typeof resultImage.$inferSelect | undefined> {
  const [row] = await db
    .select()
    .from(resultImage)
    .where(and(eq(resultImage.analysis_id, analysisId), eq(resultImage.id, imageId)));
  return row;
}
