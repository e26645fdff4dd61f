// The modification history of an analysis.
import type { analysisHistoryApi } from "../../../api/analysis/analysis-history.ts";
import type { Problem } from "../../../domain/error.ts";
import type { Handlers } from "../../implement.ts";
import { writeHistory } from "../../store/plant/analysis/analysis-change.ts";
import { translateProblem } from "../../translate.ts";
import { readHistory } from "../../store/plant/analysis/analysis-history.ts";

function problemNote(locale: string, problem: Problem): string {
  const { file, message } = translateProblem(locale, problem);
  return file === undefined ? message : `${file}: ${message}`;
}

export const analysisHistoryHandlers: Handlers<typeof analysisHistoryApi> = {
  async list({ db, viewer: { locale } }, { analysis }) {
    const rows = await readHistory(db, analysis.id);
    return rows.map(({ problem, ...entry }) =>
      problem === null ? entry : { ...entry, note: problemNote(locale, problem) },
    );
  },

  async write({ db, viewer }, { analysis, body: { note } }) {
    await writeHistory(db, analysis.id, viewer.account_id, [{ field: "note", note }]);
    return { done: true };
  },
};
