// Counts columns again after what they are counted for has changed: the twin, the plant's limits, the catalogue.
import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Twin } from "../../../../domain/component/component-index.ts";
import { keyFigureById, type KeyFigure } from "../../../../domain/key-figure/key-figure.ts";
import type { Services } from "../../../context.ts";
import { analysis, analysisColumn } from "../../schema/plant.ts";
import { readColumn } from "./column.ts";
import { ALL, basisKey, countColumn, type CountBasis } from "./column-count.ts";
import { readLimits } from "../plant.ts";
import { existingRowsOf } from "../twin-components.ts";

type Stores = Pick<Services, "db" | "files">;

/** A basis whose rows are read when they are needed. */
type LaterBasis = Pick<CountBasis, "key"> & { read(): Promise<CountBasis> };

/** What is counted at this plant, by key figure. */
export async function countBases(
  { db, files }: Stores,
  plantId: number,
  twin: Twin | null,
): Promise<(keyFigure: KeyFigure) => LaterBasis> {
  const own = new Map(
    (await readLimits(db, plantId)).map((one) => [one.key_figure_id, one.limits]),
  );
  return (keyFigure) => {
    const limits = own.get(keyFigure.id) ?? keyFigure.limits;
    const level = twin?.levels.find((one) => one.component_type === keyFigure.component_type);
    const later = (name: string, rows: () => Promise<Uint8Array | null>): LaterBasis => {
      const key = basisKey(keyFigure, name, limits);
      return { key, read: async () => ({ key, exists: await rows(), limits }) };
    };
    if (twin !== null && level === undefined) return later("none", async () => new Uint8Array(0));
    if (level === undefined || level.component_count === level.row_count) {
      return later(ALL, async () => null);
    }
    return later(level.geometry, () => existingRowsOf(files, level));
  };
}

/**
 * Counts the plant's columns again whose counts are out of date; `of` limits them to some of one analysis.
 * @param twin the current one of the plant
 * @throws the first fault, for example a column whose object is missing, after all others were counted
 */
export async function recountColumns(
  { db, files }: Stores,
  plantId: number,
  twin: Twin | null,
  of?: { readonly analysis_id: number; readonly key_figure_ids: readonly number[] },
): Promise<void> {
  const rows = await db
    .select({
      analysis_id: analysisColumn.analysis_id,
      key_figure_id: analysisColumn.key_figure_id,
      counted_for: analysisColumn.counted_for,
    })
    .from(analysisColumn)
    .innerJoin(analysis, eq(analysis.id, analysisColumn.analysis_id))
    .where(
      and(
        eq(analysis.plant_id, plantId),
        of && eq(analysis.id, of.analysis_id),
        of && inArray(analysisColumn.key_figure_id, [...of.key_figure_ids]),
      ),
    );
  if (rows.length === 0) return;
  const basisOf = await countBases({ db, files }, plantId, twin);
  const faults: unknown[] = [];
  for (const { counted_for, ...column } of rows) {
    const keyFigure = keyFigureById(column.key_figure_id);
    if (keyFigure === undefined) continue;
    const basis = basisOf(keyFigure);
    if (counted_for === basis.key) continue;
    try {
      await recountColumn({ db, files }, column, keyFigure, await basis.read());
    } catch (fault) {
      faults.push(fault);
    }
  }
  if (faults.length > 0) throw faults[0];
}

/** Milliseconds before each further try. */
const RETRIES_AFTER = [200, 1000, 4000];

/**
 * Counts the plant's columns again after its twin has changed, and tries again after a fault. Answers false if
 * all tries have failed: housekeeping goes on then, and the caller says so.
 */
export async function recountForTwin(
  { db, files, log }: Pick<Services, "db" | "files" | "log">,
  plantId: number,
  twin: Twin,
  retriesAfter: readonly number[] = RETRIES_AFTER,
): Promise<boolean> {
  for (const wait of [0, ...retriesAfter]) {
    await sleep(wait);
    try {
      await recountColumns({ db, files }, plantId, twin);
      return true;
    } catch (error) {
      log.error(error, `the columns of plant ${plantId} could not be counted`);
    }
  }
  return false;
}

async function recountColumn(
  { db, files }: Stores,
  { analysis_id, key_figure_id }: { analysis_id: number; key_figure_id: number },
  keyFigure: KeyFigure,
  basis: CountBasis,
): Promise<void> {
  const isColumn = and(
    eq(analysisColumn.analysis_id, analysis_id),
    eq(analysisColumn.key_figure_id, key_figure_id),
  );
  const [row] = await db
    .select({ summary: analysisColumn.summary })
    .from(analysisColumn)
    .where(isColumn);
  if (row === undefined) return;
  const values = await readColumn(files, row.summary.hash);
  const { statistics, ...counts } = countColumn(values, keyFigure, basis);
  await db
    .update(analysisColumn)
    .set({ ...counts, summary: { ...row.summary, ...statistics } })
    // An edit meanwhile has counted its own column.
    .where(and(isColumn, sql`${analysisColumn.summary}->>'hash' = ${row.summary.hash}`));
  // Requests are answered between two columns.
  await setImmediate();
}

/** Plants with columns, for counting all of them. */
export async function listCountedPlants(db: Stores["db"]): Promise<number[]> {
  const rows = await db
    .selectDistinct({ id: analysis.plant_id })
    .from(analysisColumn)
    .innerJoin(analysis, eq(analysis.id, analysisColumn.analysis_id));
  return rows.map(({ id }) => id);
}
