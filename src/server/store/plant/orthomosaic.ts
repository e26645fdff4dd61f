// Orthomosaics of analyses.
import { and, asc, eq, sql } from "drizzle-orm";
import type { Problem } from "../../../domain/error.ts";
import type { Orthomosaic, OrthomosaicPicture } from "../../../domain/raster/orthomosaic.ts";
import type { Database } from "../../context.ts";
import { analysisFile } from "../schema/analysis-file.ts";
import { orthomosaic } from "../schema/orthomosaic.ts";

type Row = typeof orthomosaic.$inferSelect;
export type OrthomosaicRow = {
  readonly row: Row;
  readonly file: {
    readonly analysis_id: number;
    readonly file_name: string;
    readonly object: string;
    readonly bytes: number;
    readonly sha256: string;
  };
  readonly user_name: string;
};

const select = (db: Database) =>
  db
    .select({
      row: orthomosaic,
      file: {
        analysis_id: analysisFile.analysis_id,
        file_name: analysisFile.file_name,
        object: analysisFile.object,
        bytes: analysisFile.bytes,
        sha256: analysisFile.sha256,
      },
      user_name: sql<string>`coalesce(account_name(${orthomosaic.created_by}), '')`,
    })
    .from(orthomosaic)
    .innerJoin(analysisFile, eq(analysisFile.id, orthomosaic.id));

/** Those of an analysis by the names of their files. */
export async function readOrthomosaics(
  db: Database,
  analysis_id: number,
): Promise<OrthomosaicRow[]> {
  return select(db)
    .where(eq(analysisFile.analysis_id, analysis_id))
    .orderBy(asc(analysisFile.file_name));
}

export async function readOrthomosaic(
  db: Database,
  analysis_id: number,
  id: number,
): Promise<OrthomosaicRow | null> {
  const [found] = await select(db).where(
    and(eq(orthomosaic.id, id), eq(analysisFile.analysis_id, analysis_id)),
  );
  return found ?? null;
}

/** That of a file, for its task. */
export async function readPreparing(db: Database, id: number): Promise<OrthomosaicRow | null> {
  const [found] = await select(db).where(eq(orthomosaic.id, id));
  return found ?? null;
}

/** Says that the file waits to be prepared, also again. */
export async function storeWaiting(db: Database, id: number, created_by: number): Promise<void> {
  const waiting = { state: "waiting", fault: null, task_id: null } as const;
  await db
    .insert(orthomosaic)
    .values({ id, created_by, ...waiting })
    .onConflictDoUpdate({ target: orthomosaic.id, set: waiting });
}

export async function storeTask(db: Database, id: number, task_id: number): Promise<void> {
  await db.update(orthomosaic).set({ task_id }).where(eq(orthomosaic.id, id));
}

/** False if it was deleted meanwhile. */
export async function storePrepared(
  db: Database,
  id: number,
  prepared: Omit<Row, "id" | "state" | "fault" | "task_id" | "created_by" | "created_at">,
): Promise<boolean> {
  const stored = await db
    .update(orthomosaic)
    .set({ ...prepared, state: "ready", fault: null })
    .where(eq(orthomosaic.id, id))
    .returning({ id: orthomosaic.id });
  return stored.length > 0;
}

export async function storeFault(db: Database, id: number, fault: Problem): Promise<void> {
  await db.update(orthomosaic).set({ state: "failed", fault }).where(eq(orthomosaic.id, id));
}

export async function deleteOrthomosaic(db: Database, id: number): Promise<void> {
  await db.delete(orthomosaic).where(eq(orthomosaic.id, id));
}

/** As the contract has it. */
export function orthomosaicOf({ row, file, user_name }: OrthomosaicRow): Orthomosaic {
  const { analysis_id, file_name, bytes } = file;
  const { id, state, fault, task_id, created_at } = row;
  const about = { id, analysis_id, file_name, bytes, state, fault, task_id, created_at, user_name };
  return { ...about, picture: state === "ready" ? pictureOf(row) : null };
}

function pictureOf({ kind, hash, width, height, bands, sample, ...row }: Row) {
  const { epsg, resolution_m, bounds, temperature } = row;
  if (kind === null || hash === null || width === null || height === null) return null;
  if (bands === null || sample === null || epsg === null) return null;
  if (resolution_m === null || bounds === null) return null;
  const size = { kind, hash, width, height, bands, sample };
  return { ...size, epsg, resolution_m, bounds, temperature } satisfies OrthomosaicPicture;
}
