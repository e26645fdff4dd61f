// One picture: in random states map and 3D show a component in the same colour, the same legend and the same card.
import sharp from "sharp";
import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { patient } from "../fixtures/patience.ts";
import { ask } from "./ask.ts";
import { sharedBrowser, openAs, sharedProduct, settled, tokenOf } from "./browser.ts";
import { rounds } from "../fixtures/rounds.ts";
import { legend } from "./workbench.ts";

/** Half of them at a plant of each kind. */
const STATES = rounds(8, 30);
/** Grey levels: both views round once. */
const SAME_COLOUR = 3;
const soon = { timeout: patient(30_000) };

const product = await sharedProduct();
const browser = await sharedBrowser();
let page: Page;
let faults: string[];
beforeAll(async () => {
  ({ page, faults } = await openAs(browser, product, "analyst"));
  await page.goto(product.url);
});

/** Numbers from 0 to 1 that are the same in every run (mulberry32 of Tommy Ettinger). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
const random = randomOf(20_261_125);
const oneOf = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;

type Plant = { readonly id: number; readonly technology: string };
type Result = {
  readonly id: number;
  readonly key_figures: readonly { readonly id: number; readonly component_type: string }[];
};
type Feature = {
  readonly geometry: { readonly coordinates: readonly (readonly [number, number])[][] };
  readonly properties: {
    readonly dt_id: string;
    readonly value: number | null;
  };
};

async function asked<T>(path: string): Promise<T> {
  const { status, body } = await ask<T | string>(product, await tokenOf(page), path);
  if (status !== 200) throw new Error(`${path} answered ${status}`);
  return typeof body === "string" ? (JSON.parse(body) as T) : body;
}

/** Shows the state of an address without loading the page again, as the browser's back button does. */
async function go(plant: number, query: readonly string[]): Promise<void> {
  const address = `/plant/${plant}?${query.join("&")}`;
  await page.evaluate((to) => {
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, address);
  await settled(page);
}

const EARTH = 40_075_016.686;

/** A place inside a component, in pixels from the middle of the canvas, and the camera that looks at the component. */
function lookAt({ geometry }: Feature) {
  const [a, b, c] = geometry.coordinates[0]!;
  const lat = (a![1] + c![1]) / 2;
  const metres = (from: readonly number[], to: readonly number[]) =>
    [
      ((to[0]! - from[0]!) * Math.cos((lat * Math.PI) / 180) * EARTH) / 360,
      ((to[1]! - from[1]!) * EARTH) / 360,
    ] as const;
  const sides = [metres(a!, b!), metres(b!, c!)].toSorted(
    (one, other) => Math.hypot(...other) - Math.hypot(...one),
  );
  const [along, across] = [sides[0]!, sides[1]!];
  const width = Math.hypot(...across);
  // A tube is so thin that half a dozen pixels across must do.
  const isThin = width < 0.5;
  const perPixel = width / (isThin ? 7 : 44);
  const zoom = Math.log2((EARTH * Math.cos((lat * Math.PI) / 180)) / 512 / perPixel);
  const reach = Math.min(0.3, (90 * perPixel) / Math.hypot(...along));
  const aside = isThin ? 0 : 0.22;
  const at = [0, 1].map((axis) => along[axis]! * reach + across[axis]! * aside);
  return {
    camera: `at=${((a![0] + c![0]) / 2).toFixed(8)},${lat.toFixed(8)},${zoom.toFixed(2)},0,0`,
    offset: [at[0]! / perPixel, -at[1]! / perPixel] as const,
    reach: isThin ? 1 : 3,
  };
}

const query = (name: string) => new URL(page.url()).searchParams.get(name);

/** The most frequent colour around a place. */
async function colourAt(x: number, y: number, reach: number): Promise<number[]> {
  const side = 2 * reach + 1;
  const clip = { x: Math.round(x) - reach, y: Math.round(y) - reach, width: side, height: side };
  const data = await sharp(await page.screenshot({ clip }))
    .removeAlpha()
    .raw()
    .toBuffer();
  const counts = new Map<string, number>();
  for (let at = 0; at < data.length; at += 3) {
    const colour = [...data.subarray(at, at + 3)].join();
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const [most] = [...counts].toSorted((a, b) => b[1] - a[1]);
  return most![0].split(",").map(Number);
}

type Seen = {
  readonly colour: number[];
  readonly legend: string;
  readonly card: string;
  /** Of the address before the click, which selects the component. */
  readonly parts: readonly (string | null)[];
};

/** What the view shows of a component: its colour before it is clicked, then its card. */
async function seen(look: ReturnType<typeof lookAt>): Promise<Seen> {
  const box = (await page.locator("canvas").first().boundingBox())!;
  const [x, y] = [box.x + box.width / 2 + look.offset[0], box.y + box.height / 2 + look.offset[1]];
  let before: number[] = [];
  const isStill = async () => {
    const now = await colourAt(x, y, look.reach);
    const isSame = now.join() === before.join();
    before = now;
    return isSame;
  };
  await page.mouse.move(2, 2);
  await expect.poll(isStill, { ...soon, interval: 400 }).toBe(true);
  const text = await legend(page).innerText();
  const parts = ["at", "analysis", "key_figure", "filter", "select"].map(query);
  await page.mouse.click(x, y);
  const card = page.locator("[data-panel=component]");
  await card.getByRole("heading").first().waitFor();
  await settled(page);
  const seenCard = await card.innerText();
  return { colour: before, legend: text, card: seenCard, parts };
}

async function featuresOf(analysis: number, key_figure: number): Promise<Feature[]> {
  const path = `/auth/geo-visual/${analysis}/key-figure/${key_figure}`;
  const { features } = await asked<{ features: Feature[] }>(path);
  return features;
}

/** A filter that a component with this value passes; none where there is no value. */
function filterFor(key_figure: number, value: number | null): string[] {
  const kind = oneOf(["none", "range", "present"] as const);
  if (kind === "none" || value === null) return [];
  if (kind === "present") return [`filter=present~${key_figure}`];
  return [`filter=range~${key_figure}~${value - random() * 5}~${value + random() * 5}`];
}

test(
  `${STATES} random states look the same on the map and in 3D`,
  { timeout: patient(900_000) },
  async () => {
    const plants = await asked<Plant[]>("/auth/plants");
    const known = await Promise.all(
      plants.map(async (plant) => {
        const all = await asked<Result[]>(`/auth/plant/${plant.id}/analysis-results`);
        return { plant, results: all.filter(({ key_figures }) => key_figures.length > 0) };
      }),
    );
    const chosen = ["parabolic_trough", "photovoltaic"].map((technology) =>
      known.find(({ plant, results }) => plant.technology === technology && results.length > 0)!,
    );
    const kinds = new Set<string>();
    for (const [at, { plant, results }] of chosen.entries()) {
      await page.goto(`${product.url}/plant/${plant.id}?space=3d`);
      await settled(page);
      // By night collectors and trackers lie flat, so a component is seen where it is on the map.
      await page.getByRole("slider", { name: "Solar time" }).press("Home");
      for (let state = 0; state < STATES / chosen.length; state += 1) {
        const analysis = oneOf(results);
        const { id: key_figure, component_type } = oneOf(analysis.key_figures);
        const features = await featuresOf(analysis.id, key_figure);
        const feature = oneOf(features);
        const { dt_id, value } = feature.properties;
        const others = Array.from({ length: 1 + Math.floor(random() * 4) }, () => oneOf(features));
        const selected = [...others, ...(random() < 0.5 ? [feature] : [])].map(
          ({ properties }) => properties.dt_id,
        );
        const look = lookAt(feature);
        const words = [
          look.camera,
          `analysis=${analysis.id}`,
          `key_figure=${key_figure}`,
          ...filterFor(key_figure, value),
          `select=${component_type}~${selected.map(encodeURIComponent).join(",")}`,
          "pattern=off",
          // A name would cover the place whose colour is compared.
          "layer=labels~off~1",
        ];
        const label = `${at}.${state} ${component_type} ${dt_id} ${words.join("&")}`;
        kinds.add(component_type);
        await go(plant.id, words);
        // The first card takes room from the map: what is in view is counted with the card beside it.
        if (state === 0) {
          await seen(look);
          await go(plant.id, words);
        }
        const map = await seen(look);
        await go(plant.id, [...words, "space=3d"]);
        const space = await seen(look);
        const apart = map.colour.map((level, channel) => Math.abs(level - space.colour[channel]!));
        expect(
          Math.max(...apart),
          `${label}: ${map.colour} and ${space.colour}`,
        ).toBeLessThanOrEqual(SAME_COLOUR);
        expect(space.legend, label).toBe(map.legend);
        expect(space.card, label).toBe(map.card);
        expect(space.parts, label).toEqual(map.parts);
      }
    }
    expect(kinds.size).toBeGreaterThan(1);
    expect(faults).toEqual([]);
  },
);
