// A flight campaign from its form to its routes: what it takes, the light of its day, its analysis.
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { slopeAround } from "../fixtures/elevation.ts";
import { patient } from "../fixtures/patience.ts";
import { ask, send as sendJson } from "./ask.ts";
import { sharedBrowser, openAs, ownProduct, tokenOf } from "./browser.ts";
import { openPanel } from "./workbench.ts";

const product = await ownProduct();
const soon = { timeout: patient(20_000) };
const browser = await sharedBrowser();

type Plant = {
  readonly id: number;
  readonly name: string;
  readonly lon: number;
  readonly lat: number;
  readonly flight_area_version: number;
};

/** Saves a square of this many metres around the plant's place as its only flight polygon. */
async function prepare(page: Page, name: string, side: number): Promise<Plant> {
  await page.goto(`${product.url}/plants`);
  const token = await tokenOf(page);
  const plants = (await ask<Plant[]>(product, token, "/auth/plants")).body;
  const { id } = plants.find((plant) => plant.name === name)!;
  const plant = (await ask<Plant>(product, token, `/auth/plant/${id}`)).body;
  const { lon, lat, flight_area_version } = plant;
  const north = side / 2 / 111_320;
  const east = north / Math.cos((lat * Math.PI) / 180);
  const ring = [
    [lon - east, lat - north],
    [lon + east, lat - north],
    [lon + east, lat + north],
    [lon - east, lat + north],
    [lon - east, lat - north],
  ];
  const path = `/auth/plant/${id}/update-flight-areas-and-take-off-positions`;
  await sendJson(product, token, path, {
    flight_polygons: { type: "MultiPolygon", coordinates: [[ring]] },
    no_fly_polygons: null,
    take_off_positions: [{ place: [lon - east, lat - north], elevation_m: null }],
    flight_area_version,
  });
  return plant;
}

test("the form of a campaign says what it takes and when it can be flown", async () => {
  const { page, faults } = await openAs(browser, product, "admin");
  const plant = await prepare(page, "Pampa Alta", 300);
  await page.goto(`${product.url}/plant/${plant.id}`);
  await openPanel(page, "Flight planning");
  const panel = page.getByRole("region", { name: "Flight planning" });
  await panel.getByRole("radio", { name: "Campaigns" }).click();
  await panel.getByRole("button", { name: "New flight campaign" }).click();
  const form = panel.getByRole("form", { name: "New flight campaign" });
  await form.getByRole("textbox", { name: /Name/ }).fill("Autumn");
  const taken = form.getByRole("region", { name: "Expected effort" });
  const factOf = async (name: string) => {
    const row = taken.locator("dl > div").filter({ has: page.getByText(name, { exact: true }) });
    return Number.parseFloat((await row.locator("dd").innerText()).replace(",", ""));
  };
  await expect.poll(() => factOf("Sorties"), soon).toBeGreaterThan(0);
  const hours = await factOf("Flight time");
  // Half as fast takes longer, and the speed says why it is what it is.
  const capture = form.getByRole("region", { name: "PV thermal" });
  await capture.getByText(/limited by/).waitFor();
  await form.getByRole("textbox", { name: "Flight speed" }).fill("1");
  await page.keyboard.press("Tab");
  await capture.getByText("1 m/s (as set)").waitFor();
  await expect.poll(() => factOf("Flight time"), soon).toBeGreaterThan(1.5 * hours);
  // Each number explains itself.
  await capture.getByRole("button", { name: "What is Line spacing?" }).click();
  await page
    .getByRole("dialog")
    .getByText(/between neighbouring lines of the plan/)
    .waitFor();
  await page.keyboard.press("Escape");

  // The day in the clock of the plant: noon is light, two in the morning is not.
  const day = form.getByRole("region", { name: "Light during the day" });
  const start = form.getByRole("textbox", { name: "Start" });
  await start.fill("2027-01-15T12:00");
  await day.getByText(/has enough light/).waitFor(soon);
  expect(await day.getByRole("img").getAttribute("aria-label")).toMatch(/At least 600 W\/m²/);
  expect(await day.getByRole("row").count()).toBeGreaterThan(24);
  await start.fill("2027-01-15T02:00");
  await form.getByText(/it is night at the plant/).waitFor(soon);

  // Fields that do not fit are not planned.
  await form.getByRole("checkbox", { name: "PV thermal" }).press("Space");
  await taken.getByText("Some fields contradict each other.").waitFor();
  expect(faults).toEqual([]);
});

type Analysis = {
  readonly id: number;
  readonly name: string;
  readonly plant_id: number;
  readonly state: string;
};

test("a campaign is planned for an analysis, and is found on its page", async () => {
  const { page, faults } = await openAs(browser, product, "admin");
  const plant = await prepare(page, "Pampa Alta", 200);
  const token = await tokenOf(page);
  const analyses = (await ask<Analysis[]>(product, token, "/auth/analysis")).body;
  const analysis = analyses.find(({ plant_id }) => plant_id === plant.id)!;
  await page.goto(`${product.url}/analysis/${analysis.id}#flight-campaigns`);
  await page.getByText("No flight campaigns for this analysis").waitFor();

  await page.goto(`${product.url}/plant/${plant.id}`);
  await openPanel(page, "Flight planning");
  const panel = page.getByRole("region", { name: "Flight planning" });
  await panel.getByRole("radio", { name: "Campaigns" }).click();
  await panel.getByRole("button", { name: "New flight campaign" }).click();
  const form = panel.getByRole("form", { name: "New flight campaign" });
  await form.getByRole("textbox", { name: /Name/ }).fill("Winter");
  await form.getByRole("button", { name: /Analysis$/ }).click();
  await page.getByRole("option", { name: new RegExp(`^${analysis.name}`) }).click();
  await form.getByRole("checkbox", { name: "Export to the flight app when ready" }).press("Space");
  await form.getByRole("button", { name: "Create campaign" }).click();
  const card = panel.getByRole("region", { name: "Winter" });
  await card.getByText("ready", { exact: true }).waitFor({ timeout: patient(40_000) });
  // The app is imitated without an account: all routes are there.
  await card.getByText(/^Sent to the flight app/).waitFor();

  await page.goto(`${product.url}/analysis/${analysis.id}#flight-campaigns`);
  const tab = page.getByRole("region", { name: "Flight campaigns" });
  const found = tab.getByRole("region", { name: "Winter" });
  await found.getByText("ready", { exact: true }).waitFor();
  const routes = tab.getByRole("region", { name: "Current flight routes" });
  await routes
    .getByText(/m above take-off/)
    .first()
    .waitFor();
  // Generated again, it is seen on its way to be ready.
  await found.getByRole("button", { name: "Generate again: Winter" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Generate again" }).click();
  await found.getByText("being generated", { exact: true }).first().waitFor();
  await found.getByText("ready", { exact: true }).waitFor({ timeout: patient(40_000) });
  expect(faults).toEqual([]);
});

test("routes follow the terrain of an uploaded file, and a bad file is refused with the reason", async () => {
  const { page, faults } = await openAs(browser, product, "admin");
  const plant = await prepare(page, "Pampa Alta", 300);
  const token = await tokenOf(page);
  await page.goto(`${product.url}/plant/${plant.id}/settings?section=terrain`);
  await page.getByText("No terrain yet").waitFor();
  const send = async (name: string, buffer: Buffer) => {
    const choosing = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Choose a file" }).click();
    await (await choosing).setFiles({ name, mimeType: "image/tiff", buffer });
  };
  const file = slopeAround(plant.lon, plant.lat);
  await send("broken.tif", file.subarray(0, 3000));
  await page.getByText(/damaged or cut short/).waitFor();
  await send("elsewhere.tif", slopeAround(plant.lon + 1, plant.lat));
  await page.getByText(/shows another place/).waitFor();
  await send("unnamed.tif", slopeAround(plant.lon, plant.lat, false));
  await page.getByText(/does not say the unit of its heights/).waitFor();
  await page.getByRole("button", { name: /Unit of the heights/ }).click();
  await page.getByRole("option", { name: "Feet (0.3048 m)" }).click();
  await send("unnamed.tif", slopeAround(plant.lon, plant.lat, false));
  await page.getByText(/^274 to [23]\d\d m, a height every/).waitFor();
  // What a file says counts before the answer.
  await send("slope.tif", file);
  await page.getByText("slope.tif was read. New flight routes follow the terrain.").waitFor();
  await page.getByText(/^900 to 9\d\d m, a height every/).waitFor();

  const made = await sendJson<{ id: number }>(
    product,
    token,
    `/auth/plant/${plant.id}/flight-campaign`,
    {
      name: "On a slope",
      aircraft: "M3T",
      start_at: "2027-01-15T15:00:00Z",
      flight_types: ["pv_thermal"],
    },
  );
  const path = `/auth/flight-campaign/${made.id}`;
  const state = async () => (await ask<{ state: string }>(product, token, path)).body.state;
  await expect.poll(state, { timeout: patient(60_000) }).toBe("ready");
  type Route = { readonly waypoints: { place: [number, number]; height_m: number }[] };
  const routes = (await ask<Route[]>(product, token, `${path}/flight-routes`)).body;
  const waypoints = routes
    .flatMap((route) => route.waypoints)
    .toSorted((a, b) => a.place[0] - b.place[0]);
  const [west, east] = [waypoints[0]!, waypoints.at(-1)!];
  const metres = (east.place[0] - west.place[0]) * 111_320 * Math.cos((plant.lat * Math.PI) / 180);
  expect(east.height_m - west.height_m).toBeCloseTo(metres / 20, 0);

  await page.goto(`${product.url}/plant/${plant.id}`);
  await openPanel(page, "Flight routes");
  // The map's legend explains the colours in the same words, so only the panel counts here.
  const panel = page.getByTestId("left");
  await panel.getByRole("radio", { name: "Height", exact: true }).click();
  await panel.getByText(/The routes follow the terrain/).waitFor();
  await panel.getByRole("radio", { name: "Plan", exact: true }).click();
  await panel
    .getByRole("row", { name: /Terrain/ })
    .getByText(/followed, rises by \d+ m/)
    .waitFor();

  await page.goto(`${product.url}/plant/${plant.id}/settings?section=terrain`);
  await page.getByRole("button", { name: "Delete slope.tif" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("No terrain yet").waitFor();
  // The two bad files were refused.
  expect(faults.filter((fault) => !fault.includes("/elevation"))).toEqual([]);
});

test("trackers get other names from a KML, seen before they are written", async () => {
  const { page, faults } = await openAs(browser, product, "admin");
  await page.goto(`${product.url}/plants`);
  const token = await tokenOf(page);
  const plants = (await ask<Plant[]>(product, token, "/auth/plants")).body;
  const { id } = plants.find(({ name }) => name === "Pampa Alta")!;
  const path = `/auth/plant/${id}/field-geometry/file?format=kml&component_type=tracker`;
  const before = (await ask<string>(product, token, path)).body;
  const oldName = /<name>([^<]*T\d+)<\/name>/.exec(before)![1]!;
  const newName = `${oldName}-N`;
  await page.goto(`${product.url}/plant/${id}`);
  await openPanel(page, "Import digital twin");
  const panel = page.getByRole("region", { name: "Import digital twin" });
  await panel.getByRole("radio", { name: "Names" }).click();
  const choose = async (name: string, text: string) => {
    const choosing = page.waitForEvent("filechooser");
    await panel.getByRole("button", { name: "Choose files" }).click();
    const buffer = Buffer.from(text);
    await (await choosing).setFiles({ name, mimeType: "text/xml", buffer });
  };
  await choose("nameless.kml", before.replaceAll(/<(name|ExtendedData)>.*?<\/\1>/gs, ""));
  await panel.getByText("No tracker names found.").waitFor();
  await panel.getByRole("button", { name: "Choose another file" }).click();
  await choose("names.kml", before.replace(`<name>${oldName}</name>`, `<name>${newName}</name>`));
  await panel.getByText(/1 component gets another name/).waitFor();
  const row = panel.getByRole("table", { name: "Names that change" }).getByRole("row").nth(1);
  expect(await row.innerText()).toMatch(new RegExp(`${oldName}\\s+${newName}`));
  expect((await ask<string>(product, token, path)).body).not.toContain(newName);
  await panel.getByRole("button", { name: "Change names" }).click();
  await page.getByText("1 component has another name.").waitFor();
  expect((await ask<string>(product, token, path)).body).toContain(`<name>${newName}</name>`);
  // The file without names was refused.
  expect(faults.filter((fault) => !fault.includes("validate-kml-nomenclature"))).toEqual([]);
});

test("files of a flight on the drone cloud platform are imported by a task", async () => {
  const { page, faults } = await openAs(browser, product, "admin");
  const plant = await prepare(page, "Pampa Alta", 100);
  const token = await tokenOf(page);
  const post = <T>(path: string, body: unknown) => sendJson<T>(product, token, path, body);
  const campaign = await post<{ id: number }>(`/auth/plant/${plant.id}/flight-campaign`, {
    name: "Dock",
    aircraft: "M3TD",
    // Tomorrow at noon there: no dock begins in the past, and at night no campaign starts.
    start_at: `${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}T15:00:00Z`,
    flight_types: ["pv_thermal"],
  });
  const stateOf = async () =>
    (await ask<{ state: string }>(product, token, `/auth/flight-campaign/${campaign.id}`)).body;
  await expect
    .poll(async () => (await stateOf()).state, { timeout: patient(40_000) })
    .toBe("ready");
  await post(`/auth/flight-campaign/${campaign.id}/export-to-drone-cloud`, {
    project: "local-project",
    plan_flights: true,
  });
  const analyses = (await ask<Analysis[]>(product, token, "/auth/analysis")).body;
  const open = analyses.filter(({ plant_id }) => plant_id === plant.id);
  const { id } = open.find(({ state }) => state === "EMPTY") ?? (await newAnalysis(post, plant));
  await page.goto(`${product.url}/analysis/${id}#upload`);
  await page.getByRole("button", { name: "Import from the drone cloud platform" }).click();
  const cloud = page.getByRole("region", { name: "Files of the drone cloud platform" });
  await cloud.getByRole("button", { name: /Flight$/ }).click();
  await page.getByRole("option", { name: /^Dock 1/ }).click();
  await cloud.getByRole("button", { name: "Import 1 file" }).click();
  await page.getByText("1 file was imported.").waitFor({ timeout: patient(30_000) });
  await cloud.getByText("already there").waitFor();
  await page
    .getByText(/DJI_.*_0001_T\.JPG/)
    .first()
    .waitFor();
  expect(faults).toEqual([]);
});

/** An analysis of the plant that takes files. */
function newAnalysis(
  post: <T>(path: string, body: unknown) => Promise<T>,
  { id }: Plant,
): Promise<{ id: number }> {
  const fields = { plant_id: id, name: "Flown by dock", flown_at: "2026-11-20T10:00:00Z" };
  return post("/auth/analysis", fields);
}
