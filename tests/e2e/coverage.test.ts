// What the images of a survey show: counted, and after ten of them are deleted exactly the modules named that no image
// shows any more. Which ones those are is computed here once more, with another projection.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { patient } from "../fixtures/patience.ts";
import { ask, send } from "./ask.ts";
import { sharedBrowser, openAs, ownProduct, settled, tokenOf } from "./browser.ts";
import { freePlant, type Module } from "./survey-raster.ts";
import { numberIn } from "./workbench.ts";

const product = await ownProduct();
const soon = { timeout: patient(60_000) };
const browser = await sharedBrowser();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "coverage-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

type Place = readonly [lon: number, lat: number];

const IMAGES = 24;
const DELETED = { from: 4, count: 10 };
const HEIGHT_M = 12;
const SIDE_PX = 1000;
/** Of 35 mm film; the diagonal of its frame is 43.27 mm. */
const FILM_MM = 24;
const METRES_APART = 8;

const nameOf = (image: number) => `DJI_${String(image + 1).padStart(4, "0")}.jpg`;

/** Metres per degree of longitude and latitude on the WGS 84 ellipsoid. */
function metresPerDegree(lat: number): readonly [east: number, north: number] {
  const [a, e2] = [6378137, 0.00669437999014];
  const sine = Math.sin((lat * Math.PI) / 180);
  const w = Math.sqrt(1 - e2 * sine ** 2);
  const degree = Math.PI / 180;
  return [(a / w) * Math.cos(lat * degree) * degree, ((a * (1 - e2)) / w ** 3) * degree];
}

/** A picture from straight above, its top to the north. */
async function writePhoto(image: number, [lon, lat]: Place, taken: string): Promise<string> {
  const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:drone-dji="http://www.dji.com/drone-dji/1.0/" drone-dji:GpsLatitude="${lat.toFixed(9)}" drone-dji:GpsLongitude="${lon.toFixed(9)}" drone-dji:RelativeAltitude="+${HEIGHT_M}.00" drone-dji:GimbalRollDegree="+0.00" drone-dji:GimbalYawDegree="+0.00" drone-dji:GimbalPitchDegree="-90.00"/></rdf:RDF></x:xmpmeta>`;
  const background = { r: 40, g: 60 + image, b: 90 };
  const path = join(folder, nameOf(image));
  await sharp({ create: { width: SIDE_PX, height: SIDE_PX, channels: 3, background } })
    .withExif({
      IFD0: { Make: "DJI", Model: "XT2" },
      IFD2: {
        DateTimeOriginal: taken,
        OffsetTimeOriginal: "+00:00",
        FocalLengthIn35mmFilm: String(FILM_MM),
      },
    })
    .withXmp(xmp)
    .jpeg()
    .toFile(path);
  return path;
}

/** The modules that have all corners in the picture. */
function shownFrom([lon, lat]: Place, modules: readonly Module[]): string[] {
  const [east, north] = metresPerDegree(lat);
  const focal = (FILM_MM * Math.hypot(SIDE_PX, SIDE_PX)) / Math.hypot(36, 24);
  return modules
    .filter(({ ring, height }) =>
      ring.every((corner) => {
        const scale = focal / (HEIGHT_M - height);
        const x = (corner[0] - lon) * east * scale;
        const y = (corner[1] - lat) * north * scale;
        return Math.abs(x) < SIDE_PX / 2 && Math.abs(y) < SIDE_PX / 2;
      }),
    )
    .map(({ dt_id }) => dt_id);
}

test("after ten images are deleted, exactly the modules are named that no image shows any more", async () => {
  const customer = await openAs(browser, product, "other_customer");
  await customer.page.goto(product.url);
  const { page, faults } = await openAs(browser, product, "admin", { height: 1500 });
  page.on("dialog", (dialog) => void dialog.accept());
  await page.addInitScript(() => {
    (window as { showOpenFilePicker?: unknown }).showOpenFilePicker = undefined;
  });
  await page.goto(`${product.url}/analyses`);
  const token = await tokenOf(page);
  const plant = await freePlant(product, token, await tokenOf(customer.page));
  await customer.page.context().close();
  const { plant_id, modules } = plant;
  const middle = modules[Math.floor(modules.length / 2)]!.ring[0]!;
  const [, north] = metresPerDegree(middle[1]);
  const places = Array.from({ length: IMAGES }, (_, image): Place => {
    const metres = (image - IMAGES / 2) * METRES_APART;
    return [middle[0], middle[1] + metres / north];
  });
  // Around noon, so that trackers lie level.
  const hour = Math.round(12 - middle[0] / 15);
  const files = await Promise.all(
    places.map((place, image) =>
      writePhoto(image, place, `2026:05:01 ${hour}:00:${String(image + 10)}`),
    ),
  );
  const isDeleted = (image: number) =>
    image >= DELETED.from && image < DELETED.from + DELETED.count;
  const shown = places.map((place) => shownFrom(place, modules));
  const left = new Set(shown.filter((_, image) => !isDeleted(image)).flat());
  const lost = [...new Set(shown.filter((_, image) => isDeleted(image)).flat())]
    .filter((dt_id) => !left.has(dt_id))
    .toSorted();
  expect(lost.length).toBeGreaterThan(20);

  const body = { plant_id, name: "Coverage journey", flown_at: `2026-05-01T${hour}:00:00Z` };
  const { id } = await send<{ id: number }>(product, token, "/auth/analysis", body);
  await page.goto(`${product.url}/analysis/${id}#upload`);
  await page.locator("input[type=file]").first().setInputFiles(files);
  await page.getByRole("button", { name: new RegExp(`^Upload ${IMAGES} files`) }).click();
  type Read = readonly { readonly reading_state: string }[];
  const read = async () => {
    const { body: all } = await ask<{ files: Read }>(product, token, `/auth/analysis/${id}/files`);
    return all.files.filter(({ reading_state }) => reading_state === "read").length;
  };
  await expect.poll(read, { timeout: patient(120_000) }).toBe(IMAGES);

  await page.goto(`${product.url}/analysis/${id}#coverage`);
  await page.getByRole("button", { name: "Generate coverage" }).click();
  await page.getByText("Coverage was generated.").waitFor(soon);
  const level = page.getByRole("region", { name: /^Modules/ });
  const unseen = async () =>
    numberIn(
      await level
        .locator("div", { hasText: /^Not inspected/ })
        .locator("dd")
        .first()
        .innerText(),
    );
  const before = modules.length - new Set(shown.flat()).size;
  expect(await unseen()).toBe(before);

  await page.getByRole("radio", { name: "Files" }).click();
  for (const image of places.keys()) {
    if (isDeleted(image)) await page.getByLabel(`Select ${nameOf(image)}`).click({ force: true });
  }
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  const question = page.getByRole("alertdialog");
  await question.getByText(`${lost.length} components are then in no image:`).waitFor(soon);
  await question.getByRole("button", { name: "Delete" }).click();
  const list = page.getByRole("dialog", { name: "No longer seen" });
  await list.getByText(`${lost.length} components are no longer in any image.`).waitFor(soon);
  expect((await list.getByRole("listitem").allInnerTexts()).toSorted()).toEqual(lost);
  await list.getByRole("button", { name: "Close" }).last().click();

  // It is counted again by itself.
  await page.getByRole("radio", { name: "Coverage" }).click();
  await expect.poll(unseen, soon).toBe(before + lost.length);
  await settled(page);
  expect(faults).toEqual([]);
});
