// The object a call is about, resolved for the viewer: what is not seen does not exist.
import type { Endpoint } from "../../api/endpoint.ts";
import { failure } from "../../domain/error.ts";
import type { Database, Scoped, Viewer } from "../context.ts";
import { readAnalysis } from "../store/analysis.ts";
import { customerExists, readPlant, readPlantOf } from "../store/plant.ts";
import { readTask } from "../store/task.ts";

/** @throws RESOURCE_NOT_FOUND, the same for missing, foreign and hidden objects */
export async function resolveScope(
  { scope }: Endpoint,
  params: unknown,
  db: Database,
  viewer: Viewer,
): Promise<Scoped> {
  if (scope === null) return {};
  if ("plant" in scope) {
    return { plant: seen(await readPlant(db, viewer, idOf(params, scope.plant))) };
  }
  if ("analysis" in scope) {
    const id = idOf(params, scope.analysis);
    const [analysis, plant] = await Promise.all([
      readAnalysis(db, viewer, id),
      readPlantOf(db, viewer, id),
    ]);
    return { analysis: seen(analysis), plant: seen(plant) };
  }
  if ("customer" in scope) {
    const id = idOf(params, scope.customer);
    const isOwn = viewer.customer_id === null || viewer.customer_id === id;
    if (!isOwn || !(await customerExists(db, id))) throw failure("RESOURCE_NOT_FOUND");
    return {};
  }
  seen(await readTask(db, viewer, idOf(params, scope.task)));
  return {};
}

function seen<T>(object: T | null): T {
  if (object === null) throw failure("RESOURCE_NOT_FOUND");
  return object;
}

/** Numbers outside PostgreSQL's integers name nothing. */
function idOf(params: unknown, name: string): number {
  const id = (params as Record<string, unknown>)[name];
  if (typeof id !== "number" || id > 2_147_483_647) throw failure("RESOURCE_NOT_FOUND");
  return id;
}
