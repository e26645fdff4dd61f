// Stores what is decided of findings as a step.
import { differences, withDoneDay } from "../../domain/finding/finding-change.ts";
import type { Decided, StepKind } from "../../domain/finding/finding-life.ts";
import type { Database } from "../context.ts";
import * as store from "../store/plant/finding/finding-life.ts";
import * as steps from "../store/plant/finding/finding-step.ts";
import { tellFindings } from "../store/plant/finding/webhook-event.ts";
import { dayAt } from "./plant-day.ts";

export type Step = {
  readonly plant_id: number;
  readonly kind: StepKind;
  readonly analysis_id: number | null;
  readonly account_id: number | null;
  readonly at: Date;
  /** When the repair was done, where that is not when it is stored. */
  readonly done_at?: Date;
};
export type Decision = { readonly before: store.LockedLife; readonly now: Decided };

/** Stores what differs as one step; answers its ID, null where nothing does. What is done now gets the day of `done_at`. */
export async function storeStep(
  db: Database,
  step: Step,
  decisions: readonly Decision[],
): Promise<number | null> {
  const { at, done_at = at, ...row } = step;
  const isAnyDone = decisions.some(({ now }) => now.status === "done" && now.done_on === null);
  const day = isAnyDone ? await dayAt(db, row.plant_id, done_at) : "";
  const differing = decisions.flatMap(({ before, now: decided }) => {
    const now = withDoneDay(before, decided, day);
    const changes = differences(before, now);
    return changes.length > 0 ? [{ id: before.id, now, changes }] : [];
  });
  if (differing.length === 0) return null;
  const moved = differing.filter(({ changes }) => changes.some(({ field }) => field === "status"));
  await store.updateLives(
    db,
    differing.map(({ id, now }) => ({ id, ...now })),
    { account_id: row.account_id, at },
  );
  const step_id = await steps.insertStep(
    db,
    { ...row, created_at: at.toISOString() },
    differing.flatMap(({ id, changes }) => changes.map((one) => ({ finding_id: id, ...one }))),
  );
  const ids = moved.map(({ id }) => id);
  await tellFindings(db, row.plant_id, ids, at);
  return step_id;
}
