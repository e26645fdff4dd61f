// Sets findings to done with the observation that records their repair.
import { changed, decisionRefusal } from "../../domain/finding/finding-change.ts";
import { failure } from "../../domain/error.ts";
import type { Context, Database } from "../context.ts";
import { plantDate } from "../../domain/plant/plant-time.ts";
import { requireFound } from "../implement.ts";
import { foundOn } from "../finding/plant-day.ts";
import { storeDecisions } from "../finding/verify-repair.ts";
import { insertComment } from "../store/plant/finding/finding-comment.ts";
import { readPlantZone } from "../store/plant/plant-zone.ts";
import { translate } from "../translate.ts";
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
 * is stored all the same. A device whose clock lies before the survey that found a fault is wrong: the day of arrival
 * counts for it, and a comment says so.
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
  // What is written here is read by customers.
  const first = await foundOn(
    db,
    { is_admin: false, is_super_admin: false },
    plant_id,
    able.map(({ id }) => id),
  );
  const zone = requireFound(await readPlantZone(db, { plant_id }));
  const day = (at: string) => plantDate(zone, at);
  // A clock that shows a day before the analysis that found the fault is wrong.
  const isBefore = ({ id }: { readonly id: number }) => {
    const found = first.get(id);
    return found !== undefined && day(done_at.toISOString()) < found.day;
  };
  const step = { plant_id, kind: "person", analysis_id, ...by } as const;
  const [wrong, right] = [
    decisions.filter(({ before }) => isBefore(before)),
    decisions.filter(({ before }) => !isBefore(before)),
  ];
  if (right.length > 0) await storeDecisions(context, db, { ...step, done_at }, right);
  if (wrong.length > 0) await storeDecisions(context, db, step, wrong);
  for (const { before } of wrong) {
    // A record that is sent again says it once.
    if (before.status === "done") continue;
    const found = first.get(before.id)!;
    const said = { shown: day(done_at.toISOString()), date: found.day };
    const words = found.is_seen ? "finding:clock_before_survey" : "finding:clock_before_found";
    const message = translate(viewer.locale, words, said);
    await insertComment(db, { finding_id: before.id, account_id: viewer.account_id, message }, []);
  }
  const finished = able.map(({ id }) => id);
  await setFinishedFindings(db, observation_id, finished);
  return finished;
}
