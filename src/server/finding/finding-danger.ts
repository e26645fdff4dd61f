// Which findings endanger people or can set fire, by the surveys that judged them last.
import type { Analysis } from "../../domain/analysis/analysis.ts";
import { placeKey, type FindingLife } from "../../domain/finding/finding-life.ts";
import { isDangerousFault } from "../../domain/key-figure/safety.ts";
import type { Context } from "../context.ts";
import { readAnalyses } from "../store/plant/analysis/analysis.ts";
import { readComponents } from "../store/plant/plant-component.ts";
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

/** A finding whose danger is asked for while it is changed. */
type Placed = Omit<Kept, "row"> & { readonly dt_id: string };

/**
 * Whether one of these findings is dangerous, by the survey that judged it last or by this one, which shows it.
 * @param shown keys (`placeKey`) of the findings that the analysis shows, with their severities
 */
export async function hasDanger(
  parts: Parts,
  analysis: Pick<Analysis, "id" | "plant_id">,
  findings: readonly Placed[],
  shown: ReadonlyMap<string, number>,
): Promise<boolean> {
  if (findings.length === 0) return false;
  const directory = await (await readComponents(parts, analysis.plant_id)).directory();
  const kept = findings.flatMap((one): Kept[] => {
    const found = directory.byDtId(one.dt_id);
    const row = found?.type === one.component_type ? found.row : null;
    const severity = shown.get(placeKey(one));
    const last = { ...one, row };
    return severity === undefined
      ? [last]
      : [last, { ...last, severity, analysis_id: analysis.id }];
  });
  const isDangerous = await dangerReader(parts)(kept);
  return kept.some(isDangerous);
}
