// Writes a planned plant with its twin, analyses and images, with the same functions as the import jobs.
import { MISSING_U8, type ColumnValues } from "../domain/column/column.ts";
import { keyFigureById } from "../domain/key-figure/key-figure.ts";
import { buildTwin } from "../domain/twin/twin-build.ts";
import type { LevelDraft, TwinDraft } from "../domain/twin/twin-draft.ts";
import type { BuiltLevel } from "../domain/twin/twin-level-build.ts";
import type { Services } from "../server/context.ts";
import { publishColumns, storeColumn } from "../server/store/plant/column/column.ts";
import { insertPlant, updatePlant } from "../server/store/plant/plant.ts";
import {
  publishImages,
  storeImage,
  type ImageToWrite,
} from "../server/store/plant/analysis/result-image.ts";
import { analysis } from "../server/store/schema/plant.ts";
import { reader as pictureReader } from "../server/file-reader/picture/picture-reader.ts";
import { publishTwin } from "../server/store/plant/twin.ts";
import { middleOf, reader, type Finding } from "./finding.ts";
import { writeFlightImages } from "./flight-image.ts";
import { writeOrthomosaics } from "./orthomosaic.ts";
import { sceneOf } from "./photovoltaic/module-finding.ts";
import type { DrawnImage } from "./image.ts";
import type { PlantPlan, AnalysisPlan } from "./record/plant-plan.ts";
import { mapParallel } from "./parallel.ts";
import type { AnalysisColumns } from "./analysis.ts";

type WriterServices = Pick<Services, "db" | "files" | "now">;

/** The last analyses of a plant have some of the images that were uploaded. */
const WITH_IMAGES = 2;
const PHOTOGRAPHED = 4;
const DAY_MS = 24 * 3600_000;
/** Number of files written in parallel. */
const PARALLEL_FILES = 6;

/** Writes the plant with everything that belongs to it; answers its ID. */
export async function writePlant(
  services: WriterServices,
  plan: PlantPlan,
  { customer_id, created_by }: { readonly customer_id: number; readonly created_by: number },
  signal?: AbortSignal,
): Promise<number> {
  const plant_id = await insertPlant(services.db, { ...plan.form, customer_id });
  const draft = plan.makeDraft?.() ?? null;
  const levels = draft === null ? [] : await writeLevels(services, draft, plant_id, created_by);
  let mosaicRow: number | null = null;
  for (const analysisPlan of plan.analyses) {
    signal?.throwIfAborted();
    const analysis_id = await writeAnalysis(services, analysisPlan, plant_id, created_by);
    if (draft === null || analysisPlan.conditions === null) continue;
    const columns = plan.analyse(draft, analysisPlan.conditions);
    await writeValues(services, analysis_id, columns, levels);
    const findings = plan.findings(draft, columns, analysisPlan.conditions);
    const flown = flownAt(services.now(), analysisPlan);
    await writeImages(services, analysis_id, findings, { draft, levels, flown });
    const level = draft.levels.find(({ type }) => type === "module");
    const rows = findings.filter((one) => one.component_type === "module").map(({ row }) => row);
    const isRecent = plan.analyses.indexOf(analysisPlan) >= plan.analyses.length - WITH_IMAGES;
    if (!level || !isRecent) continue;
    const value = reader(columns);
    const { conditions } = analysisPlan;
    const about = { analysis_id, created_by };
    const flight = {
      level,
      rows: rows.slice(0, PHOTOGRAPHED),
      sceneOf: (row: number) => sceneOf(value, row, conditions),
      flown,
    };
    await writeFlightImages(services, about, flight);
    if (!plan.hasOrthomosaics || rows.length === 0) continue;
    // Of the same place each time, so that two surveys can be swiped.
    mosaicRow ??= rows[0]!;
    await writeOrthomosaics(services, about, { ...flight, middle: mosaicRow });
  }
  return plant_id;
}

async function writeLevels(
  services: WriterServices,
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
    // The corner where a car can stop.
    take_off_positions: [{ place: [west, south], elevation_m: null }],
  });
  return built.levels;
}

function flownAt(now: Date, { daysAgo, hour }: AnalysisPlan): Date {
  const day = new Date(now.getTime() - daysAgo * DAY_MS);
  day.setUTCHours(hour, 20, 0, 0);
  return day;
}

async function writeAnalysis(
  { db, now }: WriterServices,
  analysisPlan: AnalysisPlan,
  plant_id: number,
  created_by: number,
): Promise<number> {
  const flown = flownAt(now(), analysisPlan);
  const released = analysisPlan.visibility === "released";
  const [row] = await db
    .insert(analysis)
    .values({
      plant_id,
      created_by,
      name: analysisPlan.name,
      state: analysisPlan.state,
      visibility: analysisPlan.visibility,
      notes: analysisPlan.notes,
      flown_at: flown.toISOString(),
      released_at: released ? new Date(flown.getTime() + 9 * DAY_MS).toISOString() : null,
      created_at: flown.toISOString(),
    })
    .returning({ id: analysis.id });
  if (!row) throw new Error(`the analysis ${analysisPlan.name} was not stored`);
  return row.id;
}

async function writeValues(
  { db, files }: WriterServices,
  analysis_id: number,
  columns: AnalysisColumns,
  levels: readonly BuiltLevel[],
): Promise<void> {
  const stored = await mapParallel(columns, PARALLEL_FILES, ([id, values]) => {
    const keyFigure = keyFigureById(id);
    const level = levels.find(({ geometry }) => geometry.type === keyFigure?.component_type);
    if (keyFigure === undefined || level === undefined) throw new RangeError(`key figure ${id}`);
    return storeColumn(files, inRowOrder(values, level), keyFigure);
  });
  await publishColumns(db, analysis_id, stored, { twin_version: 1 });
}

/** Converts a column from draft order to the rows of the component index. */
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

/** Writes both images of every finding, taken one after the other. */
async function writeImages(
  { db, files }: WriterServices,
  analysis_id: number,
  findings: readonly Finding[],
  { draft, levels, flown }: Scene,
): Promise<void> {
  const stored = await mapParallel(
    findings.entries(),
    PARALLEL_FILES,
    async ([number, finding]) => {
      const level = draft.levels.find(({ type }) => type === finding.component_type);
      const built = levels.find(({ geometry }) => geometry.type === finding.component_type);
      if (level === undefined || built === undefined) throw new RangeError(finding.component_type);
      const taken = new Date(flown.getTime() + number * 14_000);
      const facts = imageFacts(level, built, finding.row, taken);
      return [
        await writeImage(files, toImage(facts, finding.thermal(), "thermal")),
        await writeImage(files, toImage(facts, await finding.visible(), "rgb")),
      ];
    },
  );
  await publishImages(db, analysis_id, stored.flat());
}

/** The picture is our own, so it is read in this process. */
async function writeImage(files: Services["files"], image: ImageToWrite) {
  const { bytes, file_name: name } = image;
  return storeImage(files, image, await pictureReader({ name, bytes }, async () => undefined));
}

type ImageFacts = Pick<ImageToWrite, "component_type" | "dt_id" | "lon" | "lat" | "taken_at"> & {
  readonly name: string;
};

function imageFacts(level: LevelDraft, built: BuiltLevel, row: number, taken: Date): ImageFacts {
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
  { name, ...facts }: ImageFacts,
  image: DrawnImage,
  kind: "thermal" | "rgb",
): ImageToWrite {
  const ending = image.contentType === "image/png" ? "png" : "jpg";
  return {
    ...facts,
    kind,
    file_name: `${name}_${kind}.${ending}`,
    bytes: image.bytes,
    scale_min: image.scale?.[0] ?? null,
    scale_max: image.scale?.[1] ?? null,
  };
}
