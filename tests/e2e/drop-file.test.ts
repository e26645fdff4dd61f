// Files that people have, dropped on the map of a plant: each is recognised, shown, and imported where it belongs.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zipSync } from "fflate";
import type { CDPSession, Page } from "playwright";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  soundDbf,
  soundDxf,
  soundGpkg,
  soundShp,
} from "../../src/server/geo-file/sound-file.fixture.ts";
import { book, row } from "../../src/server/table-file/book.fixture.ts";
import { patient } from "../fixtures/patience.ts";
import { ask, send } from "./ask.ts";
import { sharedBrowser, openAs, ownProduct, tokenOf } from "./browser.ts";

const product = await ownProduct();
const browser = await sharedBrowser();
const soon = { timeout: patient(60_000) };
let page: Page;
let session: CDPSession;
let folder: string;
let faults: string[];
let token: string;
let plant: { readonly id: number };
/** The middle of the first module of the files. */
const [lon, lat] = [-70.112 + 1e-5, -18.886 + 1e-4];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "drop-file-"));
  ({ page, faults } = await openAs(browser, product, "super_admin"));
  await page.goto(`${product.url}/plants`);
  token = await tokenOf(page);
  const { body: plants } = await ask<{ customer_id: number }[]>(product, token, "/auth/plants");
  plant = await send(product, token, "/auth/plant", {
    name: "Quebrada",
    technology: "photovoltaic",
    nominal_capacity: 1,
    mounting_type: "tracked",
    lon: -70.112,
    lat: -18.886,
    customer_id: plants[0]!.customer_id,
  });
  const analysis = await send<{ id: number }>(product, token, "/auth/analysis", {
    plant_id: plant.id,
    name: "First",
    flown_at: "2026-05-01T10:00:00Z",
  });
  const done = { state: "DATA_COMPLETE_VERIFIED" };
  await send(product, token, `/auth/analysis/${analysis.id}/state`, done);
  await openMap();
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

async function openMap() {
  await page.goto(`${product.url}/plant/${plant.id}`);
  await page.getByRole("navigation", { name: "Panels" }).waitFor(soon);
  session = await page.context().newCDPSession(page);
}

const panel = () => page.getByRole("region", { name: "Import a file" });
const understood = () => page.getByRole("region", { name: "What was understood" });

/** Drops a file on the middle of the map, as a file manager does. */
async function drop(
  name: string,
  bytes: Uint8Array | string,
  words = "Drop to import for Quebrada",
) {
  const path = join(folder, name);
  await writeFile(path, bytes);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  const drag = (type: "dragEnter" | "dragOver" | "drop") =>
    session.send("Input.dispatchDragEvent", { type, x: 420, y: 420, data });
  await drag("dragEnter");
  // A hand that holds a file over the page goes on saying so, also while the plant is on its way.
  const isOver = async () => {
    await drag("dragOver");
    return page.getByText(words).isVisible();
  };
  await expect.poll(isOver, soon).toBe(true);
  await drag("dragOver");
  await drag("drop");
  await page.getByText(name).first().waitFor(soon);
}
/** The plant has no twin at first, which the server answers with 404, and it refuses states of an order that is none. */
const unexpected = () =>
  faults.filter((fault) => !/\/field-geometry|422 .*\/work-orders\/states\?apply=no/.test(fault));
const choose = (what: string) => page.locator("label", { hasText: what }).first().click();
const press = (name: string) => page.getByRole("button", { name, exact: true }).last().click();

test("a zipped shapefile becomes the digital twin, after its preview", async () => {
  const shapes = zipSync({ "modules.shp": soundShp(), "modules.dbf": soundDbf() });
  await drop("Quebrada modules.zip", shapes);
  await panel().getByText("This is a file with shapes").waitFor(soon);
  await choose("Components of the digital twin");
  await press("Continue");
  await understood().getByText("Shapefile in a ZIP").waitFor(soon);
  await understood().getByText("3 components").waitFor(soon);
  expect(await page.getByRole("table", { name: "Hierarchy" }).innerText()).toMatch(/Modules\s+3/);
  const plants = await ask<{ id: number; twin_version: number }[]>(product, token, "/auth/plants");
  expect(plants.body.find(({ id }) => id === plant.id)).toMatchObject({ twin_version: 0 });
  await press("Import 1 file");
  await page.getByText("The import is complete.").waitFor(soon);
});

test.each([
  ["layout.gpkg", "GeoPackage", () => soundGpkg()],
  ["layout.dxf", "DXF drawing", () => soundDxf()],
  ["field.parquet", "GeoParquet", () => readFile("tests/fixtures/geoparquet/plain.parquet")],
])("%s is shown as what it is, and becomes a drawing", async (name, format, bytes) => {
  await drop(name, await bytes());
  await choose("Blueprint of the plant");
  await understood().getByText(format).waitFor(soon);
  await press("Import");
  await page.getByText(new RegExp(`${name} was uploaded with \\d+ feature`)).waitFor(soon);
});

test("a KMZ of points becomes observations, whose note the user chooses", async () => {
  const kml = `<kml xmlns="http://www.opengis.net/kml/2.2"><Document><Placemark><ExtendedData><Data name="time"><value>2026-05-02T10:00:00Z</value></Data><Data name="finding"><value>broken glass</value></Data></ExtendedData><Point><coordinates>${lon},${lat}</coordinates></Point></Placemark></Document></kml>`;
  await drop("walk.kmz", zipSync({ "doc.kml": Buffer.from(kml) }));
  await choose("Observations");
  await understood().getByText("KMZ", { exact: true }).waitFor(soon);
  await understood().getByText("1 new observation").waitFor(soon);
  await understood().getByRole("button", { name: /Note/ }).click();
  await page.getByRole("option", { name: /finding/ }).click();
  await understood().getByText("Changed by you").waitFor(soon);
  await press("Import");
  await page.getByText("1 observation was imported.").waitFor(soon);
  await page.getByText("broken glass").first().waitFor(soon);
});

test("a CSV with coordinates asks for the zone of its times, and a second time has nothing new", async () => {
  const csv = `longitude,latitude,when,remark\n${lon},${lat},2026-05-02 11:30,dirt\n`;
  await drop("walk.csv", csv);
  await choose("Observations");
  await page.getByText("Choose the time zone").waitFor(soon);
  expect(await page.getByRole("button", { name: "Import", exact: true }).isDisabled()).toBe(true);
  await page.getByRole("button", { name: /Times without a zone/ }).click();
  await page.getByRole("option").first().click();
  await understood().getByText("1 new observation").waitFor(soon);
  await press("Import");
  await page.getByText("1 observation was imported.").waitFor(soon);
  type Listed = { observations: { notes: string; observed_at: string }[] };
  const path = `/auth/plant/${plant.id}/observations`;
  const dirtAt = async () => {
    const { body } = await ask<Listed>(product, token, path);
    const dirt = body.observations.find(({ notes }) => notes === "dirt");
    return Date.parse(dirt?.observed_at ?? "");
  };
  // In Chile the clock is four hours behind UTC in May; the plant's zone is offered first. The words of the import before
  // may still be on the screen.
  await expect.poll(dirtAt, soon).toBe(Date.parse("2026-05-02T15:30:00Z"));
  await drop("walk.csv", csv);
  await choose("Observations");
  await page.getByRole("button", { name: /Times without a zone/ }).click();
  await page.getByRole("option").first().click();
  await page.getByText("All observations of this file are stored already.").waitFor(soon);
});

test("a photo becomes an observation of the module at its place, with its time", async () => {
  const angle = (degrees: number) => `${Math.round(Math.abs(degrees) * 1e7)}/10000000 0/1 0/1`;
  const photo = await sharp({
    create: { width: 64, height: 48, channels: 3, background: "#c08040" },
  })
    .withExif({
      IFD2: { DateTimeOriginal: "2026:05:03 09:15:00", OffsetTimeOriginal: "-04:00" },
      IFD3: {
        GPSLatitudeRef: "S",
        GPSLatitude: angle(lat),
        GPSLongitudeRef: "W",
        GPSLongitude: angle(lon),
      },
    })
    .jpeg()
    .toBuffer();
  await drop("crack.jpg", photo);
  await choose("An observation");
  const nearest = page.getByRole("region", { name: "Nearest to the place of the photo" });
  await nearest.getByRole("button", { name: /\b0\sm$/ }).click(soon);
  const form = page.getByRole("form", { name: /^New observation: / });
  await form.getByText("crack.jpg").waitFor(soon);
  expect(await form.locator("input[type=datetime-local]").inputValue()).toBe("2026-05-03T09:15");
  await form.getByRole("textbox", { name: "Notes" }).fill("cracked");
  await form.getByRole("button", { name: "Save", exact: true }).click();
  type Listed = { observations: { notes: string; observed_at: string; images: unknown[] }[] };
  const path = `/auth/plant/${plant.id}/observations`;
  const stored = async () => {
    const { body } = await ask<Listed>(product, token, path);
    const one = body.observations.find(({ notes }) => notes === "cracked");
    return one && [Date.parse(one.observed_at), one.images.length];
  };
  await expect.poll(stored, soon).toEqual([Date.parse("2026-05-03T13:15:00Z"), 1]);
});

test("a workbook of results goes to the analysis, photos go to its drone data", async () => {
  const cells = row(1, ["dt_id", "delta_t_normalised [K]"]) + row(2, ["module-1", 12]);
  await drop("results.xlsx", book({ sheets: { Results: cells } }));
  await panel().getByText("This is a table").waitFor(soon);
  await choose("Results of an analysis");
  await press("Continue");
  await page.getByText("results.xlsx").waitFor(soon);
  await press("Import results");
  await page.getByText("The import is complete.").waitFor(soon);
  const photo = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);
  await drop("photos.zip", zipSync({ "DJI_0001.JPG": photo, "DJI_0002.JPG": photo }));
  await panel().getByText("This is a ZIP of images").waitFor(soon);
  await choose("Images of results");
  await press("Continue");
  await page.getByRole("list").getByText("photos.zip").waitFor(soon);
});

test("a file that is none of these is named, with the way out, and the map is as before", async () => {
  await drop("site plan.dwg", "AC1032 and what follows");
  await panel().getByText("This file cannot be imported").waitFor(soon);
  await panel().getByText("This is an AutoCAD drawing (DWG). Save it as DXF").waitFor(soon);
  await panel().getByRole("button", { name: "Choose another file" }).click();
  await panel().getByText("Drop a file here").waitFor(soon);
  expect(unexpected()).toEqual([]);
});

test("states of work orders, users and drones open their imports with the file in them", async () => {
  await drop("states.csv", "order,status,revision\nWO-99,done,1\n");
  await panel().getByText("These are states of work orders").waitFor(soon);
  await press("Continue");
  const states = page.getByRole("dialog", { name: "Import states" });
  await states.getByText("WO-99").first().waitFor(soon);
  await states.getByRole("button", { name: "Close" }).first().click();
  await states.waitFor({ state: "hidden" });
  const tables = [
    [
      "users",
      "email,first name,last name\nana@example.org,Ana,Soto\n",
      "Import users from a table",
    ],
    ["drones", "internal_identifier,drone_type\nD-1,dock\n", "Import drones from a table"],
  ] as const;
  for (const [kind, text, title] of tables) {
    await openMap();
    await drop(`${kind}.csv`, text);
    await panel().getByText(`This is a table of ${kind}`).waitFor(soon);
    await press("Continue");
    await page.waitForURL(`**/settings/${kind}`);
    const dialog = page.getByRole("dialog", { name: title });
    if (kind === "users") {
      // The customer is chosen first; the file waits in sight.
      await dialog.getByText("users.csv").waitFor(soon);
      await dialog.getByRole("button", { name: /Customer/ }).click();
      await page.getByRole("option", { name: "Sierra Clara" }).click();
    }
    await dialog.getByRole("region", { name: "What was understood" }).waitFor(soon);
  }
  expect(unexpected()).toEqual([]);
});

test("outlines that are dropped on the plants become plants, after their preview", async () => {
  await page.goto(`${product.url}/plants`);
  await page.getByRole("heading", { name: "Plants", level: 1 }).waitFor(soon);
  session = await page.context().newCDPSession(page);
  const ring = [0, 1, 2, 3, 0].map((corner) => [
    -70.2 + (corner === 1 || corner === 2 ? 0.01 : 0),
    -18.95 + (corner > 1 ? 0.01 : 0),
  ]);
  const outline = {
    type: "Feature",
    properties: { name: "Dropped field" },
    geometry: { type: "Polygon", coordinates: [ring] },
  };
  await drop("outlines.geojson", JSON.stringify(outline), "Drop to create plants from outlines");
  const dialog = page.getByRole("dialog", { name: "Create plants from outlines" });
  await dialog.getByRole("button", { name: /Customer/ }).click();
  await page.getByRole("option", { name: "Sierra Clara" }).click();
  await dialog.getByRole("region", { name: "What was understood" }).waitFor(soon);
  await dialog.getByRole("button", { name: "Create plants" }).click();
  await dialog.getByText("1 plant was created.").waitFor(soon);
  const { body: plants } = await ask<{ name: string }[]>(product, token, "/auth/plants");
  expect(plants.filter(({ name }) => name === "Dropped field")).toHaveLength(1);
  expect(unexpected()).toEqual([]);
});
