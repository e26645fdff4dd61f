// Dangers of which people have said that they are done, or none.
import { and, eq, gt, inArray, or, sql } from "drizzle-orm";
import { dangerousFaultTypes } from "../../../../domain/key-figure/safety.ts";
import type { Database, Viewer } from "../../../context.ts";
import { findingLife } from "../../schema/finding-life.ts";
import { plant } from "../../schema/plant.ts";
import { isPlantSeen } from "../plant.ts";
import { isLifeSeen } from "./finding-life.ts";

/** By plant and by the newest survey that showed the finding. */
export type HandledDangers = ReadonlyMap<number, ReadonlyMap<number, number>>;

/**
 * Findings that are done or dismissed, of fault types that name a danger: a lower bound, because a component can be
 * dangerous by its class too. None for a viewer who does not see findings.
 */
export async function countHandledDangers(db: Database, viewer: Viewer): Promise<HandledDangers> {
  if (!viewer.permissions.has("READ_FINDING")) return new Map();
  const ofTypes = [...dangerousFaultTypes].map(([component_type, types]) =>
    and(
      eq(findingLife.component_type, component_type),
      inArray(findingLife.fault_type, [...types]),
    ),
  );
  const rows = await db
    .select({
      plant_id: findingLife.plant_id,
      analysis_id: findingLife.analysis_id,
      count: sql<number>`count(*)::int`,
    })
    .from(findingLife)
    .innerJoin(plant, eq(plant.id, findingLife.plant_id))
    .where(
      and(
        isPlantSeen(viewer),
        isLifeSeen(viewer),
        inArray(findingLife.status, ["done", "dismissed"]),
        gt(findingLife.severity, 0),
        or(...ofTypes),
      ),
    )
    .groupBy(findingLife.plant_id, findingLife.analysis_id);
  const byPlant = Map.groupBy(rows, ({ plant_id }) => plant_id);
  return new Map(
    [...byPlant].map(([plant_id, some]) => [
      plant_id,
      new Map(some.flatMap(({ analysis_id: id, count }) => (id === null ? [] : [[id, count]]))),
    ]),
  );
}

/** Of those that these columns count: what an older survey showed is not among them. */
export function handledOf(
  handled: ReadonlyMap<number, number> | undefined,
  columns: readonly { readonly analysis_id: number }[],
): number {
  const counted = new Set(columns.map(({ analysis_id }) => analysis_id));
  return [...counted].reduce((sum, id) => sum + (handled?.get(id) ?? 0), 0);
}
