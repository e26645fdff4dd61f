// With several samples per pixel an edge has colours between those on its two sides, on the map and in 3D, and what
// lies inside keeps the colour of the legend. A software renderer has one sample, so the samples are asked for.
import sharp from "sharp";
import { expect, test } from "vitest";
import { patient } from "../fixtures/patience.ts";
import { ask } from "./ask.ts";
import { openAs, settled, sharedBrowser, sharedProduct, tokenOf } from "./browser.ts";
import { countsInView } from "./workbench.ts";

const product = await sharedProduct();
const browser = await sharedBrowser();

type Plant = { readonly id: number; readonly technology: string };
type Result = {
  readonly id: number;
  readonly key_figures: readonly { readonly id: number; readonly component_type: string }[];
};
type Feature = {
  readonly geometry: { readonly coordinates: readonly (readonly [number, number])[][] };
};

/** Pixels by colour, in the middle of what is shown. */
async function coloursOf(picture: Uint8Array): Promise<Map<string, number>> {
  const data = await sharp(picture).removeAlpha().raw().toBuffer();
  const counts = new Map<string, number>();
  for (let at = 0; at < data.length; at += 3) {
    const colour = [...data.subarray(at, at + 3)].join();
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  return counts;
}

async function look(smooth: "on" | "off", space: boolean): Promise<Map<string, number>> {
  const { page } = await openAs(browser, product, "analyst");
  await page.addInitScript((chosen) => localStorage.setItem("smooth-edges", chosen), smooth);
  await page.goto(`${product.url}/plants`);
  const asked = async <T>(path: string): Promise<T> => {
    const { body } = await ask<T | string>(product, await tokenOf(page), path);
    return typeof body === "string" ? (JSON.parse(body) as T) : body;
  };
  const plants = await asked<Plant[]>("/auth/plants");
  for (const { id } of plants.filter(({ technology }) => technology === "photovoltaic")) {
    const results = await asked<Result[]>(`/auth/plant/${id}/analysis-results`);
    const shown = results.flatMap((result) =>
      result.key_figures
        .filter(({ component_type }) => component_type === "module")
        .map((figure) => ({ analysis: result.id, figure: figure.id })),
    )[0];
    if (!shown) continue;
    const { features } = await asked<{ features: Feature[] }>(
      `/auth/geo-visual/${shown.analysis}/key-figure/${shown.figure}`,
    );
    const corner = features[Math.floor(features.length / 2)]!.geometry.coordinates[0]![0]!;
    const camera = `at=${corner[0].toFixed(7)},${corner[1].toFixed(7)},20.2,17,0`;
    const view = `${camera}&analysis=${shown.analysis}&key_figure=${shown.figure}&pattern=off`;
    await page.goto(`${product.url}/plant/${id}?${view}${space ? "&space=3d" : ""}`);
    await countsInView(page);
    await settled(page);
    // By night trackers lie flat, as on the map.
    if (space) await page.getByRole("slider", { name: "Solar time" }).press("Home");
    const box = (await page.locator("canvas").first().boundingBox())!;
    const clip = { x: box.x + box.width / 2 - 100, y: box.y + 120, width: 200, height: 200 };
    let before = "";
    const still = async () => {
      const now = Buffer.from(await page.screenshot({ clip })).toString("base64");
      const same = now === before;
      before = now;
      return same;
    };
    await expect.poll(still, { timeout: patient(30_000), interval: 500 }).toBe(true);
    await page.context().close();
    return coloursOf(Buffer.from(before, "base64"));
  }
  throw new Error("No plant has values of modules");
}

test.each([
  ["the map", false],
  ["3D", true],
])(
  "edges of %s are smooth, and faces have the same colours",
  { timeout: patient(240_000) },
  async (_, space) => {
    const plain = await look("off", space);
    const smooth = await look("on", space);
    // The map has patterns and names with many colours of their own.
    expect(smooth.size).toBeGreaterThan(plain.size * 1.2);
    // The colours that fill most of the picture are the same.
    const most = (counts: Map<string, number>) =>
      [...counts]
        .toSorted((a, b) => b[1] - a[1])
        .slice(0, 2)
        .map(([colour]) => colour);
    expect(most(smooth)).toEqual(most(plain));
  },
);
