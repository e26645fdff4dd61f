// Error reports of browsers.
import type { diagnosticApi } from "../../api/diagnostic.ts";
import type { Handlers } from "../implement.ts";
import { readDiagnostics } from "../store/diagnostic.ts";

const day = 24 * 3600_000;

export const diagnosticHandlers: Handlers<typeof diagnosticApi> = {
  list({ db, now }, { query: { q, days, before, limit } }) {
    const since = days === undefined ? null : new Date(now().getTime() - days * day);
    return readDiagnostics(db, { text: q?.trim() ?? "", since, before: before ?? null, limit });
  },
};
