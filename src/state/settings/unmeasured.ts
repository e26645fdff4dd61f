// Holders of values for components that newer analyses did not measure.
import { atom } from "jotai";
import { api } from "../../api/index.ts";
import { call } from "../../client/call.ts";
import type { Unmeasured } from "../../domain/analysis/unmeasured.ts";
import { updateAnswer } from "../shell/mutation.ts";
import { queriesById, reload } from "../shell/query.ts";
import { plantKey } from "../plant/plant.ts";
import { waitForTask } from "./task.ts";

const keyOf = (id: number) => ["analysis", id, "unmeasured"];

/** How an analysis stands as a holder, by its id. */
export const unmeasuredOf = queriesById((analysis_id: number) => ({
  key: keyOf(analysis_id),
  ask: (options) => call(api.unmeasured.read, { params: { analysis_id } }, options),
}));

/** Lets newer analyses take values from this one, or not. Rejects with the refusal. */
export const setHolder = atom(
  null,
  async (_get, _set, analysis_id: number, is_unmeasured_holder: boolean): Promise<void> => {
    const body = { is_unmeasured_holder };
    const unmeasured = await call(api.unmeasured.setHolder, { params: { analysis_id }, body });
    updateAnswer<Unmeasured>(keyOf(analysis_id), () => unmeasured);
    void reload(["analysis", analysis_id]);
  },
);

/** Starts the task that lets newer analyses take the held values over, and waits for it. Rejects where it fails. */
export const refreshNewer = atom(null, async (_get, _set, analysis_id: number): Promise<void> => {
  const { task_id } = await call(api.unmeasured.refresh, { params: { analysis_id } });
  await waitForTask(task_id, () => undefined, new AbortController().signal);
  await reload(keyOf(analysis_id));
  void reload(plantKey("carried"));
});
