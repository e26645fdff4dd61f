// A survey that is released judges the findings of which people have decided something.
import type { Analysis } from "../../domain/analysis/analysis.ts";
import { isOlder } from "../../domain/analysis/survey-order.ts";
import { NO_SEVERITY } from "../../domain/column/column-severity.ts";
import type { Decided } from "../../domain/finding/finding-life.ts";
import {
  decidedAfter,
  isAfterRepair,
  verdictOf,
  type FlightTime,
} from "../../domain/finding/finding-verification.ts";
import type { Seen } from "../../domain/finding/survey-finding.ts";
import type { Context, Database } from "../context.ts";
import { storeEvidence } from "../store/plant/finding/finding-evidence.ts";
import * as store from "../store/plant/finding/finding-life.ts";
import { readTwin } from "../store/plant/twin.ts";
import { componentsOfTwin } from "../store/plant/twin-components.ts";
import { dayAt } from "./plant-day.ts";
import { readGrown } from "./grown-finding.ts";
import { storeStep } from "./store-step.ts";
import { readFindingSurvey } from "./survey-value.ts";

export type JudgingSurvey = Pick<Analysis, "id" | "plant_id" | "flown_at">;

/**
 * Verifies what is done and healthy, and opens again what is not, as one step of the survey. It judges findings whose
 * newest survey was flown before it, and repairs also where it is their newest survey itself. Its work grows with the
 * decided findings, not with the plant.
 * @param db the transaction of the release
 * @returns the step, null where nothing changed
 */
export async function verifyFindings(
  context: Context,
  db: Database,
  analysis: JudgingSurvey,
): Promise<number | null> {
  const { id, plant_id } = analysis;
  const lives = await store.lockJudged(db, plant_id);
  const { judged, step_id } = await judgeBy(context, db, analysis, {
    lives: lives.filter(
      (life) => isEarlier(life, analysis) || (life.status === "done" && life.analysis_id === id),
    ),
    at: context.now(),
  });
  await storeEvidence(db, { analysis_id: id, at: context.now() }, evidenceOf(judged, analysis));
  return step_id;
}

/** Whether the newest survey of the finding was flown before this one. */
function isEarlier({ analysis_id, flown_at }: store.JudgedLife, survey: JudgingSurvey): boolean {
  return (
    analysis_id === null || flown_at === null || isOlder({ id: analysis_id, flown_at }, survey)
  );
}

type Judged = {
  readonly life: store.JudgedLife;
  readonly seen: Seen;
  readonly now: Decided;
  /** What the next survey compares with. */
  readonly severity: number | null;
};

/** Stores the verdicts of the survey on these findings as a step. What it has not measured is not judged. */
export async function judgeBy(
  { files }: Pick<Context, "files">,
  db: Database,
  survey: JudgingSurvey,
  { lives, at }: { readonly lives: readonly store.JudgedLife[]; readonly at: Date },
): Promise<{ judged: readonly Judged[]; step_id: number | null }> {
  const { id, plant_id } = survey;
  const twin = lives.length > 0 ? await readTwin(db, plant_id) : null;
  if (!twin) return { judged: [], step_id: null };
  const directory = await (await componentsOfTwin(files, twin)).directory();
  const seenOf = await readFindingSurvey({ files, db }, survey, lives);
  const rowOf = ({ dt_id, component_type }: store.JudgedLife) => {
    const found = directory.byDtId(dt_id);
    return found?.type === component_type ? found.row : null;
  };
  const grown = await readGrown({ files, db }, survey, lives, rowOf);
  const flown = Date.parse(survey.flown_at);
  const flight = { at: flown, day: await dayAt(db, plant_id, new Date(flown)) };
  const judged = lives.flatMap((life): Judged[] => {
    const row = rowOf(life);
    if (row === null) return [];
    const seen = seenOf(life, row);
    if (!seen || seen.severity === NO_SEVERITY) return [];
    return [{ life, seen, ...judge({ ...life, has_grown: grown.has(life.id) }, seen, flight) }];
  });
  const step_id = await storeStep(
    db,
    { plant_id, kind: "survey", analysis_id: id, account_id: null, at },
    judged.map(({ life, now }) => ({ before: life, now })),
  );
  return { judged, step_id };
}

/** What is kept of the findings of which this is the newest survey now: the others have a newer one already, or this. */
export const evidenceOf = (judged: readonly Judged[], survey: JudgingSurvey) =>
  judged
    .filter(({ life }) => isEarlier(life, survey))
    .map(({ life, seen, severity }) => ({ id: life.id, severity, seen: seen.severity }));

/** What becomes of a finding, and the severity that the next survey compares with. */
function judge(
  life: store.JudgedLife & { readonly has_grown: boolean },
  seen: Seen,
  flight: FlightTime,
) {
  const verdict = verdictOf(life, seen);
  const isOfRepair = verdict === "verified" || verdict === "returned";
  const said_at = life.done_at === null ? null : Date.parse(life.done_at);
  const holds =
    isOfRepair && !isAfterRepair({ done_on: life.done_on, said_at }, flight) ? "same" : verdict;
  // Gone is a change of the evidence: once it is back, it is compared with nothing.
  const isDismissed = life.status === "dismissed" && holds === "same" && seen.severity > 0;
  const isOther = seen.severity > 0 && seen.fault_type !== life.fault_type && holds === "same";
  return {
    now: decidedAfter(life, holds),
    // A dismissed one is compared with what it was when it was dismissed.
    severity: isDismissed || isOther ? life.severity : seen.severity,
  };
}
