// The uploaded files of an analysis, as its evaluation needs them.
import { asc, eq } from "drizzle-orm";
import type { Database } from "../../context.ts";
import { analysisFile } from "../schema/analysis-file.ts";

export function listEvaluatedFiles(db: Database, analysis_id: number) {
  const { file_name: name, object: key, bytes, sha256 } = analysisFile;
  return db
    .select({ name, key, bytes, sha256 })
    .from(analysisFile)
    .where(eq(analysisFile.analysis_id, analysis_id))
    .orderBy(asc(analysisFile.file_name));
}
