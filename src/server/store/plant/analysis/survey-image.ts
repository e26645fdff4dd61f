// The uploaded images of an analysis that say where their camera was.
import { and, between, eq, isNotNull, sql } from "drizzle-orm";
import { METRES_PER_DEGREE } from "../../../../domain/geometry/ground-distance.ts";
import type { Database } from "../../../context.ts";
import { analysisFile } from "../../schema/analysis-file.ts";
import type { FileRow } from "./analysis-file.ts";
import { isImageOfItsOwn } from "./image-row.ts";

/** No drone's camera shows a component from farther away. */
const REACH_DEGREES = 0.004;

/** Those taken within about 450 m of a place. */
export async function readImagesNear(
  db: Database,
  analysis_id: number,
  [lon, lat]: readonly [lon: number, lat: number, height_m: number],
): Promise<FileRow[]> {
  const wide = REACH_DEGREES / Math.max(0.05, Math.cos((lat * Math.PI) / 180));
  const reach = REACH_DEGREES * METRES_PER_DEGREE;
  return db
    .select()
    .from(analysisFile)
    .where(
      and(
        eq(analysisFile.analysis_id, analysis_id),
        isNotNull(analysisFile.gimbal_pitch),
        isImageOfItsOwn(analysis_id),
        between(analysisFile.relative_altitude, -reach, reach),
        between(analysisFile.lat, lat - REACH_DEGREES, lat + REACH_DEGREES),
        // Degrees to the east or west, also across the antimeridian.
        sql`abs(mod((${analysisFile.lon} - ${lon} + 540)::numeric, 360) - 180) <= ${wide}`,
      ),
    );
}

/** How many images were uploaded, and how many of them say where their camera was and looked. */
export async function countImages(db: Database, analysis_id: number) {
  const own = and(eq(analysisFile.analysis_id, analysis_id), isImageOfItsOwn(analysis_id));
  const uploaded = await db.$count(analysisFile, and(own, isNotNull(analysisFile.width)));
  const usable = await db.$count(
    analysisFile,
    and(
      own,
      isNotNull(analysisFile.width),
      isNotNull(analysisFile.lon),
      isNotNull(analysisFile.relative_altitude),
      isNotNull(analysisFile.gimbal_pitch),
    ),
  );
  return { uploaded, usable };
}

export async function readImageFile(
  db: Database,
  analysis_id: number,
  id: number,
): Promise<FileRow | null> {
  const [row] = await db
    .select()
    .from(analysisFile)
    .where(
      and(
        eq(analysisFile.analysis_id, analysis_id),
        eq(analysisFile.id, id),
        isNotNull(analysisFile.width),
      ),
    );
  return row ?? null;
}
