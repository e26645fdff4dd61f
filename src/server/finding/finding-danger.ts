// Which findings endanger people or can set fire, by the surveys that judged them last.
import type { FindingLife } from "../../domain/finding/finding-life.ts";
import { isDangerousFault } from "../../domain/key-figure/safety.ts";
import type { Context } from "../context.ts";
import { readAnalyses } from "../store/plant/analysis/analysis.ts";
import { seesResults } from "./finding-measured.ts";
import { readDangers, type DangerAt } from "./survey-value.ts";

type Parts = Pick<Context, "db" | "files" | "viewer">;
type Kept = Pick<FindingLife, "component_type" | "fault_type" | "severity" | "analysis_id" | "row">;

/** Answers which of these findings are dangerous. */
export type DangerReader = (findings: readonly Kept[]) => Promise<(one: Kept) => boolean>;

/**
 * Answers by the same rule as report and repairs. The fault alone counts where the survey was deleted, where it did not
 * measure the finding, and for who may not see results; but not where the survey has found that it is gone. Each survey is
 * read once, however often the reader is asked.
 */
export function dangerReader({ db, files, viewer }: Parts): DangerReader {
  const isNamed = (one: Kept) => one.severity !== 0 && isDangerousFault(one);
  const known = new Map<number, DangerAt>();
  return async (findings) => {
    if (!seesResults({ viewer })) return isNamed;
    const wanted = new Set(
      findings.flatMap(({ analysis_id: id, row }) =>
        id === null || row === null || known.has(id) ? [] : [id],
      ),
    );
    if (wanted.size > 0) {
      for (const analysis of await readAnalyses(db, viewer, { ids: [...wanted] })) {
        known.set(analysis.id, await readDangers({ db, files }, analysis));
      }
    }
    return (one) => {
      // Another fault of its component is another finding.
      if (one.severity === 0) return false;
      if (isNamed(one)) return true;
      if (one.row === null || one.analysis_id === null) return false;
      return known.get(one.analysis_id)?.(one.component_type, one.row) ?? false;
    };
  };
}
