// The review of an analysis as one of its reviewers sees it.
import {
  isDecided,
  kappaOf,
  type Finding,
  type Review,
  type VerdictKind,
} from "../../domain/evaluation/finding-review.ts";
import type { Database } from "../context.ts";
import {
  listFindings,
  listVerdicts,
  readReviewers,
  type VerdictRow,
} from "../store/plant/analysis/finding.ts";

export async function reviewOf(
  db: Database,
  analysis_id: number,
  account_id: number,
): Promise<Review> {
  const reviewers = await readReviewers(db, analysis_id);
  const byFinding = new Map<number, VerdictRow[]>();
  for (const one of await listVerdicts(db, analysis_id)) {
    const all = byFinding.get(one.finding_id);
    if (all) all.push(one);
    else byFinding.set(one.finding_id, [one]);
  }
  const rows = await listFindings(db, analysis_id);
  const findings = rows.map(({ changes: _changes, analysis_id: _id, ...finding }): Finding => {
    const given = byFinding.get(finding.id) ?? [];
    const own = given.find((one) => one.account_id === account_id);
    // Blind until all have judged it.
    const isOpen = isDecided(finding.state) || given.length >= reviewers;
    return {
      ...finding,
      own: own ? { verdict: own.verdict, moved_to: own.moved_to, stated_as: own.stated_as } : null,
      given: given.length,
      verdicts: isOpen
        ? given.map(({ verdict, moved_to, stated_as, user_name }) => ({
            verdict,
            moved_to,
            stated_as,
            user_name,
          }))
        : [],
    };
  });
  const pairs = pairsOf([...byFinding.values()]);
  const isUndecided = ({ state }: Finding) => !isDecided(state);
  const undecided = findings.filter(isUndecided);
  return {
    reviewers,
    findings: [...undecided, ...findings.filter((one) => !isUndecided(one))],
    open: undecided.length,
    kappa: kappaOf(pairs),
    compared: pairs.length,
  };
}

/** The verdicts of the two reviewers in the same order for each finding. */
function pairsOf(all: readonly (readonly VerdictRow[])[]): [VerdictKind, VerdictKind][] {
  return all.flatMap((given): [VerdictKind, VerdictKind][] => {
    const [one, other] = given.toSorted((a, b) => a.account_id - b.account_id);
    return one && other ? [[one.verdict, other.verdict]] : [];
  });
}
