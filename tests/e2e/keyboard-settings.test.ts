// Running the business side without a mouse; keyboard.test.ts has the twelve tasks at a plant. Here:
// invite a user, find and change a drone, create an order, act for a customer and come back,
// leave the settings.
import type { Locator, Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { patient } from "../fixtures/patience.ts";
import { sharedBrowser, openAs, ownProduct } from "./browser.ts";
import { isFocused, runCommand, tabTo } from "./keys.ts";

const product = await ownProduct();
/** The machine may be busy; what does not come at all still fails. */
const soon = { timeout: patient(15_000) };
const browser = await sharedBrowser();
let page: Page;
let faults: string[];
beforeAll(async () => {
  ({ page, faults } = await openAs(browser, product, "super_admin"));
  await page.goto(`${product.url}/analyses`);
  await page.getByRole("heading", { name: "Analyses" }).first().waitFor();
});

const form = (name: string) => page.getByRole("form", { name, exact: true });
const said = (text: RegExp) => page.getByText(text).first().waitFor();

async function type(into: Locator, text: string): Promise<void> {
  await tabTo(page, into);
  await page.keyboard.press("Control+a");
  await page.keyboard.type(text);
}

/** Types into a list that can be typed in and takes what it offers first. */
async function choose(from: Locator, text: string, option: string): Promise<void> {
  await type(from, text);
  await page.getByRole("option", { name: option }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect.poll(() => from.inputValue(), soon).toBe(option);
}

test("13: a user is invited", async () => {
  await runCommand(page, "Invite user");
  const invite = form("Invite user");
  const first = invite.getByRole("textbox", { name: "First name" });
  await first.waitFor();
  await expect.poll(() => isFocused(first), soon).toBe(true);
  await page.keyboard.type("Klara");
  await type(invite.getByRole("textbox", { name: "Last name" }), "Tasten");
  await type(invite.getByRole("textbox", { name: "E-mail" }), "klara.tasten@keyboard.example");
  await choose(invite.getByRole("combobox", { name: "Customer" }), "Sierra", "Sierra Clara");
  await page.keyboard.press("Control+s");
  await form("Klara Tasten").waitFor();
  await expect.poll(() => new URL(page.url()).searchParams.get("id"), soon).toMatch(/^\d+$/);
});

test("14: a drone is found and changed", async () => {
  await runCommand(page, "Drones");
  const search = page.getByRole("searchbox", { name: "Search" });
  await tabTo(page, search);
  await page.keyboard.type("osprey");
  const row = page.getByRole("row").filter({ hasText: "Osprey-2" });
  const firstRow = page.locator('[role=grid] [aria-rowindex="2"]');
  await expect.poll(() => firstRow.innerText(), soon).toContain("Osprey-1");
  await tabTo(page, firstRow);
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => isFocused(row), soon).toBe(true);
  await page.keyboard.press("Enter");
  const drone = form("Osprey-2");
  await type(drone.getByRole("textbox", { name: "Serial number" }), "KEYS-0002");
  await page.keyboard.press("Control+s");
  await said(/Drone Osprey-2 saved/);
  await page.keyboard.press("Escape");
  await expect.poll(() => isFocused(row), soon).toBe(true);
});

test("15: an order is created", async () => {
  // The form waits for its choices: a list without any would not open.
  const { promise: seen, resolve: proceed } = Promise.withResolvers<void>();
  await page.route("**/api/auth/product-packages", async (route) => {
    await seen;
    return route.continue();
  });
  await runCommand(page, "New order");
  const order = form("New order");
  await page.getByRole("region", { name: "Orders" }).waitFor();
  expect(await order.count()).toBe(0);
  proceed();
  await choose(order.getByRole("combobox", { name: "Customer" }), "Pampa", "Pampa Norte");
  await tabTo(page, order.getByRole("button", { name: /Package/ }).first());
  await page.keyboard.press("Enter");
  await page.getByRole("option").first().waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("option").first().waitFor({ state: "detached" });
  await page.keyboard.press("Control+s");
  await said(/order .*was created/i);
});

test("16: staff act for a customer, and come back", async () => {
  await runCommand(page, "Switch customer");
  const dialog = page.getByRole("dialog", { name: "Act for a customer" });
  await choose(dialog.getByRole("combobox", { name: "Customer" }), "Sierra", "Sierra Clara");
  await tabTo(page, dialog.getByRole("button", { name: "Switch", exact: true }));
  const [, acts] = await Promise.all([page.keyboard.press("Enter"), page.waitForEvent("load")]);
  await acts.getByRole("button", { name: /Acting for Sierra Clara/ }).waitFor();
  const begun = page.waitForEvent("load");
  await runCommand(page, "Switch back to your own view");
  await begun;
  await page.getByRole("button", { name: "Search or run a command" }).waitFor();
  expect(await page.getByRole("button", { name: /Acting for/ }).count()).toBe(0);
});

test("17: the map is shown beside the panel, and the panel left for where one was", async () => {
  await runCommand(page, "Diagnostics");
  await page.getByRole("region", { name: "Diagnostics" }).waitFor();
  const map = page.locator('[id="world"]');
  expect(await map.isVisible()).toBe(false);
  await page.keyboard.press("w");
  await expect.poll(() => map.isVisible(), soon).toBe(true);
  await page.keyboard.press("w");
  await expect.poll(() => map.isVisible(), soon).toBe(false);
  await tabTo(page, page.getByRole("button", { name: "Close Diagnostics" }));
  await page.keyboard.press("Enter");
  await expect.poll(() => new URL(page.url()).pathname, soon).not.toContain("/settings");
  expect(faults).toEqual([]);
});
