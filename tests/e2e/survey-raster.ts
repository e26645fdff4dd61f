// An orthomosaic of temperatures above the modules of a demo plant, for journeys that evaluate one.
import { writeFile } from "node:fs/promises";
import proj4 from "proj4";
import { expect } from "vitest";
import { tiffOf } from "../../src/server/raster/tiff.fixture.ts";
import { ask } from "./ask.ts";
import type { Product } from "./product.ts";

type Ring = readonly (readonly [lon: number, lat: number])[];
/** `height`: metres above the ground. */
export type Module = { readonly dt_id: string; readonly height: number; readonly ring: Ring };
type Collection = {
  readonly features: readonly {
    readonly properties: { readonly dt_id: string; readonly height?: number };
    readonly geometry: { readonly coordinates: readonly Ring[] };
  }[];
};

/**
 * A plant of modules that this customer sees, with a twin and without an analysis that is being made.
 * @param token of staff
 * @param customer token of one of its customer's users
 */
export async function freePlant(
  product: Pick<Product, "url">,
  token: string,
  customer: string,
): Promise<{ plant_id: number; modules: Module[] }> {
  const analyses = async (of: string) =>
    (await ask<{ plant_id: number; state: string }[]>(product, of, "/auth/analysis")).body;
  const all = await analyses(token);
  const open = all.filter(({ state }) => /EMPTY|UPLOAD|INCOMPLETE/.test(state));
  for (const { plant_id } of await analyses(customer)) {
    if (open.some((one) => one.plant_id === plant_id)) continue;
    const path = `/auth/plant/${plant_id}/field-geometry/file?format=geojson&component_type=module`;
    const { status, body } = await ask<string | Collection>(product, token, path);
    if (status !== 200) continue;
    const { features } = typeof body === "string" ? (JSON.parse(body) as Collection) : body;
    if (features.length === 0) continue;
    const modules = features.map(({ properties: { dt_id, height = 0 }, geometry }) => ({
      dt_id,
      height,
      ring: geometry.coordinates[0]!,
    }));
    return { plant_id, modules };
  }
  throw new Error("the demo has no plant of modules for a new analysis");
}

const METRES_AROUND = 30;
const PIXEL = 0.08;
/** Places along each side of a pixel of which it is the mean. */
const SAMPLES = 4;
/** Of the modules that are wholly shown, one in so many is warm, from this one on. */
const [WARM_EVERY, WARM_FIRST] = [40, 20];
/** How many of so many modules are warm. */
export const warmOf = (shown: number) => Math.floor((shown - WARM_FIRST) / WARM_EVERY) + 1;
/** K over the others at 800 W/m2: 4.2 K normalised, near the limit of 4 K. */
const WARM = 3.4;

type LonLat = readonly [lon: number, lat: number];
/** A corner of a module: in the plant, and where the file says that its picture is. */
type ShownCorner = { readonly place: LonLat; readonly seen: LonLat };

/**
 * The modules within 30 m of one of them at 45 °C, one in forty of them warmer; the ground at 25 °C.
 * @param beside metres to the east by which the file states its place wrongly
 * @returns a corner of each module in the picture
 */
export async function writeRaster(
  modules: readonly Module[],
  path: string,
  beside = 0,
): Promise<ShownCorner[]> {
  const [lon, lat] = modules[Math.floor(modules.length / 2)]!.ring[0]!;
  const zone = Math.floor((lon + 180) / 6) + 1;
  const half = lat < 0 ? "+south" : "";
  const system = proj4("EPSG:4326", `+proj=utm +zone=${zone} ${half} +datum=WGS84 +units=m`);
  const utm = system.forward;
  const drawn: ShownCorner[] = [];
  const [x, y] = utm([lon, lat]) as [number, number];
  const side = Math.round((2 * METRES_AROUND) / PIXEL);
  const [west, north] = [x - METRES_AROUND, y + METRES_AROUND];
  const values = new Float32Array(side * side).fill(25);
  let shown = 0;
  for (const { ring } of modules) {
    const corners = ring.map((place) => {
      const [east, up] = utm([place[0], place[1]]) as [number, number];
      return [(east - west) / PIXEL, (north - up) / PIXEL] as const;
    });
    // A mosaic shows what its rim cuts, as far as it goes; such a module is not warm.
    const isWhole = corners.every(([u, v]) => u > 1 && v > 1 && u < side - 1 && v < side - 1);
    if (isWhole) {
      shown += 1;
      const place = ring[0]!;
      const [east, up] = utm([place[0], place[1]]) as [number, number];
      drawn.push({ place, seen: system.inverse([east + beside, up]) as [number, number] });
    }
    const over = isWhole && shown % WARM_EVERY === WARM_FIRST ? 20 + WARM : 20;
    const [us, vs] = [corners.map(([u]) => u), corners.map(([, v]) => v)];
    const [left, top] = [
      Math.max(0, Math.floor(Math.min(...us))),
      Math.max(0, Math.floor(Math.min(...vs))),
    ];
    for (let v = top; v <= Math.min(side - 1, Math.max(...vs)); v++) {
      for (let u = left; u <= Math.min(side - 1, Math.max(...us)); u++) {
        // A pixel is the mean of what it sees: the nearest place would move an edge by up to half of one.
        values[v * side + u]! += (over * samplesInside(corners, u, v)) / SAMPLES ** 2;
      }
    }
  }
  expect(shown).toBeGreaterThan(100);
  const value = (column: number, row: number) => values[row * side + column]!;
  const picture = {
    width: side,
    height: side,
    sample: "float32",
    tile: [128, 128],
    value,
  } as const;
  const options = {
    epsg: (lat < 0 ? 32_700 : 32_600) + zone,
    to_map: [PIXEL, 0, west + beside, 0, -PIXEL, north] as const,
  };
  await writeFile(path, tiffOf([picture], options));
  return drawn;
}

/** How many of the places in a pixel lie in a module. */
function samplesInside(
  ring: readonly (readonly [number, number])[],
  column: number,
  row: number,
): number {
  let inside = 0;
  for (let i = 0; i < SAMPLES ** 2; i++) {
    const [u, v] = [
      column + ((i % SAMPLES) + 0.5) / SAMPLES,
      row + (Math.floor(i / SAMPLES) + 0.5) / SAMPLES,
    ];
    if (isInside(ring, u, v)) inside += 1;
  }
  return inside;
}

function isInside(ring: readonly (readonly [number, number])[], x: number, y: number): boolean {
  let inside = false;
  for (const [at, [ax, ay]] of ring.entries()) {
    const [bx, by] = ring[(at + 1) % ring.length]!;
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}
