// The plant as it looks with several samples per pixel, on the map and in 3D: smooth edges, no specks, the colours of the
// legend by day, and nothing of what stands below. From four heights, by day and night, for both technologies.
// A software renderer has one sample, so the samples are asked for. Without TEST_ROUNDS=full few of the pictures are made.
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { patient } from "../fixtures/patience.ts";
import { everyNth } from "../fixtures/rounds.ts";
import { ask } from "./ask.ts";
import { openAs, settled, sharedBrowser, sharedProduct, tokenOf } from "./browser.ts";
import {
  apart,
  colourAt,
  deltaE,
  edges,
  faces,
  flatColours,
  pixelsOf,
  specks,
  type Pixels,
  type Rgb,
} from "./pixel-rules.ts";
import { countsInView, legend } from "./workbench.ts";

const product = await sharedProduct();
const browser = await sharedBrowser();
const soon = { timeout: patient(45_000), interval: 400 };

/** What one sees as the same colour. */
const MOST_DELTA_E = 8;
/** Parts of a picture that are smaller tell nothing of its colours. */
const LEAST_PART = 0.004;

/** The key figures with classes whose components fill most of the picture. */
const figures = {
  photovoltaic: "class_of_abnormality",
  parabolic_trough: "mirror_damage",
} as const;
type Technology = keyof typeof figures;

type Plant = { readonly id: number; readonly technology: string };
type Result = {
  readonly id: number;
  readonly key_figures: readonly { readonly id: number; readonly key: string }[];
};
type Feature = {
  readonly geometry: { readonly coordinates: readonly (readonly [number, number])[][] };
};

/** The address of a plant whose middle component lies in the middle. */
async function openPlant(technology: Technology, dark: boolean) {
  const { page, faults } = await openAs(browser, product, "analyst", { dark });
  await page.addInitScript(() => localStorage.setItem("smooth-edges", "on"));
  await page.goto(`${product.url}/plants`);
  const asked = async <T>(path: string): Promise<T> => {
    const { body } = await ask<T | string>(product, await tokenOf(page), path);
    return typeof body === "string" ? (JSON.parse(body) as T) : body;
  };
  const plants = await asked<Plant[]>("/auth/plants");
  for (const { id } of plants.filter((plant) => plant.technology === technology)) {
    const results = await asked<Result[]>(`/auth/plant/${id}/analysis-results`);
    for (const { id: analysis, key_figures } of results) {
      const figure = key_figures.find(({ key }) => key === figures[technology]);
      if (!figure) continue;
      const { features } = await asked<{ features: Feature[] }>(
        `/auth/geo-visual/${analysis}/key-figure/${figure.id}`,
      );
      const corner = features[Math.floor(features.length / 2)]!.geometry.coordinates[0]![0]!;
      return { page, faults, id, analysis, figure: figure.id, corner };
    }
  }
  throw new Error(`no plant has ${figures[technology]}`);
}
type Opened = Awaited<ReturnType<typeof openPlant>>;

const EARTH = 40_075_016.686;

/** Shows the plant straight from above with so many metres per pixel. */
async function show(opened: Opened, metres: number, more: readonly string[]): Promise<void> {
  const { page, id, analysis, figure, corner } = opened;
  const [lon, lat] = corner;
  const zoom = Math.log2((EARTH * Math.cos((lat * Math.PI) / 180)) / 512 / metres);
  const parts = [
    `at=${lon.toFixed(8)},${lat.toFixed(8)},${zoom.toFixed(3)},0,0`,
    `analysis=${analysis}`,
    `key_figure=${figure}`,
    "pattern=off",
    ...more,
  ];
  await page.goto(`${product.url}/plant/${id}?${parts.join("&")}`);
  await countsInView(page);
  await settled(page);
}

async function atHour(page: Page, hour: number): Promise<void> {
  await page.getByRole("slider", { name: "Solar time" }).fill(String(hour));
  await settled(page);
}

/** The picture in the middle of the view once it does not change any more. */
async function stillPicture(page: Page): Promise<Pixels> {
  const box = (await page.locator("canvas").first().boundingBox())!;
  const clip = {
    x: box.x + box.width / 2 - 160,
    y: box.y + box.height / 2 - 150,
    width: 320,
    height: 300,
  };
  let before = "";
  const isStill = async () => {
    const now = Buffer.from(await page.screenshot({ clip })).toString("base64");
    const isSame = now === before;
    before = now;
    return isSame;
  };
  await expect.poll(isStill, soon).toBe(true);
  return pixelsOf(Buffer.from(before, "base64"));
}

/** The colours of the legend's marks, as the browser paints them. */
async function swatches(page: Page): Promise<Rgb[]> {
  const fills = await legend(page)
    .locator("li svg path[fill]")
    .evaluateAll((marks) => marks.map((mark) => getComputedStyle(mark).fill));
  return fills.map((fill) => {
    const [r = 0, g = 0, b = 0] = (fill.match(/\d+(\.\d+)?/g) ?? []).map(Number);
    return [r, g, b];
  });
}

/** Colours of large parts of the plant that no swatch of the legend has, within ΔE 2000. */
function strange(picture: Pixels, without: Pixels, legendColours: readonly Rgb[], most: number) {
  const all = flatColours(picture, without);
  const large = [...all].filter(([, count]) => count > (LEAST_PART * picture.data.length) / 3);
  return large.flatMap(([text, count]) => {
    const colour = text.split(",").map(Number) as [number, number, number];
    const nearest = Math.min(...legendColours.map((one) => deltaE(one, colour)));
    return nearest <= most ? [] : [{ colour: text, count, nearest }];
  });
}

/** Neither names, dots nor orthomosaics, which have colours of their own. */
const NO_NAMES = ["labels", "urgent_dots", "orthomosaic_rgb", "orthomosaic_thermal", "plant_area"]
  .map((id) => `layer=${id}~off~1`)
  .join("&");
const NO_PLANT = `${NO_NAMES}&layer=components~off~1`;

/** Metres per pixel: a module fills the picture's tenth; a table; a block; the whole plant. */
const heights = [0.05, 0.25, 1, 4] as const;
const cases = (["photovoltaic", "parabolic_trough"] as const).flatMap((technology) =>
  ([false, true] as const).flatMap((dark) =>
    heights.map((metres) => ({ technology, dark, metres })),
  ),
);

test.each(everyNth(cases, 10))(
  "$technology, dark: $dark, $metres m per pixel",
  { timeout: patient(240_000) },
  async ({ technology, dark, metres }) => {
    const opened = await openPlant(technology, dark);
    const { page, faults } = opened;
    await show(opened, metres, [NO_PLANT]);
    const groundOfMap = await stillPicture(page);
    await show(opened, metres, [NO_NAMES]);
    const map = await stillPicture(page);
    const colours = await swatches(page);
    expect(specks(map), "specks on the map").toEqual([]);
    const onMap = edges(map, groundOfMap);
    expect(onMap.count, "edges on the map").toBeGreaterThan(20);
    // A component from this size on has faces; from farther away it is narrower than three pixels.
    if (metres <= 1) expect(flatColours(map, groundOfMap).size).toBeGreaterThan(0);
    expect(onMap.mixed, "smooth edges on the map").toBeGreaterThan(0.1 * onMap.count);
    expect(onMap.wrong, "edges on the map").toEqual([]);
    expect(strange(map, groundOfMap, colours, 0.5), "colours of the map").toEqual([]);

    await show(opened, metres, [NO_PLANT, "space=3d"]);
    await atHour(page, 12);
    const ground = await stillPicture(page);
    await show(opened, metres, [NO_NAMES, "space=3d"]);
    await atHour(page, 12);
    const space = await stillPicture(page);
    expect(specks(space), "specks in 3D").toEqual([]);
    expect(edges(space, ground).mixed, "smooth edges in 3D").toBeGreaterThan(0);
    expect(strange(space, ground, colours, MOST_DELTA_E), "colours in 3D").toEqual([]);
    expect(faults).toEqual([]);
    await page.context().close();
  },
);

test("what carries the modules is not seen from above", { timeout: patient(240_000) }, async () => {
  const opened = await openPlant("photovoltaic", false);
  const { page } = opened;
  let distance = 12;
  await page.route(/\/twin-dimensions$/, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { dimensions: object };
    const dimensions = { ...body.dimensions, pylon_distance_m: distance };
    await route.fulfill({ response: answer, json: { dimensions } });
  });
  const picture = async (pylons: number, tilt: number, layers: string): Promise<Pixels> => {
    distance = pylons;
    await show(opened, 0.04, [layers, "space=3d"]);
    if (tilt > 0) {
      const at = new URL(page.url());
      const [lon, lat, zoom] = at.searchParams.get("at")!.split(",");
      at.searchParams.set("at", [lon, lat, zoom, 90, tilt].join());
      await page.goto(at.href);
      await settled(page);
    }
    await atHour(page, 12);
    return stillPicture(page);
  };
  // Posts every two metres or every hundred: straight from above none is seen within a module, from aside they are.
  const ground = await picture(100, 0, NO_PLANT);
  const [many, few] = [await picture(2, 0, NO_NAMES), await picture(100, 0, NO_NAMES)];
  const colours = await swatches(page);
  const inside = faces(few, ground).filter(([x, y]) =>
    colours.some((one) => deltaE(one, colourAt(few, x, y)) <= MOST_DELTA_E),
  );
  expect(inside.length).toBeGreaterThan(1000);
  const seen = inside.filter(([x, y]) => apart(colourAt(many, x, y), colourAt(few, x, y)) > 0);
  expect(seen).toEqual([]);
  const aside = [await picture(2, 75, NO_NAMES), await picture(100, 75, NO_NAMES)] as const;
  const changed = aside[0].data.filter((level, at) => level !== aside[1].data[at]).length;
  expect(changed).toBeGreaterThan(100);
});
