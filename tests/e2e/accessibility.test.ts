// No screen has a fault that axe can find, in both themes, on a desk and on a phone.
import { AxeBuilder } from "@axe-core/playwright";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { launchBrowser, openAs, openPage } from "./browser.ts";
import { countsInView } from "./workbench.ts";

const product = inject("product");
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

async function faultsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"])
    .analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")} ${failureSummary ?? ""}`),
  );
}

const looks = [
  { look: "light at 1440 px", width: 1440, height: 900, dark: false },
  { look: "dark at 1440 px", width: 1440, height: 900, dark: true },
  { look: "light at 390 px", width: 390, height: 844, dark: false },
  { look: "dark at 390 px", width: 390, height: 844, dark: true },
];

const panels = ["find", "filters", "layers", "compare", "component", "table", "statistics"];

describe.each(looks)("$look", ({ width, height, dark }) => {
  test("the sign-in page has no fault", async () => {
    const { page } = await openPage(browser, { width, height, dark });
    await page.goto(`${product.url}/login`);
    await page.locator("input[type=email]").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.context().close();
  });

  test("the plants in their three views have no fault", async () => {
    const { page } = await openAs(browser, product, "admin", { width, height, dark });
    await page.goto(`${product.url}/plants`);
    for (const view of ["Table", "Statistics", "Map"]) {
      await page
        .getByRole("radio", { name: view })
        .or(page.getByRole("tab", { name: view }))
        .click();
      await page.waitForTimeout(500);
      expect(await faultsOf(page)).toEqual([]);
    }
    await page.goto(`${product.url}/analyses`);
    await page.getByRole("heading", { name: "Analyses" }).first().waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.context().close();
  });

  test("the workbench has no fault, whichever panel is open", async () => {
    const { page } = await openAs(browser, product, "viewer", { width, height, dark });
    await page.goto(product.url);
    await page.waitForURL((url) => url.pathname.startsWith("/plant/"));
    if (width > 1000) await countsInView(page);
    const { pathname } = new URL(page.url());
    for (const panel of panels) {
      await page.goto(`${product.url}${pathname}?panel=${panel}`);
      await page.waitForLoadState("networkidle");
      expect({ panel, faults: await faultsOf(page) }).toEqual({ panel, faults: [] });
    }
    await page.context().close();
  });
});
