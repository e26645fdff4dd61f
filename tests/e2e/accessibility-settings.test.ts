// No screen of the settings has a fault that axe can find.
import type { Locator, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { panels } from "../../src/panels/index.ts";
import { openAs, settled, sharedBrowser, sharedProduct } from "./browser.ts";
import { faultsInLook, goTo, looks } from "./looks.ts";

const product = await sharedProduct();
const browser = await sharedBrowser();

/** What stands behind the first screen of a panel. */
const further = ["/settings/drones?tab=models", "/settings/drones?tab=app", "/plant/1/settings"];

const settings = panels.filter(
  ({ dock, address }) => dock === "settings" && !address.includes(":"),
);
test("there are settings to look at", () => expect(settings.length).toBeGreaterThan(5));

// Look by look: the map behind the panels takes long to change its theme.
describe("the settings have no fault, with their lists, records and new ones,", () => {
  let page: Page;
  const screens: string[] = [];
  beforeAll(async () => {
    ({ page } = await openAs(browser, product, "super_admin"));
    await page.goto(`${product.url}/analyses`);
    await page.getByRole("row").nth(1).waitFor();
  });
  afterAll(() => page.context().close());

  test("which are found", async () => {
    for (const { id, address } of settings) {
      await goTo(page, address);
      await page.locator(`[data-panel="${id}"]`).waitFor();
      const row = page.getByRole("grid").getByRole("row").nth(1);
      const record = (await row.count()) > 0 ? await recordOf(page, row) : null;
      screens.push(address, ...(record ? [record] : []));
      if (await mayCreate(page, address)) screens.push(`${address}?id=new`);
    }
    screens.push(...further);
    // A list, a record and a new one of most panels.
    expect(screens.length).toBeGreaterThan(2 * settings.length);
  });

  test.each(looks.map((look) => [look.look, look] as const))("%s", async (_name, look) => {
    const show = (to: string) => goTo(page, to);
    expect(await faultsInLook(page, look, () => screens, show)).toEqual([]);
  });
});

/** The address a row opens; null where it opens none. */
async function recordOf(page: Page, row: Locator): Promise<string | null> {
  await row.focus();
  await page.keyboard.press("Enter");
  await settled(page);
  const { pathname, search } = new URL(page.url());
  return search === "" ? null : pathname + search;
}

/** Whether `?id=new` opens a form rather than saying that there is no such record. */
async function mayCreate(page: Page, address: string): Promise<boolean> {
  await goTo(page, `${address}?id=new`);
  const forms = await page.getByRole("form").count();
  return forms > 0 && (await page.getByRole("form", { name: "Not found" }).count()) === 0;
}
