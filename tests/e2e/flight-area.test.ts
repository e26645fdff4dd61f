// From drawn areas to routes: a planner draws where the drone may fly, and saves it.
import { readFile } from "node:fs/promises";
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { openRoutes } from "../../src/domain/flight/format/route-open.ts";
import { patient } from "../fixtures/patience.ts";
import { ask } from "./ask.ts";
import { sharedBrowser, openAs, sharedProduct, settled, tokenOf } from "./browser.ts";
import { openPanel } from "./workbench.ts";

const product = await sharedProduct();
const soon = { timeout: patient(20_000) };
const browser = await sharedBrowser();

type Plant = {
  readonly id: number;
  readonly name: string;
  readonly flight_polygons: { readonly coordinates: [number, number][][][] } | null;
  readonly no_fly_polygons: { readonly coordinates: unknown[] } | null;
};

type Route = { readonly waypoints: readonly { readonly place: [number, number] }[] };

/** Clicks on the map, relative to its middle in CSS pixels. */
async function clickMap(page: Page, ...places: [x: number, y: number][]): Promise<void> {
  const box = await page.locator("canvas").first().boundingBox();
  for (const [x, y] of places) {
    await page.mouse.click(box!.x + box!.width / 2 + x, box!.y + box!.height / 2 + y);
  }
}

test("a planner draws areas, sees faults while drawing, saves the areas, and generates routes", async () => {
  const { page, faults } = await openAs(browser, product, "admin");
  await page.goto(`${product.url}/plants`);
  const token = await tokenOf(page);
  const plants = (await ask<Plant[]>(product, token, "/auth/plants")).body;
  const { id } = plants.find(({ name }) => name === "Pampa Alta")!;
  const read = async () => (await ask<Plant>(product, token, `/auth/plant/${id}`)).body;
  await page.goto(`${product.url}/plant/${id}`);
  await openPanel(page, "Flight planning");
  const panel = page.getByRole("region", { name: "Flight planning" });
  await panel.getByText("Take-off position 1").waitFor();
  await settled(page);

  // What draws is loaded with the tool. Where that fails, a message says so, and the next use tries again.
  const drawing = "**/assets/area-modes*";
  await page.route(drawing, (route) => route.abort());
  await panel.getByRole("button", { name: "Flight polygon", exact: true }).click();
  await page.getByText(/The drawing tool could not be loaded/).waitFor();
  expect(faults.splice(0)).toEqual([expect.stringContaining("area-modes")]);
  await page.unroute(drawing);

  await clickMap(page, [-90, -90], [90, 90], [90, -90]);
  // This line would cross the first one.
  await clickMap(page, [-90, 90]);
  await page
    .getByText(/crosses itself at corner 1/)
    .first()
    .waitFor();
  await panel.getByRole("button", { name: "Remove the last corner" }).click();
  await panel.getByRole("button", { name: "Cancel drawing" }).click();
  await clickMap(page, [-90, -90], [90, -90], [90, 90], [-90, 90]);
  await panel.getByRole("button", { name: "Finish" }).click();
  await panel.getByText("Flight polygon 1").waitFor();

  await panel.getByRole("button", { name: "No-fly polygon", exact: true }).click();
  await clickMap(page, [-20, -20], [20, -20], [20, 20], [-20, 20], [-20, -20]);
  await panel.getByText("No-fly polygon 1").waitFor();

  // A hole is cut, its polygon is split beside it, and both are undone.
  await panel.getByRole("button", { name: "Hole", exact: true }).click();
  await clickMap(page, [40, -60], [70, -60], [70, -40], [40, -40], [40, -60]);
  await panel.getByRole("button", { name: "Split", exact: true }).click();
  await clickMap(page, [-110, 60], [110, 60]);
  await panel.getByRole("button", { name: "Finish" }).click();
  await panel.getByText("Flight polygon 2").waitFor();
  await page.keyboard.press("Control+z");
  await panel.getByText("Flight polygon 2").waitFor({ state: "detached" });
  await page.keyboard.press("Control+z");
  await panel.getByRole("button", { name: "Save areas" }).click();
  await page.getByText("The flight areas are saved.").waitFor();
  const saved = await read();
  expect(saved.flight_polygons!.coordinates[0]![0]).toHaveLength(5);
  expect(saved.no_fly_polygons!.coordinates).toHaveLength(1);

  // A corner is dragged, undone and moved by the keyboard.
  await panel.getByRole("button", { name: "Edit", exact: true }).click();
  const box = (await page.locator("canvas").first().boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x + 90, y - 90);
  await page.mouse.down();
  await page.mouse.move(x + 110, y - 100, { steps: 4 });
  await page.mouse.up();
  await panel.getByRole("button", { name: "Save areas" }).waitFor();
  await page.keyboard.press("Control+z");
  await panel.getByRole("button", { name: "Save areas" }).waitFor({ state: "detached" });
  await clickMap(page, [90, -90]);
  await page.locator("canvas").first().focus();
  await page.keyboard.press("Shift+ArrowRight");
  await panel.getByRole("button", { name: "Save areas" }).click();
  const corner = saved.flight_polygons!.coordinates[0]![0]![1]!;
  const moved = async () => (await read()).flight_polygons!.coordinates[0]![0]![1]!;
  // Ten metres to the east, in degrees of longitude at this latitude.
  const degrees = 10 / (111_320 * Math.cos((corner[1] * Math.PI) / 180));
  await expect.poll(async () => (await moved())[0] - corner[0], soon).toBeCloseTo(degrees, 6);

  // The areas go out as KML and come in again, beside those that are there.
  await panel.getByRole("button", { name: "Export areas" }).click();
  const savedFile = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "KML" }).click();
  const kml = await (await savedFile).path();
  const choose = async (buffer: Buffer) => {
    const choosing = page.waitForEvent("filechooser");
    await panel.getByRole("button", { name: "Choose file" }).click();
    await (await choosing).setFiles({ name: "areas.kml", mimeType: "text/xml", buffer });
  };
  const dialog = page.getByRole("dialog", { name: "Areas in areas.kml" });
  await choose(await readFile(kml));
  await expect.poll(() => dialog.getByText("Already there").count(), soon).toBe(3);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "detached" });

  // What a pilot calls "no sobrevuelo" is a no-fly polygon; what is not named is asked for.
  const square = (name: string, east: number) => {
    const [lon, lat] = [corner[0] + east, corner[1] + 0.02];
    const ring = [
      [0, 0],
      [0.001, 0],
      [0.001, 0.001],
      [0, 0.001],
      [0, 0],
    ]
      .map(([x = 0, y = 0]) => `${lon + x},${lat + y}`)
      .join(" ");
    return `<Placemark><name>${name}</name><Polygon><outerBoundaryIs><LinearRing><coordinates>${ring}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>`;
  };
  const other = `<kml><Document>${square("Zona de no sobrevuelo", 0)}${square("Mesa 4", 0.01)}</Document></kml>`;
  await choose(Buffer.from(other));
  await dialog.getByRole("button", { name: /No-fly polygon Kind of Zona de no/ }).waitFor();
  await dialog.getByRole("button", { name: /Kind of Mesa 4/ }).click();
  await page.getByRole("option", { name: "Flight polygon" }).click();
  await dialog.getByRole("button", { name: "Add 2 areas" }).click();
  await page.getByText("2 areas were added.").waitFor();
  // They keep the names that the file has.
  for (const name of ["Mesa 4", "Zona de no sobrevuelo"]) {
    await panel.getByText(name, { exact: true }).waitFor();
  }
  await panel.getByRole("button", { name: "Discard changes" }).click();
  await panel.getByText("Mesa 4").waitFor({ state: "detached" });

  // A take-off position is named in the list; the field keeps the focus, and an undo takes the name back.
  await panel.getByRole("button", { name: "Choose Take-off position 1" }).click();
  const name = panel.getByRole("textbox", { name: "Name of Take-off position 1" });
  for (const given of ["East gate", "West gate"]) {
    await name.fill(given);
    await name.press("Enter");
    await panel.getByRole("button", { name: `Choose ${given}` }).waitFor();
  }
  expect(await name.evaluate((field) => field === document.activeElement)).toBe(true);
  await panel.getByRole("button", { name: "Choose West gate" }).focus();
  await page.keyboard.press("Control+z");
  await panel.getByRole("button", { name: "Choose East gate" }).waitFor();
  expect(await name.inputValue()).toBe("East gate");
  await panel.getByRole("button", { name: "Save areas" }).click();
  await page.getByText("The flight areas are saved.").last().waitFor();

  await panel.getByRole("radio", { name: "Campaigns" }).click();
  await panel.getByRole("button", { name: "New flight campaign" }).click();
  await panel.getByRole("textbox", { name: /Name/ }).fill("Spring");
  await panel.getByRole("button", { name: "Create campaign" }).click();
  const campaign = panel.getByRole("region", { name: "Spring" });
  await campaign.getByText("ready", { exact: true }).waitFor();
  await campaign.getByRole("button", { name: "Show routes" }).click();

  // The drone's own file holds the route, and can be opened again.
  const routes = page.getByRole("region", { name: "Flight routes" });
  const row = routes.getByRole("list", { name: "Flight routes" }).getByRole("listitem").first();
  await row.getByText(/from East gate/).waitFor();
  await row.getByRole("button", { name: /Download/ }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: /DJI/ }).click();
  const kmz = await download;
  const [route] = openRoutes(await readFile(await kmz.path()), kmz.suggestedFilename());
  const current = `/auth/plant/${id}/current-flight-routes`;
  const [kept] = (await ask<Route[]>(product, token, current)).body;
  expect(route!.waypoints.map(({ place }) => place)).toEqual(
    kept!.waypoints.map(({ place }) => [expect.closeTo(place[0], 8), expect.closeTo(place[1], 8)]),
  );

  const rows = routes.getByRole("list", { name: "Flight routes" }).getByRole("listitem");
  const left = (await rows.count()) - 1;
  await row.getByRole("button", { name: /Delete route/ }).click();
  const question = page.getByRole("alertdialog").or(page.getByRole("dialog"));
  await question.getByRole("button", { name: "Delete", exact: true }).click();
  await question.waitFor({ state: "detached" });
  await expect.poll(() => rows.count()).toBe(left);
  expect(faults).toEqual([]);
});
