// The uploaded files of an analysis, as its evaluation needs them.
import { and, asc, eq, isNotNull, isNull } from "drizzle-orm";
import { isRasterFile } from "../../../../domain/evaluation/survey-condition.ts";
import type { Database } from "../../../context.ts";
import { analysisFile } from "../../schema/analysis-file.ts";

export function listEvaluatedFiles(db: Database, analysis_id: number) {
  const { file_name: name, object: key, bytes, sha256 } = analysisFile;
  return db
    .select({ name, key, bytes, sha256 })
    .from(analysisFile)
    .where(eq(analysisFile.analysis_id, analysis_id))
    .orderBy(asc(analysisFile.file_name));
}

/** The files that may be rasters by their names, without single images that were exported as TIFF. */
export async function listRasterFiles(db: Database, analysis_id: number) {
  const frames = await listTemperatureImages(db, analysis_id);
  const single = new Set(frames.map(({ file_name }) => file_name));
  const all = await listEvaluatedFiles(db, analysis_id);
  return all.filter(({ name }) => isRasterFile(name) && !single.has(name));
}

/** The first images with a temperature for each pixel, by name. */
export function listRadiometricFiles(db: Database, analysis_id: number, most: number) {
  const { file_name, object: key, is_radiometric } = analysisFile;
  return db
    .select({ key })
    .from(analysisFile)
    .where(and(eq(analysisFile.analysis_id, analysis_id), eq(is_radiometric, true)))
    .orderBy(asc(file_name))
    .limit(most);
}

/** The images with what the files say of their cameras, by name: radiometric ones, and visible ones. */
export function listSurveyImages(db: Database, analysis_id: number) {
  const { is_radiometric, gimbal_pitch, temperature_values } = analysisFile;
  return db
    .select()
    .from(analysisFile)
    .where(
      and(
        eq(analysisFile.analysis_id, analysis_id),
        isNotNull(is_radiometric),
        isNotNull(gimbal_pitch),
        isNull(temperature_values),
      ),
    )
    .orderBy(asc(analysisFile.file_name));
}

/** Single images that were exported as TIFF, by name. */
export function listTemperatureImages(db: Database, analysis_id: number) {
  const { temperature_values } = analysisFile;
  return db
    .select()
    .from(analysisFile)
    .where(and(eq(analysisFile.analysis_id, analysis_id), isNotNull(temperature_values)))
    .orderBy(asc(analysisFile.file_name));
}
