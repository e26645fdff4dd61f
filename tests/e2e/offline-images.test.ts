// Images of a plant that was taken offline are seen without a network: on the card, in the viewer, in the lightbox.
import sharp from "sharp";
import type { Locator, Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { patient } from "../fixtures/patience.ts";
import { sharedBrowser, sharedProduct } from "./browser.ts";
import { goOnline, listObservations, openPanel, openViewersPlant } from "./workbench.ts";

const product = await sharedProduct();
const browser = await sharedBrowser({ isKeeping: true });
let page: Page;
beforeAll(async () => {
  ({ page } = await openViewersPlant(browser, product));
});

const SMALL = "Small image. The full size needs a network.";
/** Pixels of the file that is shown, 0 before it is. */
const shownWidth = (image: Locator) =>
  image.evaluate((one) => (one as HTMLImageElement).naturalWidth);

test("small images that were taken along are shown everywhere, and large ones again online", async () => {
  // A photo that others have, of more pixels than a small image.
  const buffer = await sharp({
    create: { width: 1600, height: 1200, channels: 3, background: "#3a5" },
  })
    .jpeg()
    .toBuffer();
  await page.locator("body").press("j");
  const card = page.getByRole("article", { name: "Component", exact: true });
  await card.waitFor();
  const panel = page.locator("[data-panel=observations]");
  const observe = async (notes: string) => {
    await openPanel(page, "Observations");
    await panel.getByRole("button", { name: "Add", exact: true }).click();
    const form = panel.getByRole("form", { name: /^New observation: / });
    await form.getByRole("textbox", { name: "Notes" }).fill(notes);
    await form
      .locator("input[type=file][accept^=image]")
      .setInputFiles([{ name: `${notes}.jpg`, mimeType: "image/jpeg", buffer }]);
    await form.getByRole("button", { name: "Save" }).click();
    await panel.getByText(notes).first().waitFor();
  };
  await observe("Before");

  await page.getByRole("button", { name: "Take offline" }).click();
  await page
    .getByRole("dialog", { name: /^Take .+ offline$/ })
    .getByRole("button", { name: "Take offline" })
    .click();
  const mark = page.getByRole("button", { name: "Offline", exact: true });
  await mark.waitFor({ timeout: patient(120_000) });
  const cut = () => page.route("**/api/**", (route) => route.abort("internetdisconnected"));
  await cut();
  await page.reload();

  await page.locator("body").press("j");
  await card.waitFor();
  const onCard = card.getByRole("button", { name: /^Open image: / });
  await onCard.getByText(SMALL).waitFor();
  const small = await shownWidth(onCard.locator("img"));
  expect(small).toBeGreaterThan(0);

  await onCard.click();
  const viewer = page.getByRole("dialog", { name: /^Images of / });
  await viewer.getByText(SMALL).first().waitFor();
  expect(await shownWidth(viewer.locator("figure img").first())).toBe(small);
  // It would be saved under the name of the large one.
  expect(await viewer.getByRole("button", { name: /^Download/ }).count()).toBe(0);
  await page.keyboard.press("Escape");

  const lightbox = async (notes: string) => {
    await listObservations(page);
    await panel.getByText(notes).first().click();
    await panel.getByRole("button", { name: `Open photo ${notes}.jpg` }).click();
    const large = page.getByRole("dialog").getByAltText(`${notes}.jpg`);
    await large.waitFor();
    return large;
  };
  const taken = await lightbox("Before");
  await page.getByRole("dialog").getByText(SMALL).waitFor();
  expect(await shownWidth(taken)).toBeLessThan(1600);
  await page.keyboard.press("Escape");

  // One's own is sent while the user stays offline.
  await panel.getByRole("button", { name: "Back to the list" }).click();
  await observe("Meanwhile");
  await page.unroute("**/api/**");
  await page.getByRole("button", { name: /^1 observation/ }).click();
  const outbox = page.getByRole("dialog");
  await outbox.getByRole("button", { name: "Send now" }).click();
  await outbox.getByText(/^Nothing is waiting/).waitFor({ timeout: patient(60_000) });
  await page.keyboard.press("Escape");
  await cut();
  const own = await lightbox("Meanwhile");
  expect(await shownWidth(own)).toBe(1600);
  expect(await page.getByRole("dialog").getByText(SMALL).count()).toBe(0);
  await page.keyboard.press("Escape");

  await page.unroute("**/api/**");
  await mark.click();
  await goOnline(page);
  await page.locator("body").press("j");
  await onCard.locator("img").waitFor();
  await onCard.getByText(SMALL).waitFor({ state: "detached" });
});
