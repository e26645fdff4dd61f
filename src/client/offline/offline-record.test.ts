// @vitest-environment happy-dom
// The local storage of a killed browser may be older than its database: the record decides.
import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { beforeEach, expect, it, vi } from "vitest";
import type { SessionAnswer } from "../../domain/account/session.ts";

const sessionOf = (token: string): SessionAnswer => ({
  token,
  permissions: [],
  customer: null,
  is_admin: false,
  is_super_admin: false,
  hidden_admin: false,
  white_labeling_version: null,
});
const flag = { account_id: 1, plant_ids: [7] };

/** The app as it is after a start of the browser. */
async function start() {
  vi.resetModules();
  const record = await import("./offline-record.ts");
  const { session, keepSession } = await import("../session.ts");
  const { offlineFlag, setOffline } = await import("./offline.ts");
  await record.startOfflineRecord();
  return { ...record, session, keepSession, offlineFlag, setOffline };
}

beforeEach(() => {
  vi.stubGlobal("indexedDB", new IDBFactory());
  localStorage.clear();
});

it("is offline with its session again, although the browser has forgotten both", async () => {
  const before = await start();
  before.keepSession(sessionOf("a session token that is the first"));
  await before.keepOffline(flag);
  localStorage.clear();
  const after = await start();
  expect([after.session()?.token, after.offlineFlag()]).toEqual([
    "a session token that is the first",
    flag,
  ]);
});

it("stays online where the browser has forgotten that it went online", async () => {
  const before = await start();
  before.keepSession(sessionOf("a session token that is the first"));
  await before.keepOffline(flag);
  const forgotten = { ...localStorage };
  await before.keepOffline(null);
  for (const [name, value] of Object.entries(forgotten)) localStorage.setItem(name, String(value));
  expect(before.offlineFlag()).toEqual(flag);
  expect((await start()).offlineFlag()).toBeNull();
});

it("takes over the flag of an older version of the app", async () => {
  vi.resetModules();
  const old = { ...(await import("./offline.ts")), ...(await import("../session.ts")) };
  old.keepSession(sessionOf("a session token that is the first"));
  old.setOffline(flag);
  expect((await start()).offlineFlag()).toEqual(flag);
  localStorage.clear();
  expect((await start()).offlineFlag()).toEqual(flag);
});

it("flags one more plant beside those that another tab has flagged meanwhile", async () => {
  const here = await start();
  here.keepSession(sessionOf("a session token that is the first"));
  const elsewhere = await start();
  await elsewhere.addOffline(1, 7);
  await here.addOffline(1, 8);
  expect(here.offlineFlag()).toEqual({ account_id: 1, plant_ids: [7, 8] });
});

it("keeps the flag for the next session where the user signs in again, in every tab", async () => {
  const before = await start();
  before.keepSession(sessionOf("a session token that is the first"));
  await before.keepOffline(flag);
  const otherTab = await start();
  await before.endForSignIn();
  expect([before.session(), before.offlineFlag()]).toEqual([null, null]);
  otherTab.keepSession(null);
  const after = await start();
  after.keepSession(sessionOf("a session token that is the second"));
  otherTab.keepSession(sessionOf("a session token that is the second"));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(await after.waitingFlag()).toEqual(flag);
  await after.keepOffline(flag);
  expect([await after.waitingFlag(), after.offlineFlag()]).toEqual([null, flag]);
});

it("gives nothing of a session to another one, and forgets it with its end", async () => {
  const before = await start();
  before.keepSession(sessionOf("a session token that is the first"));
  await before.keepOffline(flag);
  localStorage.setItem("auth", JSON.stringify(sessionOf("a session token that is the second")));
  const other = await start();
  expect([other.session()?.token, other.offlineFlag()]).toEqual([
    "a session token that is the second",
    null,
  ]);
  localStorage.clear();
  expect((await start()).session()).toBeNull();

  const again = await start();
  again.keepSession(sessionOf("a session token that is the third"));
  await again.keepOffline(flag);
  again.keepSession(null);
  await vi.waitFor(async () => {
    localStorage.clear();
    expect((await start()).session()).toBeNull();
  });
});
