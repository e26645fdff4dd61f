// Changes findings, one or thousands at once, and undoes such a step as a whole.
import { findingLifeApi as calls } from "../../api/plant/finding-life.ts";
import type { Analysis } from "../../domain/analysis/analysis.ts";
import { conflict, failure } from "../../domain/error.ts";
import { changed, mostChangedFields } from "../../domain/finding/finding-change.ts";
import {
  placeKey,
  type DecidedField,
  type FindingChange,
  type FindingsChanged,
} from "../../domain/finding/finding-life.ts";
import type { Plant } from "../../domain/plant/plant.ts";
import type { Context, Database } from "../context.ts";
import { refuse, requireFound } from "../implement.ts";
import { changeWithAudit } from "../store/account/audit.ts";
import { requireQuota } from "../store/provider/quota.ts";
import { addEvidence } from "../store/plant/finding/finding-evidence.ts";
import * as store from "../store/plant/finding/finding-life.ts";
import { readPeople } from "../store/plant/finding/finding-people.ts";
import * as steps from "../store/plant/finding/finding-step.ts";
import { tellFindings } from "../store/plant/finding/webhook-event.ts";
import { readFindings } from "./answer.ts";
import { findPlaces, lockPlaces } from "./find-place.ts";
import { withFormer } from "./former.ts";
import { checkDays, checkRepairDay } from "./plant-day.ts";
import { restoreReplaced, storeReplaced } from "./replaced-component.ts";
import { storeDecisions } from "./verify-repair.ts";

type OfPlant = Pick<Plant, "id" | "customer_id">;
type At = {
  readonly analysis: Analysis;
  readonly plant: OfPlant;
};
/**
 * Changes findings, all or none.
 * @throws CONFLICT with both versions where one was changed meanwhile, or the reason of the first that cannot be changed
 */
export async function changeFindings(
  context: Context,
  { analysis, plant }: At,
  { findings, set }: FindingChange,
): Promise<FindingsChanged> {
  const { viewer } = context;
  await checkAssignee(context, plant, set.assignee_id ?? null);
  await checkDays(context.db, plant.id, set, context.now());
  const wanted = new Map(findings.map((one) => [placeKey(one), one]));
  const targets = [...wanted.values()];
  const rows = targets.length * mostChangedFields(set);
  await requireQuota(context.db, viewer, plant.customer_id, { bytes: 0, rows });
  const found = await findPlaces(context, { analysis }, targets);
  let isMet = false;
  const { step_id, ids } = await changeWithAudit(
    context,
    async (db) => {
      const locked = await lockPlaces(context, db, plant.id, targets, found);
      const stale = locked.filter((one) => wanted.get(placeKey(one))?.revision !== one.revision);
      if (stale.length > 0) {
        isMet = true;
        const current = await readFindings(
          { ...context, db },
          plant.id,
          stale.map(({ id }) => id),
        );
        const values = { count: stale.length, name: stale[0]!.dt_id };
        throw conflict(current, { findings, set }, { reason: "finding_changed", values });
      }
      refuse(calls.change, viewer, { before: locked, set });
      const lives = locked.map(({ id }) => id);
      await checkRepairDay(db, viewer, plant.id, lives, set);
      const decisions = locked.map((before) => ({ before, now: changed(before, set) }));
      const about = { plant_id: plant.id, kind: "person", analysis_id: analysis.id } as const;
      const by = { account_id: viewer.account_id, at: context.now() };
      await storeReplaced(db, plant.id, decisions, by);
      return {
        step_id: await storeDecisions(context, db, { ...about, ...by }, decisions),
        ids: locked.map(({ id }) => id),
      };
    },
    ({ step_id }) =>
      step_id === null
        ? null
        : {
            action: "change_findings",
            customer_id: plant.customer_id,
            detail: {
              plant_id: plant.id,
              analysis_id: analysis.id,
              step_id,
              count: targets.length,
              ...set,
            },
          },
  ).catch(async (fault: unknown) => {
    // The refused change stores nothing, but its sender reads on what they met: they may not have seen it before.
    if (isMet) await addEvidence(context.db, plant.id, found.shown);
    throw fault;
  });
  return { step_id, findings: await readFindings(context, plant.id, ids) };
}

/** @throws BAD_REQUEST for an account that cannot be given findings of the plant */
export async function checkAssignee(
  { db, viewer }: Context,
  plant: OfPlant,
  id: number | null,
): Promise<void> {
  if (id === null) return;
  const { users } = await readPeople(db, viewer, plant);
  if (users.some((one) => one.id === id)) return;
  throw failure("BAD_REQUEST", { reason: "finding_assignee_unknown", field: "set.assignee_id" });
}

/** @throws BAD_REQUEST where one of them may not see the plant */
export async function checkMentioned(
  { db, viewer }: Context,
  plant: OfPlant,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  const { users } = await readPeople(db, viewer, plant);
  const known = new Set(users.map(({ id }) => id));
  if (ids.every((id) => known.has(id))) return;
  throw failure("BAD_REQUEST", { reason: "mention_unknown", field: "message" });
}

/** Undoes a step with all that it changed. @throws CONFLICT where that was undone or changed again */
export async function undoStep(
  context: Context,
  plant: OfPlant,
  step_id: number,
): Promise<FindingsChanged> {
  const { viewer } = context;
  const ids = await changeWithAudit(
    context,
    (db) =>
      restoreStep(context, db, plant.id, step_id, (step, fields) =>
        refuse(calls.undo, viewer, { ...step, fields }),
      ),
    (ids) => ({
      action: "undo_finding_step",
      customer_id: plant.customer_id,
      detail: { plant_id: plant.id, step_id, count: ids.length },
    }),
  );
  return { step_id, findings: await readFindings(context, plant.id, ids) };
}

type LockedStep = NonNullable<Awaited<ReturnType<typeof steps.lockStep>>>;

/**
 * Brings back what the step changed, and marks it undone.
 * @param check throws where that may not be
 * @returns the findings
 */
export async function restoreStep(
  { viewer, now }: Pick<Context, "viewer" | "now">,
  db: Database,
  plant_id: number,
  step_id: number,
  check: (step: LockedStep, fields: readonly DecidedField[]) => void,
): Promise<number[]> {
  // First the findings, then the step, as all others do: two that undo never wait in a ring.
  const first = findingIds(await steps.readStepChanges(db, step_id));
  await store.lockLives(db, viewer, plant_id, { ids: first });
  const step = requireFound(await steps.lockStep(db, viewer, plant_id, step_id));
  // What surveys have said of the repairs at once goes first, the last one first.
  for (const id of await steps.verdictsWith(db, step_id)) {
    await restoreStep({ viewer, now }, db, plant_id, id, () => undefined);
  }
  // A survey that was withdrawn meanwhile may have taken some of them out of the step.
  const changes = await steps.readStepChanges(db, step_id);
  const ids = findingIds(changes);
  const locked = await store.lockLives(db, viewer, plant_id, { ids });
  if (locked.length < ids.length) throw failure("RESOURCE_NOT_FOUND");
  check(
    step,
    changes.map(({ field }) => field),
  );
  const by = { account_id: viewer.account_id, at: now() };
  const lives = new Map(locked.map((one) => [one.id, one]));
  const rows = withFormer(lives, changes);
  const moved = rows.map((row) => ({ before: lives.get(row.id)!, now: row }));
  await restoreReplaced(db, plant_id, moved);
  await store.updateLives(db, rows, by);
  await steps.markUndone(db, step_id, by);
  const restated = changes.flatMap(({ field, finding_id }) =>
    field === "status" ? [finding_id] : [],
  );
  await tellFindings(db, plant_id, [...new Set(restated)], by.at);
  return ids;
}

const findingIds = (changes: readonly steps.StepChange[]) => [
  ...new Set(changes.map(({ finding_id }) => finding_id)),
];
