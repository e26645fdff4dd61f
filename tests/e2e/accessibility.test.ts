// No screen has a fault that axe can find, in both themes, on a desk and on a phone. Every page is
// opened once and turned through the four looks: opening it is what takes the time.
import type { Locator, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { panels } from "../../src/panels/index.ts";
import { sharedBrowser, openAs, openPage, sharedProduct, settled } from "./browser.ts";
import { faultsOf } from "./faults.ts";
import { countsInView, legend, openPanel } from "./workbench.ts";

const product = await sharedProduct();
const browser = await sharedBrowser();

const looks = [
  { look: "light at 1440 px", width: 1440, height: 900, dark: false },
  { look: "dark at 1440 px", width: 1440, height: 900, dark: true },
  { look: "dark at 390 px", width: 390, height: 844, dark: true },
  { look: "light at 390 px", width: 390, height: 844, dark: false },
];

/** Panels seen together: on a desk one in each dock, on a phone one in the sheet. */
const onDesk = ["Find, Component, Table", "Filters, Statistics", "Layers", "Compare"];
const onPhone = ["Find", "Filters", "Layers", "Compare", "Component", "Table", "Statistics"];

/** The faults of a page in one look, each named by the look and by what `show` opened. */
async function faultsInLook(
  page: Page,
  { look, width, height, dark }: (typeof looks)[number],
  screens: (width: number) => readonly string[],
  show: (screen: string) => Promise<void>,
): Promise<string[]> {
  const faults: string[] = [];
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: dark ? "dark" : "light", reducedMotion: "reduce" });
  for (const screen of screens(width)) {
    await show(screen);
    await settled(page);
    // A theme changes nothing but colours: in the dark one only they are judged again.
    const found = await faultsOf(page, dark ? ["color-contrast"] : undefined);
    faults.push(...found.map((fault) => `${screen}, ${look}: ${fault}`));
  }
  return faults;
}

/** The faults of a page in every look. */
async function faultsInEveryLook(
  page: Page,
  screens: (width: number) => readonly string[],
  show: (screen: string) => Promise<void>,
): Promise<string[]> {
  const faults: string[] = [];
  for (const look of looks) faults.push(...(await faultsInLook(page, look, screens, show)));
  return faults;
}

/** Goes to an address without loading the page again. */
async function goTo(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, "", to), address);
  await settled(page);
}

/** An address of the list with something in the place of its parameters. */
const filledIn = (address: string) => address.replace(/:\w+/g, "app");

const open = panels.filter((panel) => panel.public);
test.each(open.map(({ id, address }) => [id, filledIn(address)]))(
  "the public page %s has no fault",
  async (id, address) => {
    const { page } = await openPage(browser);
    await page.goto(product.url + address);
    await page.getByRole("heading").or(page.getByRole("status")).first().waitFor();
    expect(
      await faultsInEveryLook(
        page,
        () => [id],
        async () => undefined,
      ),
    ).toEqual([]);
    await page.context().close();
  },
);

test("a fault is found where there is one", async () => {
  const { page } = await openPage(browser);
  await page.goto(product.url);
  await page.evaluate(() => {
    const pale = document.createElement("p");
    pale.textContent = "Pale";
    Object.assign(pale.style, { color: "#ccc", background: "#fff" });
    const image = document.createElement("img");
    image.src = "/favicon.svg";
    document.body.replaceChildren(image, pale);
  });
  const ids = (await faultsOf(page)).map((fault) => fault.split(":")[0]);
  expect(ids).toEqual(expect.arrayContaining(["image-alt", "color-contrast"]));
  const pale = (await faultsOf(page, ["color-contrast"])).map((fault) => fault.split(" ")[1]);
  expect(pale).toEqual(["p"]);
  await page.context().close();
});

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

  test.each(looks.map((look) => [look.look, look] as const))(
    "%s",
    async (_name, look) => {
      const show = (to: string) => goTo(page, to);
      expect(await faultsInLook(page, look, () => screens, show)).toEqual([]);
    },
    400_000,
  );
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

test("what opens over the page has no fault", async () => {
  const { page } = await openAs(browser, product, "super_admin");
  await page.goto(`${product.url}/settings/product-packages`);
  await page.getByRole("grid").getByRole("row").nth(1).waitFor();
  const entry = (menu: string, name: string) => async () => {
    await page.getByRole("button", { name: menu, exact: true }).click();
    await page.getByRole("menuitem", { name }).click();
    // Its code comes when it is first opened, and nothing on the page says so.
    await page.getByRole("dialog").waitFor();
  };
  const openings: Record<string, () => Promise<void>> = {
    // A phone lists the settings in the user's menu.
    "settings menu": async () => {
      const settings = page.getByRole("button", { name: "Settings", exact: true });
      const menu = (await settings.isVisible())
        ? settings
        : page.getByRole("button", { name: "User menu" });
      await menu.click();
    },
    "user menu": () => page.getByRole("button", { name: "User menu" }).click(),
    palette: () => page.keyboard.press("Control+k"),
    shortcuts: entry("User menu", "Keyboard shortcuts"),
    "release notes": entry("User menu", "What’s new"),
    "switch customer": entry("User menu", "Switch customer"),
    "leave question": async () => {
      await goTo(page, "/settings/product-packages?id=new");
      await page.getByRole("textbox", { name: "Name" }).fill("x");
      await page.keyboard.press("Escape");
      await page.getByRole("alertdialog").waitFor();
    },
  };
  const close = async () => {
    const discard = page.getByRole("button", { name: "Discard" });
    if (await discard.isVisible()) return discard.click();
    await page.keyboard.press("Escape");
    await settled(page);
  };
  const faults = await faultsInEveryLook(
    page,
    () => Object.keys(openings),
    async (name) => {
      await close();
      await openings[name]?.();
      await settled(page);
    },
  );
  expect(faults).toEqual([]);
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
    const unfold = legend(page).getByRole("button", { name: "Expand legend" });
    if (await unfold.isVisible()) await unfold.click();
    for (const panel of screen.split(", ")) await openPanel(page, panel);
  });
  expect(faults).toEqual([]);
  await page.context().close();
});
