// A survey that is released judges the findings of which people have decided something.
import type { Analysis } from "../../domain/analysis/analysis.ts";
import { NO_SEVERITY } from "../../domain/column/column-severity.ts";
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
import { storeStep } from "./change-finding.ts";
import { dayAt } from "./plant-day.ts";
import { readSurvey } from "./survey-value.ts";

/**
 * Verifies what is done and healthy, and opens again what is not, as one step of the survey. It judges findings whose
 * newest survey was flown before it. Its work grows with the decided findings, not with the plant.
 * @param db the transaction of the release
 * @returns the step, null where nothing changed
 */
export async function verifyFindings(
  context: Context,
  db: Database,
  analysis: Pick<Analysis, "id" | "plant_id" | "flown_at">,
): Promise<number | null> {
  const { id, plant_id } = analysis;
  const lives = await store.lockJudged(db, plant_id);
  const twin = lives.length > 0 ? await readTwin(db, plant_id) : null;
  if (!twin) return null;
  const directory = await (await componentsOfTwin(context.files, twin)).directory();
  const types = [...new Set(lives.map(({ component_type }) => component_type))];
  const survey = await readSurvey({ ...context, db }, analysis, types);
  const measured = lives.flatMap((life) => {
    const found = directory.byDtId(life.dt_id);
    if (found?.type !== life.component_type) return [];
    const seen = survey(life.component_type)?.(found.row);
    return seen && seen.severity !== NO_SEVERITY ? [{ life, seen }] : [];
  });
  const at = Date.parse(analysis.flown_at);
  const flight = { at, day: await dayAt(db, plant_id, new Date(at)) };
  const judged = measured
    .filter(
      ({ life: { analysis_id, flown_at } }) =>
        analysis_id !== id && (flown_at === null || Date.parse(flown_at) < at),
    )
    .map(({ life, seen }) => ({ life, seen, ...judge(life, seen, flight) }));
  await storeEvidence(
    db,
    { analysis_id: id, at: context.now() },
    judged.map(({ life, seen, severity }) => ({ id: life.id, severity, seen: seen.severity })),
  );
  return storeStep(
    db,
    { plant_id, kind: "survey", analysis_id: id, account_id: null, at: context.now() },
    judged.map(({ life, now }) => ({ before: life, now })),
  );
}

/** What becomes of a finding, and the severity that the next survey compares with. */
function judge(life: store.JudgedLife, seen: Seen, flight: FlightTime) {
  const verdict = verdictOf(life, seen);
  const isOfRepair = verdict === "verified" || verdict === "returned";
  const said_at = life.done_at === null ? null : Date.parse(life.done_at);
  const holds =
    isOfRepair && !isAfterRepair({ done_on: life.done_on, said_at }, flight) ? "same" : verdict;
  const isDismissed = life.status === "dismissed" && holds === "same";
  const isOther = seen.severity > 0 && seen.fault_type !== life.fault_type && holds === "same";
  return {
    now: decidedAfter(life, holds),
    // A dismissed one is compared with what it was when it was dismissed.
    severity: isDismissed || isOther ? life.severity : seen.severity,
  };
}
