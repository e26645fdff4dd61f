// Two changes of one observation: the author chooses, and neither a change nor a photo is lost.
import sharp from "sharp";
import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { patient } from "../fixtures/patience.ts";
import { ask, send } from "./ask.ts";
import { sharedBrowser, ownProduct, tokenOf } from "./browser.ts";
import { openPanel, openViewersPlant } from "./workbench.ts";

type Stored = {
  readonly id: number;
  readonly notes: string;
  readonly external_id: string | null;
  readonly fieldgeometry_component: { readonly dt_id: string };
  readonly images: readonly { readonly hash: string }[];
  readonly observed_at: string;
  readonly revision: number;
  readonly file_ids: readonly string[];
};

const product = await ownProduct();
const browser = await sharedBrowser();
let page: Page;
let token: string;
let plant: string;
beforeAll(async () => {
  ({ page } = await openViewersPlant(browser, product));
  token = await tokenOf(page);
  plant = /\/plant\/(\d+)/.exec(page.url())![1]!;
  await openPanel(page, "Observations");
  await panel().getByRole("status").first().waitFor();
  await page.keyboard.press("j");
  await panel().getByRole("button", { name: "Add", exact: true }).click();
  const form = panel().getByRole("form", { name: /^New observation: / });
  await form.getByRole("textbox", { name: "Notes" }).fill("Bellows torn");
  await form.getByRole("button", { name: "Save" }).click();
  await page.getByText(/^The observation of .+ was created\.$/).waitFor();
});

const panel = () => page.locator("[data-panel=observations]");
const list = async () =>
  (
    await ask<{ observations: Stored[] }>(
      product,
      token,
      `/auth/plant/${plant}/observations?limit=5000`,
    )
  ).body.observations;

/** Opens the form of the newest observation, and stores another change of it meanwhile. */
async function cross(mine: string, theirs: string, photo?: Buffer) {
  const [stored] = await list();
  await panel().getByRole("button", { name: "Edit", exact: true }).click();
  const form = panel().getByRole("form", { name: /^Edit observation: / });
  await form.getByRole("textbox", { name: "Notes" }).fill(mine);
  if (photo) {
    await form
      .locator("input[type=file][accept^=image]")
      .setInputFiles([{ name: `${mine}.jpg`, mimeType: "image/jpeg", buffer: photo }]);
  }
  const path = `/auth/observation/${stored!.id}`;
  const { body } = await ask<Stored>(product, token, path);
  const { observed_at, file_ids, revision: base_revision } = body;
  const request = { file_ids, ccp_values: [], pi_values: [], analysis_id: null };
  await send(product, token, path, { observed_at, notes: theirs, request, base_revision });
  await form.getByRole("button", { name: "Save" }).click();
  return page.getByRole("alertdialog", { name: "Two changes of one observation" });
}

const picture = (background: string) =>
  sharp({ create: { width: 64, height: 48, channels: 3, background } })
    .jpeg()
    .toBuffer();

async function hashOf(photo: Buffer): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new Uint8Array(photo));
  return Buffer.from(digest).toString("hex");
}

test("a change that came first is shown beside the own one; the choice is stored with its photo", async () => {
  const [before] = await list();
  const photo = await picture("#b62");
  const dialog = await cross("Mine", "Theirs", photo);
  const row = dialog.getByRole("row", { name: /^Notes/ });
  await row.getByRole("radio", { name: "Theirs" }).waitFor();
  expect(await row.getByRole("radio", { name: "Mine" }).isChecked()).toBe(true);
  await dialog.getByText(/^Your new photo is sent with your choice\./).waitFor();
  // On the narrowest phone every choice can be reached, and each version has half of the width.
  await page.setViewportSize({ width: 360, height: 740 });
  const edges = async (name: string) => {
    const box = (await dialog.getByRole("button", { name }).boundingBox())!;
    return [box.x >= 16, box.x + box.width <= 344, box.height >= 44];
  };
  for (const name of ["Discard your change", "Keep both", "Save the choice"]) {
    await expect.poll(() => edges(name), { timeout: patient(15_000) }).toEqual([true, true, true]);
  }
  const widths = await row
    .getByRole("cell")
    .evaluateAll((cells) => cells.map((cell) => cell.clientWidth));
  expect(Math.min(...widths)).toBeGreaterThan(130);
  await page.setViewportSize({ width: 1440, height: 900 });
  // The role of customers may not overwrite.
  expect(await dialog.getByRole("button", { name: "Overwrite with your change" }).count()).toBe(0);
  await dialog.getByRole("button", { name: "Save the choice" }).click();
  await dialog.waitFor({ state: "detached" });
  await panel().getByRole("button", { name: "Open photo Mine.jpg" }).waitFor();
  const [after] = await list();
  expect(after!.notes).toBe("Mine");
  expect(after!.images.map(({ hash }) => hash)).toEqual([
    ...before!.images.map(({ hash }) => hash),
    await hashOf(photo),
  ]);
});

test("both changes are kept: the stored one, and the own one with its photo as a second observation", async () => {
  const [before] = await list();
  const photo = await picture("#26b");
  const dialog = await cross("Mine as well", "Theirs again", photo);
  await dialog.getByRole("button", { name: "Keep both" }).click();
  await dialog.waitFor({ state: "detached" });
  await panel().getByRole("button", { name: "Open photo Mine as well.jpg" }).waitFor();
  const all = await list();
  const theirs = all.find(({ id }) => id === before!.id);
  expect(theirs!.notes).toBe("Theirs again");
  expect(theirs!.images).toEqual(before!.images);
  const [mine, ...more] = all.filter(({ notes }) => notes === "Mine as well");
  expect(more).toEqual([]);
  expect(mine!.images.map(({ hash }) => hash)).toEqual([await hashOf(photo)]);
  expect(mine!.fieldgeometry_component).toEqual(before!.fieldgeometry_component);
  expect(mine!.external_id).not.toBe(theirs!.external_id);
});
