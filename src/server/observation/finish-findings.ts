// Sets findings to done with the observation that records their repair.
import { changed, decisionRefusal } from "../../domain/finding/finding-change.ts";
import { failure } from "../../domain/error.ts";
import type { Context, Database } from "../context.ts";
import { storeDecisions } from "../finding/verify-repair.ts";
import { lockLives } from "../store/plant/finding/finding-life.ts";
import { setFinishedFindings } from "../store/plant/observation/observation.ts";

type Recorded = {
  readonly plant_id: number;
  readonly dt_id: string;
  readonly observation_id: number;
  readonly analysis_id: number | null;
  readonly observed_at: string;
};

/**
 * Sets those of the findings to done that can be, as one step, and notes them at the observation. A crew may report
 * hours later: a finding that was dismissed meanwhile, or that it does not see any more, stays as it is, and the record
 * is stored all the same.
 * @returns the findings that are done now
 * @throws BAD_REQUEST for a finding of another component
 */
export async function finishFindings(
  context: Pick<Context, "viewer" | "now" | "files">,
  db: Database,
  { plant_id, dt_id, observation_id, analysis_id, observed_at }: Recorded,
  ids: readonly number[],
): Promise<number[]> {
  const { viewer, now } = context;
  const locked = await lockLives(db, viewer, plant_id, { ids });
  const other = locked.find((one) => one.dt_id !== dt_id);
  if (other) {
    throw failure("BAD_REQUEST", {
      reason: "finding_of_other_component",
      field: "finished_ids",
      values: { name: other.dt_id },
    });
  }
  const done = { status: "done" } as const;
  const able = locked.filter((one) => decisionRefusal(one, done) === null);
  const decisions = able.map((before) => ({ before, now: changed(before, done) }));
  const by = { account_id: viewer.account_id, at: now() };
  // The day of the repair is when the crew saw it, not when the phone had a network again.
  const done_at = new Date(Math.min(Date.parse(observed_at), by.at.getTime()));
  const step = { plant_id, kind: "person", analysis_id, done_at, ...by } as const;
  await storeDecisions(context, db, step, decisions);
  const finished = able.map(({ id }) => id);
  await setFinishedFindings(db, observation_id, finished);
  return finished;
}
