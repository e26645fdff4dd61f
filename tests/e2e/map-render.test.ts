// The map as pixels: what no unit test sees, such as a draw call that starts at the wrong index.
import { createServer, type Server } from "node:http";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import react from "@vitejs/plugin-react";
import { build } from "vite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { barsInView } from "../../src/map/component/bars-in-view.ts";
import { colouringOf } from "../../src/map/component/colouring.ts";
import { keyFigureById } from "../../src/domain/key-figure/key-figure.ts";
import { hexOf, type Rgb } from "../../src/domain/colour/colour.ts";
import { mapInks, severityColours } from "../../src/domain/colour/palette.ts";
import { usualPalettes } from "../../src/domain/colour/value-ramp.ts";
import { planeAt } from "../../src/domain/geometry/plane.ts";
import { moduleField } from "../fixtures/module-field.ts";
import { patient } from "../fixtures/patience.ts";
import { sharedBrowser, openPage, type Watched } from "./browser.ts";
import { standScene, type Knobs } from "./map/scene.ts";

const TYPES: Record<string, string> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
};
const { modules } = moduleField(20_000);
const farScene = standScene({ count: 20_000, mode: "classes" });
const plane = planeAt([-69.5, -23.2]);
const MODULES = 2;

let folder: string;
let server: Server;
const browser = await sharedBrowser();
let watched: Watched;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "map-stand-"));
  await build({
    root: join(import.meta.dirname, "map"),
    configFile: false,
    base: "./",
    logLevel: "error",
    plugins: [react()],
    define: { APP_VERSION: '"test"' },
    worker: { format: "es" },
    build: { outDir: folder, emptyOutDir: true, target: "es2023", minify: false },
  });
  server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://localhost").pathname;
    readFile(join(folder, path)).then(
      (body) => {
        response.setHeader("content-type", TYPES[extname(path)] ?? "text/javascript");
        response.end(body);
      },
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  watched = await openPage(browser, { width: 1000, height: 700 });
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  await watched.page.goto(`http://127.0.0.1:${port}/index.html`);
  await watched.page.waitForFunction(() => window.stand);
});

afterAll(async () => {
  await browser?.close();
  server?.close();
  if (folder) await rm(folder, { recursive: true, force: true });
});

/** Looks at a module from so near. */
async function show(knobs: Partial<Knobs>, row: number, zoom: number, bearing = 0): Promise<void> {
  const centre = plane.toLonLat(modules.centreX[row]!, modules.centreY[row]!);
  await watched.page.evaluate(
    async ([change, to, turn, at]) => {
      // They would stand in the way of the pixels that are read.
      window.stand!.set({ ...change, hidden: ["labels", "selection", "plant_area"] });
      window.stand!.fly({ camera: { centre: at, zoom: to, bearing: turn, pitch: 0 } });
      await window.stand!.settled();
    },
    [knobs, zoom, bearing, centre] as const,
  );
}

/** Colour at the centre of a module. */
function colourOf(row: number): Promise<number[]> {
  return watched.page.evaluate(
    ([level, at]) => {
      const [x, y] = window.stand!.place(level, at);
      return window.stand!.pixel(x, y);
    },
    [MODULES, row] as const,
  );
}

const { ramp } = colouringOf(keyFigureById(50)!, {
  scheme: "light",
  mode: "ramp",
  domain: [25, 70],
  limits: [45, 52, 60],
  palettes: usualPalettes,
});
const rampAt = (value: number) => {
  const entry = Math.round(((value - 25) / 45) * 255);
  return [...ramp.subarray(entry * 4, entry * 4 + 3)];
};
const distance = (a: number[], b: number[]) =>
  Math.max(...[0, 1, 2].map((part) => Math.abs(a[part]! - b[part]!)));
const blank = {
  values: {},
  selected: [],
  triangles: [],
  compare: null,
  scheme: "light",
  mode: "ramp",
} as const satisfies Partial<Knobs>;

describe("the component mesh", () => {
  // Culling begins the draw call in the middle of the mesh. luma takes that offset in bytes: given an
  // index it would draw other modules than these, or none.
  it.each([9000, 15_555, 19_999])(
    "draws row %d in its own colour at its own place",
    async (row) => {
      const values = { [row]: 27, [row - 1]: 41, [row - 28]: 35 };
      await show({ ...blank, values }, row, 20.6, 25);
      for (const [one, value] of Object.entries(values)) {
        expect(distance(await colourOf(Number(one)), rampAt(value)), `row ${one}`).toBeLessThan(4);
      }
    },
  );

  it("draws a component that is no rectangle in its own shape", async () => {
    const row = 9000;
    await show({ ...blank, triangles: [row], values: { [row]: 27 } }, row, 22);
    const read = (up: number, across: number) =>
      watched.page.evaluate(
        ([level, one, dx, dy]) => {
          const [x, y] = window.stand!.place(level, one);
          return window.stand!.pixel(x + dx, y - dy);
        },
        [MODULES, row, across, up] as const,
      );
    expect(distance(await read(0, 0), rampAt(27))).toBeLessThan(4);
    // Beside the tip, where the rectangle would have been.
    expect(distance(await read(45, 18), rampAt(27))).toBeGreaterThan(20);
  });

  // Wider than two pixels but thinner than six: a rim or a hatch would be darker than the legend's swatch.
  it.each(["light", "dark"] as const)("draws bars in the legend's colours (%s)", async (scheme) => {
    await show({ ...blank, mode: "classes", scheme }, 9000, 16);
    const found = await watched.page.evaluate(() => window.stand!.colours());
    const bars = barsInView(farScene.data, farScene.data.column!, {
      minPixels: 2,
      metresPerPixel: 1.1,
      area: null,
      keyFigure: keyFigureById(50)!,
      limits: [45, 52, 60],
    })!;
    const swatches = Object.values(severityColours[scheme]);
    const drawn = swatches.map((swatch) => found[swatch] ?? 0);
    const all = drawn.reduce((sum, count) => sum + count, 0);
    expect(all).toBeGreaterThan(30_000);
    // The map is as red as the legend says.
    swatches.forEach((swatch, at) => {
      expect(drawn[at]! / all, swatch).toBeCloseTo(bars.classes![at]! / bars.count, 2);
    });
    // The rest is the ground: no mixture of a colour with another.
    const rest = Object.entries(found).filter(([colour]) => !swatches.includes(colour));
    expect(rest.length).toBeLessThanOrEqual(2);
  });

  it("outlines what is selected and nothing else", async () => {
    const row = 9000;
    await show({ ...blank, selected: [row], values: { [row]: 27, [row - 2]: 27 } }, row, 22);
    const rim = (one: number) =>
      watched.page.evaluate(
        ([level, at]) => {
          const [x, y] = window.stand!.place(level, at);
          const found = [];
          for (let dx = 0; dx < 60; dx += 1) found.push(window.stand!.pixel(x + dx, y));
          return found;
        },
        [MODULES, one] as const,
      );
    const black = [17, 24, 39];
    expect((await rim(row)).some((pixel) => distance(pixel, black) < 4)).toBe(true);
    expect((await rim(row - 4)).some((pixel) => distance(pixel, black) < 4)).toBe(false);
  });

  // A module of a pixel has no outline: the mark must leave the legend's colour recognisable.
  it("tints what is selected from afar without covering its colour", async () => {
    const row = 9000;
    const values = Object.fromEntries(Array.from({ length: 41 }, (_, at) => [row - 20 + at, 27]));
    await show({ ...blank, values }, row, 17);
    const plain = await colourOf(row);
    await show({ ...blank, values, selected: Object.keys(values).map(Number) }, row, 17);
    const marked = await colourOf(row);
    const black = [17, 24, 39];
    expect(distance(marked, plain)).toBeGreaterThan(20);
    expect(distance(marked, plain)).toBeLessThan(distance(marked, black));
  });

  it("draws each side of a swipe from its own survey", async () => {
    const row = 9000;
    // The values stand in both surveys; the survey compared with is changed by its own noise elsewhere.
    await show({ ...blank, compare: "swipe", position: 1 }, row, 21);
    const other = await colourOf(row);
    await show({ ...blank, compare: "swipe", position: 0 }, row, 21);
    const own = await colourOf(row);
    await show({ ...blank }, row, 21);
    expect(distance(await colourOf(row), own)).toBeLessThan(4);
    expect(distance(other, own)).toBeGreaterThan(4);
  });
});

describe("the map", () => {
  it("selects with a lasso drawn by the pointer", async () => {
    const row = 9000;
    await show({ ...blank }, row, 19);
    await watched.page.evaluate(() => window.stand!.tool("lasso"));
    const { mouse } = watched.page;
    await mouse.move(400, 300);
    await mouse.down();
    for (const [x, y] of [
      [600, 300],
      [600, 400],
      [400, 400],
      [400, 305],
    ] as const) {
      await mouse.move(x, y, { steps: 4 });
    }
    await mouse.up();
    const zoom = await watched.page.evaluate(() => window.stand!.read().zoom);
    expect(zoom).toBe(19);
    const selected = () => watched.page.evaluate(() => window.stand!.read().selected);
    await expect.poll(selected, { timeout: patient(15_000) }).toBeGreaterThan(50);
    await watched.page.evaluate(() => window.stand!.tool("point"));
  });

  it("opens the component that is clicked", async () => {
    const row = 9000;
    await show({ ...blank }, row, 21);
    const [x, y] = await watched.page.evaluate(([level, one]) => window.stand!.place(level, one), [
      MODULES,
      row,
    ] as const);
    await watched.page.mouse.click(x, y);
    const picked = () => watched.page.evaluate(() => window.stand!.read().picked);
    await expect.poll(picked, { timeout: patient(15_000) }).toBe(row);
  });

  const textInk = hexOf([...mapInks.light.text].slice(0, 3) as unknown as Rgb);

  // Names stand upright: tested against the depth of the ground, they lose their lower half.
  it("shows names whole on a tilted map", async () => {
    const row = 9000;
    const centre = plane.toLonLat(modules.centreX[row]!, modules.centreY[row]!);
    const inked = (pitch: number) =>
      watched.page.evaluate(
        async ([knobs, tilt, at, ink]) => {
          window.stand!.set({ ...knobs, hidden: ["selection"] });
          window.stand!.fly({ camera: { centre: at, zoom: 22, bearing: 0, pitch: tilt } });
          await window.stand!.settled();
          return window.stand!.colours()[ink] ?? 0;
        },
        [blank, pitch, centre, textInk] as const,
      );
    const flat = await inked(0);
    expect(flat).toBeGreaterThan(40);
    expect((await inked(50)) / flat).toBeGreaterThan(0.7);
  });

  it("comes back when the graphics context is lost", async () => {
    const row = 9000;
    await show({ ...blank, values: { [row]: 27 } }, row, 21);
    const before = watched.faults.length;
    await watched.page.evaluate(() => window.stand!.loseContext());
    await watched.page.waitForFunction(() => window.stand?.read().losses === 1);
    await show({ ...blank, values: { [row]: 27 } }, row, 21);
    expect(distance(await colourOf(row), rampAt(27))).toBeLessThan(4);
    expect(watched.faults.slice(before)).toEqual([]);
  });

  it("reports no fault on the way", () => {
    expect(watched.faults).toEqual([]);
  });
});
