// The lists of work have no fault that axe can find: findings, work orders, repairs and reports, in each of their
// views and looks, and in three languages. Webhooks are among the settings.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { openAs, sharedBrowser, sharedProduct } from "./browser.ts";
import { faultsInEveryLook, faultsInLook, looks } from "./looks.ts";
import { openViewersPlant } from "./workbench.ts";

const product = await sharedProduct();
const browser = await sharedBrowser();

/** The words of a screen by language, file and path: the panels and their views are found by them. */
function wordOf(locale: string, file: string, ...path: string[]): string {
  const text = readFileSync(join("locales", locale.slice(0, 2), `${file}.json`), "utf8");
  return path.reduce<unknown>(
    (at, key) => (at as Record<string, unknown>)[key],
    JSON.parse(text),
  ) as string;
}

type Screen = { readonly file: string; readonly title: readonly string[]; readonly view?: string };
const screens: Readonly<Record<string, Screen>> = {
  ...Object.fromEntries(
    ["list", "board", "calendar", "rates"].map((view) => [
      `findings, ${view}`,
      { file: "finding", title: ["title"], view },
    ]),
  ),
  ...Object.fromEntries(
    ["list", "board", "calendar"].map((view) => [
      `work orders, ${view}`,
      { file: "work-order", title: ["title"], view },
    ]),
  ),
  repairs: { file: "loss", title: ["repair", "panel"] },
  reports: { file: "report", title: ["title"] },
};

async function show(page: Page, locale: string, name: string): Promise<void> {
  const { file, title, view } = screens[name]!;
  const label = wordOf(locale, file, ...title);
  const button = page
    .locator("nav")
    .getByRole("button", { name: label, exact: true })
    .and(page.locator("[aria-pressed]"));
  await button.waitFor();
  if ((await button.getAttribute("aria-pressed")) !== "true") await button.click();
  if (view === undefined) return;
  // Both lists have the same views, and the words of them.
  const words = wordOf(locale, "finding", "view", view);
  await page.getByRole("radio", { name: words, exact: true }).click();
}

describe("the lists of work of a plant have no fault", () => {
  test("in every look", async () => {
    const { page } = await openViewersPlant(browser, product);
    const faults = await faultsInEveryLook(
      page,
      () => Object.keys(screens),
      (name) => show(page, "en", name),
    );
    expect(faults).toEqual([]);
    await page.context().close();
  });

  test.each(["es-ES", "pt-BR"])("in the words of %s", async (locale) => {
    const { page } = await openAs(browser, product, "viewer", { locale });
    await page.goto(product.url);
    await page.waitForURL(/\/plant\/\d+/);
    const look = looks.find(({ width }) => width === 1280)!;
    const faults = await faultsInLook(
      page,
      look,
      () => Object.keys(screens),
      (name) => show(page, locale, name),
    );
    expect(faults).toEqual([]);
    await page.context().close();
  });
});
