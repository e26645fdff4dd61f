// Errors that browsers reported, searched on the server: there may be more than a page should hold.
import { atom } from "jotai";
import { api } from "../../api/index.ts";
import { call } from "../../client/call.ts";
import { daysOf, type DateRange } from "../../domain/date-range.ts";
import type { Diagnostic } from "../../domain/diagnostic.ts";
import { today } from "../shell/date-range.ts";
import { ready, valueOf, type Loaded } from "../shell/loaded.ts";
import { updateAnswer } from "../shell/mutation.ts";
import { fetchAnswer, queryOf, reload, type ServerQuery } from "../shell/query.ts";
import { showFault } from "../shell/toast.ts";
import { perSession } from "../shell/lifetime.ts";

export const diagnosticTextAtom = perSession("");
export const diagnosticRangeAtom = perSession<DateRange>("last_7_days");
type Search = { readonly q?: string; readonly since?: string };
type Found = { readonly rows: readonly Diagnostic[]; readonly total: number };
const key = ["diagnostics"];

const searchAtom = atom((get): Search => {
  const q = get(diagnosticTextAtom).trim();
  const { from } = daysOf(get(diagnosticRangeAtom), today());
  // From the first minute of the day, in the user's time zone.
  return { ...(q && { q }), ...(from && { since: new Date(`${from}T00:00`).toISOString() }) };
});

const foundAtom = queryOf((get): ServerQuery<Found> => {
  const query = get(searchAtom);
  return {
    key: [...key, query],
    keepsPrevious: true,
    ask: (options) => call(api.diagnostic.list, { query }, options),
  };
});

/** The number of errors found. */
export const diagnosticTotalAtom = atom((get) => valueOf(get(foundAtom))?.total ?? 0);

/** The newest errors found. */
export const diagnosticRecords = {
  listAtom: atom((get): Loaded<readonly Diagnostic[]> => {
    const found = get(foundAtom);
    return found.state === "ready" ? ready(found.value.rows) : found;
  }),
  reload: () => reload(key),
};

/** Fetches the next page. */
export const loadMoreDiagnostics = atom(null, async (get) => {
  const query = get(searchAtom);
  const known = valueOf(get(foundAtom));
  const before = known?.rows.at(-1)?.id;
  if (!known || before === undefined || known.rows.length >= known.total) return;
  try {
    const { rows } = await fetchAnswer({
      key: ["more-diagnostics", query, before],
      ask: (options) => call(api.diagnostic.list, { query: { ...query, before } }, options),
    });
    updateAnswer<Found>([...key, query], (found) =>
      found.rows.at(-1)?.id === before ? { ...found, rows: [...found.rows, ...rows] } : found,
    );
  } catch (cause) {
    showFault(cause);
  }
});
