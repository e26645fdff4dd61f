// Writes one planned plant with its twin, surveys and pictures, through the same stores as the import jobs.
import { MISSING_U8, type ColumnValues } from "../domain/column/column.ts";
import { keyFigureById } from "../domain/key-figure/key-figure.ts";
import { buildTwin, type BuiltLevel } from "../domain/twin/twin-build.ts";
import type { LevelDraft, TwinDraft } from "../domain/twin/twin-draft.ts";
import type { Services } from "../server/context.ts";
import { publishColumns, storeColumn } from "../server/store/plant/column.ts";
import { insertPlant, updatePlant } from "../server/store/plant/plant.ts";
import {
  publishImages,
  storeImage,
  type ImageToWrite,
} from "../server/store/plant/result-image.ts";
import { analysis } from "../server/store/schema/plant.ts";
import { publishTwin } from "../server/store/plant/twin.ts";
import { middleOf, type Finding } from "./finding.ts";
import type { Picture } from "./picture.ts";
import type { PlantPlan, SurveyPlan } from "./record/plant-plan.ts";
import { sideBySide } from "./side-by-side.ts";
import type { SurveyColumns } from "./survey.ts";

type Writing = Pick<Services, "db" | "files" | "now">;

const DAY_MS = 24 * 3600_000;
/** Files under way at once. */
const LANES = 6;

/** Writes the plant and everything of it; answers its id. */
export async function writePlant(
  services: Writing,
  plan: PlantPlan,
  { customer_id, created_by }: { readonly customer_id: number; readonly created_by: number },
  signal?: AbortSignal,
): Promise<number> {
  const plant_id = await insertPlant(services.db, { ...plan.form, customer_id });
  const draft = plan.makeDraft?.() ?? null;
  const levels = draft === null ? [] : await writeLevels(services, draft, plant_id, created_by);
  for (const survey of plan.surveys) {
    signal?.throwIfAborted();
    const analysis_id = await writeAnalysis(services, survey, plant_id, created_by);
    if (draft === null || survey.conditions === null) continue;
    const columns = plan.survey(draft, survey.conditions);
    await writeValues(services, analysis_id, columns, levels);
    const findings = plan.findings(draft, columns, survey.conditions);
    const flown = flownAt(services.now(), survey);
    await writePictures(services, analysis_id, findings, { draft, levels, flown });
  }
  return plant_id;
}

async function writeLevels(
  services: Writing,
  draft: TwinDraft,
  plant_id: number,
  created_by: number,
): Promise<readonly BuiltLevel[]> {
  const built = buildTwin(draft);
  const plant = { id: plant_id, twin_version: 0 };
  await publishTwin(services, built, { plant, created_by, report: {} });
  const [west, south] = built.bounds;
  await updatePlant(services.db, plant_id, {
    lon: built.origin[0],
    lat: built.origin[1],
    // The corner where a car can stop; crews start from there.
    take_off_position: [west, south],
  });
  return built.levels;
}

function flownAt(now: Date, { daysAgo, hour }: SurveyPlan): Date {
  const day = new Date(now.getTime() - daysAgo * DAY_MS);
  day.setUTCHours(hour, 20, 0, 0);
  return day;
}

async function writeAnalysis(
  { db, now }: Writing,
  survey: SurveyPlan,
  plant_id: number,
  created_by: number,
): Promise<number> {
  const flown = flownAt(now(), survey);
  const released = survey.visibility === "released";
  const [row] = await db
    .insert(analysis)
    .values({
      plant_id,
      created_by,
      name: survey.name,
      state: survey.state,
      visibility: survey.visibility,
      notes: survey.notes,
      flown_at: flown.toISOString(),
      released_at: released ? new Date(flown.getTime() + 9 * DAY_MS).toISOString() : null,
      created_at: flown.toISOString(),
    })
    .returning({ id: analysis.id });
  if (!row) throw new Error(`survey ${survey.name} was not stored`);
  return row.id;
}

async function writeValues(
  { db, files }: Writing,
  analysis_id: number,
  columns: SurveyColumns,
  levels: readonly BuiltLevel[],
): Promise<void> {
  const stored = await sideBySide(columns, LANES, ([id, values]) => {
    const keyFigure = keyFigureById(id);
    const level = levels.find(({ geometry }) => geometry.type === keyFigure?.component_type);
    if (keyFigure === undefined || level === undefined) throw new RangeError(`key figure ${id}`);
    return storeColumn(files, inRowOrder(values, level), keyFigure);
  });
  await publishColumns(db, analysis_id, stored, { twin_version: 1 });
}

/** A column in draft order, laid into the rows of the component index. */
function inRowOrder(values: ColumnValues, { geometry, rowOfDraft }: BuiltLevel): ColumnValues {
  const rows =
    values instanceof Uint8Array
      ? new Uint8Array(geometry.count).fill(MISSING_U8)
      : new Float32Array(geometry.count).fill(NaN);
  for (let i = 0; i < rowOfDraft.length; i++) rows[rowOfDraft[i] ?? 0] = values[i] ?? NaN;
  return rows;
}

type Scene = {
  readonly draft: TwinDraft;
  readonly levels: readonly BuiltLevel[];
  readonly flown: Date;
};

/** Writes both pictures of every finding; the drone takes them one after the other. */
async function writePictures(
  { db, files }: Writing,
  analysis_id: number,
  findings: readonly Finding[],
  { draft, levels, flown }: Scene,
): Promise<void> {
  const stored = await sideBySide(findings.entries(), LANES, async ([number, finding]) => {
    const level = draft.levels.find(({ type }) => type === finding.component_type);
    const built = levels.find(({ geometry }) => geometry.type === finding.component_type);
    if (level === undefined || built === undefined) throw new RangeError(finding.component_type);
    const taken = new Date(flown.getTime() + number * 14_000);
    const about = aboutFinding(level, built, finding.row, taken);
    return [
      await storeImage(files, toImage(about, finding.thermal(), "thermal")),
      await storeImage(files, toImage(about, await finding.visible(), "rgb")),
    ];
  });
  await publishImages(
    db,
    analysis_id,
    stored.flat().map(({ row }) => row),
  );
}

type About = Pick<ImageToWrite, "component_type" | "dt_id" | "lon" | "lat" | "taken_at"> & {
  readonly name: string;
};

function aboutFinding(level: LevelDraft, built: BuiltLevel, row: number, taken: Date): About {
  const [lon, lat] = middleOf(level, row);
  return {
    component_type: level.type,
    dt_id: built.names.dtId(built.rowOfDraft[row] ?? 0),
    name: level.pcs[row] ?? "",
    lon,
    lat,
    taken_at: taken.toISOString(),
  };
}

function toImage(
  { name, ...about }: About,
  picture: Picture,
  kind: "thermal" | "rgb",
): ImageToWrite {
  const ending = picture.contentType === "image/png" ? "png" : "jpg";
  return {
    ...about,
    kind,
    file_name: `${name}_${kind}.${ending}`,
    bytes: picture.bytes,
    scale_min: picture.scale?.[0] ?? null,
    scale_max: picture.scale?.[1] ?? null,
  };
}
