// Devices that are not as they should be: a clock that is months wrong, a session that ended on the server, and a browser
// without space. Nothing that a person wrote is lost, and each says what is wrong.
import { readFile } from "node:fs/promises";
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { eq } from "drizzle-orm";
import { findEmbeddedPostgres } from "../../src/server/adapters/postgres.ts";
import { connect } from "../../src/server/store/database.ts";
import { hashOf } from "../../src/server/store/account/session.ts";
import { session } from "../../src/server/store/schema/account.ts";
import { patient } from "../fixtures/patience.ts";
import { ask } from "./ask.ts";
import { openAs, ownProduct, sharedBrowser, tokenOf } from "./browser.ts";
import { signedInState } from "./signed-in.ts";
import { countsInView, openPanel } from "./workbench.ts";

const product = await ownProduct();
const browser = await sharedBrowser();
const soon = { timeout: patient(60_000) };
const DAY_MS = 86_400_000;

const panel = (page: Page) => page.locator("[data-panel=observations]");

async function writeNotes(page: Page, notes: string) {
  await openPanel(page, "Observations");
  await panel(page).getByRole("status").first().waitFor(soon);
  await page.keyboard.press("j");
  await panel(page).getByRole("button", { name: "Add", exact: true }).click();
  const form = panel(page).getByRole("form", { name: /^New observation: / });
  await form.getByRole("textbox", { name: "Notes" }).fill(notes);
  return form;
}

/** Gives the page a new session, as signing in does, and opens the plant again. */
async function signInAgain(page: Page): Promise<string> {
  const state = JSON.parse(await readFile(await signedInState(product, "viewer"), "utf8")) as {
    origins: { localStorage: { name: string; value: string }[] }[];
  };
  const { value } = state.origins[0]!.localStorage.find(({ name }) => name === "auth")!;
  await page.evaluate((auth) => localStorage.setItem("auth", auth), value);
  await page.goto(`${product.url}/`);
  await page.waitForURL((url) => /^\/plant\/\d+$/.test(url.pathname));
  return (JSON.parse(value) as { token: string }).token;
}

type Observation = {
  readonly notes: string;
  readonly observed_at: string;
  readonly created_at: string;
};
async function storedWith(token: string, plant: string, notes: string): Promise<Observation[]> {
  const path = `/auth/plant/${plant}/observations?limit=5000`;
  const { body } = await ask<{ observations: Observation[] }>(product, token, path);
  return body.observations.filter((one) => one.notes === notes);
}

async function openPlant(page: Page): Promise<{ token: string; plant: string }> {
  await page.goto(`${product.url}/`);
  await page.waitForURL((url) => /^\/plant\/\d+$/.test(url.pathname));
  await countsInView(page);
  return { token: await tokenOf(page), plant: /\/plant\/(\d+)/.exec(page.url())![1]! };
}

test.each([
  ["forty days ahead", 40],
  ["forty days behind", -40],
])("a clock that is %s shows the plant, and dates nothing in the future", async (_, days) => {
  const { page, faults } = await openAs(browser, product, "viewer");
  await page.context().addInitScript((shift) => {
    const Real = Date;
    class Shifted extends Real {
      constructor(...parts: unknown[]) {
        if (parts.length === 0) super(Real.now() + shift);
        else super(...(parts as [number]));
      }
      static override now = () => Real.now() + shift;
    }
    globalThis.Date = Shifted as DateConstructor;
  }, days * DAY_MS);
  const { token, plant } = await openPlant(page);
  const notes = `Written ${days} days away`;
  const form = await writeNotes(page, notes);
  await form.getByRole("button", { name: "Save" }).click();
  await page.getByText(/^The observation of .+ was created\.$/).waitFor(soon);
  const [stored] = await storedWith(token, plant, notes);
  expect(Math.abs(Date.parse(stored!.created_at) - Date.now())).toBeLessThan(DAY_MS / 24);
  expect(Date.parse(stored!.observed_at)).toBeLessThan(Date.now() + DAY_MS);
  expect(faults).toEqual([]);
  await page.context().close();
});

test("a browser without space says so when a plant is taken offline, and the plant stays usable", async () => {
  const { page } = await openAs(browser, product, "viewer");
  await openPlant(page);
  const cdp = await page.context().newCDPSession(page);
  const quota = (quotaSize?: number) =>
    cdp.send("Storage.overrideQuotaForOrigin", {
      origin: product.url,
      ...(quotaSize !== undefined && { quotaSize }),
    });
  await quota(300_000);
  await page.getByRole("button", { name: "Take offline", exact: true }).click();
  const wizard = page.getByRole("dialog", { name: /^Take .+ offline$/ });
  await wizard.getByText(/^About [\d.,]+\s[KMG]?B\./).waitFor(soon);
  const take = wizard.getByRole("button", { name: "Take offline" });
  await take.click();
  await wizard
    .getByRole("alert")
    .getByText(/^This device has no space left\./)
    .waitFor(soon);
  // With room again the same dialog goes on where it stopped.
  await quota();
  await take.click();
  await page.getByRole("button", { name: "Offline", exact: true }).waitFor({
    timeout: patient(120_000),
  });
  await page.context().close();
});

test("a session that ended on the server says so, and what was typed is there after signing in again", async () => {
  const { page } = await openAs(browser, product, "viewer");
  const { token, plant } = await openPlant(page);
  const notes = "Typed before the session ended";
  const form = await writeNotes(page, notes);
  const connection = connect(findEmbeddedPostgres(product.data_dir).ownerUrl, 1, { seesAll: true });
  try {
    await connection.db
      .update(session)
      .set({ last_used_at: new Date(Date.now() - 400 * DAY_MS).toISOString() })
      .where(eq(session.token_hash, hashOf(token)));
  } finally {
    await connection.close();
  }
  await form.getByRole("button", { name: "Save" }).click();
  await page.getByText("Your session has ended. Please sign in again.").waitFor(soon);
  await page.getByText("The session was not used for more than 60 minutes.").waitFor();
  // Signing in has journeys of its own: here the browser gets a new session.
  const fresh = await signInAgain(page);
  // What waited on the device is sent by itself.
  await expect
    .poll(() => storedWith(fresh, plant, notes), { timeout: patient(60_000) })
    .toHaveLength(1);
});
