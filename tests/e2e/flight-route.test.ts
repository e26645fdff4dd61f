// A route on the map: flown with the slider, one waypoint moved, a bad one refused, printed and exported.
import { readFile } from "node:fs/promises";
import type { Page } from "playwright";
import sharp from "sharp";
import { expect, test } from "vitest";
import { rgbOf } from "../../src/domain/colour/colour.ts";
import { plainColours } from "../../src/domain/colour/palette.ts";
import { photoPoints } from "../../src/domain/flight/flown/photo-points.ts";
import type { FlightRouteRecord } from "../../src/domain/flight/route/flight-route-record.ts";
import { openRoutes } from "../../src/domain/flight/format/route-open.ts";
import { patient } from "../fixtures/patience.ts";
import { ask, send } from "./ask.ts";
import { sharedBrowser, openAs, ownProduct, tokenOf } from "./browser.ts";
import { boxAround, plannedPlant, type Campaign, type Plant } from "./flight-plan.ts";
import { openPanel, shareOfColour } from "./workbench.ts";

const product = await ownProduct();
const soon = { timeout: patient(20_000) };
const browser = await sharedBrowser();

/** What the panel says of the drone, by the word before it. */
async function saysOf(page: Page, word: string): Promise<string> {
  const row = page.locator("[data-moment] div", { hasText: word });
  return row.locator("dd").innerText();
}

test("a route is flown on the map, edited, refused where it is wrong, printed and exported", async () => {
  const { page, faults } = await openAs(browser, product, "admin");
  await page.addInitScript(() => {
    globalThis.print = () => void (document.title = "printed");
  });
  await page.goto(`${product.url}/plants`);
  const { id, routes } = await plannedPlant(product, await tokenOf(page));
  const [before] = await routes();
  await page.goto(`${product.url}/plant/${id}`);
  await openPanel(page, "Flight routes");
  const panel = page.getByRole("region", { name: "Flight routes", exact: true });
  await panel.getByText(/sort(ie|ies), \d+ lines with photos/).waitFor();

  const slider = panel.getByRole("slider", { name: "Time of flight" });
  await slider.focus();
  await page.keyboard.press("ArrowRight");
  expect(await saysOf(page, "Drone")).toBe("Taking off");
  await panel.getByRole("button", { name: "To the next waypoint" }).click();
  expect(await saysOf(page, "Drone")).toMatch(/^To waypoint 2 of \d+$/);
  expect(await saysOf(page, "Battery left")).toMatch(/^\d\d%$/);
  await slider.focus();
  await page.keyboard.press("End");
  expect(await saysOf(page, "Drone")).toBe("Landed");
  expect(await saysOf(page, "Height")).toBe("0 m");

  await panel.getByRole("button", { name: `Edit waypoints of ${before!.name}` }).click();
  await panel.getByText("The route keeps to the flight polygons").waitFor();
  for (const _ of [1, 2, 3]) await panel.getByRole("button", { name: "Next waypoint" }).click();
  await panel.getByText(/^Waypoint 3 of/).waitFor();
  const canvas = page.locator("canvas").first();
  await canvas.focus();
  for (let i = 0; i < 25; i++) await page.keyboard.press("Shift+ArrowRight");
  await panel
    .getByText(/is outside the flight polygons for/)
    .first()
    .waitFor();
  const save = panel.getByRole("button", { name: "Save route" });
  expect(await save.getAttribute("aria-disabled")).toBe("true");
  // Steps that follow each other quickly are undone as one; how many that are depends on the machine.
  const isFine = panel.getByText("The route keeps to the flight polygons");
  const undo = async () => {
    await page.keyboard.press("Control+z");
    return isFine.isVisible();
  };
  await expect.poll(undo, soon).toBe(true);
  // In the middle of a leg, so the way of the drone stays the same until it is raised.
  await panel.getByRole("button", { name: "Insert before" }).click();
  await canvas.focus();
  await page.keyboard.press("PageUp");
  await save.click();
  await page.getByText("The route is saved.").waitFor();
  const [after] = await routes();
  expect(after!.version).toBe(1);
  expect(after!.waypoints).toHaveLength(before!.waypoints.length + 1);
  expect(after!.waypoints[2]!.height_m).toBeCloseTo(before!.waypoints[2]!.height_m + 1, 6);
  expect(after!.duration_s).not.toBe(before!.duration_s);
  await panel.getByRole("button", { name: "End editing" }).click();

  await panel.getByRole("radio", { name: "Plan", exact: true }).click();
  await panel
    .getByRole("row", { name: /Over no-fly polygons/ })
    .getByText("0 m")
    .waitFor();
  await panel.getByRole("radio", { name: "Flown" }).click();
  await panel.getByText(/The campaign has no analysis/).waitFor();
  await panel.getByRole("radio", { name: "Routes", exact: true }).click();

  await panel.getByRole("button", { name: "Flight sheet" }).click();
  const dialog = page.getByRole("dialog", { name: "Flight sheet" });
  await dialog.getByRole("rowheader", { name: before!.name }).waitFor();
  await dialog.getByRole("button", { name: "Print" }).click();
  await expect.poll(() => page.title(), soon).toBe("printed");
  await dialog.getByRole("button", { name: "Close" }).click();

  await panel.getByRole("button", { name: `Download ${before!.name}` }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: /DJI/ }).click();
  const kmz = await download;
  const [opened] = openRoutes(await readFile(await kmz.path()), kmz.suggestedFilename());
  expect(opened!.waypoints.map(({ place }) => place)).toEqual(
    after!.waypoints.map(({ place }) => [expect.closeTo(place[0], 8), expect.closeTo(place[1], 8)]),
  );
  expect(faults).toEqual([]);
});

/** Degrees, minutes and seconds as EXIF has them. */
function exifAngle(degrees: number): string {
  const seconds = Math.round(Math.abs(degrees) * 3600 * 10_000);
  return `0/1 0/1 ${seconds}/10000`;
}

/** A small picture that says where it was taken. */
function pictureAt([lon, lat]: readonly [number, number]): Promise<Buffer> {
  const create = { width: 64, height: 48, channels: 3, background: "#777777" } as const;
  const GPS = {
    GPSLatitudeRef: lat < 0 ? "S" : "N",
    GPSLatitude: exifAngle(lat),
    GPSLongitudeRef: lon < 0 ? "W" : "E",
    GPSLongitude: exifAngle(lon),
  };
  return sharp({ create }).withExif({ IFD3: GPS }).jpeg().toBuffer();
}

type Analysis = { readonly id: number; readonly plant_id: number; readonly state: string };

test("a line without images is listed, and a re-fly route is added and drawn with one click", async () => {
  const { page, faults } = await openAs(browser, product, "admin");
  // Journeys cannot use the dialog that gives handles; the inputs of the page are used instead.
  await page.addInitScript(() => {
    (window as { showOpenFilePicker?: unknown }).showOpenFilePicker = undefined;
  });
  await page.goto(`${product.url}/plants`);
  const token = await tokenOf(page);
  const plants = (await ask<Plant[]>(product, token, "/auth/plants")).body;
  const { id } = plants.find(({ name }) => name === "Pampa Alta")!;
  const { lon, lat, flight_area_version } = (await ask<Plant>(product, token, `/auth/plant/${id}`))
    .body;
  await send(product, token, `/auth/plant/${id}/update-flight-areas-and-take-off-positions`, {
    flight_polygons: { type: "MultiPolygon", coordinates: [[boxAround(lon, lat, 0.0005)]] },
    no_fly_polygons: null,
    take_off_positions: [{ place: [lon - 0.0006, lat - 0.0006], elevation_m: null }],
    flight_area_version,
  });
  const all = (await ask<Analysis[]>(product, token, "/auth/analysis")).body;
  const empty = all.find((one) => one.plant_id === id && one.state === "EMPTY");
  const fields = { plant_id: id, name: "Flown in winter", flown_at: "2026-11-20T10:00:00Z" };
  const analysis = empty ?? (await send<Analysis>(product, token, "/auth/analysis", fields));
  const made = await send<Campaign>(product, token, `/auth/plant/${id}/flight-campaign`, {
    name: "Winter",
    aircraft: "M3T",
    start_at: "2027-01-15T15:00:00Z",
    flight_types: ["pv_thermal"],
    pv_flight_altitude: 60,
    analysis_id: analysis.id,
  });
  const state = async () =>
    (await ask<Campaign>(product, token, `/auth/flight-campaign/${made.id}`)).body.state;
  await expect.poll(state, { timeout: patient(40_000) }).toBe("ready");
  const path = `/auth/flight-campaign/${made.id}/flight-routes`;
  const routes = async () => (await ask<FlightRouteRecord[]>(product, token, path)).body;
  const [planned] = await routes();

  // All photos are there but those of the second line.
  const taken = photoPoints(planned!).filter(({ run }) => run !== 1);
  const pictures = await Promise.all(
    taken.map(async ({ place }, i) => ({
      name: `DJI_${String(i).padStart(4, "0")}.JPG`,
      mimeType: "image/jpeg",
      buffer: await pictureAt(place),
    })),
  );
  await page.goto(`${product.url}/analysis/${analysis.id}#upload`);
  await page.locator("input[type=file]").first().setInputFiles(pictures);
  await page.getByRole("button", { name: new RegExp(`^Upload ${pictures.length} files`) }).click();
  type Flown = { readonly images: number };
  const flown = `/auth/flight-campaign/${made.id}/flown-lines`;
  const images = async () => (await ask<Flown>(product, token, flown)).body.images;
  await expect.poll(images, { timeout: patient(90_000), interval: 500 }).toBe(pictures.length);

  await page.goto(`${product.url}/plant/${id}`);
  await openPanel(page, "Flight routes");
  const panel = page.getByRole("region", { name: "Flight routes", exact: true });
  await panel.getByRole("radio", { name: "Flown" }).click();
  const missed = panel.getByRole("list", { name: "Lines with missing images" });
  await missed.getByText(`${planned!.name}, line 2`).waitFor();
  expect(await missed.getByRole("listitem").count()).toBe(1);
  const reFly = panel.getByRole("button", { name: /^Plan \d+ stretch(es)? again/ });
  await reFly.click();
  await page.getByText("Added: Winter re-fly 1").waitFor();
  await missed.getByText("Planned again in Winter re-fly 1").waitFor();
  // A second click would add nothing, and the button says so.
  const none = panel.getByRole("button", { name: "All is planned again" });
  expect(await none.getAttribute("aria-disabled")).toBe("true");
  const again = (await routes()).at(-1)!;
  expect(again.name).toBe("Winter re-fly 1");
  expect(again.photo_runs).toHaveLength(1);

  // It is drawn: with it alone, the map has the colour of its sortie.
  await panel.getByRole("radio", { name: "Routes", exact: true }).click();
  const list = panel.getByRole("list", { name: "Flight routes" });
  await list.getByText("Winter re-fly 1").waitFor();
  for (const { name } of (await routes()).slice(0, -1)) {
    await list.getByRole("checkbox", { name }).press("Space");
  }
  const inks = plainColours.slice(1).map(rgbOf);
  const colour = inks[(again.number - 1) % inks.length]!;
  await expect.poll(() => shareOfColour(page, colour), soon).toBeGreaterThan(0.0002);
  await list.getByRole("checkbox", { name: again.name }).press("Space");
  // A pixel of the map or its controls may have the colour by itself.
  await expect.poll(() => shareOfColour(page, colour), soon).toBeLessThan(0.00001);
  expect(faults).toEqual([]);
});
