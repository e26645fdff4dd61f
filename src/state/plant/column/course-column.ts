// The columns from which it is counted what became of findings.
import { atom } from "jotai";
import type { Analysis } from "../../../domain/analysis/analysis.ts";
import { figuresOfCourse } from "../../../domain/finding/confirmed-course.ts";
import type { KeyFigure } from "../../../domain/key-figure/key-figure.ts";
import type { CourseColumn, Judged } from "../../../domain/plant/data-request.ts";
import { ensureAnswer } from "../../shell/query.ts";
import { loadColumn, summariesQuery } from "./column.ts";
import { limitsOfAtom } from "./key-figure.ts";

/**
 * Loads the columns of a key figure in these analyses, and those that say with them whether a fault is gone. Analyses
 * without the key figure are left out; none is answered where the newest is one of them.
 * @param analyses oldest first
 */
export const loadCourse = atom(
  null,
  async (
    get,
    set,
    keyFigure: KeyFigure,
    analyses: readonly Pick<Analysis, "id">[],
  ): Promise<CourseColumn[]> => {
    const limitsOf = get(limitsOfAtom);
    const found: CourseColumn[] = [];
    for (const { id } of analyses) {
      const summaries = await ensureAnswer(summariesQuery(id));
      const load = async (figure: KeyFigure): Promise<Judged | null> => {
        const summary = summaries.find(({ key_figure_id }) => key_figure_id === figure.id);
        if (!summary) return null;
        await set(loadColumn, id, summary);
        return { hash: summary.hash, key_figure_id: figure.id, limits: limitsOf(figure) };
      };
      const own = await load(keyFigure);
      if (!own) {
        if (id === analyses.at(-1)?.id) return [];
        continue;
      }
      const beside = await Promise.all(figuresOfCourse(keyFigure).map(load));
      found.push({ ...own, beside: beside.filter((one) => one !== null) });
    }
    return found;
  },
);
