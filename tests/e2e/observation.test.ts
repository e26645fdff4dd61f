// Observations in the browser: written with a photo, found, filtered, edited, two edits of one, drawn on the map,
// deleted and brought back, added to many components, and shown to somebody who may only read.
import sharp from "sharp";
import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { patient } from "../fixtures/patience.ts";
import { ask, send } from "./ask.ts";
import { sharedBrowser, openAs, ownProduct, settled, tokenOf } from "./browser.ts";
import * as workbench from "./workbench.ts";

const { countsInView, cursorAt, freePlace, legend, numberIn, openPanel, openViewersPlant } =
  workbench;

type Observation = {
  readonly id: number;
  readonly notes: string;
  readonly created_by_user: string | null;
  readonly fieldgeometry_component: { readonly dt_id: string; readonly component_type: string };
  readonly images: readonly (workbench.Placed & { readonly hash: string; file_name: string })[];
};

const product = await ownProduct();
/** The machine may be busy; what does not come at all still fails. */
const soon = { timeout: patient(20_000) };
const browser = await sharedBrowser();
let page: Page;
let faults: string[];
let token: string;
let plant: string;
beforeAll(async () => {
  ({ page, faults } = await openViewersPlant(browser, product));
  token = await tokenOf(page);
  plant = /\/plant\/(\d+)/.exec(page.url())![1]!;
});

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
  await form.getByRole("textbox", { name: "Manufacturer" }).fill("RX-4711");
  const photo = await sharp({
    create: { width: 640, height: 480, channels: 3, background: "#2b6" },
  })
    .jpeg()
    .toBuffer();
  await form.locator("input[type=file][accept^=image]").setInputFiles([
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

test("a photo on the map says what it is, and opens where it is pressed", async () => {
  await page.getByRole("button", { name: "Show Photos of observations" }).click();
  await legend(page).getByText("Photos of the listed observations").waitFor();
  await settled(page);
  const photos = (await list()).flatMap(({ images }) => images);
  const { x, y } = await freePlace(page, photos);
  await page.mouse.move(x, y);
  const tip = page.getByRole("tooltip");
  await tip.getByText(/^Photo: /).waitFor();
  const name = await tip.getByText(/\.jpg$/).innerText();
  expect(photos.map(({ file_name }) => file_name)).toContain(name);
  expect(await cursorAt(page, x, y)).toBe("pointer");
  await page.mouse.click(x, y);
  const dialog = page.getByRole("dialog", { name: /^Photos: / });
  await dialog.getByText(/^Photo 1 of \d+$/).waitFor();
  await dialog.getByRole("button", { name: "Show the observation" }).click();
  await panel().getByRole("article", { name: "Observation" }).waitFor();
  await panel().getByRole("button", { name: "Back to the list" }).click();
});

test("it is deleted, and undo brings back what was there", async () => {
  await openPanel(page, "Observations");
  await panel().getByRole("searchbox", { name: "Search notes and names" }).fill("Mine");
  await panel().getByRole("group", { name: "Observations" }).getByRole("button").first().click();
  const before = await list();
  const mine = before.find(({ notes }) => notes === "Mine")!;
  await panel().getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByText("1 observation was deleted.").waitFor();
  await panel().getByText("No observation meets the filters").waitFor();
  await expect.poll(async () => (await list()).length, soon).toBe(before.length - 1);
  await page.getByRole("button", { name: "Undo", exact: true }).last().click();
  await panel().getByRole("group", { name: "Observations" }).getByText("Mine").waitFor();
  // It is the same observation, with its ID, photos and author, and not a copy.
  await expect
    .poll(async () => (await list()).find(({ id }) => id === mine.id), soon)
    .toMatchObject({ notes: "Mine", images: mine.images, created_by_user: mine.created_by_user });
  await panel().getByRole("button", { name: "Clear", exact: true }).click();
});

test("one observation is added to each of the components within a lasso", async () => {
  await page
    .getByRole("navigation", { name: "Panels" })
    .getByRole("button", { name: "Component" })
    .click();
  await page.locator("[data-panel=component]").waitFor({ state: "detached" });
  await page.locator("body").press("0");
  await expect
    .poll(async () => {
      const { shown, all } = await countsInView(page);
      return shown === all;
    }, soon)
    .toBe(true);
  await settled(page);
  await page.locator("body").press("q");
  const map = (await page.locator("canvas").first().boundingBox())!;
  const at = (x: number, y: number) => [map.x + map.width * x, map.y + map.height * y] as const;
  const chip = page.getByRole("group", { name: "Selection" });
  await page.mouse.move(...at(0.42, 0.3));
  await page.mouse.down();
  for (const [x, y] of [
    [0.7, 0.3],
    [0.7, 0.62],
    [0.42, 0.62],
    [0.42, 0.31],
  ] as const) {
    await page.mouse.move(...at(x, y), { steps: 6 });
  }
  await page.mouse.up();
  const add = chip.getByRole("button", { name: "Add an observation to all selected" });
  await add.waitFor();
  const selected = numberIn(await chip.innerText());
  expect(selected).toBeGreaterThan(2000);
  const before = (await list()).length;
  await add.click();
  const form = panel().getByRole("form", { name: /^New observation: / });
  expect(numberIn(await form.getByRole("heading").first().innerText())).toBe(selected);
  await form.getByRole("textbox", { name: "Notes" }).fill("Washed on Tuesday");
  await form.getByRole("button", { name: "Save" }).click();
  await expect.poll(counts, { timeout: patient(60_000) }).toEqual({
    n: before + selected,
    of: before + selected,
  });
  await panel().getByRole("searchbox", { name: "Search notes and names" }).fill("Washed on");
  await expect.poll(counts, soon).toEqual({ n: selected, of: before + selected });
  expect(faults.filter((text) => !text.includes("409"))).toEqual([]);
});

test("who may only read sees list, photos and values, and no button that changes something", async () => {
  const admin = await openAs(browser, product, "super_admin");
  await admin.page.goto(product.url);
  await admin.page.getByRole("navigation").first().waitFor();
  const superToken = await tokenOf(admin.page);
  const { body: roles } = await ask<{ id: number; key: string }[]>(
    product,
    superToken,
    "/auth/permission-matrix",
  );
  const revoked = [
    "CREATE_OBSERVATION",
    "UPDATE_OBSERVATION",
    "DELETE_OBSERVATION",
    "UPLOAD_OBSERVATION_IMAGE",
  ];
  const role_id = roles.find(({ key }) => key === "customer_user")!.id;
  await send(product, superToken, "/auth/permission-matrix", { changes: [{ role_id, revoked }] });
  await admin.page.context().close();
  const reader = await openAs(browser, product, "field");
  await reader.page.goto(page.url());
  await openPanel(reader.page, "Observations");
  const seen = panel(reader.page);
  await seen.getByRole("searchbox", { name: "Search notes and names" }).fill("Getter is white");
  // The oldest one has a photo.
  const rows = seen.getByRole("group", { name: "Observations" }).getByRole("button");
  await rows.last().click();
  await seen.getByText("Getter is white: the vacuum is gone.").waitFor();
  const photo = seen.getByRole("button", { name: /^Open photo / });
  await photo.click();
  await reader.page.getByRole("dialog", { name: /^Photos: / }).waitFor();
  await reader.page.keyboard.press("Escape");
  const card = reader.page.locator("[data-panel=component]");
  await card.getByRole("region", { name: "Timeline" }).getByRole("listitem").first().waitFor();
  const changing = /^(Add$|Edit|Delete|Move to|Actions for photo|Add observation)/;
  for (const place of [seen, card]) {
    const names = await place.getByRole("button", { name: changing }).allInnerTexts();
    expect(names).toEqual([]);
  }
  await seen.getByRole("button", { name: "Back to the list" }).click();
  await seen.getByRole("button", { name: "Select several" }).click();
  await rows.first().click();
  await seen.getByRole("button", { name: "Select the components on the map" }).waitFor();
  expect(await seen.getByRole("button", { name: /^(Edit|Delete) the selected/ }).count()).toBe(0);
  expect(reader.faults).toEqual([]);
});
