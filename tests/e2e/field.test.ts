// In the field with a phone, by touch alone: position, way, nearest component, photo, same as last, code.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { limits } from "../../src/domain/limits.ts";
import { patient } from "../fixtures/patience.ts";
import { ask } from "./ask.ts";
import { film } from "./film.ts";
import { launchBrowser, openAs, ownProduct, tokenOf } from "./browser.ts";

type Image = { readonly lon: number | null; readonly lat: number | null; taken_at: string | null };
type Observation = {
  readonly id: number;
  readonly notes: string;
  readonly fieldgeometry_component: { readonly dt_id: string };
  readonly images: readonly (Image & { readonly id: number })[];
};

const CODED = "absorber_tube-100";
const product = await ownProduct();
let browser: Browser;
let page: Page;
let faults: string[];
let token: string;
let folder: string;
let plant: { readonly id: number; readonly lon: number; readonly lat: number };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "field-"));
  browser = await launchBrowser([
    "--use-fake-device-for-media-stream",
    `--use-file-for-fake-video-capture=${await film(folder, CODED)}`,
  ]);
  ({ page, faults } = await openAs(browser, product, "viewer", {
    width: 390,
    height: 844,
    phoneAt: { longitude: 0, latitude: 0 },
  }));
  await page.goto(product.url);
  await page.waitForURL(/\/plant\/\d+/);
  token = await tokenOf(page);
  const id = /\/plant\/(\d+)/.exec(page.url())![1]!;
  plant = (await ask<typeof plant>(product, token, `/auth/plant/${id}`)).body;
  await goTo(0);
});
afterAll(async () => {
  await browser.close();
  await rm(folder, { recursive: true, force: true });
});

/** Degrees of latitude; 0.0001 are 11 m. */
const goTo = (north: number) =>
  page.context().setGeolocation({ longitude: plant.lon, latitude: plant.lat + north, accuracy: 4 });
const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
const panel = () => page.locator("[data-panel=observations]");
const nearest = (at: number) =>
  panel().getByRole("region", { name: "Nearest components" }).getByRole("listitem").nth(at);
const list = async () =>
  (
    await ask<{ observations: Observation[] }>(
      product,
      token,
      `/auth/plant/${plant.id}/observations?limit=5000`,
    )
  ).body.observations;
const save = async () => {
  await panel().getByRole("button", { name: "Save" }).tap();
  await page
    .getByText(/^The observation of .+ was created\.$/)
    .last()
    .waitFor();
  await button("Next component").waitFor();
};

/** A photo of noise, which is larger than what the server takes, with time and place. */
async function largePhoto(): Promise<Buffer> {
  const [width, height] = [2800, 2100];
  const noise = Buffer.from(crypto.getRandomValues(new Uint8Array(65_536)));
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < pixels.length; at += noise.length) noise.copy(pixels, at);
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .withExif({
      IFD2: { DateTimeOriginal: "2026:05:02 10:00:00", OffsetTimeOriginal: "+02:00" },
      IFD3: {
        GPSLatitudeRef: "N",
        GPSLatitude: "37/1 45/1 252/10",
        GPSLongitudeRef: "W",
        GPSLongitude: "5/1 14/1 456/10",
      },
    })
    .jpeg({ quality: 95 })
    .toBuffer();
}

test("the nearest component gets an observation with a large photo, whose time and place survive", async () => {
  const before = (await list()).length;
  await page
    .getByRole("navigation", { name: "Panels" })
    .getByRole("button", { name: "Observations" })
    .tap();
  await button("Add").tap();
  await button("Use my position").tap();
  await nearest(0).getByRole("button").tap();
  const form = panel().getByRole("form", { name: /^New observation: / });
  await form.getByRole("textbox", { name: "Notes" }).fill("Glass broken");
  const photo = await largePhoto();
  expect(photo.length).toBeGreaterThan(limits.imageBytes);
  await form
    .locator("input[capture=environment]")
    .setInputFiles({ name: "tube.jpg", mimeType: "image/jpeg", buffer: photo });
  await form.getByText("tube.jpg").waitFor();
  await save();
  const stored = await list();
  expect(stored).toHaveLength(before + 1);
  expect(stored[0]!.images).toHaveLength(1);
  expect(stored[0]!.images[0]).toMatchObject({
    lon: expect.closeTo(-5.246, 5),
    lat: expect.closeTo(37.757, 5),
    taken_at: expect.stringContaining("2026-05-02T08:00:00"),
  });
});

test("the next component gets the same as the last", async () => {
  await button("Next component").tap();
  await nearest(1).getByRole("button").tap();
  await panel().getByRole("button", { name: "Same as last" }).tap();
  await save();
  const [second, first] = await list();
  expect([second?.notes, first?.notes]).toEqual(["Glass broken", "Glass broken"]);
  const ids = [second, first].map((one) => one?.fieldgeometry_component.dt_id);
  expect(ids[0]).not.toBe(ids[1]);
});

test("the camera reads the code of a component and opens its form", async () => {
  await button("Next component").tap();
  await button("Read a code").tap();
  await panel()
    .getByRole("form", { name: /^New observation: / })
    .waitFor();
  await page.getByRole("dialog", { name: "Read a code" }).waitFor({ state: "detached" });
  await button("Take me to this component").tap();
  const way = page.getByRole("region", { name: "Directions to the component" });
  const metres = async () => {
    const text = await way.getByRole("timer").innerText();
    const value = Number(/[\d.,]+/.exec(text)?.[0]?.replace(",", "") ?? NaN);
    return text.endsWith("km") ? value * 1000 : value;
  };
  await expect.poll(metres, { timeout: patient(20_000) }).toBeGreaterThan(0);
  const far = await metres();
  await goTo(0.02);
  await expect.poll(metres, { timeout: patient(20_000) }).not.toBe(far);
  await button("End directions").tap();
  await way.waitFor({ state: "detached" });
  expect(faults).toEqual([]);
});

test("a round goes from stop to stop, each is ticked off, and it is there again after a reload", async () => {
  await page.goto(`${product.url}/plant/${plant.id}?panel=observations`);
  await panel().getByRole("button", { name: "Start a round" }).tap();
  const round = page.getByRole("region", { name: "Round" });
  const place = round.getByRole("status");
  const [first, second, third] = [
    ...new Set((await list()).map((one) => one.fieldgeometry_component.dt_id)),
  ];
  const card = page.locator("[data-panel=component]");
  const isOpen = (dt_id: string | undefined) =>
    expect.poll(() => new URL(page.url()).searchParams.get("component")).toMatch(`~${dt_id}`);
  await place.filter({ hasText: /^1 of \d+$/ }).waitFor();
  const of = Number(/\d+$/.exec(await place.innerText())?.[0]);
  expect(of).toBeGreaterThan(3);
  await isOpen(first);
  await card.waitFor();

  await round.getByRole("button", { name: "Done" }).tap();
  await place.filter({ hasText: `2 of ${of}` }).waitFor();
  await round.getByText("1 done").waitFor();
  await isOpen(second);
  await round.getByRole("button", { name: "Next" }).tap();
  await place.filter({ hasText: `3 of ${of}` }).waitFor();
  await isOpen(third);
  await page.locator("body").press("k");
  await place.filter({ hasText: `2 of ${of}` }).waitFor();
  await isOpen(second);
  await page.locator("body").press("j");
  await place.filter({ hasText: `3 of ${of}` }).waitFor();
  const targets = await round.getByRole("button").all();
  for (const target of targets) {
    const { width, height } = (await target.boundingBox())!;
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  }

  await page.reload();
  await place.filter({ hasText: `3 of ${of}` }).waitFor();
  await round.getByText("1 done").waitFor();
  await round.getByRole("button", { name: "Previous" }).tap();
  await round.getByRole("button", { name: "Previous" }).tap();
  await round.getByRole("button", { name: "Not done" }).tap();
  await round.getByText("0 done").waitFor();
  await round.getByRole("button", { name: "End the round" }).tap();
  await round.waitFor({ state: "detached" });
  await page.reload();
  await card.waitFor();
  expect(await round.count()).toBe(0);
  expect(faults).toEqual([]);
});

test("a question about a number is in view, and without a server the next component follows, too", async () => {
  const before = (await list()).length;
  const writes = /\/api\/auth\/plant\/\d+\/observation$/;
  await page.context().route(writes, (route) => route.abort("connectionreset"));
  await page.goto(`${product.url}/plant/${plant.id}?panel=observations`);
  await button("Add").tap();
  await button("Use my position").tap();
  await nearest(0).getByRole("button").tap();
  const form = panel().getByRole("form", { name: /^New observation: / });
  // The control of the platform beneath "Add a key figure", the last one of the form.
  await form.locator("select").last().selectOption({ label: "Heat loss" });
  const field = form.getByRole("textbox", { name: "Heat loss" });
  await field.fill("1.500");
  // The lowest place at which the field itself is in view.
  await field.evaluate((input) => input.scrollIntoView({ block: "end" }));
  await form.getByRole("button", { name: "Save" }).tap();
  const meaning = form.getByRole("button", { name: "1500 W/m" });
  const buttons = (await form.getByRole("button", { name: "Save" }).boundingBox())!;
  const bottom = async () => {
    const { y, height } = (await meaning.boundingBox())!;
    return y + height;
  };
  await expect.poll(bottom).toBeLessThan(buttons.y);
  await meaning.tap();
  await form.getByRole("button", { name: "Save" }).tap();
  const one = panel().getByRole("article", { name: "Observation" });
  await one.getByText("The server does not have all of this observation yet.").waitFor();
  await one
    .getByText(/1,?500\sW\/m/)
    .first()
    .waitFor();
  await button("Next component").tap();
  await nearest(0).waitFor();

  await page.context().unroute(writes);
  await page.reload();
  await expect
    .poll(async () => (await list()).length, { timeout: patient(60_000) })
    .toBe(before + 1);
});
