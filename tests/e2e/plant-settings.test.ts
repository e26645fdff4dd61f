// Staff set a plant up: properties of its components, key figures, blueprints, and whose it is.
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { keyFiguresOf } from "../../src/domain/key-figure/key-figure.ts";
import { patient } from "../fixtures/patience.ts";
import { ask } from "./ask.ts";
import { sharedBrowser, openAs, ownProduct, tokenOf } from "./browser.ts";
import { countsInView } from "./workbench.ts";

const product = await ownProduct();
const browser = await sharedBrowser();

type Plant = { id: number; name: string; customer_id: number; customer_name: string };
type Analysis = { id: number; key_figure_ids: number[]; visibility: string };

async function plantNamed(page: Page, name: string): Promise<Plant> {
  const { body } = await ask<Plant[]>(product, await tokenOf(page), "/auth/plants");
  const plant = body.find((one) => one.name === name);
  if (!plant) throw new Error(`there is no plant ${name}`);
  return plant;
}

const settings = (page: Page) => page.getByRole("region", { name: "Plant settings" });

test("the settings of a plant open beside it, and the map stays as it was", async () => {
  const { page, faults } = await openAs(browser, product, "super_admin");
  await page.goto(`${product.url}/plants`);
  const { id } = await plantNamed(page, "Valdesol");
  await page.goto(`${product.url}/plant/${id}?panel=layers`);
  await countsInView(page);
  const view = () => new URL(page.url()).searchParams.get("key_figure");
  await expect.poll(view, { timeout: patient(30_000) }).not.toBeNull();
  const map = page.locator("canvas.maplibregl-canvas");
  await map.evaluate((element) => element.setAttribute("data-same", "yes"));
  const rail = page.getByRole("navigation", { name: "Panels" });
  await rail.getByRole("button", { name: "Plant settings" }).click();
  await settings(page).getByRole("heading", { name: "Valdesol" }).waitFor();
  const [left, right] = [await map.boundingBox(), await settings(page).boundingBox()];
  expect(left?.width).toBeGreaterThan(250);
  expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThanOrEqual(right?.x ?? 0);
  expect(view()).toBeNull();
  // A panel of the right side takes their place.
  await rail.getByRole("button", { name: "Component", exact: true }).click();
  await page.getByRole("region", { name: "Component", exact: true }).waitFor();
  expect(await settings(page).count()).toBe(0);
  expect(view()).not.toBeNull();
  expect(await page.locator("canvas[data-same]").count()).toBe(1);
  expect(faults).toEqual([]);
  await page.context().close();
});

test("a property with options is defined, ordered by keyboard, and stands on the component card", async () => {
  const { page, faults } = await openAs(browser, product, "super_admin");
  await page.goto(`${product.url}/plants`);
  const { id } = await plantNamed(page, "Valdesol");
  await page.goto(`${product.url}/plant/${id}/settings`);
  await settings(page).getByRole("button", { name: "New property" }).click();
  const form = settings(page).getByRole("form", { name: "New custom property" });
  await form.getByRole("textbox", { name: /^Name/ }).fill("Repair team");
  await form.getByRole("button", { name: /Components/ }).click();
  await page.getByRole("option", { name: "Absorber tubes" }).click();
  await form.getByRole("radio", { name: /^Options/ }).check({ force: true });
  await form.getByRole("button", { name: "Create" }).click();
  await form.getByText("Add at least one option.").waitFor();
  await form.getByRole("button", { name: "Add option" }).click();
  await form.getByLabel("Option 1", { exact: true }).fill("North");
  await form.getByLabel("Option 1", { exact: true }).press("Enter");
  await form.getByLabel("Option 2", { exact: true }).fill("north ");
  await form.getByRole("button", { name: "Create" }).click();
  await form.getByText("“north” appears twice.").waitFor();
  await form.getByLabel("Option 2", { exact: true }).fill("South");
  // Unsaved: leaving is asked about, and staying keeps what was typed.
  await page.getByRole("link", { name: "Back to overview" }).click();
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: /stay|keep editing/i })
    .click();
  await form.getByRole("button", { name: "Create" }).click();
  await settings(page).getByRole("form", { name: "Repair team" }).waitFor();
  await settings(page).getByRole("button", { name: "Back to the list" }).click();
  const tubes = settings(page).getByRole("list", { name: "Custom properties of absorber tubes" });
  const names = async () =>
    (await tubes.locator("button[aria-current] span").allInnerTexts()).map((text) => text.trim());
  const before = await names();
  expect(before.at(-1)).toBe("Repair team");
  const saved = page.waitForResponse(/custom-component-property-order$/);
  await tubes.getByRole("button", { name: "Move Repair team up" }).press("Enter");
  await expect
    .poll(names, { timeout: patient(15_000) })
    .toEqual([...before.slice(0, -2), "Repair team", before.at(-2)]);
  // The list shows the new order before the server has it.
  await saved;
  await page.reload();
  await tubes.waitFor();
  await expect
    .poll(names, { timeout: patient(15_000) })
    .toEqual([...before.slice(0, -2), "Repair team", before.at(-2)]);

  await page.getByRole("link", { name: "Back to overview" }).click();
  await countsInView(page);
  await page.keyboard.press("j");
  const card = page.getByRole("region", { name: "Custom properties" });
  await card.getByText("Repair team").waitFor();
  expect(await card.innerText()).toMatch(/Repair team\s+no value yet/);
  expect(faults).toEqual([]);
});

const all = keyFiguresOf("parabolic_trough").length;

test("a key figure that is switched off is gone for the customer, and back once it is on again", async () => {
  const viewer = await openAs(browser, product, "viewer");
  await viewer.page.goto(product.url);
  await viewer.page.waitForURL((url) => url.pathname.startsWith("/plant/"));
  const { id } = await plantNamed(viewer.page, "Valdesol");
  const asViewer = await tokenOf(viewer.page);
  const shown = async () => {
    const { body } = await ask<Analysis[]>(product, asViewer, `/auth/analyses-for-view/${id}`);
    return body[0]!;
  };
  const offered = async () => {
    await viewer.page.goto(`${product.url}/plant/${id}`);
    await viewer.page.getByRole("button", { name: /Key figure/ }).click();
    const options = viewer.page.getByRole("option");
    await options.first().waitFor();
    return (await options.allInnerTexts()).map((text) => text.split("\n")[0]);
  };
  expect(await offered()).toContain("Friction");
  const survey = await shown();
  const columns = await ask<{ key_figure_id: number; hash: string }[]>(
    product,
    asViewer,
    `/auth/analysis/${survey.id}/columns`,
  );

  const staff = await openAs(browser, product, "super_admin");
  const { page } = staff;
  await page.goto(`${product.url}/plant/${id}/settings?section=key_figures`);
  await settings(page).getByRole("searchbox", { name: "Search key figures" }).fill("friction");
  const off = settings(page).getByRole("switch", { name: "Friction" });
  await off.press("Space");
  await settings(page)
    .getByText(`${all - 1} of ${all} on`)
    .waitFor();

  expect(await offered()).not.toContain("Friction");
  const after = await shown();
  const [missing] = survey.key_figure_ids.filter((one) => !after.key_figure_ids.includes(one));
  const column = columns.body.find(({ key_figure_id }) => key_figure_id === missing);
  const direct = `/auth/analysis-result/${survey.id}/${missing}/column/${column?.hash}`;
  expect((await ask(product, asViewer, direct)).status).toBe(404);

  await settings(page).getByRole("button", { name: "Enable all" }).click();
  await settings(page).getByText(`${all} of ${all} on`).waitFor();
  expect(await offered()).toContain("Friction");
  expect([...viewer.faults, ...staff.faults]).toEqual([]);
});

test("a broken KML is refused with its reason and place, a sound one is drawn", async () => {
  const { page } = await openAs(browser, product, "super_admin");
  await page.goto(`${product.url}/plants`);
  const { id } = await plantNamed(page, "Llano Grande");
  await page.goto(`${product.url}/plant/${id}/settings?section=blueprints`);
  const file = (coordinates: string) => ({
    name: "roads.kml",
    mimeType: "application/vnd.google-earth.kml+xml",
    buffer: Buffer.from(
      `<kml xmlns="http://www.opengis.net/kml/2.2"><Document>\n<Placemark><name>Road</name>\n<LineString><coordinates>${coordinates}</coordinates></LineString></Placemark></Document></kml>`,
    ),
  });
  const input = settings(page).locator("input[type=file]");
  await input.setInputFiles(file("-6.118;38.614 -6.11,38.62"));
  const alert = settings(page).getByRole("alert");
  await alert.getByText("This cannot be imported as it is").waitFor();
  expect(await alert.innerText()).toMatch(/line 2.*feature 1|feature 1.*line 2/i);
  await settings(page).getByRole("button", { name: "Choose another file" }).click();
  await input.setInputFiles(file("-6.118,38.614 -6.11,38.62"));
  await settings(page).getByText("1 shape on the drawing").waitFor();
  await settings(page).getByRole("button", { name: "Import", exact: true }).click();
  await page.getByText("roads.kml was uploaded with 1 feature.").waitFor();
  const list = settings(page).getByRole("list", { name: "Blueprints" });
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    list.getByRole("button", { name: "Download roads.kml" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("roads.kml");
  await list.getByRole("button", { name: "Delete roads.kml" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("roads.kml was deleted.").waitFor();
});

test("a plant given to another customer is gone for its former user on the next request", async () => {
  const field = await openAs(browser, product, "field");
  await field.page.goto(`${product.url}/plants`);
  const plant = await plantNamed(field.page, "Cerro Pardo");
  const asField = await tokenOf(field.page);
  const seen = async () => (await ask(product, asField, `/auth/plant/${plant.id}`)).status;
  expect(await seen()).toBe(200);

  const { page, faults } = await openAs(browser, product, "super_admin");
  const give = async (to: string) => {
    await page.goto(`${product.url}/settings/plants?id=${plant.id}`);
    const form = page.getByRole("form", { name: "Cerro Pardo" });
    await form.getByRole("button", { name: /Customer/ }).click();
    await page.getByRole("option", { name: to }).click();
    await form.getByRole("button", { name: "Save" }).click();
    const question = page.getByRole("alertdialog", { name: `Transfer Cerro Pardo to ${to}?` });
    await question.getByText("1 analysis with its results and images").waitFor();
    await question.getByRole("button", { name: "Transfer" }).click();
    await page.getByText("The plant was saved.").first().waitFor();
  };
  await give("Pampa Norte");
  expect(await seen()).toBe(404);
  await field.page.goto(`${product.url}/plant/${plant.id}`);
  await field.page.getByText("Plant not found").waitFor();
  await give("Sierra Clara");
  expect(await seen()).toBe(200);
  expect(faults).toEqual([]);
});
