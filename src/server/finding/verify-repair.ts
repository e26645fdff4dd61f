// Repairs that people state after the survey was released that shows them: it judges them at once, as it would have then.
import { addDays } from "../../domain/calendar-date.ts";
import { isAfterRepair } from "../../domain/finding/finding-verification.ts";
import type { Context, Database } from "../context.ts";
import { storeEvidence } from "../store/plant/finding/finding-evidence.ts";
import * as store from "../store/plant/finding/finding-life.ts";
import { readReleasedSince } from "../store/plant/analysis/released-survey.ts";
import { dayAt } from "./plant-day.ts";
import { storeStep, type Decision, type Step } from "./store-step.ts";
import { evidenceOf, judgeBy } from "./verify-finding.ts";

/**
 * Stores what people decide as one step. Repairs that it states get the verdict of the newest released survey that was
 * flown after them and measured them, as a step of that survey of the same moment: an undo takes back both.
 * @returns the step of the people, null where nothing differs
 */
export async function storeDecisions(
  context: Pick<Context, "files">,
  db: Database,
  step: Step,
  decisions: readonly Decision[],
): Promise<number | null> {
  const step_id = await storeStep(db, step, decisions);
  const repaired = decisions.filter(
    ({ before, now }) =>
      now.status === "done" && (before.status !== "done" || before.done_on !== now.done_on),
  );
  if (step_id !== null && repaired.length > 0) {
    const ids = repaired.map(({ before }) => before.id);
    await verifyRepairs(context, db, { plant_id: step.plant_id, ids, at: step.at });
  }
  return step_id;
}

async function verifyRepairs(
  context: Pick<Context, "files">,
  db: Database,
  { plant_id, ids, at }: { readonly plant_id: number; readonly ids: number[]; readonly at: Date },
): Promise<void> {
  let left = (await store.lockJudged(db, plant_id, ids)).filter(({ status }) => status === "done");
  const first = left.map(({ done_on }) => done_on ?? "").toSorted()[0] ?? "";
  // No clock is more than a day from UTC.
  if (first === "") return;
  const surveys = await readReleasedSince(db, plant_id, { day: addDays(first, -1), until: at });
  for (const survey of surveys) {
    const flown = Date.parse(survey.flown_at);
    const flight = { at: flown, day: await dayAt(db, plant_id, new Date(flown)) };
    const lives = left.filter(({ done_on, done_at }) =>
      isAfterRepair({ done_on, said_at: done_at === null ? null : Date.parse(done_at) }, flight),
    );
    const { judged } = await judgeBy(context, db, survey, { lives, at });
    await storeEvidence(db, { analysis_id: survey.id, at }, evidenceOf(judged, survey));
    const known = new Set(judged.map(({ life }) => life.id));
    left = left.filter(({ id }) => !known.has(id));
    if (left.length === 0) return;
  }
}
