// What surrounds the plant in 3D: soft shadows below its tables, a horizon and a sky, by day and by night, from four heights.
import type { Page } from "playwright";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { patient } from "../fixtures/patience.ts";
import { ask } from "./ask.ts";
import { openAs, settled, sharedBrowser, sharedProduct, tokenOf } from "./browser.ts";

const product = await sharedProduct();
const browser = await sharedBrowser();
const soon = { timeout: patient(30_000), interval: 500 };
const EARTH_M = 40_075_016.686;
const METRES_PER_DEGREE = 111_320;

type Place = readonly [lon: number, lat: number];
type Colour = readonly [red: number, green: number, blue: number];
type Plant = { readonly id: number; readonly technology: string };
type Result = {
  readonly id: number;
  readonly key_figures: readonly { readonly id: number; readonly component_type: string }[];
};
type Feature = { readonly geometry: { readonly coordinates: readonly (readonly Place[])[] } };

let page: Page;
let faults: string[];
let plant: number;
let modules: readonly (readonly Place[])[];

beforeAll(async () => {
  ({ page, faults } = await openAs(browser, product, "analyst"));
  await page.goto(`${product.url}/plants`);
  const asked = async <T>(path: string): Promise<T> => {
    const { body } = await ask<T | string>(product, await tokenOf(page), path);
    return typeof body === "string" ? (JSON.parse(body) as T) : body;
  };
  const plants = await asked<Plant[]>("/auth/plants");
  for (const { id } of plants.filter(({ technology }) => technology === "photovoltaic")) {
    const results = await asked<Result[]>(`/auth/plant/${id}/analysis-results`);
    for (const { id: analysis, key_figures } of results) {
      const figure = key_figures.find(({ component_type }) => component_type === "module");
      if (!figure) continue;
      const path = `/auth/geo-visual/${analysis}/key-figure/${figure.id}`;
      const { features } = await asked<{ features: Feature[] }>(path);
      plant = id;
      modules = features.map(({ geometry }) => geometry.coordinates[0]!.slice(0, 4));
      return;
    }
  }
  throw new Error("No plant has values of modules");
}, patient(120_000));

/** The canvas, once nothing more is drawn, from a camera without names, patterns and orthomosaics. */
async function look([lon, lat]: Place, zoom: number, bearing: number, pitch: number) {
  const off = ["labels", "orthomosaic_rgb", "orthomosaic_thermal"].map((id) => `layer=${id}~off~1`);
  const camera = `at=${lon.toFixed(8)},${lat.toFixed(8)},${zoom},${bearing},${pitch}`;
  await page.goto(
    `${product.url}/plant/${plant}?${[camera, ...off, "pattern=off", "space=3d"].join("&")}`,
  );
  await page.getByRole("region", { name: "3D view" }).waitFor();
  await settled(page);
  // By night trackers lie flat, so a table ends where the twin says.
  await page.getByRole("slider", { name: "Solar time" }).press("Home");
  await settled(page);
  // Whole pieces were drawn: the first frame of a busy machine may come after the page is quiet.
  await page.locator("canvas[aria-busy=false]").waitFor();
  const box = (await page.locator("canvas").first().boundingBox())!;
  let before = "";
  const isStill = async () => {
    const now = (await page.screenshot()).toString("base64");
    const isSame = now === before;
    before = now;
    return isSame;
  };
  await expect.poll(isStill, soon).toBe(true);
  const image = await sharp(Buffer.from(before, "base64")).removeAlpha().raw().toBuffer();
  const width = page.viewportSize()!.width;
  /** The middle of the colours around a place of the canvas, so that no line of the ground counts. */
  const at = (x: number, y: number, reach: number): Colour => {
    const found: Colour[] = [];
    for (let dy = -reach; dy <= reach; dy += 1)
      for (let dx = -reach; dx <= reach; dx += 1) {
        const from = ((Math.round(box.y + y) + dy) * width + Math.round(box.x + x) + dx) * 3;
        found.push([image[from]!, image[from + 1]!, image[from + 2]!]);
      }
    const middle = (part: 0 | 1 | 2) =>
      found.map((colour) => colour[part]).toSorted((a, b) => a - b)[found.length >> 1]!;
    return [middle(0), middle(1), middle(2)];
  };
  return { at, width: box.width, height: box.height };
}

const sum = (colour: Colour) => colour[0] + colour[1] + colour[2];
const apart = (one: Colour, other: Colour) =>
  Math.max(...one.map((part, at) => Math.abs(part - other[at]!)));
/** Metres east and north of a place. */
const moved = ([lon, lat]: Place, [east, north]: readonly [number, number]): Place => [
  lon + east / METRES_PER_DEGREE / Math.cos((lat * Math.PI) / 180),
  lat + north / METRES_PER_DEGREE,
];

/** The middle of the outer edge of the module that lies farthest in a direction, and outwards from it, of length 1. */
function outerEdge(east: number, north: number) {
  const [, latitude] = modules[0]![0]!;
  const shrink = Math.cos((latitude * Math.PI) / 180);
  const reach = ([lon, lat]: Place) => lon * east * shrink + lat * north;
  const far = (ring: readonly Place[]) => Math.max(...ring.map(reach));
  const ring = modules.toSorted((a, b) => far(b) - far(a))[0]!;
  const middleOf = (places: readonly Place[]): Place => [
    places.reduce((total, [lon]) => total + lon, 0) / places.length,
    places.reduce((total, [, lat]) => total + lat, 0) / places.length,
  ];
  const edges = ring.map((corner, at) => middleOf([corner, ring[(at + 1) % ring.length]!]));
  const edge = edges.toSorted((a, b) => reach(b) - reach(a))[0]!;
  const [lon, lat] = middleOf(ring);
  const [dx, dy] = [(edge[0] - lon) * shrink, edge[1] - lat];
  const length = Math.hypot(dx, dy);
  return { edge, out: [dx / length, dy / length] as const };
}

test.each(["light", "dark"] as const)(
  "the ground beside a table is darker than 20 m away, in the %s theme",
  { timeout: patient(120_000) },
  async (colorScheme) => {
    await page.emulateMedia({ colorScheme });
    const { edge, out } = outerEdge(-1, 0);
    const zoom = 21;
    const perPixel = (EARTH_M * Math.cos((edge[1] * Math.PI) / 180)) / 512 / 2 ** zoom;
    const { at, width, height } = await look(edge, zoom, 0, 0);
    const ground = (metres: number) =>
      at(width / 2 + (out[0] * metres) / perPixel, height / 2 - (out[1] * metres) / perPixel, 2);
    const [beside, away] = [ground(0.3), ground(20)];
    expect(sum(beside) / sum(away), `${beside} and ${away}`).toBeLessThan(0.97);
    // Soft: 60 cm further on it is paler, and two metres further on it has ended.
    expect(sum(ground(0.9)), "at 0.9 m").toBeGreaterThan(sum(beside));
    expect(apart(ground(3), away), `${ground(3)} and ${away}`).toBeLessThanOrEqual(4);
  },
);

test.each([
  ["3 m", 21, 84],
  ["60 m", 17, 83],
  ["500 m", 14, 83],
])(
  "from %s there is a horizon below a sky that is darker above",
  { timeout: patient(120_000) },
  async (_, zoom, pitch) => {
    await page.emulateMedia({ colorScheme: "light" });
    // Away from the plant, whose southernmost module is behind the eye.
    const { edge } = outerEdge(0, -1);
    const { at, width, height } = await look(moved(edge, [0, -9000]), zoom, 180, pitch);
    // Half of the angle of view is 18.43 degrees.
    const up = Math.tan(((90 - pitch) * Math.PI) / 180) / Math.tan((18.435 * Math.PI) / 180);
    const horizon = (height / 2) * (1 - up);
    const [x, part] = [width / 2, height / 100];
    const [low, high] = [at(x, horizon - part, 2), at(x, horizon - 12 * part, 2)];
    const [far, near] = [at(x, horizon + part, 2), at(x, height / 2 + 15 * part, 2)];
    // The sky is bluish, and more so above.
    expect(high[2] - high[0], `sky ${low} and ${high}`).toBeGreaterThan(low[2] - low[0] + 8);
    expect(sum(high)).toBeLessThan(sum(low));
    // Ground is not, and takes on something of the sky far away; from 3 m nothing as far is wider than a pixel.
    expect(near[0], `ground ${near} and ${far}`).toBeGreaterThan(near[2] + 8);
    const fades = near[0] - near[2] - (far[0] - far[2]);
    if (zoom < 20) expect(fades, `ground ${near} and ${far}`).toBeGreaterThan(4);
    expect(apart(low, far), `horizon ${low} and ${far}`).toBeGreaterThanOrEqual(4);
  },
);

test("from 25 km above, ground keeps its own colour", { timeout: patient(120_000) }, async () => {
  await page.emulateMedia({ colorScheme: "light" });
  const { edge } = outerEdge(0, -1);
  const { at, width, height } = await look(moved(edge, [0, -6000]), 11.5, 0, 0);
  for (const [x, y] of [
    [0.5, 0.5],
    [0.5, 0.3],
    [0.42, 0.6],
  ] as const) {
    const [red, green, blue] = at(x * width, y * height, 3);
    expect(red, `${red},${green},${blue}`).toBeGreaterThan(blue + 8);
  }
});

test("nothing broke", () => expect(faults).toEqual([]));
