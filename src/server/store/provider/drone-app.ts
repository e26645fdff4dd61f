// Packages of the drone app.
import { and, desc, eq, isNotNull, sql } from "drizzle-orm";
import type { DroneApp } from "../../../domain/provider/drone-app.ts";
import type { AppSeries } from "../../../domain/provider/drone-model.ts";
import type { Database } from "../../context.ts";
import type { ColumnsOf } from "../columns-of.ts";
import { droneApp, droneModel } from "../schema/provider.ts";

type StoredApp = { readonly version: string; readonly object: string; readonly bytes: number };

/** All packages, newest first. */
export function readDroneApps(db: Database): Promise<DroneApp[]> {
  return db
    .select({
      id: droneApp.id,
      series: droneApp.series,
      version: droneApp.version,
      bytes: droneApp.bytes,
      created_at: droneApp.created_at,
      is_current: sql<boolean>`${droneApp.id} = max(${droneApp.id})
        over (partition by ${droneApp.series})`,
    } satisfies ColumnsOf<DroneApp>)
    .from(droneApp)
    .orderBy(desc(droneApp.id));
}

/** The app series of a shipped model, by its key; null without one. */
export async function readSeries(db: Database, model: string): Promise<AppSeries | null> {
  const [row] = await db
    .select({ series: droneModel.app_series })
    .from(droneModel)
    .where(and(eq(droneModel.key, model), isNotNull(droneModel.app_series)));
  return row?.series ?? null;
}

/** The package of a series with the given version, else the newest one. */
export async function findDroneApp(
  db: Database,
  series: AppSeries,
  version?: string,
): Promise<StoredApp | null> {
  const [row] = await db
    .select({ version: droneApp.version, object: droneApp.object, bytes: droneApp.bytes })
    .from(droneApp)
    .where(
      and(
        eq(droneApp.series, series),
        version === undefined ? undefined : eq(droneApp.version, version),
      ),
    )
    .orderBy(desc(droneApp.id))
    .limit(1);
  return row ?? null;
}

export async function insertDroneApp(
  db: Database,
  row: typeof droneApp.$inferInsert,
): Promise<number> {
  const [inserted] = await db.insert(droneApp).values(row).returning({ id: droneApp.id });
  if (!inserted) throw new Error("the package was not stored");
  return inserted.id;
}
