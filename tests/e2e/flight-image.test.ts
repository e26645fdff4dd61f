// A module in the images of its flight: outlined in the best one, measured, exported.
import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { expect, test } from "vitest";
import { sharedBrowser, openAs, ownProduct, settled } from "./browser.ts";
import { countsInView, openFlightImages } from "./workbench.ts";

const product = await ownProduct();
const browser = await sharedBrowser();

/** Of the demo, which is the same everywhere: the first module above which its drone took images. */
const MODULE = "/plant/2?analysis=8&component=module~module-80460&panel=component";

test("a module is outlined in its best image, and an area of it is measured and exported", async () => {
  const { page, faults } = await openAs(browser, product, "analyst");
  await page.goto(product.url + MODULE);
  await countsInView(page);
  await openFlightImages(page);
  const dialog = page.getByRole("dialog", { name: /^Images of Module/ });
  const thermal = dialog.getByRole("group", { name: "Thermal" });
  await thermal.getByRole("img", { name: /^Thermal image DJI_/ }).waitFor({ state: "attached" });
  await expect.poll(() => thermal.locator("polygon").count()).toBe(1);
  await dialog.getByText(/K above a healthy neighbour\.$/).waitFor();
  // The whole picture fits its pane, and fills it.
  await dialog.getByRole("button", { name: "Show the whole image" }).click();
  const filled = async () => {
    const pane = (await thermal.boundingBox())!;
    const picture = (await thermal.getByRole("img").boundingBox())!;
    const isInside =
      picture.y >= pane.y - 1 && picture.y + picture.height <= pane.y + pane.height + 1;
    return isInside ? Math.max(picture.width / pane.width, picture.height / pane.height) : 0;
  };
  await expect.poll(filled).toBeGreaterThan(0.98);
  await dialog.getByRole("button", { name: "Zoom to the place" }).click();
  await settled(page);
  await dialog.getByRole("button", { name: /Pointer/ }).click();
  await page.getByRole("option", { name: "Area" }).click();
  await settled(page);
  const outline = (await thermal.locator("polygon").boundingBox())!;
  await page.mouse.move(outline.x + 4, outline.y + 4);
  await page.mouse.down();
  await page.mouse.move(outline.x + outline.width - 4, outline.y + outline.height - 4, {
    steps: 4,
  });
  await page.mouse.up();
  const cells = dialog.getByRole("row", { name: /^1 Area/ }).getByRole("cell");
  const [min = NaN, mean = NaN, max = NaN] = (await cells.allInnerTexts()).map(Number);
  // A hot cell in a module of which the rest is healthy.
  expect(min).toBeGreaterThan(20);
  expect(mean).toBeGreaterThan(min);
  expect(max - mean).toBeGreaterThan(5);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("button", { name: "CSV" }).click(),
  ]);
  const lines = (await readFile((await file.path()) ?? "", "utf8")).trimEnd().split("\r\n");
  expect([lines.length, lines[0]?.split(",").length]).toEqual([512, 640]);
  const hottest = Math.max(...lines.map((line) => Math.max(...line.split(",").map(Number))));
  expect(hottest).toBeGreaterThanOrEqual(max - 0.1);
  const [marked] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("button", { name: "Download with marks: Thermal" }).click(),
  ]);
  expect(marked.suggestedFilename()).toMatch(/_marks\.png$/);
  const png = await sharp((await marked.path()) ?? "").metadata();
  expect([png.width, png.height]).toEqual([640, 512]);
  // A higher emissivity means a colder object for the same counts.
  await dialog.getByRole("button", { name: /^Emissivity/ }).click();
  const emissivity = page.getByRole("textbox", { name: "Emissivity" });
  await emissivity.fill("1");
  await emissivity.press("Enter");
  await page.keyboard.press("Escape");
  await expect.poll(async () => Number((await cells.allInnerTexts())[2])).toBeLessThan(max - 1);
  // Escape in the field has closed the parameters around it, and not the dialog behind them.
  await emissivity.waitFor({ state: "detached" });
  const looks = dialog.getByText(/^View \d+ of \d+$/);
  const before = await looks.innerText();
  await thermal.press("l");
  await expect.poll(() => looks.innerText()).not.toBe(before);
  expect(faults).toEqual([]);
});
