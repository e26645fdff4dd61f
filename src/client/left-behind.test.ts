// @vitest-environment happy-dom
// What a sign-out leaves in the browser: choices of the device and what waits to be sent, and nothing of the customer.
import "fake-indexeddb/auto";
import { beforeEach, expect, it, vi } from "vitest";
import type { SessionAnswer } from "../domain/account/session.ts";
import { hasRows } from "./kept-rows.ts";
import { localNames } from "./local.ts";

const signedIn = { token: "a session token", permissions: [] } as unknown as SessionAnswer;

/** The app as a tab has it that was just loaded. */
async function start() {
  vi.resetModules();
  return {
    ...(await import("./session.ts")),
    ...(await import("./left-behind.ts")),
    ...(await import("./diagnostics.ts")),
    ...(await import("./upload-record.ts")),
  };
}

beforeEach(() => localStorage.clear());

it("is nothing that names the customer, a plant, a file or a page", async () => {
  const app = await start();
  app.keepSession(signedIn);
  const ofCustomer = {
    [localNames.brand]: JSON.stringify({ brands: [{ customer_name: "Helios Energy" }] }),
    [localNames.lastUser]: "viewer@example.com",
    "table-columns 7 module": '["pcs"]',
    "table-columns 7 module compared": '["pcs"]',
    "round-3-7": '{"stops":[]}',
  };
  const ofDevice = {
    [localNames.theme]: "dark",
    [localNames.locale]: "pt",
    "open-panels": "legend",
    "legend-open": "true",
  };
  for (const [name, value] of Object.entries({ ...ofCustomer, ...ofDevice }))
    localStorage.setItem(name, value);
  app.recordFault({ error_id: "1", message: "7 rows of /auth/plant/7 were left out" });
  await app.keepUploadRecord({
    id: 1,
    tab: "t",
    account_id: 3,
    analysis_id: 5,
    analysis_name: "Helios, east",
    name: "flight/DJI_0001.JPG",
    file_name: "flight/DJI_0001.JPG",
    size: 1,
    last_modified: 1,
    handle: null,
    folder: null,
  });
  expect(await hasRows("uploads", "uploads")).toBe(true);

  app.leaveSession();
  await app.removeLeftBehind();
  expect(Object.fromEntries(Object.entries(localStorage))).toEqual({
    ...ofDevice,
    [localNames.signedOut]: "yes",
  });
  expect(await hasRows("uploads", "uploads")).toBe(false);
  expect(app.faultsToSend()).toEqual([]);
  // What a page that is still open writes next has nothing of before.
  app.recordFault({ error_id: "2", message: "later" });
  expect(localStorage.getItem("diagnostics")).not.toContain("plant");
});

it("is known in every tab, and ends with the next sign-in", async () => {
  const app = await start();
  app.keepSession(signedIn);
  app.syncWithOtherTabs();
  const sessions: (SessionAnswer | null)[] = [];
  app.onSession((next) => sessions.push(next));
  const tell = (newValue: string | null) =>
    window.dispatchEvent(new StorageEvent("storage", { key: localNames.session, newValue }));

  // The token of another tab was refused.
  tell(null);
  expect([sessions.at(-1), app.hasSignedOut()]).toEqual([null, false]);
  tell(JSON.stringify(signedIn));
  localStorage.setItem(localNames.signedOut, "yes");
  tell(null);
  expect([sessions.at(-1), app.hasSignedOut()]).toEqual([null, true]);
  app.keepSession(signedIn);
  expect([app.hasSignedOut(), localStorage.getItem(localNames.signedOut)]).toEqual([false, null]);
  app.keepSession(null);
  expect(app.hasSignedOut()).toBe(false);
  app.keepSession(signedIn);
  app.leaveSession();
  expect([app.session(), app.hasSignedOut()]).toEqual([null, true]);
  // A page that is opened afterwards leads back to itself: somebody wants to see it.
  expect((await start()).hasSignedOut()).toBe(false);
});
