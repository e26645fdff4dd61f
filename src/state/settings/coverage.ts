// What the images of an analysis show of the components.
import { atom } from "jotai";
import { api } from "../../api/index.ts";
import { call } from "../../client/call.ts";
import type { Unseen } from "../../domain/coverage/coverage.ts";
import { plantKey } from "../plant/plant.ts";
import { sessionLifetime } from "../shell/lifetime.ts";
import { queriesById, queryOf, reload } from "../shell/query.ts";
import { waitForTask } from "./task.ts";

const keyOf = (id: number) => ["analysis", id, "coverage"];

/** The coverage of an analysis by its id. */
export const coverageOf = queriesById((id: number) => ({
  key: keyOf(id),
  ask: (options) => call(api.coverage.read, { params: { id } }, options),
}));

const dronesKeyOf = (id: number) => ["analysis", id, "drone-coverage"];

/** What each drone has flown of an analysis, by its id. */
export const dronesOf = queriesById((id: number) => ({
  key: dronesKeyOf(id),
  ask: (options) => call(api.coverage.drones, { params: { id } }, options),
}));

/** The plants that each drone flew. */
export const dronePlantsAtom = queryOf(() => ({
  key: ["drone-plants"],
  ask: (options) => call(api.drone.plantCoverage, {}, options),
}));

/** Waits for the task that counts the images, then fetches what it has written. Rejects where it fails. */
export async function awaitCoverage(id: number, task_id: number): Promise<void> {
  const task = await waitForTask(task_id, () => undefined, sessionLifetime().signal);
  await reload(keyOf(id));
  void reload(dronesKeyOf(id));
  void reload(["analysis", id]);
  void reload(plantKey("analyses"));
  if (task.state !== "SUCCESSFUL")
    throw { code: "CONFLICT", message: task.output.error ?? "", problems: task.output.problems };
}

/** Starts the task, and waits for it. Rejects with the refusal, or where the task fails. */
export const generateCoverage = atom(null, async (_get, _set, id: number): Promise<void> => {
  const { task_id } = await call(api.coverage.generate, { params: { id } });
  await reload(keyOf(id));
  await awaitCoverage(id, task_id);
});

/** Fetches the coverage again, after files were deleted. */
export function reloadCoverage(id: number): Promise<void> {
  void reload(dronesKeyOf(id));
  return reload(keyOf(id));
}

/** The components that only the named files show. Rejects with the refusal. */
export function unseenWithout(
  id: number,
  file_names: readonly string[],
  signal: AbortSignal,
): Promise<Unseen> {
  const ask = { params: { id }, body: { file_names: [...file_names] } };
  return call(api.coverage.unseen, ask, { signal });
}
