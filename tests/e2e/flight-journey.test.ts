// A survey from its first line to its last photo: area from the outline, a campaign over two days, an edit, the export,
// the photos that were flown, and what was missed flown once more.
import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { expect, test } from "vitest";
import { openRoutes } from "../../src/domain/flight/format/route-open.ts";
import { photoPoints } from "../../src/domain/flight/flown/photo-points.ts";
import type { FlightRouteRecord } from "../../src/domain/flight/route/flight-route-record.ts";
import { patient } from "../fixtures/patience.ts";
import { ask, send } from "./ask.ts";
import { sharedBrowser, openAs, ownProduct, tokenOf } from "./browser.ts";
import type { Plant } from "./flight-plan.ts";
import { openPanel } from "./workbench.ts";

const product = await ownProduct();
const browser = await sharedBrowser();
const soon = { timeout: patient(20_000) };

/** Degrees, minutes and seconds as EXIF has them. */
const exifAngle = (degrees: number) =>
  `0/1 0/1 ${Math.round(Math.abs(degrees) * 36_000_000)}/10000`;

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

type Analysis = { readonly id: number; readonly plant_id: number; readonly name: string };
type Campaign = { readonly id: number; readonly name: string; readonly state: string };

test("a survey is planned from the outline, flown over two days, and what was missed flown once more", async () => {
  const { page, faults } = await openAs(browser, product, "admin");
  await page.addInitScript(() => {
    (window as { showOpenFilePicker?: unknown }).showOpenFilePicker = undefined;
  });
  await page.goto(`${product.url}/plants`);
  const token = await tokenOf(page);
  const plants = (await ask<Plant[]>(product, token, "/auth/plants")).body;
  const { id } = plants.find(({ name }) => name === "Pampa Alta")!;
  const { lon, lat, flight_area_version } = (await ask<Plant>(product, token, `/auth/plant/${id}`))
    .body;
  // The demo's areas go: the survey begins on an empty map, with a take-off position.
  await send(product, token, `/auth/plant/${id}/update-flight-areas-and-take-off-positions`, {
    flight_polygons: null,
    no_fly_polygons: null,
    take_off_positions: [{ place: [lon, lat], elevation_m: null }],
    flight_area_version,
  });
  const fields = { plant_id: id, name: "Two days", flown_at: "2026-11-20T10:00:00Z" };
  const analysis = await send<Analysis>(product, token, "/auth/analysis", fields);

  await page.goto(`${product.url}/plant/${id}`);
  await openPanel(page, "Flight planning");
  const planning = page.getByRole("region", { name: "Flight planning" });
  const outline = planning.getByRole("form", { name: "Area from the plant outline" });
  await outline.getByRole("textbox", { name: /Margin/ }).fill("0");
  await page.keyboard.press("Tab");
  await outline.getByRole("button", { name: "Area from the outline" }).click();
  await planning.getByRole("button", { name: "Choose Flight polygon 1" }).waitFor();
  await planning.getByRole("button", { name: "Save areas" }).click();
  await page.getByText("The flight areas are saved.").waitFor();

  await planning.getByRole("radio", { name: "Campaigns" }).click();
  await planning.getByRole("button", { name: "New flight campaign" }).click();
  const form = planning.getByRole("form", { name: "New flight campaign" });
  await form.getByRole("textbox", { name: /Name/ }).fill("Outline");
  await form.getByRole("textbox", { name: "Start" }).fill("2027-01-15T18:45");
  // The modules get light enough until ten past seven; slow sorties on small batteries take thirteen minutes.
  for (const [field, value] of [
    ["Flight speed", "1.5"],
    ["PV flight altitude", "60"],
    ["Battery reserve", "60"],
  ] as const) {
    await form.getByRole("textbox", { name: field }).fill(value);
    await page.keyboard.press("Tab");
  }
  await form.getByRole("button", { name: /Analysis$/ }).click();
  await page.getByRole("option", { name: /^Two days/ }).click();
  await form.getByText(/The campaign takes 2 days/).waitFor(soon);
  await form.getByRole("button", { name: "Create campaign" }).click();
  const card = planning.getByRole("region", { name: "Outline" });
  await card.getByText("ready", { exact: true }).waitFor({ timeout: patient(60_000) });

  const campaigns = (await ask<Campaign[]>(product, token, `/auth/plant/${id}/flight-campaigns`))
    .body;
  const campaign = campaigns.find(({ name }) => name === "Outline")!;
  const path = `/auth/flight-campaign/${campaign.id}/flight-routes`;
  const routes = async () => (await ask<FlightRouteRecord[]>(product, token, path)).body;
  const planned = await routes();
  const days = new Set(planned.map(({ start_at }) => start_at!.slice(0, 10)));
  expect(days.size).toBe(2);

  // The first waypoint is raised in the height profile, with the keys; the battery is said.
  await card.getByRole("button", { name: "Show routes" }).click();
  const panel = page.getByRole("region", { name: "Flight routes", exact: true });
  const list = panel.getByRole("list", { name: "Flight routes" });
  await list
    .getByText(/battery 1/)
    .first()
    .waitFor(soon);
  const [first] = planned;
  await panel.getByRole("button", { name: `Edit waypoints of ${first!.name}` }).click();
  await panel.getByText("Battery at landing").waitFor();
  await panel.getByRole("slider", { name: /^Height of waypoint 1 of/ }).press("ArrowUp");
  await panel.getByRole("button", { name: "Save route" }).click();
  await page.getByText("The route is saved.").waitFor(soon);
  const edited = (await routes())[0]!;
  expect(edited.waypoints[0]!.height_m).toBeCloseTo(first!.waypoints[0]!.height_m + 1, 3);
  await panel.getByRole("button", { name: "End editing" }).click();

  // The file has the route as edited; opened again it is held against ours.
  await panel.getByRole("button", { name: `Download ${first!.name}` }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: /DJI/ }).click();
  const file = await download;
  const bytes = await readFile(await file.path());
  const [opened] = openRoutes(bytes, file.suggestedFilename());
  expect(opened!.waypoints[0]!.height_m).toBeCloseTo(edited.waypoints[0]!.height_m, 2);
  await panel.locator("input[type=file]").setInputFiles({
    name: file.suggestedFilename(),
    mimeType: "application/octet-stream",
    buffer: bytes,
  });
  const dialog = page.getByRole("dialog", { name: /^Routes of/ });
  await dialog.getByRole("button", { name: "Compare with ours" }).click();
  const compared = dialog.getByRole("table");
  await compared.getByRole("row", { name: /^Coverage/ }).waitFor(soon);
  const photosRow = await compared
    .getByRole("row", { name: /^Photos/ })
    .getByRole("cell")
    .allInnerTexts();
  const numbers = photosRow.map((text) => Number(text.replaceAll(",", "")));
  expect(numbers[1]).toBe(planned.reduce((sum, route) => sum + photoPoints(route).length, 0));
  expect(numbers[0]).toBe(photoPoints(edited).length);
  const sorties = await compared
    .getByRole("row", { name: /^Sorties/ })
    .getByRole("cell")
    .allInnerTexts();
  expect(sorties).toEqual(["1", String(planned.length), `\u2212${planned.length - 1}`]);
  await dialog.getByRole("button", { name: "Cancel" }).click();

  await panel.getByRole("button", { name: "Send to flight app" }).click();
  await page.getByText(`They are on the device in about ${planned.length} min.`).waitFor(soon);

  // One page for each sortie.
  await panel.getByRole("button", { name: "Flight sheet" }).click();
  const sheet = page.getByRole("dialog", { name: "Flight sheet" });
  await sheet.getByRole("region", { name: `Page of ${planned.at(-1)!.name}` }).waitFor(soon);
  expect(await sheet.getByRole("region", { name: /^Page of/ }).count()).toBe(planned.length);
  await sheet.getByRole("button", { name: "Close" }).click();

  // All photos were taken but those of one line; one click flies it again, once.
  const taken = (await routes()).flatMap((route, at) =>
    photoPoints(route).filter(({ run }) => at !== 0 || run !== 1),
  );
  const pictures = await Promise.all(
    taken.map(async ({ place }, i) => ({
      name: `DJI_${String(i).padStart(4, "0")}.JPG`,
      mimeType: "image/jpeg",
      buffer: await pictureAt(place),
    })),
  );
  await page.goto(`${product.url}/analysis/${analysis.id}#upload`);
  await page.locator("input[type=file]").first().setInputFiles(pictures);
  await page.getByRole("button", { name: /^Upload [\d,]+ files/ }).click();
  const flown = `/auth/flight-campaign/${campaign.id}/flown-lines`;
  const images = async () => (await ask<{ images: number }>(product, token, flown)).body.images;
  await expect.poll(images, { timeout: patient(120_000), interval: 500 }).toBe(pictures.length);
  await page.goto(`${product.url}/plant/${id}`);
  await openPanel(page, "Flight routes");
  await panel.getByRole("radio", { name: "Flown" }).click();
  await panel.getByRole("button", { name: /^Plan \d+ stretch(es)? again/ }).click();
  await page.getByText("Added: Outline re-fly 1").waitFor(soon);
  const none = panel.getByRole("button", { name: "All is planned again" });
  expect(await none.getAttribute("aria-disabled")).toBe("true");
  const after = await routes();
  expect(after).toHaveLength(planned.length + 1);
  expect(after.at(-1)!.photo_runs).toHaveLength(1);
  expect(faults).toEqual([]);
});
