import { beforeEach, expect, test, vi } from "vitest";
import { valueOf } from "../shell/loaded.ts";
import { updateAnswer } from "../shell/mutation.ts";
import { asked, refusal, serve, serveAlso } from "../shell/served.fixture.ts";
import { settle, signedInStore } from "../shell/signed-in.fixture.ts";
import { onToast } from "../shell/toast.ts";
import * as state from "./audit.ts";

vi.mock("../../client/call.ts", () => import("../shell/served.fixture.ts"));

const LIST = "GET /auth/audit-entries";
const PAGE = 2;
type Query = { q?: string; since?: string; before?: number };
/** The first minute of the day so many days ago. */
const since = (daysAgo: number) => {
  const now = new Date();
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo).toISOString();
};
const month = `since=${encodeURIComponent(since(29))}`;
const said: string[] = [];
onToast(({ tone }) => said.push(tone));

/** Entries 5 to 1, two on a page; a text finds two of them. */
const answer = ({ query: { q, before = 6 } }: { query: Query }) => {
  const all = [5, 4, 3, 2, 1].filter((id) => q === undefined || id > 3);
  const rows = all.filter((id) => id < before).slice(0, PAGE);
  return { rows: rows.map((id) => ({ id, position: id })), total: all.length };
};

let store = signedInStore();
beforeEach(async () => {
  serve({ [LIST]: answer });
  store = signedInStore([], [state.auditRecords.listAtom, state.auditTotalAtom]);
  await settle();
  said.splice(0);
});
const ids = () => valueOf(store.get(state.auditRecords.listAtom))?.map(({ id }) => id);
const total = () => store.get(state.auditTotalAtom);

test("at first the entries of the last thirty days are searched", () => {
  expect(asked).toEqual([[`GET /auth/audit-entries?${month}`]]);
  expect([ids(), total()]).toEqual([[5, 4], 5]);
});

test("the search takes a text without its outer spaces, and may look at all days", async () => {
  store.set(state.auditTextAtom, "  chrome 140 ");
  store.set(state.auditFilterAtom, { ...state.noAuditFilter, range: "all_time" });
  await settle();
  expect(asked.at(-1)).toEqual(["GET /auth/audit-entries?q=chrome+140"]);
  expect([ids(), total()]).toEqual([[5, 4], 2]);
  store.set(state.auditTextAtom, " ");
  await settle();
  expect(asked.at(-1)).toEqual(["GET /auth/audit-entries"]);
});

test("what was found stays on the screen while another search is under way", async () => {
  store.set(state.auditFilterAtom, { ...state.noAuditFilter, range: "last_7_days" });
  expect(ids()).toEqual([5, 4]);
  await settle();
  expect(asked.at(-1)).toEqual([`GET /auth/audit-entries?since=${encodeURIComponent(since(6))}`]);
});

test("before the first answer there is no number of entries, and a refusal is shown", async () => {
  serve({ [LIST]: refusal("PERMISSION_DENIED") });
  store = signedInStore([], [state.auditRecords.listAtom]);
  expect([store.get(state.auditRecords.listAtom).state, total()]).toEqual(["loading", 0]);
  await settle();
  expect(store.get(state.auditRecords.listAtom)).toMatchObject({
    state: "failed",
    fault: { code: "PERMISSION_DENIED" },
  });
});

test("the list can be fetched again", async () => {
  serve({ [LIST]: { rows: [{ id: 9, position: 9 }], total: 1 } });
  await state.auditRecords.reload();
  expect([ids(), total()]).toEqual([[9], 1]);
});

test("the next pages follow the last entry, until all are there", async () => {
  await store.set(state.loadMoreAudit);
  expect(asked.at(-1)).toEqual([`GET /auth/audit-entries?${month}&before=4`]);
  expect([ids(), total()]).toEqual([[5, 4, 3, 2], 5]);
  await store.set(state.loadMoreAudit);
  expect(ids()).toEqual([5, 4, 3, 2, 1]);
  const count = asked.length;
  await store.set(state.loadMoreAudit);
  expect(asked).toHaveLength(count);
});

test("two wishes for the next page bring it once", async () => {
  const both = [store.set(state.loadMoreAudit), store.set(state.loadMoreAudit)];
  await Promise.all(both);
  expect(ids()).toEqual([5, 4, 3, 2]);
});

test("where nothing was found there is no next page to ask for", async () => {
  serve({ [LIST]: { rows: [], total: 0 } });
  await state.auditRecords.reload();
  asked.splice(0);
  await store.set(state.loadMoreAudit);
  expect(asked).toEqual([]);
});

test("no further page is requested before the first has loaded", async () => {
  store = signedInStore([], [state.auditTotalAtom]);
  asked.splice(0);
  await store.set(state.loadMoreAudit);
  expect(asked.filter(([to]) => to.includes("before"))).toEqual([]);
});

test("a page is dropped where the list has been emptied meanwhile", async () => {
  const loading = store.set(state.loadMoreAudit);
  updateAnswer<{ rows: unknown[]; total: number }>(["audit", { since: since(29) }], () => ({
    rows: [],
    total: 0,
  }));
  await loading;
  expect([ids(), said]).toEqual([[], []]);
});

test("a page that cannot be fetched is a message, and the list stays", async () => {
  serveAlso({ [LIST]: refusal("SOMETHING_WENT_WRONG") });
  await store.set(state.loadMoreAudit);
  expect([said, ids()]).toEqual([["danger"], [5, 4]]);
});

test("the action, the customer and a year that has ended are asked of the server", async () => {
  const year = new Date().getFullYear() - 1;
  const filter = { range: `year_${year}`, action: "sign_in", customer_id: 3 } as const;
  store.set(state.auditFilterAtom, filter);
  await settle();
  const query = new URLSearchParams(asked.at(-1)![0].split("?")[1]);
  expect(Object.fromEntries(query)).toEqual({
    action: "sign_in",
    customer_id: "3",
    since: new Date(year, 0, 1).toISOString(),
    until: new Date(year + 1, 0, 1).toISOString(),
  });
});
