// Observations as they are answered: with component, analysis and photos.
import type { Twin } from "../../domain/component/component-index.ts";
import { componentTypes } from "../../domain/component/component.ts";
import { NO_ROW } from "../../domain/component/component-index.ts";
import {
  observationColumns,
  type ObservationColumn,
} from "../../domain/observation/observation-column.ts";
import {
  columnsSelectionShape,
  componentFilterShape,
  observationFiltersShape,
  selectObservations,
  type IsWithin,
  type ObservationQuery,
} from "../../domain/observation/observation-query.ts";
import type { DeletedObservation, Observation } from "../../domain/observation/observation.ts";
import { failure } from "../../domain/error.ts";
import { limits } from "../../domain/limits.ts";
import type { Plant } from "../../domain/plant/plant.ts";
import type { Context } from "../context.ts";
import { requireFound } from "../implement.ts";
import { parsed } from "../result/result-rows.ts";
import { readAnalyses } from "../store/plant/analysis/analysis.ts";
import { readProperties } from "../store/plant/observation/custom-component-property.ts";
import { readImageRows, type ImageRow } from "../store/plant/observation/observation-image.ts";
import { readAccountNames } from "../store/account/account-name.ts";
import {
  countObservations,
  plantOfObservation,
  readObservationIds,
  readDeletedRows,
  readObservationRows,
  type ObservationRow,
} from "../store/plant/observation/observation.ts";
import { readTwin } from "../store/plant/twin.ts";
import { componentsOfTwin, type PlantComponents } from "../store/plant/twin-components.ts";

export type Parts = Pick<Context, "db" | "files" | "viewer">;
type Wanted = Parameters<typeof readObservationRows>[2];

/** The columns of a plant's observations, by ID in their order. */
export async function readColumns(
  { db }: Pick<Parts, "db">,
  { id, technology }: Pick<Plant, "id" | "technology">,
): Promise<Map<string, ObservationColumn>> {
  const columns = observationColumns(await readProperties(db, id), technology);
  return new Map(columns.map((column) => [column.id, column]));
}

/** Of a plant, newest first. */
export async function readObservations(
  context: Parts,
  plantId: number,
  wanted?: Wanted,
): Promise<Observation[]> {
  const { db } = context;
  const rows = await readObservationRows(db, plantId, wanted);
  if (rows.length === 0) return [];
  const ids = wanted && rows.map(({ id }) => id);
  const authors = rows.flatMap(({ created_by, updated_by }) => [created_by, updated_by]);
  const [photos, twin, analyses, people] = await Promise.all([
    readImageRows(db, plantId, ids),
    readTwin(db, plantId),
    readSeenAnalyses(context, rows),
    readAccountNames(db, authors),
  ]);
  const photosOf = Map.groupBy(photos, ({ observation_id }) => observation_id);
  const components = await readComponentsIfAny(context, twin);
  const directory = await components?.directory();
  return rows.map((row) => {
    const found = directory?.byDtId(row.dt_id);
    const at = found?.type === row.component_type ? found.row : null;
    const pcs = at === null ? "" : components?.levels.get(row.component_type)?.names.pcs(at);
    const component = { component_id: at, pcs: pcs || row.dt_id };
    return answerOf(row, component, analyses, people, photosOf.get(row.id) ?? []);
  });
}

/** Those that were deleted and can be put back, and how many they are in all. */
export async function readDeletedObservations(
  context: Parts,
  plantId: number,
): Promise<{ readonly count: number; readonly observations: DeletedObservation[] }> {
  const { count, rows } = await readDeletedRows(context.db, plantId);
  if (rows.length === 0) return { count, observations: [] };
  const [twin, people] = await Promise.all([
    readTwin(context.db, plantId),
    readAccountNames(
      context.db,
      rows.map(({ content }) => content.created_by),
    ),
  ]);
  const components = await readComponentsIfAny(context, twin);
  const directory = await components?.directory();
  const observations = rows.map(({ content: one, ...row }) => {
    const found = directory?.byDtId(one.dt_id);
    const isThere = found?.type === one.component_type;
    const pcs = isThere ? components?.levels.get(found.type)?.names.pcs(found.row) : "";
    return {
      ...row,
      component_type: one.component_type,
      pcs: pcs || one.dt_id,
      observed_at: new Date(one.observed_at).toISOString(),
      notes: one.notes,
      created_by_user: one.created_by === null ? null : (people.get(one.created_by) ?? null),
    };
  });
  return { count, observations };
}

function readComponentsIfAny({ files }: Parts, twin: Twin | null) {
  return twin === null ? null : componentsOfTwin(files, twin);
}

type AnalysisNames = ReadonlyMap<number, Observation["analysis"]>;

/** The analyses that these observations name and the viewer sees. */
async function readSeenAnalyses(
  { db, viewer }: Parts,
  rows: readonly ObservationRow[],
): Promise<AnalysisNames> {
  const ids = [...new Set(rows.flatMap(({ analysis_id }) => analysis_id ?? []))];
  const found = ids.length === 0 ? [] : await readAnalyses(db, viewer, { ids });
  return new Map(found.map(({ id, flown_at, name }) => [id, { id, flown_at, name }]));
}

function answerOf(
  row: ObservationRow,
  component: { readonly component_id: number | null; readonly pcs: string },
  analyses: AnalysisNames,
  people: ReadonlyMap<number, string>,
  photos: readonly ImageRow[],
): Observation {
  const { component_type, dt_id, analysis_id, created_by, updated_by, ...rest } = row;
  const nameOf = (id: number | null) => (id === null ? null : (people.get(id) ?? null));
  return {
    ...rest,
    created_by_user: nameOf(created_by),
    updated_by_user: nameOf(updated_by),
    fieldgeometry_component: { ...component, component_type, dt_id },
    analysis: (analysis_id === null ? null : analyses.get(analysis_id)) ?? null,
    files_map: Object.fromEntries(photos.map(({ file_id, id }) => [file_id, id])),
    image_urls: photos.map(({ id }) => `/api/auth/observation/${row.id}/image/${id}/full`),
    images: photos.map((photo) => ({
      id: photo.id,
      file_id: photo.file_id,
      file_name: photo.file_name,
      content_type: photo.content_type,
      bytes: photo.bytes,
      hash: photo.hash,
      width: photo.width,
      height: photo.height,
      lon: photo.lon,
      lat: photo.lat,
      taken_at: photo.taken_at,
    })),
  };
}

/** @throws RESOURCE_NOT_FOUND */
export async function readObservation(context: Parts, id: number): Promise<Observation> {
  const plantId = requireFound(await plantOfObservation(context.db, id));
  return requireFound((await readObservations(context, plantId, { id }))[0]);
}

type QueryTexts = {
  readonly filters?: string | undefined;
  readonly component_filter?: string | undefined;
  readonly columns_selection?: string | undefined;
};

const queryOf = (texts: QueryTexts): ObservationQuery => ({
  filters: parsed("filters", texts.filters, observationFiltersShape) ?? [],
  component_filter: parsed("component_filter", texts.component_filter, componentFilterShape),
  columns_selection: parsed("columns_selection", texts.columns_selection, columnsSelectionShape),
});

/**
 * A page of the observations that meet the query, and how many do. Without conditions the database finds the page.
 * @throws BAD_REQUEST with the faulty field
 */
export async function readPage(
  context: Parts,
  plantId: number,
  texts: QueryTexts,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<{ readonly count: number; readonly observations: Observation[] }> {
  const { filters, component_filter, columns_selection } = queryOf(texts);
  if (filters.length === 0 && component_filter === null && columns_selection === null) {
    const observations = await readObservations(context, plantId, { page: { offset, limit } });
    return { count: await countObservations(context.db, plantId), observations };
  }
  const observations: Observation[] = [];
  let count = 0;
  for await (const some of eachSelected(context, plantId, texts)) {
    observations.push(...some.slice(Math.max(0, offset - count), offset + limit - count));
    count += some.length;
  }
  return { count, observations };
}

/**
 * The observations that meet the query of a request, all at once.
 * @throws BAD_REQUEST with the faulty field, CONFLICT where more meet the query than a file has
 */
export async function readSelected(
  context: Parts,
  plantId: number,
  texts: QueryTexts,
): Promise<readonly Observation[]> {
  const most = limits.observationExport;
  const { count, kept } = await keepUpTo(most, eachSelected(context, plantId, texts));
  if (kept) return kept;
  throw failure("CONFLICT", { reason: "observation_export_limit", values: { count, most } });
}

/** What comes in pieces, and its number; null for more than `most`, of which only the number is kept in memory. */
export async function keepUpTo<One>(
  most: number,
  pieces: AsyncIterable<readonly One[]>,
): Promise<{ readonly count: number; readonly kept: readonly One[] | null }> {
  let kept: One[] | null = [];
  let count = 0;
  for await (const some of pieces) {
    count += some.length;
    if (count > most) kept = null;
    kept?.push(...some);
  }
  return { count, kept };
}

/** The same in pieces, newest first: who keeps only counts of them does not keep all at once. */
export async function* eachSelected(
  context: Parts,
  plantId: number,
  texts: QueryTexts,
): AsyncGenerator<Observation[], void> {
  const query = queryOf(texts);
  const pages = await readObservationIds(context.db, plantId, ROWS_AT_ONCE);
  if (pages.length === 0) return;
  const components = await readComponentsIfAny(context, await readTwin(context.db, plantId));
  const isWithin = await withinOf(components);
  // Many at once would hold up other requests. What is deleted meanwhile is not among them any more.
  for (const ids of pages) {
    yield selectObservations(await readObservations(context, plantId, { ids }), query, isWithin);
  }
}

const ROWS_AT_ONCE = 1000;

async function withinOf(components: PlantComponents | null): Promise<IsWithin> {
  if (components === null) return (inner, outer) => inner.dt_id === outer.dt_id;
  const directory = await components.directory();
  return (inner, outer) => {
    const target = directory.byDtId(outer.dt_id);
    let at = directory.byDtId(inner.dt_id);
    while (at && target) {
      if (at.type === target.type) return at.row === target.row;
      const parent = components.levels.get(at.type)?.parent[at.row] ?? NO_ROW;
      const type = componentTypes[at.type].parent;
      at = type === null || parent === NO_ROW ? undefined : { type, row: parent };
    }
    return false;
  };
}
