// The object a call is about, resolved for the viewer: what is not seen does not exist.
import { and, eq, type SQL } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Endpoint, ScopeNoun } from "../../api/endpoint.ts";
import { failure } from "../../domain/error.ts";
import type { Database, Scoped, Viewer } from "../context.ts";
import { readAnalysis } from "../store/plant/analysis.ts";
import { customerExists, isPlantSeen, readPlant, readPlantOf } from "../store/plant/plant.ts";
import { account } from "../store/schema/account.ts";
import { plant } from "../store/schema/plant.ts";
import {
  blueprint,
  customComponentProperty,
  documentFile,
  drone,
  droneModel,
  productPackage,
  purchaseOrder,
} from "../store/schema/provider.ts";
import { isDocumentSeen, isDroneSeen, isOrderSeen, isUserSeen } from "../store/viewer-scope.ts";
import { readTask } from "../store/task.ts";

/** What is asked: one id, and the plant's where the call names that too. */
type Question = {
  readonly db: Database;
  readonly viewer: Viewer;
  readonly id: number;
  readonly plant_id: number | null;
};

/** What the handler gets of the object, or null where the viewer sees none. */
type Resolve = (question: Question) => Promise<Scoped | null>;

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
    const isThere = analysis && found && (plant_id === null || plant_id === found.id);
    return isThere ? { analysis, plant: found } : null;
  },
  async customer({ db, viewer, id }) {
    const isOwn = viewer.customer_id === null || viewer.customer_id === id;
    return isOwn && (await customerExists(db, id)) ? {} : null;
  },
  async task({ db, viewer, id }) {
    return (await readTask(db, viewer, id)) && {};
  },
  user: ({ db, viewer, id }) => among(db, account, eq(account.id, id), isUserSeen(viewer)),
  drone: ({ db, viewer, id }) => among(db, drone, eq(drone.id, id), isDroneSeen(viewer)),
  // The provider's catalogues are the same for everybody.
  drone_model: ({ db, id }) => among(db, droneModel, eq(droneModel.id, id)),
  product_package: ({ db, id }) => among(db, productPackage, eq(productPackage.id, id)),
  order: ({ db, viewer, id }) =>
    among(db, purchaseOrder, eq(purchaseOrder.id, id), isOrderSeen(viewer)),
  document: ({ db, viewer, id }) =>
    among(db, documentFile, eq(documentFile.id, id), isDocumentSeen(viewer)),
  blueprint: (question) => ofPlant(blueprint, question),
  custom_component_property: (question) => ofPlant(customComponentProperty, question),
};

/** @throws RESOURCE_NOT_FOUND, the same for missing, foreign and hidden objects */
export async function resolveScope(
  { scope }: Endpoint,
  params: unknown,
  db: Database,
  viewer: Viewer,
): Promise<Scoped> {
  if (scope === null) return {};
  const plant_id = scope.plant === undefined ? null : idOf(params, scope.plant);
  const found = await Promise.all(
    Object.entries(scope).map(([noun, name]) =>
      resolvers[noun as ScopeNoun]({ db, viewer, id: idOf(params, name), plant_id }),
    ),
  );
  if (found.includes(null)) throw failure("RESOURCE_NOT_FOUND");
  return Object.assign({}, ...found) as Scoped;
}

async function among(
  db: Database,
  table: PgTable,
  ...conditions: (SQL | undefined)[]
): Promise<Scoped | null> {
  return (await db.$count(table, and(...conditions))) === 1 ? {} : null;
}

/** Things of a plant are seen where the plant is. */
async function ofPlant(
  table: PgTable & { readonly id: PgColumn; readonly plant_id: PgColumn },
  { db, viewer, id, plant_id }: Question,
): Promise<Scoped | null> {
  const rows = await db
    .select({ id: table.id })
    .from(table)
    .innerJoin(plant, eq(plant.id, table.plant_id))
    .where(
      and(
        eq(table.id, id),
        plant_id === null ? undefined : eq(plant.id, plant_id),
        isPlantSeen(viewer),
      ),
    );
  return rows.length === 1 ? {} : null;
}

/** Numbers outside PostgreSQL's integers name nothing. */
function idOf(params: unknown, name: string): number {
  const id = (params as Record<string, unknown>)[name];
  if (typeof id !== "number" || id > 2_147_483_647) throw failure("RESOURCE_NOT_FOUND");
  return id;
}
