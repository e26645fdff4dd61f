// The layout changes while somebody works: a phone is turned, a window is made narrow. Nothing begins again.
import type { Page } from "playwright";
import sharp from "sharp";
import { expect, test } from "vitest";
import { patient } from "../fixtures/patience.ts";
import { sharedBrowser, openAs, ownProduct } from "./browser.ts";
import { listObservations, openPanel, openViewersPlant } from "./workbench.ts";

const upright = { width: 390, height: 844 };
const wide = { width: 1280, height: 800 };
const onItsSide = { width: 844, height: 390 };
const product = await ownProduct();
const browser = await sharedBrowser({ isKeeping: true });

const panel = (page: Page) => page.locator("[data-panel=observations]");
const inSheet = (page: Page) => page.getByRole("button", { name: "Make the panel smaller" });

async function beginObservation(page: Page) {
  await openPanel(page, "Observations");
  await panel(page).getByRole("button", { name: "Add", exact: true }).waitFor();
  await page.locator("body").press("j");
  await panel(page).getByRole("button", { name: "Add", exact: true }).click();
  const form = panel(page).getByRole("form", { name: /^New observation: / });
  const notes = form.getByRole("textbox", { name: "Notes" });
  await notes.fill("Glass broken");
  const buffer = await sharp({
    create: { width: 64, height: 48, channels: 3, background: "#c08040" },
  })
    .jpeg()
    .toBuffer();
  await form
    .locator("input[type=file][accept^=image]")
    .first()
    .setInputFiles({ name: "tube.jpg", mimeType: "image/jpeg", buffer });
  await form.getByText("tube.jpg").waitFor();
  await notes.focus();
  return { form, notes };
}

test("a form keeps its text, its photo and the caret when a phone is turned and a window made narrow", async () => {
  const { page, faults } = await openViewersPlant(browser, product);
  const { form, notes } = await beginObservation(page);
  for (const size of [upright, onItsSide, wide, upright, wide]) {
    await page.setViewportSize(size);
    const sheets = size === wide ? 0 : 1;
    await expect.poll(() => inSheet(page).count()).toBe(sheets);
    await form.getByText("tube.jpg").waitFor();
    expect(await notes.inputValue()).toBe("Glass broken");
    expect(await notes.evaluate((field) => field === document.activeElement)).toBe(true);
  }
  await page.keyboard.type(" at the end");
  expect(await notes.inputValue()).toContain(" at the end");
  // What is asked about in a dialog stays as well.
  await page.getByRole("button", { name: "Take offline" }).click();
  const wizard = page.getByRole("dialog", { name: /^Take .+ offline$/ });
  await wizard.waitFor();
  await page.setViewportSize(upright);
  await expect.poll(() => page.locator("nav[aria-label=Panels] button").count()).toBeGreaterThan(3);
  expect(await wizard.isVisible()).toBe(true);
  await page.keyboard.press("Escape");
  await wizard.waitFor({ state: "detached" });
  await form.getByRole("button", { name: "Save" }).click();
  await form.waitFor({ state: "detached" });
  await panel(page)
    .getByText(/ at the end/)
    .first()
    .waitFor();
  expect(faults).toEqual([]);
  await page.context().close();
});

test("a phone on its side shows the panel beside the map, and over all of it on demand", async () => {
  const { page, faults } = await openViewersPlant(browser, product);
  await page.setViewportSize(onItsSide);
  await openPanel(page, "Observations");
  await panel(page).getByRole("status").first().waitFor();
  const beside = (await panel(page).boundingBox())!;
  const legend = page.getByRole("region", { name: "Legend" });
  const left = (await legend.boundingBox())!;
  expect(beside.x).toBeGreaterThanOrEqual(left.x + left.width);
  expect(beside.height).toBeGreaterThan(onItsSide.height / 2);
  await page.getByRole("button", { name: "Make the panel larger" }).click();
  await expect.poll(async () => (await panel(page).boundingBox())?.width).toBe(onItsSide.width);
  await page.getByRole("button", { name: "Make the panel smaller" }).click();
  await expect.poll(async () => (await panel(page).boundingBox())?.x).toBe(beside.x);
  expect(faults).toEqual([]);
  await page.context().close();
});

test("a table on a phone on its side has room for four rows, and leads back to the map", async () => {
  const { page, faults } = await openViewersPlant(browser, product);
  await page.setViewportSize(onItsSide);
  await openPanel(page, "Table");
  const table = page.locator("[data-panel=table]");
  await table.getByRole("row").nth(5).waitFor();
  const inView = () =>
    table.getByRole("row").evaluateAll((rows) => {
      const [head, ...others] = rows.map((row) => row.getBoundingClientRect());
      const isInView = ({ top, bottom }: DOMRect) =>
        top >= head!.bottom - 1 && bottom <= window.innerHeight;
      return others.filter(isInView).length;
    });
  await expect.poll(inView).toBeGreaterThanOrEqual(4);
  await table.getByRole("button", { name: "Close Table" }).click();
  await openPanel(page, "Observations");
  expect(faults).toEqual([]);
  await page.context().close();
});

test("lists on a phone on its side have room for four rows once their tools are scrolled away", async () => {
  const { page, faults } = await openAs(browser, product, "analyst", { ...onItsSide, touch: true });
  await page.goto(`${product.url}/plants`);
  await page
    .getByRole("link", { name: /Llano Grande/ })
    .first()
    .click();
  const bar = page.getByRole("navigation", { name: "Panels" });
  for (const name of ["Find", "Observations", "Findings"]) {
    await bar.getByRole("button", { name, exact: true }).click();
    // Days are few: each observation has a row.
    if (name === "Observations") await listObservations(page);
    const shown = page.locator("section[data-panel]").filter({ hasText: name });
    const rows = shown.locator("ol > li");
    await rows.nth(3).waitFor({ timeout: patient(60_000) });
    const inView = () =>
      rows.evaluateAll((all) => {
        all[0]?.scrollIntoView({ block: "start" });
        const top = document.querySelector("section[data-panel] header")!.getBoundingClientRect();
        return all
          .map((row) => row.getBoundingClientRect())
          .filter((row) => row.top >= top.bottom - 1 && row.bottom <= window.innerHeight).length;
      });
    await expect.poll(inView, { message: name }).toBeGreaterThanOrEqual(4);
  }
  expect(faults).toEqual([]);
  await page.context().close();
});

test("a form of the settings keeps what was written", async () => {
  const { page, faults } = await openAs(browser, product, "admin");
  await page.goto(`${product.url}/settings/user-profile`);
  const field = page.getByRole("textbox", { name: /name/i }).first();
  await field.fill("Somebody Else");
  await page.setViewportSize(upright);
  await inSheet(page).waitFor();
  expect(await field.inputValue()).toBe("Somebody Else");
  await page.setViewportSize(wide);
  await expect.poll(() => inSheet(page).count()).toBe(0);
  expect(await field.inputValue()).toBe("Somebody Else");
  expect(faults).toEqual([]);
  await page.context().close();
});

test("a plant that does not arrive says so, and can be loaded again", async () => {
  const { page } = await openViewersPlant(browser, product);
  const path = new URL(page.url()).pathname;
  const twin = /\/field-geometry$/;
  let asked = 0;
  // The request is taken, and nothing comes back.
  await page.route(twin, () => {
    asked += 1;
  });
  await page.goto(product.url + path);
  const late = page.getByRole("alert").filter({ hasText: "Loading takes longer than usual" });
  await late.waitFor({ timeout: patient(60_000) });
  expect(await page.getByText("Loading plant").count()).toBe(0);
  expect(asked).toBeGreaterThan(0);
  await page.unroute(twin);
  await late.getByRole("button", { name: "Try again" }).click();
  await page
    .getByRole("region", { name: "Legend" })
    .getByRole("status")
    .filter({ hasText: /[1-9]\d*.* of .*in view/ })
    .waitFor();
  expect(await late.count()).toBe(0);
  await page.context().close();
});
