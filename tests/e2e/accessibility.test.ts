// No screen has a fault that axe can find, in both themes, on a desk and on a phone. Every page is
// opened once and turned through the four looks: opening it is what takes the time.
import { AxeBuilder } from "@axe-core/playwright";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { launchBrowser, openAs, openPage } from "./browser.ts";
import { countsInView, legend, openPanel } from "./workbench.ts";

const product = inject("product");
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const looks = [
  { look: "light at 1440 px", width: 1440, height: 900, dark: false },
  { look: "dark at 1440 px", width: 1440, height: 900, dark: true },
  { look: "dark at 390 px", width: 390, height: 844, dark: true },
  { look: "light at 390 px", width: 390, height: 844, dark: false },
];

/** Panels seen together: on a desk one in each dock, on a phone one in the sheet. */
const onDesk = ["Find, Component, Table", "Filters, Statistics", "Layers", "Compare"];
const onPhone = ["Find", "Filters", "Layers", "Compare", "Component", "Table", "Statistics"];

async function faultsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"])
    .analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")} ${failureSummary ?? ""}`),
  );
}

/** The faults of a page in every look, each named by the look and by what `show` opened. */
async function faultsInEveryLook(
  page: Page,
  screens: (width: number) => readonly string[],
  show: (screen: string) => Promise<void>,
): Promise<string[]> {
  const faults: string[] = [];
  for (const { look, width, height, dark } of looks) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: dark ? "dark" : "light", reducedMotion: "reduce" });
    for (const screen of screens(width)) {
      await show(screen);
      await page.waitForTimeout(300);
      faults.push(...(await faultsOf(page)).map((fault) => `${screen}, ${look}: ${fault}`));
    }
  }
  return faults;
}

test("the sign-in page has no fault", async () => {
  const { page } = await openPage(browser);
  await page.goto(`${product.url}/login`);
  const email = page.locator("input[type=email]");
  await email.waitFor();
  expect(
    await faultsInEveryLook(
      page,
      () => ["sign-in"],
      () => email.focus(),
    ),
  ).toEqual([]);
  await page.context().close();
});

test("the plants in their three views and the analyses have no fault", async () => {
  const { page } = await openAs(browser, product, "admin");
  await page.goto(`${product.url}/plants`);
  const views = ["Table", "Statistics", "Map"];
  const faults = await faultsInEveryLook(
    page,
    () => views,
    (view) => page.getByRole("radio", { name: view, exact: true }).click(),
  );
  await page.getByRole("link", { name: "Analyses" }).first().click();
  await page.getByRole("heading", { name: "Analyses" }).first().waitFor();
  await page.getByRole("row").nth(1).waitFor();
  faults.push(
    ...(await faultsInEveryLook(
      page,
      () => ["analyses"],
      async () => undefined,
    )),
  );
  expect(faults).toEqual([]);
  await page.context().close();
});

test("the workbench has no fault, whichever panel is open", async () => {
  const { page } = await openAs(browser, product, "viewer");
  await page.goto(product.url);
  await page.waitForURL((url) => url.pathname.startsWith("/plant/"));
  await countsInView(page);
  await page.keyboard.press("j");
  await page.getByRole("heading", { level: 3 }).first().waitFor();
  const screens = (width: number) => (width > 1000 ? onDesk : onPhone);
  const faults = await faultsInEveryLook(page, screens, async (screen) => {
    const unfold = legend(page).getByRole("button", { name: "Unfold the legend" });
    if (await unfold.isVisible()) await unfold.click();
    for (const panel of screen.split(", ")) await openPanel(page, panel);
  });
  expect(faults).toEqual([]);
  await page.context().close();
});
