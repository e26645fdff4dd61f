// The review of flagged findings: verdicts, and what they do to the values.
import { findingReviewApi as calls } from "../../../api/analysis/finding-review.ts";
import {
  isDecided,
  outcomeOf,
  type Review,
  type Verdict,
} from "../../../domain/evaluation/finding-review.ts";
import { failure } from "../../../domain/error.ts";
import { applyDecision, undoDecision } from "../../analysis/finding-decision.ts";
import { reviewOf } from "../../analysis/finding-review.ts";
import type { Context, Database } from "../../context.ts";
import { refuse, requireFound, type Handlers } from "../../implement.ts";
import { changeWithAudit } from "../../store/account/audit.ts";
import { lockAnalysis } from "../../store/plant/column/column.ts";
import * as store from "../../store/plant/analysis/finding.ts";
import { readComponents } from "../../store/plant/plant-component.ts";

const OPEN = { state: "open", moved_to: null, stated_as: null } as const;

export const findingReviewHandlers: Handlers<typeof calls> = {
  list: (context, { analysis }) => answer(context, analysis.id),

  async setReviewers(context, { analysis, body: { reviewers } }) {
    const { id } = analysis;
    await changeWithAudit(
      context,
      async (db) => {
        refuse(calls.setReviewers, context.viewer, requireFound(await lockAnalysis(db, id)));
        await store.writeReviewers(db, id, reviewers);
        await settle(context, db, id, reviewers);
      },
      () => ({ action: "set_finding_reviewers", detail: { analysis_id: id, reviewers } }),
    );
    return answer(context, id);
  },

  async judge(context, { analysis, params: { finding_id }, body }) {
    const { viewer } = context;
    const { id } = analysis;
    if (body.moved_to !== null) await checkPlace(context, analysis.plant_id, id, finding_id, body);
    await changeWithAudit(
      context,
      async (db) => {
        const row = requireFound(await lockAnalysis(db, id));
        const finding = requireFound(await store.lockFinding(db, id, finding_id));
        const given = await store.listVerdicts(db, id, finding_id);
        const reviewers = await store.readReviewers(db, id);
        const own = given.some(({ account_id }) => account_id === viewer.account_id);
        refuse(calls.judge, viewer, {
          analysis: row,
          finding: { ...finding, own, given: given.length },
          verdict: body,
          reviewers,
        });
        await store.storeVerdict(db, finding_id, viewer.account_id, body);
        const now = await store.listVerdicts(db, id, finding_id);
        await decide(context, db, { finding, given: now, reviewers });
      },
      () => ({ action: "give_finding_verdict", detail: { analysis_id: id, finding_id, ...body } }),
    );
    return answer(context, id);
  },

  async reopen(context, { analysis, params: { finding_id } }) {
    const { id } = analysis;
    await changeWithAudit(
      context,
      async (db) => {
        refuse(calls.reopen, context.viewer, requireFound(await lockAnalysis(db, id)));
        const finding = requireFound(await store.lockFinding(db, id, finding_id));
        await undoDecision(context, db, finding);
        await store.removeVerdicts(db, finding_id);
        await store.updateFinding(db, finding_id, { ...OPEN, changes: [] });
      },
      () => ({ action: "reopen_finding", detail: { analysis_id: id, finding_id } }),
    );
    return answer(context, id);
  },
};

async function answer({ db, viewer }: Context, analysis_id: number): Promise<Review> {
  return reviewOf(db, analysis_id, viewer.account_id);
}

/** With fewer reviewers some findings are decided, with more none is opened again. */
async function settle(context: Context, db: Database, id: number, reviewers: number) {
  const verdicts = await store.verdictsByFinding(db, id);
  for (const finding of await store.listFindings(db, id)) {
    const given = verdicts.get(finding.id) ?? [];
    // What has no verdict stays as it is.
    if (given.length > 0 && !isDecided(finding.state))
      await decide(context, db, { finding, given, reviewers });
  }
}

type ToDecide = {
  readonly finding: store.FindingRow;
  readonly given: readonly store.VerdictRow[];
  readonly reviewers: number;
};

async function decide(
  context: Context,
  db: Database,
  { finding, given, reviewers }: ToDecide,
): Promise<void> {
  const outcome = outcomeOf(given, reviewers);
  const changes = isDecided(outcome.state)
    ? await applyDecision(context, db, finding, outcome, context.viewer.account_id)
    : finding.changes;
  await store.updateFinding(db, finding.id, { ...outcome, changes });
}

/** A finding is moved to a component of its own type. */
async function checkPlace(
  context: Context,
  plant_id: number,
  analysis_id: number,
  finding_id: number,
  { moved_to }: Verdict,
): Promise<void> {
  const finding = requireFound(await store.readFinding(context.db, analysis_id, finding_id));
  const components = await readComponents(context, plant_id);
  const place = (await components.directory()).byDtId(moved_to ?? "");
  if (place?.type === finding.component_type) return;
  const values = { name: moved_to ?? "" };
  throw failure("BAD_REQUEST", { reason: "component_unknown", field: "moved_to", values });
}
