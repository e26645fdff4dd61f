// Offline, stored observations are edited and deleted; back online the server has the changes, or both versions of
// what the office has changed meanwhile are shown. A tab that goes online waits for the tab that sends.
import type { Page, Route } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { patient } from "../fixtures/patience.ts";
import { ask, send } from "./ask.ts";
import { sharedBrowser, ownProduct, tokenOf } from "./browser.ts";
import { isOnline, listObservations, openViewersPlant } from "./workbench.ts";

type Stored = {
  readonly id: number;
  readonly notes: string;
  readonly observed_at: string;
  readonly revision: number;
};

const product = await ownProduct();
const soon = { timeout: patient(60_000) };
const browser = await sharedBrowser({ isKeeping: true });
let page: Page;
let token: string;
let plant: string;
beforeAll(async () => {
  ({ page } = await openViewersPlant(browser, product));
  token = await tokenOf(page);
  plant = /\/plant\/(\d+)/.exec(page.url())![1]!;
  const path = `/auth/plant/${plant}/observations?limit=1`;
  const { body } = await ask<{
    observations: { fieldgeometry_component: { dt_id: string } }[];
  }>(product, token, path);
  const { dt_id } = body.observations[0]!.fieldgeometry_component;
  for (const notes of ["Edit me", "Delete me", "Cross me", "Remove and cross", "Take back"]) {
    await send(product, token, `/auth/plant/${plant}/observation`, {
      dt_id,
      notes,
      observed_at: new Date().toISOString(),
    });
  }
  await page.reload();
});

const panel = () => page.locator("[data-panel=observations]");
const mark = (count: number) =>
  page.getByRole("button", { name: new RegExp(`^${count} observations? waits? on this device`) });
const inList = (notes: string) => panel().getByRole("button", { name: new RegExp(notes) });
const offlineMark = () => page.getByRole("button", { name: "Offline", exact: true });
const outbox = () => page.getByRole("dialog", { name: "Waiting to be sent" });
const list = async () =>
  (
    await ask<{ observations: Stored[] }>(
      product,
      token,
      `/auth/plant/${plant}/observations?limit=5000`,
    )
  ).body.observations;
const withNotes = async (notes: string) => (await list()).find((one) => one.notes === notes);

async function openOne(notes: string): Promise<void> {
  await listObservations(page);
  await inList(notes).click();
  await panel().getByRole("article").getByText(notes, { exact: true }).waitFor();
}

async function edit(notes: string, to: string): Promise<void> {
  await openOne(notes);
  await panel().getByRole("button", { name: "Edit", exact: true }).click();
  const form = panel().getByRole("form", { name: /^Edit observation: / });
  await form.getByRole("textbox", { name: "Notes" }).fill(to);
  await form.getByRole("button", { name: "Save" }).click();
  await form.waitFor({ state: "detached" });
}

async function remove(notes: string): Promise<void> {
  await openOne(notes);
  await panel().getByRole("button", { name: "Delete", exact: true }).click();
  await inList(notes).waitFor({ state: "detached" });
}

/** The office changes it meanwhile. */
async function changeInOffice(notes: string, to: string): Promise<void> {
  const { id, revision, observed_at } = (await withNotes(notes))!;
  const change = { base_revision: revision, observed_at, notes: to };
  await send(product, token, `/auth/observation/${id}`, change);
}

const cut = (route: Route) => route.abort("internetdisconnected");

test("an edit and deletions made offline are on the device, also after a reload", async () => {
  await page.getByRole("button", { name: "Take offline" }).click();
  const wizard = page.getByRole("dialog", { name: /^Take .+ offline$/ });
  await wizard.getByText(/^About [\d.,]+\s[KMG]?B\.$/).waitFor();
  await wizard.getByRole("button", { name: "Take offline" }).click();
  await offlineMark().waitFor({ timeout: patient(120_000) });
  await page.context().route("**/api/**", cut);
  await page.goto(`${product.url}/plant/${plant}`);

  await edit("Edit me", "Edited offline");
  await remove("Delete me");
  await edit("Cross me", "Crossed offline");
  await remove("Remove and cross");
  await remove("Take back");
  await page.getByRole("button", { name: "Undo", exact: true }).last().click();
  await inList("Take back").waitFor();
  await mark(5).waitFor();

  await page.reload();
  await listObservations(page);
  await inList("Edited offline.*Waits").waitFor();
  await inList("Crossed offline.*Waits").waitFor();
  await inList("Take back").waitFor();
  expect(await inList("Delete me").count()).toBe(0);
  await mark(5).click();
  await outbox().getByText("To be deleted").first().waitFor();
  expect(await outbox().getByText("To be deleted").count()).toBe(2);
  await page.keyboard.press("Escape");
  // The server knows nothing of it.
  const stored = (await list()).map(({ notes }) => notes);
  expect(stored).toEqual(expect.arrayContaining(["Edit me", "Delete me", "Cross me"]));
});

test("back online they are on the server, and what the office has changed is shown beside them", async () => {
  await changeInOffice("Cross me", "Crossed in the office");
  await changeInOffice("Remove and cross", "Still needed in the office");
  await page.context().unroute("**/api/**", cut);
  await mark(5).click();
  await outbox().getByRole("button", { name: "Send now" }).click();
  await outbox().getByText("Crossed in the office").waitFor(soon);
  await outbox().getByText("Crossed offline").waitFor();
  await outbox().getByText("Still needed in the office").waitFor(soon);
  await outbox().getByText("You deleted this observation.").waitFor();
  await expect.poll(() => withNotes("Edited offline"), soon).toMatchObject({ revision: 2 });
  await expect.poll(() => withNotes("Delete me"), soon).toBeUndefined();
  expect(await withNotes("Take back")).toMatchObject({ revision: 1 });
  expect(await withNotes("Still needed in the office")).toMatchObject({ revision: 2 });

  await outbox().getByRole("button", { name: "Keep both" }).click();
  await outbox()
    .getByRole("button", { name: /^Do not delete/ })
    .click();
  // What was decided offline stays here as well, until the user sends it.
  await outbox().getByRole("button", { name: "Send now" }).click();
  await outbox()
    .getByText(/^Nothing is waiting/)
    .waitFor(soon);
  await page.keyboard.press("Escape");
  const stored = (await list()).map(({ notes }) => notes);
  for (const notes of ["Crossed in the office", "Crossed offline", "Still needed in the office"]) {
    expect(stored.filter((one) => one === notes)).toHaveLength(1);
    await inList(notes).waitFor();
  }
});

test("going online waits for another tab that sends, and says so", async () => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const writes = /\/api\/auth\/observation\/\d+(\?|$)/;
  const hold = async (route: Route) => {
    if (route.request().method() === "GET") return route.continue();
    await held;
    return route.continue();
  };
  await page.context().route(writes, hold);
  await edit("Edited offline", "Edited once more");
  await mark(1).click();
  await outbox().getByRole("button", { name: "Send now" }).click();
  const other = await page.context().newPage();
  other.setDefaultTimeout(patient(45_000));
  await other.goto(`${product.url}/plant/${plant}`);
  await other.getByRole("button", { name: "Offline", exact: true }).click();
  const back = other.getByRole("dialog", { name: /^Offline$/ });
  await back.getByRole("button", { name: "Go online" }).click();
  await back.getByText("Another tab is sending.").waitFor();
  expect(await withNotes("Edited once more")).toBeUndefined();
  release();
  await isOnline(other);
  expect(await withNotes("Edited once more")).toMatchObject({ revision: 3 });
});
