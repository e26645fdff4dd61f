import { beforeEach, expect, test, vi } from "vitest";
import { valueOf } from "../shell/loaded.ts";
import { updateAnswer } from "../shell/mutation.ts";
import { asked, refusal, serve, serveAlso } from "../shell/served.fixture.ts";
import { settle, signedInStore } from "../shell/signed-in.fixture.ts";
import { onToast } from "../shell/toast.ts";
import * as state from "./diagnostic.ts";

vi.mock("../../client/call.ts", () => import("../shell/served.fixture.ts"));

const LIST = "GET /auth/diagnostics";
const PAGE = 2;
type Query = { q?: string; since?: string; before?: number };
/** The first minute of the day so many days ago. */
const since = (daysAgo: number) => {
  const now = new Date();
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo).toISOString();
};
const week = `since=${encodeURIComponent(since(6))}`;
const said: string[] = [];
onToast(({ tone }) => said.push(tone));

/** Errors 5 to 1, two on a page; a text finds two of them. */
const answer = ({ query: { q, before = 6 } }: { query: Query }) => {
  const all = [5, 4, 3, 2, 1].filter((id) => q === undefined || id > 3);
  const rows = all.filter((id) => id < before).slice(0, PAGE);
  return { rows: rows.map((id) => ({ id })), total: all.length };
};

let store = signedInStore();
beforeEach(async () => {
  serve({ [LIST]: answer });
  store = signedInStore([], [state.diagnosticRecords.listAtom, state.diagnosticTotalAtom]);
  await settle();
  said.splice(0);
});
const ids = () => valueOf(store.get(state.diagnosticRecords.listAtom))?.map(({ id }) => id);
const total = () => store.get(state.diagnosticTotalAtom);

test("at first the errors of the last seven days are searched", () => {
  expect(asked).toEqual([[`GET /auth/diagnostics?${week}`]]);
  expect([ids(), total()]).toEqual([[5, 4], 5]);
});

test("the search takes a text without its outer spaces, and may look at all days", async () => {
  store.set(state.diagnosticTextAtom, "  chrome 140 ");
  store.set(state.diagnosticRangeAtom, "all_time");
  await settle();
  expect(asked.at(-1)).toEqual(["GET /auth/diagnostics?q=chrome+140"]);
  expect([ids(), total()]).toEqual([[5, 4], 2]);
  store.set(state.diagnosticTextAtom, " ");
  await settle();
  expect(asked.at(-1)).toEqual(["GET /auth/diagnostics"]);
});

test("what was found stays on the screen while another search is under way", async () => {
  store.set(state.diagnosticRangeAtom, "last_30_days");
  expect(ids()).toEqual([5, 4]);
  await settle();
  expect(asked.at(-1)).toEqual([`GET /auth/diagnostics?since=${encodeURIComponent(since(29))}`]);
});

test("before the first answer there is no number of errors, and a refusal is shown", async () => {
  serve({ [LIST]: refusal("PERMISSION_DENIED") });
  store = signedInStore([], [state.diagnosticRecords.listAtom]);
  expect([store.get(state.diagnosticRecords.listAtom).state, total()]).toEqual(["loading", 0]);
  await settle();
  expect(store.get(state.diagnosticRecords.listAtom)).toMatchObject({
    state: "failed",
    fault: { code: "PERMISSION_DENIED" },
  });
});

test("the list can be fetched again", async () => {
  serve({ [LIST]: { rows: [{ id: 9 }], total: 1 } });
  await state.diagnosticRecords.reload();
  expect([ids(), total()]).toEqual([[9], 1]);
});

test("the next pages follow the last error, until all are there", async () => {
  await store.set(state.loadMoreDiagnostics);
  expect(asked.at(-1)).toEqual([`GET /auth/diagnostics?${week}&before=4`]);
  expect([ids(), total()]).toEqual([[5, 4, 3, 2], 5]);
  await store.set(state.loadMoreDiagnostics);
  expect(ids()).toEqual([5, 4, 3, 2, 1]);
  const count = asked.length;
  await store.set(state.loadMoreDiagnostics);
  expect(asked).toHaveLength(count);
});

test("two wishes for the next page bring it once", async () => {
  const both = [store.set(state.loadMoreDiagnostics), store.set(state.loadMoreDiagnostics)];
  await Promise.all(both);
  expect(ids()).toEqual([5, 4, 3, 2]);
});

test("where nothing was found there is no next page to ask for", async () => {
  serve({ [LIST]: { rows: [], total: 0 } });
  await state.diagnosticRecords.reload();
  asked.splice(0);
  await store.set(state.loadMoreDiagnostics);
  expect(asked).toEqual([]);
});

test("no further page is requested before the first has loaded", async () => {
  store = signedInStore([], [state.diagnosticTotalAtom]);
  asked.splice(0);
  await store.set(state.loadMoreDiagnostics);
  expect(asked.filter(([to]) => to.includes("before"))).toEqual([]);
});

test("a page is dropped where the list has been emptied meanwhile", async () => {
  const loading = store.set(state.loadMoreDiagnostics);
  updateAnswer<{ rows: unknown[]; total: number }>(["diagnostics", { since: since(6) }], () => ({
    rows: [],
    total: 0,
  }));
  await loading;
  expect([ids(), said]).toEqual([[], []]);
});

test("a page that cannot be fetched is a message, and the list stays", async () => {
  serveAlso({ [LIST]: refusal("SOMETHING_WENT_WRONG") });
  await store.set(state.loadMoreDiagnostics);
  expect([said, ids()]).toEqual([["danger"], [5, 4]]);
});
