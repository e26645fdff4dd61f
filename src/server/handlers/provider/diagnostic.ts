// Error reports of browsers.
import type { diagnosticApi } from "../../../api/provider/diagnostic.ts";
import type { Handlers } from "../../implement.ts";
import { readDiagnostics } from "../../store/diagnostic.ts";

const day = 24 * 3600_000;

export const diagnosticHandlers: Handlers<typeof diagnosticApi> = {
  list({ db, now }, { query: { q, days, since, before, limit } }) {
    const starts = [
      ...(days === undefined ? [] : [now().getTime() - days * day]),
      ...(since === undefined ? [] : [Date.parse(since)]),
    ];
    const start = starts.length > 0 ? new Date(Math.max(...starts)) : null;
    return readDiagnostics(db, {
      text: q?.trim() ?? "",
      since: start,
      before: before ?? null,
      limit,
    });
  },
};
