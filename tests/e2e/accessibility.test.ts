// No screen outside of the settings has a fault that axe can find. Every page is opened once and turned through
// the looks: opening it is what takes the time.
import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { panels } from "../../src/panels/index.ts";
import { everyNth, isEveryday } from "../fixtures/rounds.ts";
import { openAs, openPage, settled, sharedBrowser, sharedProduct } from "./browser.ts";
import { faultsOf } from "./faults.ts";
import { faultsInEveryLook, goTo } from "./looks.ts";
import { countsInView, legend, openPanel } from "./workbench.ts";

const product = await sharedProduct();
const browser = await sharedBrowser();

/** Panels seen together: on a desk one in each dock, on a phone one in the sheet. */
const everyDesk = ["Find, Component, Table", "Filters, Statistics", "Layers", "Compare"];
const onDesk = isEveryday ? everyDesk.slice(0, 1) : everyDesk;
const onPhone = ["Find", "Filters", "Layers", "Compare", "Component", "Table", "Statistics"];

/** An address of the list with something in the place of its parameters. */
const filledIn = (address: string) => address.replace(/:\w+/g, "app");

/** They are of one kind: the release looks at all of them. */
const open = everyNth(
  panels.filter((panel) => panel.public),
  isEveryday ? 4 : 1,
);
describe("the public pages have no fault:", () => {
  let page: Page;
  beforeAll(async () => {
    ({ page } = await openPage(browser));
  });
  afterAll(() => page.context().close());

  test.each(open.map(({ id, address }) => [id, filledIn(address)]))("%s", async (id, address) => {
    await page.goto(product.url + address);
    // Until its code is there, a page shows only that one waits.
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(
      await faultsInEveryLook(
        page,
        () => [id],
        async () => undefined,
      ),
    ).toEqual([]);
  });
});

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
