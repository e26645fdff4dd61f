// Errors that browsers reported, searched on the server: there may be more than a page should hold.
import { atom } from "jotai";
import { api } from "../../api/index.ts";
import { call } from "../../client/call.ts";
import type { Diagnostic } from "../../domain/diagnostic.ts";
import { failed, idle, loading, ready, valueOf, type Loaded } from "../shell/loaded.ts";
import { showFault } from "../shell/toast.ts";
import { perSession } from "../shell/lifetime.ts";

/** Days back that the list can be bounded to; null for all that is kept. */
export const diagnosticDays = [1, 7, 30, null] as const;
export type DiagnosticDays = (typeof diagnosticDays)[number];

export const diagnosticTextAtom = perSession("");
export const diagnosticDaysAtom = perSession<DiagnosticDays>(7);
/** How many the search finds in all. */
export const diagnosticTotalAtom = perSession(0);

const listAtom = perSession<Loaded<readonly Diagnostic[]>>(idle);
const askedAtom = perSession(0);

const load = atom(null, async (get, set) => {
  const mine = get(askedAtom) + 1;
  set(askedAtom, mine);
  if (get(listAtom).state !== "ready") set(listAtom, loading);
  const days = get(diagnosticDaysAtom);
  const q = get(diagnosticTextAtom).trim();
  try {
    const query = { ...(q && { q }), ...(days && { days }) };
    const { rows, total } = await call(api.diagnostic.list, { query });
    if (mine !== get(askedAtom)) return;
    set(diagnosticTotalAtom, total);
    set(listAtom, ready(rows));
  } catch (cause) {
    if (mine === get(askedAtom)) set(listAtom, failed(cause));
  }
});

/** The newest that the search finds; `load` asks for the search as it stands now. */
export const diagnosticRecords = { listAtom: atom((get) => get(listAtom)), load };

/** Fetches those that come after the ones known. */
export const loadMoreDiagnostics = atom(null, async (get, set) => {
  const known = valueOf(get(listAtom));
  const before = known?.at(-1)?.id;
  if (!known || before === undefined || known.length >= get(diagnosticTotalAtom)) return;
  const mine = get(askedAtom) + 1;
  set(askedAtom, mine);
  const days = get(diagnosticDaysAtom);
  const q = get(diagnosticTextAtom).trim();
  try {
    const query = { ...(q && { q }), ...(days && { days }), before };
    const { rows } = await call(api.diagnostic.list, { query });
    if (mine === get(askedAtom)) set(listAtom, ready([...known, ...rows]));
  } catch (cause) {
    showFault(cause);
  }
});
