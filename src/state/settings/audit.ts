// The audit trail, searched on the server: there may be more entries than a page should hold.
import { atom } from "jotai";
import { api } from "../../api/index.ts";
import { addressOf } from "../../client/address.ts";
import { call } from "../../client/call.ts";
import type { AuditAction } from "../../domain/account/audit.ts";
import type { AuditRow, AuditSelection } from "../../domain/account/audit-trail.ts";
import { addDays } from "../../domain/calendar-date.ts";
import { daysOf, type DateRange } from "../../domain/date-range.ts";
import { today } from "../shell/date-range.ts";
import { ready, valueOf, type Loaded } from "../shell/loaded.ts";
import { updateAnswer } from "../shell/mutation.ts";
import { fetchAnswer, queryOf, reload, type ServerQuery } from "../shell/query.ts";
import { saveSigned } from "../shell/save-file.ts";
import { showFault } from "../shell/toast.ts";
import { perSession } from "../shell/lifetime.ts";
import { customersAtom } from "./customer-list.ts";

export const auditTextAtom = perSession("");

export type AuditFilter = {
  readonly range: DateRange;
  readonly action: AuditAction | null;
  readonly customer_id: number | null;
};
export const noAuditFilter: AuditFilter = {
  range: "last_30_days",
  action: null,
  customer_id: null,
};
export const auditFilterAtom = perSession(noAuditFilter);

type Found = { readonly rows: readonly AuditRow[]; readonly total: number };
const key = ["audit"];

const selectionAtom = atom((get): AuditSelection => {
  const q = get(auditTextAtom).trim();
  const { range, action, customer_id } = get(auditFilterAtom);
  const { from, to } = daysOf(range, today());
  // Whole days in the user's time zone. A range up to today has no end, so that new entries are in it.
  const isOpen = to === null || to >= today();
  return {
    ...(q && { q }),
    ...(action && { action }),
    ...(customer_id && { customer_id }),
    ...(from && { since: midnight(from) }),
    ...(!isOpen && { until: midnight(addDays(to, 1)) }),
  };
});

const midnight = (day: string) => new Date(`${day}T00:00`).toISOString();

const foundAtom = queryOf((get): ServerQuery<Found> => {
  const query = get(selectionAtom);
  return {
    key: [...key, query],
    keepsPrevious: true,
    ask: (options) => call(api.audit.list, { query }, options),
  };
});

/** The number of entries found. */
export const auditTotalAtom = atom((get) => valueOf(get(foundAtom))?.total ?? 0);

/** The newest entries found. */
export const auditRecords = {
  listAtom: atom((get): Loaded<readonly AuditRow[]> => {
    const found = get(foundAtom);
    return found.state === "ready" ? ready(found.value.rows) : found;
  }),
  reload: () => reload(key),
};

/** Customers by which the trail can be narrowed: none where the viewer may not list them. */
export const auditCustomersAtom = atom((get) => valueOf(get(customersAtom)) ?? []);

/** Fetches the next page. */
export const loadMoreAudit = atom(null, async (get) => {
  const query = get(selectionAtom);
  const known = valueOf(get(foundAtom));
  const before = known?.rows.at(-1)?.position;
  if (!known || before === undefined || known.rows.length >= known.total) return;
  try {
    const { rows } = await fetchAnswer({
      key: ["more-audit", query, before],
      ask: (options) => call(api.audit.list, { query: { ...query, before } }, options),
    });
    updateAnswer<Found>([...key, query], (found) =>
      found.rows.at(-1)?.position === before ? { ...found, rows: [...found.rows, ...rows] } : found,
    );
  } catch (cause) {
    showFault(cause);
  }
});

/** Saves the entries that are found as a CSV file. */
export const saveAudit = atom(null, async (get) => {
  try {
    await saveSigned(addressOf(api.audit.export, { query: get(selectionAtom) }));
  } catch (cause) {
    showFault(cause);
  }
});
