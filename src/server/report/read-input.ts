// Reads the facts of a report from the database.
import { join } from "node:path";
import { and, desc, eq, lte } from "drizzle-orm";
import { z } from "zod";
import { earlierSurvey, isOlder, newestFirst } from "../../domain/analysis/survey-order.ts";
import { evaluationTask } from "../../domain/analysis/task.ts";
import { storedLogShape } from "../../domain/evaluation/survey-log.ts";
import { weakestFaults } from "../../domain/evaluation/weakest-fault.ts";
import { brandColours } from "../../domain/colour/brand.ts";
import { keyFigureById } from "../../domain/key-figure/key-figure.ts";
import { isCoverageKeyFigure } from "../../domain/key-figure/key-figure-coverage.ts";
import { failure } from "../../domain/error.ts";
import { figuresOfCourse } from "../../domain/finding/confirmed-course.ts";
import { isPriceAssumed, settingsWith } from "../../domain/loss/loss-settings.ts";
import { poweredPlant } from "../../domain/loss/module-power.ts";
import { withLossFacts } from "../../domain/loss/beside-sum.ts";
import { leadIn } from "../../domain/plant/headline.ts";
import { plantTimeZone } from "../../domain/plant/plant-zone.ts";
import type { Database, Services } from "../context.ts";
import { requireFound } from "../implement.ts";
import { listColumns } from "../store/plant/column/column.ts";
import { readLossSettings } from "../store/plant/analysis/loss-settings.ts";
import { readLimits } from "../store/plant/plant.ts";
import { readTwin } from "../store/plant/twin.ts";
import { account, customer } from "../store/schema/account.ts";
import { analysisFile } from "../store/schema/analysis-file.ts";
import { analysis, plant, resultImage, task } from "../store/schema/plant.ts";
import type { report } from "../store/schema/report.ts";
import {
  evaluationSaidShape,
  type ReportColumn,
  type ReportInput,
  type ReportSurvey,
} from "./report-input.ts";
import { productVersion } from "./product-version.ts";

/** Of a report whose customer has no colours. */
const PLAIN = "#0b5d7a";

/** Bytes of memory per component, counted like bytes of a file: columns, map and pages. */
const BYTES_PER_COMPONENT = 300;
const BYTES_AT_LEAST = 20 * 1024 ** 2;

/** The size of what is read for a report, for the limits of the process that writes it. */
export function reportBytes({ twin }: Pick<ReportInput, "twin">): number {
  const components = twin.levels.reduce((sum, { row_count }) => sum + row_count, 0);
  return BYTES_AT_LEAST + components * BYTES_PER_COMPONENT;
}

type Wanted = {
  readonly key_figure_ids: readonly number[];
  readonly folder: string;
  /** What was decided of the findings that the survey shows. */
  readonly states: ReportInput["states"];
};

export async function reportInput(
  { db, settings }: Pick<Services, "db" | "settings">,
  row: typeof report.$inferSelect,
  { key_figure_ids, folder, states }: Wanted,
): Promise<ReportInput> {
  const [found] = await db
    .select({ survey: analysis, plant, customer })
    .from(analysis)
    .innerJoin(plant, eq(plant.id, analysis.plant_id))
    .innerJoin(customer, eq(customer.id, plant.customer_id))
    .where(eq(analysis.id, row.analysis_id));
  const { survey, plant: at, customer: owner } = requireFound(found ?? null);
  const twin = await readTwin(db, at.id);
  if (!twin) throw failure("CONFLICT", { reason: "plant_without_twin" });
  const columnsOf = await columnReader(db, at.id);
  const stated = await readLossSettings(db, at.id);
  const surveyOf = async (
    { id, name, flown_at }: typeof survey,
    read = withLossFacts(key_figure_ids),
  ): Promise<ReportSurvey> => ({
    name,
    flown_at,
    columns: await columnsOf(id, read, key_figure_ids),
  });
  const [author] = await db
    .select({ first_name: account.first_name, last_name: account.last_name })
    .from(account)
    .where(eq(account.id, row.created_by ?? 0));
  const images = await db
    .select({
      dt_id: resultImage.dt_id,
      kind: resultImage.kind,
      file_name: resultImage.file_name,
      full: resultImage.full,
      thumb: resultImage.thumb,
    })
    .from(resultImage)
    .where(eq(resultImage.analysis_id, survey.id))
    .orderBy(resultImage.id);
  const own = await surveyOf(survey);
  const shown = own.columns.flatMap(({ key_figure_id, is_shown }) =>
    is_shown ? [key_figure_id] : [],
  );
  const lead = leadIn(shown);
  const [before, ...older] = await surveysBefore(db, survey, lead?.id ?? null);
  const said = lead ? [lead, ...figuresOfCourse(lead)].map(({ id }) => id) : [];
  const wanted = key_figure_ids.filter((id) => said.includes(id));
  const earlier: ReportSurvey[] = [];
  for (const one of older.toReversed()) earlier.push(await surveyOf(one, wanted));
  const { data_dir, object_store_url, disk_reserve_mb } = settings;
  return {
    store: { data_dir, object_store_url, disk_reserve_mb },
    path: join(folder, "report.pdf"),
    workbook_path: join(folder, "report.xlsx"),
    pictures_path: join(folder, "report.zip"),
    annexes: row.annexes,
    title: row.title,
    locale: row.locale,
    sections: row.sections,
    created_at: row.created_at,
    author: author ? `${author.first_name} ${author.last_name}`.trim() : "",
    version: productVersion(),
    customer: owner.company_name || owner.name,
    colour: owner.white_label ? brandColours(owner.white_label, "light")["--brand"] : PLAIN,
    logo: owner.logo,
    plant_image: row.plant_image,
    plant: {
      name: at.name,
      technology: at.technology,
      ...poweredPlant(at),
      lon: at.lon,
      lat: at.lat,
      time_zone: plantTimeZone(at),
    },
    notes: survey.notes,
    twin,
    survey: own,
    previous: before ? await surveyOf(before) : null,
    earlier,
    images,
    states,
    ...(await evaluationOf(db, survey.id)),
    files: await db.$count(analysisFile, eq(analysisFile.analysis_id, survey.id)),
    loss: settingsWith(stated),
    is_price_assumed: isPriceAssumed(stated),
  };
}

/** A function that answers the columns of an analysis, with the limits of the plant; those in `shown` are shown. */
export async function columnReader(db: Database, plant_id: number) {
  const limits = await readLimits(db, plant_id);
  const own = new Map(limits.map((one) => [one.key_figure_id, one.limits]));
  return async (
    analysis_id: number,
    ids: readonly number[],
    shown: readonly number[],
  ): Promise<ReportColumn[]> => {
    const columns = await listColumns(db, [analysis_id], ids);
    return columns.map(({ key_figure_id, summary, is_evaluated }) => ({
      key_figure_id,
      hash: summary.hash,
      limits: own.get(key_figure_id) ?? catalogueLimits(key_figure_id),
      value_count: summary.value_count,
      mean: summary.mean,
      is_stated: !is_evaluated && !isCoverageKeyFigure(key_figure_id),
      is_shown: shown.includes(key_figure_id),
    }));
  };
}

const catalogueLimits = (id: number) => keyFigureById(id)?.limits ?? [];

/** The survey with which the report compares and those before it, newest first, of those that customers see. */
async function surveysBefore(
  db: Database,
  { id, plant_id, flown_at }: typeof analysis.$inferSelect,
  lead: number | null,
) {
  const released = await db
    .select()
    .from(analysis)
    .where(
      and(
        eq(analysis.plant_id, plant_id),
        eq(analysis.visibility, "released"),
        lte(analysis.flown_at, flown_at),
      ),
    );
  const columns = await listColumns(
    db,
    released.map((one) => one.id),
  );
  const byAnalysis = Map.groupBy(columns, ({ analysis_id }) => analysis_id);
  const surveys = released.map((survey) => ({
    ...survey,
    key_figure_ids: (byAnalysis.get(survey.id) ?? []).map(({ key_figure_id }) => key_figure_id),
  }));
  const before = earlierSurvey(surveys, { id, flown_at }, lead);
  if (!before) return [];
  const older = surveys.filter((one) => isOlder(one, before)).toSorted(newestFirst);
  return [before, ...older];
}

/** What the last evaluation says of its survey: the means that it used, and the weakest faults that it could find. */
async function evaluationOf(
  db: Database,
  analysis_id: number,
): Promise<Pick<ReportInput, "conditions" | "weakest" | "evaluation">> {
  const [last] = await db
    .select({ result: task.result })
    .from(task)
    .where(
      and(
        eq(task.analysis_id, analysis_id),
        eq(task.name, evaluationTask),
        eq(task.state, "SUCCESSFUL"),
      ),
    )
    .orderBy(desc(task.id))
    .limit(1);
  const read = surveyShape.safeParse(last?.result);
  if (!read.success) return { conditions: {}, weakest: null, evaluation: null };
  const { survey } = read.data;
  const said = z.object({ survey: z.unknown() }).safeParse(last?.result);
  const evaluation = evaluationSaidShape.safeParse(said.data?.survey).data ?? null;
  return { conditions: survey.conditions, weakest: weakestFaults(survey), evaluation };
}

const surveyShape = z.object({
  survey: storedLogShape.pick({ conditions: true, settings: true, least_hotspot: true }),
});
