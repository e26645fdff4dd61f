// The focus follows what was opened: each panel by palette, by shortcut and by its button, and back by Escape.
import type { Locator, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import en from "../../locales/en/shell.json" with { type: "json" };
import { panels } from "../../src/panels/index.ts";
import { docks } from "../../src/state/shell/dock.ts";
import { patient } from "../fixtures/patience.ts";
import { openAs, settled, sharedBrowser, sharedProduct } from "./browser.ts";
import { isFocused, runCommand } from "./keys.ts";
import { countsInView } from "./workbench.ts";

const product = await sharedProduct();
const browser = await sharedBrowser();
const soon = { timeout: patient(15_000) };
const docked = panels.filter(({ dock }) => docks.some((one) => one === dock));
let page: Page;
beforeAll(async () => {
  ({ page } = await openAs(browser, product, "viewer"));
  await page.goto(product.url);
  await page.waitForURL((url) => /^\/plant\/\d+$/.test(url.pathname));
  await countsInView(page);
});
afterAll(() => page.context().close());

const map = () => page.locator("canvas.maplibregl-canvas").first();
const headingOf = (id: string) => page.locator(`section[data-panel="${id}"] > header h2`);
const rail = () => page.getByRole("navigation", { name: en.panels });
const hasFocus = (target: Locator) => expect.poll(() => isFocused(target), soon).toBe(true);

/** The panel's search field takes the focus itself. */
const takerOf = (id: string) =>
  id === "find" ? page.locator('section[data-panel="find"]').getByRole("searchbox") : headingOf(id);

/** The name of the panel, as its heading shows it. */
async function nameOf(id: string): Promise<string> {
  return headingOf(id).innerText();
}

/** Closes what is open, without a trace of what had opened it. */
async function closed(): Promise<void> {
  for (const button of await rail().locator("button[aria-pressed=true]").all()) {
    await button.click();
  }
  await map().focus();
}

describe.each(docked.map(({ id, keys }) => [id, keys?.[0]] as const))("%s", (id, key) => {
  test.runIf(key)("by its shortcut, and back to the map", async () => {
    await closed();
    await page.keyboard.press(key!);
    await hasFocus(takerOf(id));
    await page.keyboard.press("Escape");
    await hasFocus(map());
  });

  test.runIf(key)("by the palette and by its button, and back", async () => {
    await closed();
    await page.keyboard.press(key!);
    const name = await nameOf(id);
    await page.keyboard.press("Escape");
    await page.keyboard.press(key!);
    await headingOf(id).waitFor({ state: "detached" });
    await map().focus();
    await runCommand(page, name);
    await hasFocus(takerOf(id));
    await page.keyboard.press("Escape");
    await hasFocus(map());
    await closed();
    const button = rail().getByRole("button", { name, exact: true });
    await button.focus();
    await page.keyboard.press("Enter");
    await hasFocus(takerOf(id));
    await page.keyboard.press("Escape");
    await hasFocus(button);
  });
});

test("a panel that is closed by its own button gives the focus back", async () => {
  await closed();
  await page.keyboard.press("l");
  await hasFocus(headingOf("layers"));
  await page.locator('section[data-panel="layers"] > header').getByRole("button").focus();
  await page.keyboard.press("Enter");
  await headingOf("layers").waitFor({ state: "detached" });
  await hasFocus(map());
});

test("a component of the palette has the focus in its card", async () => {
  await closed();
  await page.keyboard.press("j");
  await headingOf("component").waitFor();
  await hasFocus(map());
  const name = await page.locator('section[data-panel="component"] h3').first().innerText();
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByRole("searchbox").waitFor();
  await page.keyboard.type(name);
  await page.getByRole("menuitem", { name }).first().waitFor();
  await page.keyboard.press("Enter");
  await hasFocus(headingOf("component"));
  await page.keyboard.press("Escape");
  await hasFocus(map());
});

test("what closes over the page leaves no focus on its body", async () => {
  await closed();
  await page.keyboard.press("?");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await settled(page);
  await hasFocus(map());
});
