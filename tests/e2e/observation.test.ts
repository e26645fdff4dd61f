// Observations in the browser: written with a photo, found, filtered, edited, two edits of one, drawn on the map.
import sharp from "sharp";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ask, send } from "./ask.ts";
import { launchBrowser, ownProduct, tokenOf } from "./browser.ts";
import { legend, numberIn, openPanel, openViewersPlant } from "./workbench.ts";

type Observation = {
  readonly id: number;
  readonly notes: string;
  readonly fieldgeometry_component: { readonly dt_id: string; readonly component_type: string };
  readonly images: readonly { readonly hash: string }[];
};

const product = await ownProduct();
/** The machine may be busy; what does not come at all still fails. */
const soon = { timeout: 20_000 };
let browser: Browser;
let page: Page;
let faults: string[];
let token: string;
let plant: string;
beforeAll(async () => {
  browser = await launchBrowser();
  ({ page, faults } = await openViewersPlant(browser, product));
  token = await tokenOf(page);
  plant = /\/plant\/(\d+)/.exec(page.url())![1]!;
});
afterAll(() => browser.close());

const panel = (on = page) => on.locator("[data-panel=observations]");
const list = async () =>
  (
    await ask<{ observations: Observation[] }>(
      product,
      token,
      `/auth/plant/${plant}/observations?limit=5000`,
    )
  ).body.observations;
/** "3 of 7". */
const counts = async () => {
  const [n = "", of = ""] = (await panel().getByRole("status").first().innerText()).split(" of ");
  return { n: numberIn(n), of: numberIn(of) };
};

test("an observation of the open component is written with a photo", async () => {
  await openPanel(page, "Observations");
  await panel().getByRole("status").first().waitFor();
  await page.keyboard.press("j");
  const before = (await list()).length;
  await panel().getByRole("button", { name: "Add", exact: true }).click();
  const form = panel().getByRole("form", { name: /^New observation: / });
  await form.getByRole("textbox", { name: "Notes" }).fill("Bellows torn at the north end");
  await form.getByRole("textbox", { name: "Serial number" }).fill("RX-4711");
  const photo = await sharp({
    create: { width: 640, height: 480, channels: 3, background: "#2b6" },
  })
    .jpeg()
    .toBuffer();
  await form.locator("input[type=file]").setInputFiles([
    { name: "bellows.jpg", mimeType: "image/jpeg", buffer: photo },
    { name: "notes.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF") },
  ]);
  await form.getByText("notes.pdf: Only JPEG, PNG and WebP images are supported.").waitFor();
  await form.getByRole("button", { name: "Save" }).click();
  await page.getByText(/^The observation of .+ was created\.$/).waitFor();
  await panel().getByRole("button", { name: "Open photo bellows.jpg" }).waitFor();
  const stored = await list();
  expect(stored).toHaveLength(before + 1);
  const digest = await crypto.subtle.digest("SHA-256", new Uint8Array(photo));
  expect(stored[0]!.images.map(({ hash }) => hash)).toEqual([Buffer.from(digest).toString("hex")]);
  expect(stored[0]!.notes).toBe("Bellows torn at the north end");
});

test("the photo opens in full size, and the card has the value and the entry in its timeline", async () => {
  await panel().getByRole("button", { name: "Open photo bellows.jpg" }).click();
  const dialog = page.getByRole("dialog", { name: /^Photos: / });
  await dialog.getByText(/^The photo does not say when it was taken/).waitFor();
  await dialog.getByText("The photo does not say where it was taken").waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  const card = page.locator("[data-panel=component]");
  await card.getByText("RX-4711").first().waitFor();
  const timeline = card.getByRole("region", { name: "Timeline" });
  await timeline.getByRole("button", { name: /Bellows torn/ }).waitFor();
});

test("it is edited in place, and the edit is undone", async () => {
  await panel().getByRole("button", { name: "Edit", exact: true }).click();
  const form = panel().getByRole("form", { name: /^Edit observation: / });
  await form.getByRole("textbox", { name: "Notes" }).fill("Bellows torn, glass intact");
  await form.getByRole("button", { name: "Save" }).click();
  await page.getByText(/^The observation of .+ was changed\.$/).waitFor();
  await panel().getByText("Bellows torn, glass intact").waitFor();
  await page.locator("body").press("Control+z");
  await panel().getByText("Bellows torn at the north end").waitFor();
  await expect
    .poll(async () => (await list())[0]?.notes, soon)
    .toBe("Bellows torn at the north end");
});

test("a change that came first is shown beside the own one", async () => {
  const [stored] = await list();
  await panel().getByRole("button", { name: "Edit", exact: true }).click();
  const form = panel().getByRole("form", { name: /^Edit observation: / });
  await form.getByRole("textbox", { name: "Notes" }).fill("Mine");
  const { body } = await ask<{ revision: number; observed_at: string }>(
    product,
    token,
    `/auth/observation/${stored!.id}`,
  );
  await send(product, token, `/auth/observation/${stored!.id}`, {
    observed_at: body.observed_at,
    notes: "Theirs",
    base_revision: body.revision,
  });
  await form.getByRole("button", { name: "Save" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Two changes of one observation" });
  const row = dialog.getByRole("row", { name: /^Notes/ });
  await row.getByRole("radio", { name: "Theirs" }).waitFor();
  expect(await row.getByRole("radio", { name: "Mine" }).isChecked()).toBe(true);
  // The role of customers may not overwrite.
  expect(await dialog.getByRole("button", { name: "Overwrite with your change" }).count()).toBe(0);
  await dialog.getByRole("button", { name: "Save the choice" }).click();
  await expect.poll(async () => (await list())[0]?.notes, soon).toBe("Mine");
  await dialog.waitFor({ state: "detached" });
});

test("the list is filtered by text and person", async () => {
  await panel().getByRole("button", { name: "Back to the list" }).click();
  const all = await counts();
  expect(all.n).toBe(all.of);
  await panel().getByRole("searchbox", { name: "Search notes and names" }).fill("Mine");
  await expect.poll(counts, soon).toEqual({ n: 1, of: all.of });
  await panel()
    .getByRole("searchbox", { name: "Search notes and names" })
    .fill("nowhere to be found");
  await panel().getByText("No observation meets the filters").waitFor();
  await panel().getByRole("button", { name: "Clear the filters" }).click();
  await expect.poll(counts, soon).toEqual(all);
});

test("the map draws observations, and the legend counts them", async () => {
  await openPanel(page, "Layers");
  await page.getByRole("button", { name: "Show Observations" }).click();
  const key = legend(page).getByRole("region", { name: "Observations" });
  const components = new Set((await list()).map((one) => one.fieldgeometry_component.dt_id)).size;
  await page.locator("body").press("0");
  await expect
    .poll(async () => key.getByRole("note").innerText(), soon)
    .toMatch(new RegExp(`^${components} of ${components} components in view`));
  expect(faults.filter((text) => !text.includes("409"))).toEqual([]);
});
