// Records are kept beside the map: found, opened by the address, and nothing typed into them is lost.
import type { Page } from "playwright";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { patient } from "../fixtures/patience.ts";
import { sharedBrowser, openAs, sharedProduct } from "./browser.ts";

const product = await sharedProduct();
const browser = await sharedBrowser();
let page: Page;
beforeAll(async () => {
  ({ page } = await openAs(browser, product, "super_admin"));
});

const soon = { timeout: patient(15_000) };
const at = () => new URL(page.url()).pathname + new URL(page.url()).search;
const panel = (name: string) => page.getByRole("region", { name, exact: true });
const rows = () => page.getByRole("grid").getByRole("row");
const question = () => page.getByRole("alertdialog", { name: "Unsaved changes" });
const name = () => page.getByRole("textbox", { name: "Name" });
const packages = `${product.url}/settings/product-packages`;

beforeEach(async () => {
  await page.goto(packages);
  await rows().nth(1).waitFor();
});

/** Opens the first package and types into its name. */
async function typeInto(text: string): Promise<string> {
  await rows().nth(1).click();
  await name().waitFor();
  const before = await name().inputValue();
  await name().fill(text);
  return before;
}

test("the map of the world stays while one goes from panel to panel, and closing leads back", async () => {
  await page.goto(`${product.url}/analyses`);
  await page.getByRole("heading", { name: "Analyses" }).first().waitFor();
  await page.getByRole("button", { name: "Settings", exact: true }).click();
  await page.getByRole("menuitem", { name: "Product packages" }).click();
  await panel("Product packages").waitFor();
  // At first the panel is as wide as the window.
  expect((await panel("Product packages").boundingBox())?.width).toBeGreaterThan(1200);
  const canvas = page.locator("canvas").first();
  await page.getByRole("button", { name: "Show the map next to the panel" }).click();
  await canvas.waitFor();
  await canvas.evaluate((element) => element.setAttribute("data-same", "yes"));
  await page
    .getByRole("navigation", { name: "Settings" })
    .getByRole("link", { name: "Users" })
    .click();
  await panel("Users").waitFor();
  expect(await page.locator("canvas[data-same]").count()).toBe(1);
  await page.getByRole("button", { name: "Close Users" }).click();
  await expect.poll(at, soon).toBe("/analyses");
});

test("an address opens its record; one that does not exist says so", async () => {
  await rows().nth(1).click();
  const title = await page.getByRole("form").getByRole("heading", { level: 2 }).innerText();
  const address = page.url();
  await page.goto("about:blank");
  await page.goto(address);
  await page.getByRole("form", { name: title }).waitFor();
  await page.goto(`${packages}?id=999999`);
  await page.getByText("The entry was deleted, or the link is wrong.").waitFor();
});

test("searching knows no accents, says what matches nothing, and is reset", async () => {
  const search = page.getByRole("searchbox", { name: "Search" });
  const all = await rows().count();
  await search.fill("zzz nothing");
  await page.getByRole("heading", { name: "No matches" }).waitFor();
  await page.getByRole("button", { name: "Reset search and filters" }).click();
  await expect.poll(() => rows().count(), soon).toBe(all);
});

test("the arrow keys go from row to row, Enter opens, Escape closes and comes back", async () => {
  await rows().nth(1).focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByRole("form").waitFor();
  await expect.poll(at, soon).toMatch(/\?id=\d+$/);
  await page.keyboard.press("Escape");
  await expect.poll(at, soon).toBe("/settings/product-packages");
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-rowindex")), soon)
    .toBe("3");
});

test("whatever leads away from unsaved changes asks first, and staying keeps them", async () => {
  await typeInto("Not saved yet");
  const here = at();
  const ways: [string, () => Promise<unknown>][] = [
    ["a link", () => page.getByRole("link", { name: "Users" }).click()],
    ["the back button", () => page.evaluate(() => history.back())],
    ["Escape", () => page.keyboard.press("Escape")],
    [
      "closing the panel",
      () => page.getByRole("button", { name: "Close Product packages" }).click(),
    ],
    [
      "the palette",
      async () => {
        await page.keyboard.press("Control+k");
        await page.keyboard.type("diagnostics");
        await page.getByRole("menuitem", { name: "Diagnostics" }).waitFor();
        await page.keyboard.press("Enter");
      },
    ],
    [
      "signing out",
      async () => {
        await page.getByRole("button", { name: "User menu" }).click();
        await page.getByRole("menuitem", { name: "Sign out" }).click();
      },
    ],
    [
      "another language",
      async () => {
        await page.getByRole("button", { name: "Language" }).click();
        await page.getByRole("menuitem", { name: "Español" }).click();
      },
    ],
  ];
  for (const [way, go] of ways) {
    await go();
    await question().waitFor();
    await question().getByRole("button", { name: "Stay" }).click();
    await question().waitFor({ state: "detached" });
    expect(at(), way).toBe(here);
    expect(await name().inputValue(), way).toBe("Not saved yet");
  }
  const asked = page.waitForEvent("dialog");
  const closing = page.reload({ timeout: patient(5000) }).catch(() => null);
  const dialog = await asked;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.dismiss();
  await closing;
  expect(await name().inputValue()).toBe("Not saved yet");
  await page.getByRole("link", { name: "Users" }).click();
  await question().getByRole("button", { name: "Discard" }).click();
  await panel("Users").waitFor();
});

test("saving what was asked about goes on to where one wanted", async () => {
  const before = await typeInto("Renamed package");
  await page.getByRole("link", { name: "Users" }).click();
  await question().getByRole("button", { name: "Save" }).click();
  await panel("Users").waitFor();
  await page.goto(packages);
  await page.getByRole("row", { name: /Renamed package/ }).click();
  await name().fill(before);
  await page.keyboard.press("Control+s");
  await page.getByRole("form", { name: before }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("row", { name: new RegExp(before) }).waitFor();
});

test("what the server refuses is taken back in the list and kept in the form, at its field", async () => {
  const before = await typeInto("Refused package");
  const { promise: seen, resolve: proceed } = Promise.withResolvers<void>();
  await page.route("**/api/auth/product-package/*", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    await seen;
    return route.fulfill({
      status: 409,
      json: {
        error: "CONFLICT",
        code: "CONFLICT",
        message: "Not possible now.",
        problems: [{ reason: "name_taken", field: "name", message: "Taken by another." }],
      },
    });
  });
  const save = page.getByRole("form").getByRole("button", { name: "Save" });
  await expect.poll(() => save.isEnabled(), soon).toBe(true);
  const sent = page.waitForRequest(
    (request) => request.method() === "POST" && /product-package\/\d+$/.test(request.url()),
    soon,
  );
  await page.keyboard.press("Control+s");
  await sent;
  proceed();
  await page.getByText("Not possible now.", { exact: true }).waitFor();
  await page.unroute("**/api/auth/product-package/*");
  await page.getByRole("form").getByText("Taken by another.").waitFor();
  expect(await name().inputValue()).toBe("Refused package");
  await expect
    .poll(() => name().evaluate((element) => element === document.activeElement), soon)
    .toBe(true);
  await page.keyboard.press("Escape");
  await question().getByRole("button", { name: "Discard" }).click();
  await page.getByRole("row", { name: new RegExp(before) }).waitFor();
  expect(await page.getByRole("row", { name: /Refused package/ }).count()).toBe(0);
});

test("on a phone the panel is a sheet at full height, and the form takes the list's place", async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await rows().nth(1).click();
  await page.getByRole("form").waitFor();
  expect(await page.getByRole("grid").isVisible()).toBe(false);
  const box = await panel("Product packages").boundingBox();
  expect(box?.height).toBeGreaterThan(650);
  const scrolls = await page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  );
  expect(scrolls).toBe(false);
  await page.getByRole("button", { name: "Back to the list" }).click();
  await rows().nth(1).waitFor();
  await page.setViewportSize({ width: 1440, height: 900 });
});
