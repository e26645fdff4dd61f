// A mark in an image of the flight becomes an observation of the component that it lies on.
import { expect, test } from "vitest";
import { patient } from "../fixtures/patience.ts";
import { ask } from "./ask.ts";
import { sharedBrowser, openAs, ownProduct, settled, tokenOf } from "./browser.ts";
import { countsInView, openFlightImages } from "./workbench.ts";

const product = await ownProduct();
const browser = await sharedBrowser();

/** Of the demo: the first module above which its drone took images. */
const MODULE = "/plant/2?analysis=8&component=module~module-80460&panel=component";
/** The machine may be busy; what does not come at all still fails. */
const soon = { timeout: patient(20_000) };
const WORDS = "Cell 3 is hot, and its glass is dull";

test("a box in an image says on which module it lies, and becomes its observation", async () => {
  const { page, faults } = await openAs(browser, product, "analyst");
  await page.goto(product.url + MODULE);
  await countsInView(page);
  await openFlightImages(page);
  const dialog = page.getByRole("dialog", { name: /^Images of Module/ });
  const title = await dialog.getByRole("heading", { name: /^Images of/ }).innerText();
  const name = title.replace("Images of ", "").split(" · ")[0]!;
  const thermal = dialog.getByRole("group", { name: "Thermal" });
  await thermal.getByRole("img", { name: /^Thermal image DJI_/ }).waitFor({ state: "attached" });
  await expect.poll(() => thermal.locator("polygon").count(), soon).toBe(1);
  await dialog.getByRole("button", { name: /Mark/ }).first().click();
  await page.getByRole("option", { name: "Box" }).click();
  await settled(page);
  const outline = (await thermal.locator("polygon").boundingBox())!;
  const [x, y] = [outline.x + outline.width / 2, outline.y + outline.height / 2];
  await page.mouse.move(x - outline.width / 5, y - outline.height / 5);
  await page.mouse.down();
  await page.mouse.move(x + outline.width / 5, y + outline.height / 5, { steps: 4 });
  await page.mouse.up();
  const words = dialog.getByRole("textbox", { name: "Box: what do you see?" });
  await words.fill(WORDS);
  await words.press("Enter");
  const mark = dialog.getByRole("list", { name: /^Marks in DJI_/ }).getByRole("listitem");
  await mark.getByText(WORDS).waitFor();
  expect(await mark.innerText()).toContain(name);

  await mark.getByRole("button", { name: "Add observation" }).click();
  const form = page
    .locator("[data-panel=observations]")
    .getByRole("form", { name: /^New observation: / });
  const notes = form.getByRole("textbox", { name: "Notes" });
  await expect.poll(() => notes.inputValue(), soon).toContain(WORDS);
  await form.getByRole("button", { name: "Save" }).click();
  await page.getByText(/^The observation of .+ was created\.$/).waitFor();
  type Answer = {
    readonly observations: readonly {
      readonly notes: string;
      readonly fieldgeometry_component: { readonly dt_id: string };
    }[];
  };
  const path = "/auth/plant/2/observations?limit=5000";
  const { body } = await ask<Answer>(product, await tokenOf(page), path);
  const found = body.observations.filter((one) => one.notes.includes(WORDS));
  expect(found.map((one) => one.fieldgeometry_component.dt_id)).toEqual(["module-80460"]);

  // The mark is still there for the next one who opens the image.
  await page.goto(product.url + MODULE);
  await openFlightImages(page);
  await mark.getByText(WORDS).waitFor();
  expect(faults).toEqual([]);
});

test("a mark in a picture of a result is kept with its author, and means the component", async () => {
  const { page, faults } = await openAs(browser, product, "analyst");
  await page.goto(`${product.url}/plant/2?analysis=8`);
  await countsInView(page);
  const open = async () => {
    await page.keyboard.press("j");
    await page.getByRole("button", { name: "Open image: Thermal" }).click();
    return page.getByRole("dialog", { name: /^Images of Module/ });
  };
  let dialog = await open();
  const title = await dialog.getByRole("heading", { name: /^Images of/ }).innerText();
  const name = title.replace("Images of ", "").split(" · ")[0]!;
  // Without a pointer: the middle, then words.
  await dialog.getByRole("button", { name: "Mark the middle" }).press("Enter");
  await dialog.getByRole("textbox", { name: /what do you see/ }).fill("Whole module is warm");
  await page.keyboard.press("Enter");
  const mark = (words: string) =>
    dialog
      .getByRole("list", { name: /^Marks in .*thermal/ })
      .getByRole("listitem")
      .filter({ hasText: words });
  await mark("Whole module is warm").waitFor();
  expect(await mark("Whole module is warm").innerText()).toContain(name);

  await page.keyboard.press("Escape");
  await page.goto(`${product.url}/plant/2?analysis=8`);
  await countsInView(page);
  dialog = await open();
  await mark("Whole module is warm").waitFor();
  await dialog.getByRole("button", { name: /^Delete N1/ }).click();
  await mark("Whole module is warm").waitFor({ state: "detached" });
  expect(faults).toEqual([]);
});
