// Computes what analyses carry for components that they did not measure; see decisions/unmeasured.md.
import type { Analysis } from "../../../../domain/analysis/analysis.ts";
import {
  carriedValues,
  holdersFor,
  newerThan,
  type Unmeasured,
} from "../../../../domain/analysis/unmeasured.ts";
import { isCoverageKeyFigure } from "../../../../domain/key-figure/key-figure-coverage.ts";
import { keyFigureById } from "../../../../domain/key-figure/key-figure.ts";
import type { Database, Services } from "../../../context.ts";
import { writeHistory } from "../analysis/analysis-change.ts";
import {
  listCarried,
  readBases,
  readSurveys,
  storeCarried,
  type CarriedRow,
  type PlantSurvey,
} from "./carried-column.ts";
import { listColumns, lockAnalysis, readColumn, storeColumn, type ColumnRow } from "./column.ts";
import { readComponents } from "../plant-component.ts";

type Stores = Pick<Services, "db" | "files">;

/** The columns that the analysis would take values from now, by its own key figures. */
function sourcesOf(
  survey: PlantSurvey,
  surveys: readonly PlantSurvey[],
  columns: readonly ColumnRow[],
): Map<number, ColumnRow[]> {
  const holders = holdersFor(survey, surveys);
  // What images show belongs to their own survey.
  const own = columns.filter(
    ({ analysis_id, key_figure_id }) =>
      analysis_id === survey.id && !isCoverageKeyFigure(key_figure_id),
  );
  return new Map(
    own.map(({ key_figure_id }) => [
      key_figure_id,
      holders.flatMap(({ id }) =>
        columns.filter((one) => one.analysis_id === id && one.key_figure_id === key_figure_id),
      ),
    ]),
  );
}

/** The same sources give the same text. */
function basisOf(sources: ReadonlyMap<number, readonly ColumnRow[]>): string {
  return [...sources]
    .filter(([, columns]) => columns.length > 0)
    .toSorted(([a], [b]) => a - b)
    .map(([id, columns]) => {
      const held = columns.map(({ analysis_id, summary }) => `${analysis_id}:${summary.hash}`);
      return `${id}=${held.join(",")}`;
    })
    .join(";");
}

/** Computes and publishes what the analysis carries; answers the number of carried values. */
export async function refreshCarried(
  { db, files }: Stores,
  analysisId: number,
  account_id: number | null,
): Promise<number> {
  return db.transaction(async (transaction) => {
    const analysis = await lockAnalysis(transaction, analysisId);
    if (!analysis) return 0;
    const surveys = await readSurveys(transaction, analysis.plant_id);
    const columns = await listColumns(
      transaction,
      surveys.map(({ id }) => id),
    );
    const sources = sourcesOf(analysis, surveys, columns);
    const rows: CarriedRow[] = [];
    for (const [key_figure_id, held] of sources) {
      if (held.length === 0) continue;
      const keyFigure = keyFigureById(key_figure_id);
      const components = await readComponents({ db: transaction, files }, analysis.plant_id);
      const level = keyFigure && components.levels.get(keyFigure.component_type);
      const own = columns.find(
        (one) => one.analysis_id === analysisId && one.key_figure_id === key_figure_id,
      );
      if (!keyFigure || !level || !own) continue;
      const ownValues = await readColumn(files, own.summary.hash);
      const heldValues = await Promise.all(
        held.map(({ summary }) => readColumn(files, summary.hash)),
      );
      const given = carriedValues(ownValues, heldValues, level.row_count, level.exists);
      for (const [at, values] of given.entries()) {
        if (values === null) continue;
        const { summary } = await storeColumn(files, values, keyFigure);
        const { hash, value_count } = summary;
        const source_id = held[at]!.analysis_id;
        rows.push({ analysis_id: analysisId, key_figure_id, source_id, hash, value_count });
      }
    }
    const before = await listCarried(transaction, analysisId);
    await storeCarried(transaction, analysisId, rows, basisOf(sources));
    const count = countOf(rows);
    if (hashesOf(before) !== hashesOf(rows)) {
      await writeHistory(transaction, analysisId, account_id, [
        { field: "unmeasured", old_value: String(countOf(before)), new_value: String(count) },
      ]);
    }
    return count;
  });
}

const countOf = (rows: readonly CarriedRow[]) =>
  rows.reduce((sum, { value_count }) => sum + value_count, 0);
const hashesOf = (rows: readonly CarriedRow[]) =>
  rows
    .map(({ source_id, key_figure_id, hash }) => `${key_figure_id} ${source_id} ${hash}`)
    .toSorted()
    .join();

/** How the analysis stands as a holder. */
export async function readUnmeasured(
  db: Database,
  { id, plant_id }: Pick<Analysis, "id" | "plant_id">,
): Promise<Unmeasured> {
  const surveys = await readSurveys(db, plant_id);
  const holder = surveys.find((one) => one.id === id);
  const columns = await listColumns(
    db,
    surveys.map((one) => one.id),
  );
  const measured = new Set(columns.map(({ analysis_id }) => analysis_id));
  const newer = holder ? newerThan(holder, surveys).filter((one) => measured.has(one.id)) : [];
  const bases = await readBases(
    db,
    newer.map((one) => one.id),
  );
  const stale = newer.filter(
    (one) => basisOf(sourcesOf(one, surveys, columns)) !== (bases.get(one.id) ?? ""),
  );
  return {
    is_unmeasured_holder: holder?.is_unmeasured_holder ?? false,
    newer: newer.length,
    stale: stale.map(({ id: stale_id, name, flown_at }) => ({ id: stale_id, name, flown_at })),
  };
}

/** The analyses with results that are newer, oldest first. */
export async function newerAnalyses(db: Database, holder: Pick<Analysis, "id" | "plant_id">) {
  const surveys = await readSurveys(db, holder.plant_id);
  const self = surveys.find(({ id }) => id === holder.id);
  const columns = await listColumns(
    db,
    surveys.map(({ id }) => id),
  );
  const measured = new Set(columns.map(({ analysis_id }) => analysis_id));
  return self ? newerThan(self, surveys).filter(({ id }) => measured.has(id)) : [];
}
