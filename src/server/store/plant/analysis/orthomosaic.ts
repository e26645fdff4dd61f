// Orthomosaics of analyses.
import { and, asc, eq, sql } from "drizzle-orm";
import type { Problem } from "../../../../domain/error.ts";
import type { Fit, PlacementId } from "../../../../domain/raster/fit.ts";
import type {
  Orthomosaic,
  OrthomosaicPicture,
  OrthomosaicTemperature,
} from "../../../../domain/raster/orthomosaic.ts";
import type { Database, Viewer } from "../../../context.ts";
import { analysisFile } from "../../schema/analysis-file.ts";
import { cachedQuery } from "../../prepared.ts";
import { scaleOf } from "../../../../domain/raster/temperature.ts";
import { orthomosaic } from "../../schema/orthomosaic.ts";
import { analysis, plant } from "../../schema/plant.ts";
import { isAnalysisSeen, type ViewerScope } from "../plant.ts";

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

/** Conditions that are part of the statement. */
type Variant = { own: boolean; assigned: boolean } & Pick<Viewer, "is_admin" | "is_super_admin">;

const tiledQuery = cachedQuery(
  (db, variant: Variant, name) =>
    db
      .select({
        state: orthomosaic.state,
        kind: orthomosaic.kind,
        hash: orthomosaic.hash,
        pyramid: orthomosaic.pyramid,
        epsg: orthomosaic.epsg,
        nodata: orthomosaic.nodata,
        to_map: orthomosaic.to_map,
        fit: orthomosaic.fit,
        fit_at: orthomosaic.fit_at,
        placement: orthomosaic.placement,
        file_name: analysisFile.file_name,
      })
      .from(orthomosaic)
      .innerJoin(analysisFile, eq(analysisFile.id, orthomosaic.id))
      .innerJoin(analysis, eq(analysis.id, analysisFile.analysis_id))
      .innerJoin(plant, eq(plant.id, analysis.plant_id))
      .where(
        and(
          eq(orthomosaic.id, sql.placeholder("id")),
          eq(analysis.id, sql.placeholder("analysis_id")),
          variant.own ? eq(plant.customer_id, sql.placeholder("customer_id")) : undefined,
          variant.assigned
            ? sql`${plant.id} = any(${sql.placeholder("plant_ids")}::int[])`
            : undefined,
          isAnalysisSeen(variant),
        ),
      )
      .prepare(name),
  "tiled_orthomosaic",
);

/** What its tiles need. */
export type TiledOrthomosaic = Pick<
  Row,
  | "state"
  | "kind"
  | "hash"
  | "pyramid"
  | "epsg"
  | "nodata"
  | "to_map"
  | "fit"
  | "fit_at"
  | "placement"
> & { readonly file_name: string };

/** Null also where the viewer does not see the analysis or its plant. */
export async function readTiled(
  db: Database,
  { customer_id, plant_ids, is_admin, is_super_admin }: ViewerScope,
  { id, analysis_id }: { readonly id: number; readonly analysis_id: number },
): Promise<TiledOrthomosaic | null> {
  const own = customer_id !== null;
  const query = tiledQuery(db, { own, assigned: plant_ids !== null, is_admin, is_super_admin });
  return (await query.execute({ id, analysis_id, customer_id, plant_ids }))[0] ?? null;
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

/** What a preparation does not decide. */
type Own =
  | "id"
  | "state"
  | "fault"
  | "task_id"
  | "created_by"
  | "created_at"
  | "fit"
  | "fit_at"
  | "placement";

/** Another raster has to be compared again. */
const noFit = { fit: null, fit_at: null, placement: "stated" } as const;

/** False if it was deleted meanwhile. */
export async function storePrepared(
  db: Database,
  id: number,
  prepared: Omit<Row, Own>,
): Promise<boolean> {
  const stored = await db
    .update(orthomosaic)
    .set({ ...prepared, ...noFit, state: "ready", fault: null })
    .where(eq(orthomosaic.id, id))
    .returning({ id: orthomosaic.id });
  return stored.length > 0;
}

export async function storeFault(db: Database, id: number, fault: Problem): Promise<void> {
  await db.update(orthomosaic).set({ state: "failed", fault }).where(eq(orthomosaic.id, id));
}

/** What a check of its place has found. One that is drawn at the place of an older check is drawn as stated. */
export async function storeFit(db: Database, id: number, fit: Fit | null, fit_at: Date) {
  const found = { ...noFit, fit, fit_at: fit_at.toISOString() };
  await db.update(orthomosaic).set(found).where(eq(orthomosaic.id, id));
}

export async function storePlacement(db: Database, id: number, placement: PlacementId) {
  await db.update(orthomosaic).set({ placement }).where(eq(orthomosaic.id, id));
}

/** With its row locked until the transaction ends. */
export async function lockFit(db: Database, id: number) {
  const { state, fit, placement } = orthomosaic;
  const one = db.select({ state, fit, placement }).from(orthomosaic).where(eq(orthomosaic.id, id));
  return (await one.for("update"))[0] ?? null;
}

export async function deleteOrthomosaic(db: Database, id: number): Promise<void> {
  await db.delete(orthomosaic).where(eq(orthomosaic.id, id));
}

/** As the contract has it. */
export function orthomosaicOf({ row, file, user_name }: OrthomosaicRow): Orthomosaic {
  const { analysis_id, file_name, bytes } = file;
  const { id, state, fault, task_id, created_at, fit, fit_at, placement } = row;
  const about = { id, analysis_id, file_name, bytes, state, fault, task_id, created_at, user_name };
  const picture = state === "ready" ? pictureOf(row) : null;
  return { ...about, picture, fit: fit && withBefore(fit), fit_at, placement };
}

/** Checks of earlier versions did not store the distance before the movement. */
const withBefore = (fit: Fit): Fit => ({ ...fit, before_m: fit.before_m ?? null });

/** Earlier versions stored neither who said the unit nor the numbers of the file. */
const withValues = (temperature: OrthomosaicTemperature): OrthomosaicTemperature => ({
  ...temperature,
  ...scaleOf(temperature),
  said_by: temperature.said_by ?? null,
  values: temperature.values ?? null,
});

function pictureOf({ kind, hash, width, height, bands, sample, ...row }: Row) {
  const { epsg, resolution_m, temperature } = row;
  const bounds = row.placement === "proposed" ? (row.fit?.bounds ?? null) : row.bounds;
  if (kind === null || hash === null || width === null || height === null) return null;
  if (bands === null || sample === null || epsg === null) return null;
  if (resolution_m === null || bounds === null) return null;
  const size = { kind, hash, width, height, bands, sample };
  return {
    ...size,
    epsg,
    resolution_m,
    bounds,
    temperature: temperature && withValues(temperature),
  } satisfies OrthomosaicPicture;
}
