// Obstacles of a plant: a planner draws a power line, gives it a height, adds a mast from a file, and sees both in 3D.
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { patient } from "../fixtures/patience.ts";
import { ask } from "./ask.ts";
import { sharedBrowser, openAs, ownProduct, settled, tokenOf } from "./browser.ts";
import { openPanel, shareOfColour } from "./workbench.ts";

const product = await ownProduct();
const soon = { timeout: patient(30_000) };
const browser = await sharedBrowser();

/** Of lines and points that stand up, as the guide of colours has it: #a85a1e. */
const BROWN = [0xa8, 0x5a, 0x1e] as const;

type Plant = {
  readonly id: number;
  readonly name: string;
  readonly obstacles: readonly {
    readonly form: string;
    readonly places: readonly (readonly [number, number])[];
    readonly height_m: number | null;
    readonly name?: string | null;
  }[];
};

/** Clicks on the map, relative to its middle in CSS pixels. */
async function clickMap(page: Page, ...places: [x: number, y: number][]): Promise<void> {
  const box = (await page.locator("canvas").first().boundingBox())!;
  for (const [x, y] of places)
    await page.mouse.click(box.x + box.width / 2 + x, box.y + box.height / 2 + y);
}

/** A mast as other programs write it: its height in a property, its name in its own words. */
const mastFile = ([lon, lat]: readonly [number, number]) =>
  `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2"><Document><Placemark><name>Antena norte</name>
<ExtendedData><Data name="altura (m)"><value>30</value></Data></ExtendedData>
<Point><coordinates>${lon},${lat},0</coordinates></Point></Placemark></Document></kml>`;

test("a power line is drawn, saved with its height, and stands with a mast from a file on the map and in 3D", async () => {
  const { page, faults } = await openAs(browser, product, "admin");
  await page.goto(`${product.url}/plants`);
  const token = await tokenOf(page);
  const plants = (await ask<Plant[]>(product, token, "/auth/plants")).body;
  const { id } = plants.find(({ name }) => name === "Pampa Alta")!;
  const read = async () => (await ask<Plant>(product, token, `/auth/plant/${id}`)).body.obstacles;
  await page.goto(`${product.url}/plant/${id}`);
  await openPanel(page, "Flight planning");
  const panel = page.getByRole("region", { name: "Flight planning" });
  await panel.getByText("Take-off position 1").waitFor();
  await settled(page);
  const brown = () => shareOfColour(page, BROWN);
  const bare = await brown();

  // One corner is no line; two are.
  await panel.getByRole("button", { name: "Obstacle: line", exact: true }).click();
  await clickMap(page, [-90, -40]);
  await panel.getByRole("button", { name: "Finish" }).click();
  await page.getByText("A line has at least 2 corners. Click another one.").first().waitFor();
  await clickMap(page, [90, 40]);
  await panel.getByRole("button", { name: "Finish" }).click();
  const standing = panel.getByRole("region", { name: "Obstacles" });
  await standing.getByRole("button", { name: "Choose Obstacle 1 line, height missing" }).waitFor();

  // Without a height nothing is saved, and the panel says why.
  const missing = "The height of the obstacle is missing. Enter it in metres above ground";
  await panel.getByText(missing).first().waitFor();
  const save = panel.getByRole("button", { name: "Save areas" });
  expect(await save.getAttribute("aria-disabled")).toBe("true");
  await save.click({ force: true });
  expect(await read()).toEqual([]);

  const height = standing.getByRole("textbox", { name: /^Height of Obstacle 1 above ground/ });
  await height.fill("25");
  await height.press("Enter");
  await standing.getByRole("button", { name: "Choose Obstacle 1 line, 25 m high" }).waitFor();
  await panel.getByText(missing).waitFor({ state: "detached" });
  await save.click();
  await page.getByText("The flight areas are saved.").waitFor();
  const [wire, ...more] = await read();
  expect(more).toEqual([]);
  expect(wire).toMatchObject({ form: "line", height_m: 25 });
  expect(wire!.places).toHaveLength(2);
  // It runs from the north-west to the south-east, as it was clicked.
  const [from, to] = wire!.places as [[number, number], [number, number]];
  expect(to[0]).toBeGreaterThan(from[0]);
  expect(to[1]).toBeLessThan(from[1]);

  await page.reload();
  await openPanel(page, "Flight planning");
  await standing.getByRole("button", { name: "Choose Obstacle 1 line, 25 m high" }).waitFor();
  await settled(page);
  await expect.poll(brown, soon).toBeGreaterThan(bare + 0.0002);

  // A mast 40 m south of the middle of the line.
  const mast = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2 - 40 / 110_700] as const;
  const choosing = page.waitForEvent("filechooser");
  await panel.getByRole("button", { name: "Choose file" }).click();
  const buffer = Buffer.from(mastFile(mast));
  await (await choosing).setFiles({ name: "mast.kml", mimeType: "text/xml", buffer });
  const dialog = page.getByRole("dialog", { name: "Areas in mast.kml" });
  await dialog.getByRole("button", { name: /Obstacle Kind of Antena norte/ }).waitFor();
  const read_m = dialog.getByRole("textbox", { name: /^Height of Antena norte above ground/ });
  expect(await read_m.inputValue()).toBe("30");
  await dialog.getByRole("button", { name: "Add 1 area" }).click();
  await standing.getByRole("button", { name: "Choose Antena norte point, 30 m high" }).waitFor();
  await save.click();
  await expect.poll(async () => (await read()).length, soon).toBe(2);
  const added = (await read())[1]!;
  expect(added).toMatchObject({ form: "point", height_m: 30, name: "Antena norte" });
  expect(added.places).toEqual([[expect.closeTo(mast[0], 7), expect.closeTo(mast[1], 7)]]);

  // Chosen in the list, and then in 3D, both are drawn in their colour.
  await standing.getByRole("button", { name: /^Choose Obstacle 1/ }).click();
  await settled(page);
  await page.keyboard.press("Escape");
  await page.locator("canvas").first().focus();
  await page.keyboard.press("3");
  await page.getByRole("region", { name: "3D view" }).waitFor();
  const space = page.getByRole("region", { name: /^The plant in 3D/ });
  await space.waitFor();
  await expect.poll(brown, soon).toBeGreaterThan(0.0002);
  expect(faults).toEqual([]);
});
