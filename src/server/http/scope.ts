// Resolves the objects in the path of a call. Objects that the viewer cannot see count as missing.
import { and, eq, type SQL } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Endpoint, ScopeNoun } from "../../api/endpoint.ts";
import { failure } from "../../domain/error.ts";
import { MAX_INTEGER } from "../../domain/id.ts";
import type { Database, ScopedObjects, Viewer } from "../context.ts";
import { readAnalysis } from "../store/plant/analysis/analysis.ts";
import { customerExists, isPlantSeen, readPlant, readPlantOf } from "../store/plant/plant.ts";
import { account } from "../store/schema/account.ts";
import { evaluationBatch } from "../store/schema/analysis.ts";
import { plant } from "../store/schema/plant.ts";
import { analysisServer } from "../store/schema/server.ts";
import {
  blueprint,
  customComponentProperty,
  documentFile,
  drone,
  droneModel,
  productPackage,
  purchaseOrder,
  savedView,
} from "../store/schema/provider.ts";
import {
  isDocumentSeen,
  isDroneSeen,
  isOrderSeen,
  isUserSeen,
  isViewSeen,
} from "../store/viewer-scope.ts";
import { isReportSeen } from "../store/plant/analysis/report.ts";
import { report } from "../store/schema/report.ts";
import { readUpload } from "../store/plant/analysis/analysis-upload.ts";
import { observation } from "../store/schema/observation.ts";
import { readFlightCampaign } from "../store/plant/flight/flight-campaign.ts";
import { readFlightRoute } from "../store/plant/flight/flight-route.ts";
import { readTask } from "../store/task.ts";

/** One id to resolve, and the id of the plant if the path has one. */
type ScopeQuery = {
  readonly db: Database;
  readonly viewer: Viewer;
  readonly id: number;
  readonly plant_id: number | null;
};

/** Answers the objects for the handler, or null if the viewer cannot see the object. */
type Resolve = (query: ScopeQuery) => Promise<ScopedObjects | null>;

const resolvers: Readonly<Record<ScopeNoun, Resolve>> = {
  async plant({ db, viewer, id }) {
    const found = await readPlant(db, viewer, id);
    return found && { plant: found };
  },
  async analysis({ db, viewer, id, plant_id }) {
    const [analysis, found] = await Promise.all([
      readAnalysis(db, viewer, id),
      readPlantOf(db, viewer, id),
    ]);
    const isFound = analysis && found && (plant_id === null || plant_id === found.id);
    return isFound ? { analysis, plant: found } : null;
  },
  async customer({ db, viewer, id }) {
    const isOwn = viewer.customer_id === null || viewer.customer_id === id;
    return isOwn && (await customerExists(db, id)) ? {} : null;
  },
  async task({ db, viewer, id }) {
    return (await readTask(db, viewer, id)) && {};
  },
  async analysis_upload({ db, viewer, id }) {
    const upload = await readUpload(db, viewer, id);
    const found = upload && (await readAnalysis(db, viewer, upload.analysis_id));
    const at = upload && (await readPlantOf(db, viewer, upload.analysis_id));
    return found && at ? { analysis: found, plant: at } : null;
  },
  // The provider's own: hidden from customers, and from staff who act for one.
  analysis_server: ({ db, viewer, id }) =>
    viewer.customer_id === null
      ? findOne(db, analysisServer, eq(analysisServer.id, id))
      : Promise.resolve(null),
  user: ({ db, viewer, id }) => findOne(db, account, eq(account.id, id), isUserSeen(viewer)),
  drone: ({ db, viewer, id }) => findOne(db, drone, eq(drone.id, id), isDroneSeen(viewer)),
  // The catalogues of the provider are the same for all customers.
  drone_model: ({ db, id }) => findOne(db, droneModel, eq(droneModel.id, id)),
  product_package: ({ db, id }) => findOne(db, productPackage, eq(productPackage.id, id)),
  order: ({ db, viewer, id }) =>
    findOne(db, purchaseOrder, eq(purchaseOrder.id, id), isOrderSeen(viewer)),
  document: ({ db, viewer, id }) =>
    findOne(db, documentFile, eq(documentFile.id, id), isDocumentSeen(viewer)),
  blueprint: (query) => findInPlant(blueprint, query),
  custom_component_property: (query) => findInPlant(customComponentProperty, query),
  async flight_campaign({ db, viewer, id }) {
    return (await readFlightCampaign(db, viewer, id)) && {};
  },
  async flight_route({ db, viewer, id }) {
    return (await readFlightRoute(db, viewer, id)) && {};
  },
  observation: (query) => findInPlant(observation, query),
  evaluation_batch: (query) => findInPlant(evaluationBatch, query),
  report: (query) => findInPlant(report, query, isReportSeen(query.db, query.viewer)),
  saved_view: (query) => findInPlant(savedView, query, isViewSeen(query.viewer)),
};

/** @throws RESOURCE_NOT_FOUND for missing objects, and the same for those of others and hidden ones */
export async function resolveScope(
  { scope }: Endpoint,
  params: unknown,
  db: Database,
  viewer: Viewer,
): Promise<ScopedObjects> {
  if (scope === null) return {};
  const plant_id = scope.plant === undefined ? null : idOf(params, scope.plant);
  const found = await Promise.all(
    Object.entries(scope).map(([noun, name]) =>
      resolvers[noun as ScopeNoun]({ db, viewer, id: idOf(params, name), plant_id }),
    ),
  );
  if (found.includes(null)) throw failure("RESOURCE_NOT_FOUND");
  return Object.assign({}, ...found) as ScopedObjects;
}

async function findOne(
  db: Database,
  table: PgTable,
  ...conditions: (SQL | undefined)[]
): Promise<ScopedObjects | null> {
  return (await db.$count(table, and(...conditions))) === 1 ? {} : null;
}

/** Objects that belong to a plant are visible to everyone who sees the plant, unless `condition` says less. */
async function findInPlant(
  table: PgTable & { readonly id: PgColumn; readonly plant_id: PgColumn },
  { db, viewer, id, plant_id }: ScopeQuery,
  condition?: SQL,
): Promise<ScopedObjects | null> {
  const rows = await db
    .select({ id: table.id })
    .from(table)
    .innerJoin(plant, eq(plant.id, table.plant_id))
    .where(
      and(
        eq(table.id, id),
        plant_id === null ? undefined : eq(plant.id, plant_id),
        isPlantSeen(viewer),
        condition,
      ),
    );
  return rows.length === 1 ? {} : null;
}

/** @throws RESOURCE_NOT_FOUND for numbers that no object has as its ID */
function idOf(params: unknown, name: string): number {
  const id = (params as Record<string, unknown>)[name];
  if (typeof id !== "number" || id > MAX_INTEGER) throw failure("RESOURCE_NOT_FOUND");
  return id;
}
