// What was typed into a panel stays when another panel takes its place, when it is closed, and when other
// components are opened; who leaves the plant is asked.
import type { Page } from "playwright";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { patient } from "../fixtures/patience.ts";
import { ask, remove } from "./ask.ts";
import { sharedBrowser, openAs, ownProduct, tokenOf } from "./browser.ts";
import { countsInView, openPanel } from "./workbench.ts";

type Observation = { readonly id: number; readonly notes: string };

const product = await ownProduct();
const soon = { timeout: patient(30_000) };
const browser = await sharedBrowser();
let page: Page;
let faults: string[];
let token: string;
let plant: string;
beforeAll(async () => {
  ({ page, faults } = await openAs(browser, product, "admin"));
  await page.goto(`${product.url}/plants`);
  token = await tokenOf(page);
  const { body } = await ask<{ id: number; plant_id: number; key_figure_ids: number[] }[]>(
    product,
    token,
    "/auth/analysis",
  );
  const analysis = body.find(({ key_figure_ids }) => key_figure_ids.includes(4))!;
  plant = String(analysis.plant_id);
  await page.goto(`${product.url}/plant/${plant}?analysis=${analysis.id}&key_figure=4`);
  await countsInView(page);
});

const panel = (id: string) => page.locator(`[data-panel=${id}]`);
const rail = () => page.getByRole("navigation", { name: "Panels" });
const unsaved = (title: string) =>
  rail().getByRole("button", { name: `${title}: unsaved changes`, exact: true });
const question = () => page.getByRole("alertdialog", { name: "Unsaved changes" });
const newForm = () => panel("observations").getByRole("form", { name: /^New observation: / });
const notes = () => newForm().getByRole("textbox", { name: "Notes" });
const photo = () => newForm().getByText("mirror.jpg");

/** A key while no field has the focus. */
async function pressOnPage(key: string): Promise<void> {
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  });
  await page.keyboard.press(key);
}

async function isAsItWas(text: string): Promise<void> {
  await photo().waitFor();
  expect(await notes().inputValue()).toBe(text);
}

test("a half-written observation stays behind another panel, behind a closed one, and on a phone", async () => {
  await openPanel(page, "Observations");
  await panel("observations").getByRole("button", { name: "Add", exact: true }).waitFor();
  await page.locator("body").press("j");
  await panel("observations").getByRole("button", { name: "Add", exact: true }).click();
  const create = { width: 64, height: 48, channels: 3, background: "#c08040" } as const;
  const buffer = await sharp({ create }).jpeg().toBuffer();
  await notes().fill("Mirror cracked");
  await newForm()
    .locator("input[type=file][accept^=image]")
    .setInputFiles({ name: "mirror.jpg", mimeType: "image/jpeg", buffer });
  await photo().waitFor();

  await openPanel(page, "Layers");
  await panel("layers").waitFor();
  expect(await newForm().count()).toBe(0);
  await unsaved("Observations").click();
  await isAsItWas("Mirror cracked");

  await panel("observations").getByRole("button", { name: "Close Observations" }).click();
  await panel("observations").waitFor({ state: "detached" });
  // The keys of a form that is not shown do nothing: it is neither closed nor saved.
  for (const key of ["Escape", "Control+s", "e"]) await pressOnPage(key);
  await isAsItWas("Mirror cracked");

  await pressOnPage("j");
  await panel("component").waitFor();
  await isAsItWas("Mirror cracked");

  await page.setViewportSize({ width: 390, height: 844 });
  await rail().getByRole("button", { name: "Layers" }).click();
  await panel("layers").waitFor();
  await unsaved("Observations").click();
  await isAsItWas("Mirror cracked");
  await page.setViewportSize({ width: 1280, height: 800 });
  await isAsItWas("Mirror cracked");
});

test("who leaves the plant is asked, and sees the form behind the panel when they stay", async () => {
  const here = new URL(page.url()).pathname;
  await openPanel(page, "Layers");
  await panel("layers").waitFor();
  await page.getByRole("link", { name: "Plants", exact: true }).first().click();
  await question().waitFor();
  await question().getByRole("button", { name: "Stay" }).click();
  await isAsItWas("Mirror cracked");
  expect(new URL(page.url()).pathname).toBe(here);
});

test("values typed for a component are kept while other components and forms are open", async () => {
  await openPanel(page, "Reference measurements");
  const form = panel("reference").getByRole("form");
  const name = await form.getAttribute("aria-label");
  const typed = form.getByRole("textbox", { name: "Notes" });
  await typed.fill("Measured by hand");
  const card = await panel("component").innerText();
  await pressOnPage("j");
  await expect.poll(() => panel("component").innerText(), soon).not.toBe(card);
  expect(await form.getAttribute("aria-label")).toBe(name);
  expect(await typed.inputValue()).toBe("Measured by hand");
  await openPanel(page, "Layers");
  await unsaved("Reference measurements").click();
  expect(await typed.inputValue()).toBe("Measured by hand");
  await form.getByRole("button", { name: "Cancel" }).click();
  await expect.poll(() => form.getAttribute("aria-label"), soon).not.toBe(name);
  await unsaved("Reference measurements").waitFor({ state: "detached" });
  await unsaved("Observations").click();
  await isAsItWas("Mirror cracked");
  await newForm().getByRole("button", { name: "Save" }).click();
  await unsaved("Observations").waitFor({ state: "detached" });
});

test("the form of an observation that somebody deletes meanwhile stays", async () => {
  const path = `/auth/plant/${plant}/observations?limit=5000`;
  const { body } = await ask<{ observations: Observation[] }>(product, token, path);
  const one = body.observations.find(({ notes: text }) => text === "Mirror cracked")!;
  await panel("observations").getByRole("button", { name: "Edit", exact: true }).click();
  const form = panel("observations").getByRole("form", { name: /^Edit observation: / });
  await form.getByRole("textbox", { name: "Notes" }).fill("Mirror cracked twice");
  await remove(product, token, `/auth/observation/${one.id}`);
  await form.getByRole("button", { name: "Save" }).click();
  await page
    .getByText(/Observation \d+ not found/)
    .first()
    .waitFor(soon);
  expect(await form.getByRole("textbox", { name: "Notes" }).inputValue()).toBe(
    "Mirror cracked twice",
  );
  await form.getByRole("button", { name: "Save" }).click();
  await form.waitFor({ state: "detached" });
  const after = (await ask<{ observations: Observation[] }>(product, token, path)).body;
  expect(
    after.observations
      .filter(({ notes: text }) => text.startsWith("Mirror"))
      .map((found) => found.notes),
  ).toEqual(["Mirror cracked twice"]);
  expect(faults.filter((fault) => !/404/.test(fault))).toEqual([]);
});
