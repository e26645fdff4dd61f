// Analyses that a viewer sees.
import { and, desc, eq, inArray, ne, or, sql, type SQL } from "drizzle-orm";
import type { PgSelect, PgUpdateSetSource } from "drizzle-orm/pg-core";
import {
  incompleteStates,
  seesUnfinished,
  type Analysis,
  type AnalysisForm,
} from "../../../../domain/analysis/analysis.ts";
import { isPermitted } from "../../../../domain/account/permission.ts";
import { readsBatches } from "../../../../domain/analysis/evaluation-batch.ts";
import type { InvoiceForm } from "../../../../domain/analysis/invoice-change.ts";
import { seesDisabledKeyFigures } from "../../../../domain/key-figure/enabled-key-figure.ts";
import { isCoverageKeyFigure } from "../../../../domain/key-figure/key-figure-coverage.ts";
import type { KeyFigure } from "../../../../domain/key-figure/key-figure.ts";
import { keyFigureById, visibleKeyFigures } from "../../../../domain/key-figure/key-figure.ts";
import { plantTimeZone } from "../../../../domain/plant/plant-zone.ts";
import type { Database, Viewer } from "../../../context.ts";
import type { ColumnsOf } from "../../columns-of.ts";
import { cachedQuery } from "../../prepared.ts";
import { isAnalysisSeen, type ViewerScope } from "../plant.ts";
import { customer } from "../../schema/account.ts";
import { analysis, plant } from "../../schema/plant.ts";
import { drone } from "../../schema/provider.ts";
import { isoText, isTime } from "../../schema/time.ts";
import {
  groupsOf,
  partsOfGroups,
  partsOfRow,
  type AnalysisRow,
  type Parts,
} from "./analysis-part.ts";

type AnalysisScope = ViewerScope & Pick<Viewer, "show_all_key_figures" | "permissions">;

/** Conditions that are part of the statement. */
type Variant = {
  /** Those that are named by their IDs. */
  some: boolean;
  ofPlant: boolean;
  own: boolean;
  assigned: boolean;
  enabled: boolean;
  /** Only those that are finished or released. */
  finished: boolean;
} & Pick<Viewer, "is_admin" | "is_super_admin">;

const fieldsOf = (parts: Parts) =>
  ({
    id: analysis.id,
    plant_id: analysis.plant_id,
    plant_name: plant.name,
    customer_name: customer.name,
    // The place of the plant, from which the zone follows.
    time_zone: sql<string>`concat_ws(' ', ${plant.lon}, ${plant.lat})`,
    name: analysis.name,
    flown_at: analysis.flown_at,
    state: analysis.state,
    visibility: analysis.visibility,
    released_at: analysis.released_at,
    notes: analysis.notes,
    drone_id: analysis.drone_id,
    drone_name: drone.internal_identifier,
    ...parts,
    complete_after_upload: analysis.complete_after_upload,
    is_unmeasured_holder: analysis.is_unmeasured_holder,
    invoice_state: analysis.invoice_state,
    invoice_id: analysis.invoice_id,
    invoice_link: analysis.invoice_link,
    po_reference: analysis.po_reference,
    po_pdf_link: analysis.po_pdf_link,
  }) satisfies ColumnsOf<AnalysisRow>;

/** The same fields, named in the statement, with times as text: rows need no mapping. */
const plainFields = Object.fromEntries(
  Object.entries(fieldsOf(partsOfGroups)).map(([name, field]) => [
    name,
    (isTime(field) ? isoText(field) : sql`${field}`).as(name),
  ]),
);

/** The analyses of all plants. Mapping thousands of rows in JavaScript takes longer than reading them. */
async function readAll(db: Database, variant: Variant): Promise<AnalysisRow[]> {
  const query = joined(db.select(plainFields).from(analysis).$dynamic());
  for (const { table, on } of groupsOf(variant.enabled)) void query.leftJoin(table, on);
  const { rows } = await db.execute<AnalysisRow>(
    query.where(seen(variant)).orderBy(...newestFirst),
  );
  return rows;
}

const analysisQuery = cachedQuery(
  (db, variant: Variant, name) =>
    joined(
      db
        .select(fieldsOf(partsOfRow(variant.enabled)))
        .from(analysis)
        .$dynamic(),
    )
      .where(seen(variant))
      .orderBy(...newestFirst)
      .prepare(name),
  "analyses",
);

function joined<Query extends PgSelect>(query: Query) {
  return query
    .innerJoin(plant, eq(plant.id, analysis.plant_id))
    .innerJoin(customer, eq(customer.id, plant.customer_id))
    .leftJoin(drone, eq(drone.id, analysis.drone_id));
}

const newestFirst = [desc(analysis.flown_at), desc(analysis.id)];

function seen(variant: Variant): SQL | undefined {
  const { some, ofPlant, own, assigned, finished } = variant;
  return and(
    finished ? or(eq(analysis.state, "FINISHED"), eq(analysis.visibility, "released")) : undefined,
    some ? sql`${analysis.id} = any(${sql.placeholder("ids")}::int[])` : undefined,
    ofPlant ? eq(analysis.plant_id, sql.placeholder("plant_id")) : undefined,
    own ? eq(plant.customer_id, sql.placeholder("customer_id")) : undefined,
    assigned ? sql`${plant.id} = any(${sql.placeholder("plant_ids")}::int[])` : undefined,
    isAnalysisSeen(variant),
  );
}

/** Fields of the invoice for viewers who do not see it. */
const withoutInvoice = {
  invoice_state: null,
  invoice_id: null,
  invoice_link: null,
  po_reference: null,
  po_pdf_link: null,
};

/**
 * The analyses that the viewer sees, newest first; `ids` and `plant_id` narrow them. Lists have unfinished ones
 * only for viewers who may see all states.
 */
export async function readAnalyses(
  db: Database,
  viewer: AnalysisScope,
  { ids, plant_id }: { ids?: readonly number[]; plant_id?: number } = {},
): Promise<Analysis[]> {
  const { customer_id, plant_ids, is_admin, is_super_admin } = viewer;
  const variant = {
    some: ids !== undefined,
    ofPlant: plant_id !== undefined,
    own: customer_id !== null,
    assigned: plant_ids !== null,
    is_admin,
    is_super_admin,
    enabled: !seesDisabledKeyFigures(viewer),
    finished: ids === undefined && !seesUnfinished(viewer),
  };
  const values = { ids, plant_id, customer_id, plant_ids };
  const { some, ofPlant, own, assigned } = variant;
  const isWhole = !(some || ofPlant || own || assigned);
  const rows: AnalysisRow[] = isWhole
    ? await readAll(db, variant)
    : await analysisQuery(db, variant).execute(values);
  const seesBatches = isPermitted(readsBatches, viewer.permissions);
  const hidden = {
    // Only staff see notes.
    ...(viewer.is_admin ? {} : { notes: "" }),
    ...(viewer.permissions.has("READ_ANALYSIS_INVOICE") ? {} : withoutInvoice),
  };
  const zoneOf = zonesByPlace();
  // The rows are changed, not copied: thousands of copies cost as much as reading the rows.
  return rows.map((row) => {
    const key_figure_ids = shownIds(row.key_figure_ids ?? [], viewer.show_all_key_figures);
    return Object.assign(row, hidden, {
      time_zone: zoneOf(row.time_zone),
      key_figure_ids,
      stated_key_figure_ids: statedIds(row.stated_key_figure_ids ?? [], key_figure_ids),
      product_packages: row.product_packages ?? [],
      evaluation_batches: seesBatches ? (row.evaluation_batches ?? []) : [],
    });
  });
}

/** A function that returns the zone of a place in degrees, "longitude latitude". Many analyses are of one plant. */
function zonesByPlace(): (place: string) => string {
  const zones = new Map<string, string>();
  return (place) => {
    const [lon = 0, lat = 0] = place.split(" ").map(Number);
    const zone = zones.get(place) ?? plantTimeZone({ lon, lat });
    zones.set(place, zone);
    return zone;
  };
}

/** Without those that are not shown, and those that the images tell and no file states. */
function statedIds(stated: readonly number[], shown: readonly number[]): number[] {
  return stated.filter((id) => shown.includes(id) && !isCoverageKeyFigure(id));
}

/** Without those that another present key figure hides, unless the viewer shows all. */
function shownIds(ids: number[], all: boolean): number[] {
  if (ids.length === 0) return ids;
  const known = ids
    .map(keyFigureById)
    .filter((keyFigure): keyFigure is KeyFigure => keyFigure !== undefined);
  return visibleKeyFigures(known, all).map(({ id }) => id);
}

/** The analysis, or null if it does not exist or the viewer does not see it. */
export async function readAnalysis(
  db: Database,
  viewer: AnalysisScope,
  id: number,
): Promise<Analysis | null> {
  return (await readAnalyses(db, viewer, { ids: [id] }))[0] ?? null;
}

/** The fields of the invoice, for a change of it. */
export async function readInvoice(db: Database, id: number): Promise<InvoiceForm | null> {
  const { invoice_state, invoice_id, invoice_link, po_reference, po_pdf_link } = analysis;
  const [row] = await db
    .select({ invoice_state, invoice_id, invoice_link, po_reference, po_pdf_link })
    .from(analysis)
    .where(eq(analysis.id, id));
  return row ?? null;
}

/**
 * Creates an analysis; answers null if another one of the plant is incomplete. Concurrent calls for the
 * same plant wait for each other.
 */
export async function insertAnalysis(
  db: Database,
  form: AnalysisForm,
  created_by: number,
): Promise<number | null> {
  return db.transaction(async (transaction) => {
    await transaction
      .select({ id: plant.id })
      .from(plant)
      .where(eq(plant.id, form.plant_id))
      .for("no key update");
    const open = await transaction.$count(
      analysis,
      and(
        eq(analysis.plant_id, form.plant_id),
        inArray(analysis.state, incompleteStates),
        ne(analysis.visibility, "released"),
      ),
    );
    if (open > 0) return null;
    const [row] = await transaction
      .insert(analysis)
      .values({ ...form, created_by })
      .returning({ id: analysis.id });
    return row?.id ?? null;
  });
}

export async function updateAnalysis(
  db: Database,
  id: number,
  fields: PgUpdateSetSource<typeof analysis>,
): Promise<void> {
  await db.update(analysis).set(fields).where(eq(analysis.id, id));
}

/** Deletes the analysis; false if it was released meanwhile. */
export async function deleteAnalysis(db: Database, id: number): Promise<boolean> {
  const deleted = await db
    .delete(analysis)
    .where(and(eq(analysis.id, id), ne(analysis.visibility, "released")))
    .returning({ id: analysis.id });
  return deleted.length === 1;
}
