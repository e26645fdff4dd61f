// A real block of tables in northern Chile, from its KML to a drone's file: areas drawn on the map, a campaign, its
// routes flown with the slider, hovered, changed with the mouse, and opened again.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import type { FlightRouteRecord } from "../../src/domain/flight/route/flight-route-record.ts";
import { openRoutes } from "../../src/domain/flight/format/route-open.ts";
import { sharedData } from "../fixtures/shared-data.ts";
import { patient } from "../fixtures/patience.ts";
import { ask, send } from "./ask.ts";
import { sharedBrowser, openAs, ownProduct, settled, tokenOf } from "./browser.ts";
import { openPanel, placeOnMap } from "./workbench.ts";

const product = await ownProduct();
const shared = sharedData();
const soon = { timeout: patient(30_000) };
const browser = await sharedBrowser();

type Place = readonly [number, number];
type Plant = {
  readonly id: number;
  readonly customer_id: number;
  readonly flight_polygons: { readonly coordinates: Place[][][] } | null;
  readonly take_off_positions: readonly { readonly place: Place }[];
};
type Campaign = { readonly id: number; readonly metrics: Record<string, number> | null };
type Box = readonly [west: number, south: number, east: number, north: number];

/** The box of all coordinates in a KML file, read as text. */
async function boxOfKml(path: string): Promise<Box> {
  const text = await readFile(path, "utf8");
  const places = [...text.matchAll(/(-\d+\.\d+),(-\d+\.\d+)/g)].map(([, lon, lat]) => [
    Number(lon),
    Number(lat),
  ]);
  const of = (axis: 0 | 1) => places.map((place) => place[axis]!);
  return [Math.min(...of(0)), Math.min(...of(1)), Math.max(...of(0)), Math.max(...of(1))];
}

const grown = ([west, south, east, north]: Box, by: number): Box => [
  west - by,
  south - by,
  east + by,
  north + by,
];
const corners = ([west, south, east, north]: Box): Place[] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
];

/** Where a place is on the screen, from the camera of the address. */
async function pixelOf(page: Page, place: Place): Promise<{ x: number; y: number }> {
  const box = (await page.locator("canvas").first().boundingBox())!;
  return placeOnMap(page, { x: box.x + box.width / 2, y: box.y + box.height / 2 }, place);
}

/** Waits until the map rests and the address has its camera. */
async function rested(page: Page): Promise<void> {
  await settled(page);
  const camera = () => new URL(page.url()).searchParams.get("at");
  let before: string | null = null;
  const isSame = () => {
    const now = camera();
    const same = now !== null && now === before;
    before = now;
    return same;
  };
  // The address gets the camera a moment after the map has come to rest.
  await expect.poll(isSame, { ...soon, interval: 500 }).toBe(true);
}

async function clickPlaces(page: Page, places: readonly Place[]): Promise<void> {
  for (const place of places) {
    const { x, y } = await pixelOf(page, place);
    await page.mouse.click(x, y);
  }
}

async function drag(page: Page, from: Place, to: Place): Promise<void> {
  const [begin, end] = [await pixelOf(page, from), await pixelOf(page, to)];
  await page.mouse.move(begin.x, begin.y);
  await page.mouse.down();
  await page.mouse.move((begin.x + end.x) / 2, (begin.y + end.y) / 2, { steps: 3 });
  await page.mouse.move(end.x, end.y, { steps: 3 });
  await page.mouse.up();
}

describe.skipIf(shared === null)("with the shared plant geometry", () => {
  test("a planner flies the Chilean block from drawn areas to a file for the drone", async () => {
    const { page, faults } = await openAs(browser, product, "admin");
    await page.goto(`${product.url}/plants`);
    const token = await tokenOf(page);
    const [known] = (await ask<Plant[]>(product, token, "/auth/plants")).body;
    const kml = join(shared ?? "", "plant-geometry/pampa/Mesa_BP-A-1.kml");
    const block = await boxOfKml(kml);
    const { id } = await send<Plant>(product, token, "/auth/plant", {
      name: "BP-A-1",
      technology: "photovoltaic",
      nominal_capacity: 1,
      mounting_type: "tracked",
      lon: (block[0] + block[2]) / 2,
      lat: (block[1] + block[3]) / 2,
      customer_id: known!.customer_id,
    });
    await page.goto(`${product.url}/plant/${id}`);
    await page.getByRole("button", { name: "Import digital twin" }).first().click();
    await page.locator("input[type=file]").setInputFiles(kml);
    await page.getByRole("button", { name: "Import 1 file" }).click();
    await page.getByText("The import is complete.").waitFor(soon);
    await page.getByRole("button", { name: "Show on the map" }).first().click();
    await openPanel(page, "Flight planning");
    const panel = page.getByRole("region", { name: "Flight planning" });
    await settled(page);
    await page.getByRole("button", { name: "Zoom out" }).click();
    await rested(page);

    // The flight polygon surrounds the tables, the no-fly polygon lies between its edge and them.
    const outer = corners(grown(block, 0.0004));
    await panel.getByRole("button", { name: "Flight polygon", exact: true }).click();
    await clickPlaces(page, [...outer, outer[0]!]);
    await panel.getByText("Flight polygon 1").waitFor();
    const [mast, middle] = [block[0] - 0.0002, (block[1] + block[3]) / 2];
    const small = corners(grown([mast, middle, mast, middle], 0.0001));
    await panel.getByRole("button", { name: "No-fly polygon", exact: true }).click();
    await clickPlaces(page, [...small, small[0]!]);

    await panel.getByText("No-fly polygon 1").waitFor();
    await panel.getByRole("button", { name: "Take-off position", exact: true }).click();
    await clickPlaces(page, [[block[0] - 0.0006, block[1] - 0.0001]]);
    await panel.getByText("Take-off position 1").waitFor();
    await panel.getByRole("button", { name: "Save areas" }).click();
    await page.getByText("The flight areas are saved.").waitFor();
    const saved = (await ask<Plant>(product, token, `/auth/plant/${id}`)).body;
    const ring = saved.flight_polygons!.coordinates[0]![0]!;
    expect(ring).toHaveLength(5);
    // What was clicked is what was saved: to a pixel, about half a metre here.
    expect(Math.min(...ring.map(([lon]) => lon))).toBeCloseTo(block[0] - 0.0004, 4);
    expect(saved.take_off_positions).toHaveLength(1);

    await panel.getByRole("radio", { name: "Campaigns" }).click();
    await panel.getByRole("button", { name: "New flight campaign" }).click();
    await panel.getByRole("textbox", { name: /Name/ }).fill("Block");
    await panel.getByRole("button", { name: "Create campaign" }).click();
    const campaign = panel.getByRole("region", { name: "Block" });
    await campaign.getByText("ready", { exact: true }).waitFor(soon);
    const campaigns = `/auth/plant/${id}/flight-campaigns`;
    const [made] = (await ask<Campaign[]>(product, token, campaigns)).body;
    expect(made!.metrics).toMatchObject({ components_outside: 0 });
    expect(made!.metrics!["coverage_percent"]).toBeGreaterThan(97);
    await campaign.getByRole("button", { name: "Show routes" }).click();
    const routes = page.getByRole("region", { name: "Flight routes", exact: true });
    await routes.getByText(/sort(ie|ies), \d+ lines with photos/).waitFor();
    const read = async () =>
      (
        await ask<FlightRouteRecord[]>(
          product,
          token,
          `/auth/flight-campaign/${made!.id}/flight-routes`,
        )
      ).body;
    const [before] = await read();

    // The slider flies from the ground to the ground.
    const slider = routes.getByRole("slider", { name: "Time of flight" });
    await slider.focus();
    await page.keyboard.press("ArrowRight");
    await routes.getByText("Taking off").waitFor();
    await page.keyboard.press("End");
    await routes.getByText("Landed").waitFor();

    // What is below the pointer is said beside it.
    await rested(page);
    const [from, to] = [before!.waypoints[2]!.place, before!.waypoints[3]!.place];
    const between: Place = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
    const at = await pixelOf(page, between);
    await page.mouse.move(at.x - 5, at.y);
    await page.mouse.move(at.x, at.y, { steps: 3 });
    const tip = page.getByRole("tooltip");
    await tip.getByText(/waypoint 4/).waitFor();
    expect(await tip.innerText()).toMatch(/min after take-off/);

    // A waypoint is dragged beside its place, undone, and dragged again; a leg gives a new one.
    await routes.getByRole("button", { name: `Edit waypoints of ${before!.name}` }).click();
    await rested(page);
    const beside: Place = [from[0] + 0.00003, from[1] + 0.00003];
    await drag(page, from, beside);
    await routes.getByText(/^Waypoint 3 of/).waitFor();
    const save = routes.getByRole("button", { name: "Save route" });
    await save.waitFor();
    await page.keyboard.press("Control+z");
    await save.waitFor({ state: "detached" });
    await drag(page, from, beside);
    // The next leg is a photo line: a turn is so short here that its middle is within reach of its ends.
    const next = before!.waypoints[4]!.place;
    const held: Place = [(to[0] + next[0]) / 2, (to[1] + next[1]) / 2];
    const pulled: Place = [held[0] - 0.00006, held[1]];
    await drag(page, held, pulled);
    await routes.getByText(/^Waypoint 5 of/).waitFor();
    await save.click();
    await page.getByText("The route is saved.").waitFor();
    const [after] = await read();
    expect(after!.waypoints).toHaveLength(before!.waypoints.length + 1);
    expect(after!.waypoints[2]!.place[0]).toBeCloseTo(beside[0], 5);
    expect(after!.waypoints[2]!.place[1]).toBeCloseTo(beside[1], 5);
    expect(after!.waypoints[4]!.place[0]).toBeCloseTo(pulled[0], 5);
    expect(after!.waypoints[4]!.place[1]).toBeCloseTo(pulled[1], 5);
    await routes.getByRole("button", { name: "End editing" }).click();

    await routes.getByRole("button", { name: `Download ${before!.name}` }).click();
    const download = page.waitForEvent("download");
    await page.getByRole("menuitem", { name: /DJI/ }).click();
    const kmz = await download;
    const [opened] = openRoutes(await readFile(await kmz.path()), kmz.suggestedFilename());
    expect(opened!.waypoints.map(({ place }) => place)).toEqual(
      after!.waypoints.map(({ place }) => place.map((degrees) => expect.closeTo(degrees, 8))),
    );
    // Before the import the plant has no twin to load.
    expect(faults.filter((fault) => !fault.includes("/field-geometry"))).toEqual([]);
  });
});
