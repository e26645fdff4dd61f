// The modification history of an analysis, with the notes of staff.
import { z } from "zod";
import { historyEntryShape, historyNoteShape } from "../../domain/analysis/history.ts";
import { endpoint } from "../endpoint.ts";
import { idParams } from "../plant/plant.ts";

const scope = { analysis: "id" } as const;

export const analysisHistoryApi = {
  list: endpoint({
    method: "GET",
    path: "/auth/analysis/{id}/history",
    summary: "Who changed what of an analysis, and notes: the newest 1000 entries, newest first.",
    permission: "READ_ANALYSIS_HISTORY",
    scope,
    params: idParams,
    answer: z.array(historyEntryShape),
  }),
  write: endpoint({
    method: "POST",
    path: "/auth/analysis/{id}/note",
    summary: "Writes a note into the history.",
    permission: "UPDATE_ANALYSIS_HISTORY",
    scope,
    params: idParams,
    body: z.object({ note: historyNoteShape }),
    answer: z.object({ done: z.literal(true) }),
  }),
};
