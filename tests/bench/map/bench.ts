// Measures drawing at up to two million components, and moving at up to ten: ours against GeoJsonLayer and MapLibre's fill.
//
// `node tests/bench/map/bench.ts [count ...]` prints the table; `tests/bench/run.mjs` calls `bench(report)`.
import { createServer, type Server } from "node:http";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium, type Browser } from "playwright";
import { build } from "vite";
import { table, type BenchOptions, type BenchRow, type Report } from "../report.ts";
import { motionOf, motionRows } from "../motion-rows.ts";
import type { Result } from "./page.ts";

const SIZES = { short: [10_000, 100_000], full: [10_000, 100_000, 1_000_000] };
/** Components of the largest plant that is moved; no other design can hold them. */
const MOST_MOVED = 10_000_000;
const DESIGN_LIMIT: Record<string, number> = { geojson: 1_000_000, maplibre: 100_000 };
const TYPES: Record<string, string> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".css": "text/css",
};

/** Builds the page, measures every design and size, and reports row by row. */
export async function bench(
  report: Report,
  { form }: BenchOptions,
  sizes: readonly number[] = SIZES[form],
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "map-bench-"));
  await buildPage(folder);
  const server = await serve(folder);
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
  try {
    const million = sizes.includes(1_000_000) ? await run(url, "ours", 1_000_000) : null;
    for (const size of sizes) {
      const mine = size === 1_000_000 ? million : await run(url, "ours", size);
      for (const [design, limit] of Object.entries(DESIGN_LIMIT)) {
        if (size <= limit) compare(report, size, mine, design, await run(url, design, size));
        else notRun(report, size, mine);
      }
    }
    if (million) await growth(report, url);
    const most = sizes.at(-1) ?? 0;
    for (const size of most === 1_000_000 ? [most, MOST_MOVED] : [most]) {
      const words = (design: string) => `design=${design}&count=${size}`;
      const isCompared = size <= (DESIGN_LIMIT["geojson"] ?? 0);
      motionRows(
        report,
        `${size.toLocaleString("en")} components`,
        await motionOf(launch, url, words("ours")),
        "deck.gl GeoJsonLayer",
        isCompared ? await motionOf(launch, url, words("geojson")) : null,
      );
    }
  } finally {
    server.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Builds the measured page into a folder; it needs nothing but a static server. */
export async function buildPage(
  outDir: string,
  root = fileURLToPath(new URL(".", import.meta.url)),
): Promise<void> {
  await build({
    root,
    configFile: false,
    base: "./",
    logLevel: "error",
    worker: { format: "es" },
    build: { outDir, emptyOutDir: true, target: "es2023", chunkSizeWarningLimit: 1e6 },
  });
}

async function run(url: string, design: string, count: number): Promise<Result | null> {
  const browser = await launch();
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    let crashed = false;
    page.on("crash", () => (crashed = true));
    await page.goto(`${url}/index.html?design=${design}&count=${count}`, { waitUntil: "commit" });
    const until = Date.now() + 240_000;
    while (Date.now() < until && !crashed) {
      const result = await page.evaluate(() => window.result).catch(() => undefined);
      if (result && "error" in result) throw new Error(`${design} at ${count}: ${result.error}`);
      if (result) return result;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    return null;
  } finally {
    await browser.close();
  }
}

/** @param flags further ones; of two that say the same, the last counts */
export function launch(flags: readonly string[] = []): Promise<Browser> {
  const executablePath = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find(existsSync);
  return chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: [
      "--no-sandbox",
      "--disable-gpu-sandbox",
      ...(process.env["BENCH_GPU"]
        ? ["--use-angle=gl-egl", "--ignore-gpu-blocklist"]
        : ["--use-angle=swiftshader", "--enable-unsafe-swiftshader"]),
      "--disable-background-networking",
      "--enable-precise-memory-info",
      "--js-flags=--max-old-space-size=8192",
      ...flags,
    ],
  });
}

type Goal = { readonly words: string; met(ours: number, theirs: number): boolean };

const atMost = (most: number, words: string): Goal => ({ words, met: (ours) => ours <= most });
const times = (least: number, words: string): Goal => ({
  words,
  met: (ours, theirs) => theirs / ours >= least,
});

function compare(
  report: Report,
  size: number,
  mine: Result | null,
  design: string,
  theirs: Result | null,
): void {
  const baseline = design === "geojson" ? "deck.gl GeoJsonLayer" : "MapLibre fill";
  const million = size === 1_000_000;
  const row = (
    what: string,
    read: (result: Result) => number | null,
    { goal, note }: { goal?: Goal | false; note?: string | undefined } = {},
  ) => {
    const ours = mine && read(mine);
    const other = theirs && read(theirs);
    const said = theirs ? note : "the baseline crashed or took over 4 minutes";
    report({
      name: `${size.toLocaleString("en")} components: ${what}`,
      unit: what === "JavaScript heap" ? "MB" : "ms",
      ours,
      baseline,
      theirs: other,
      ...(goal
        ? { goal: goal.words, met: ours !== null && goal.met(ours, other ?? Infinity) }
        : {}),
      ...(said ? { note: said } : {}),
    });
  };
  row("first coloured frame", (r) => r.firstMs, {
    goal: million && times(20, "20 times faster at a million"),
    note: mine ? `${Math.round(mine.settleMs)} ms more until modules can be drawn` : undefined,
  });
  row("switch key figure, main thread", (r) => r.switchMainMs, {
    goal: million && atMost(100, "under 100 ms of main thread"),
    note:
      design === "maplibre"
        ? "MapLibre puts the work off to its next frames"
        : workNote(mine, "switch"),
  });
  row("switch key figure, on screen", (r) => r.switchTotalMs, {
    goal: million && times(20, "20 times faster at a million"),
  });
  for (const zoom of zooms) {
    row(`frame, ${zoomNames[zoom]}`, (r) => r.frames[zoom].ms, {
      goal: million && times(20, "20 times cheaper at a million"),
      note: workNote(mine, zoom, theirs),
    });
  }
  row("pick a point", (r) => r.pickMs, { goal: million && atMost(0.1, "0.1 ms") });
  if (design === "geojson") {
    row("tooltip of a tracker's modules", (r) => r.tipMs, {
      goal: million && times(20, "20 times faster at a million"),
      note: `on ${Math.round((mine?.tipHits ?? 0) * 100)} % of the points`,
    });
  }
  row("lasso", (r) => r.lassoMs, {
    goal: size >= 100_000 && atMost(150, "20,000 components within 150 ms"),
    note: `${mine?.lassoCount} in a ring of 80 points against ${theirs?.lassoCount ?? "minutes"} in a box`,
  });
  row("JavaScript heap", (r) => r.heapMb);
}

const zooms = ["whole", "tables", "modules"] as const;
const zoomNames = { whole: "whole plant", tables: "tables", modules: "modules" } as const;

/** A million features end MapLibre's page: it crashed in the trials, so it is not run. */
function notRun(report: Report, size: number, mine: Result | null): void {
  report({
    name: `${size.toLocaleString("en")} components: first coloured frame`,
    unit: "ms",
    ours: mine && mine.firstMs,
    baseline: "MapLibre fill",
    theirs: null,
    note: "not run: its page crashed in the trials at this size",
  });
}

/** In turns and the better of two each, so that what else the machine does is not taken for growth. */
async function growth(report: Report, url: string): Promise<void> {
  const runs: Record<number, (Result | null)[]> = { 1_000_000: [], 2_000_000: [] };
  for (const count of [1_000_000, 2_000_000, 1_000_000, 2_000_000]) {
    runs[count]!.push(await run(url, "ours", count));
  }
  for (const zoom of zooms) {
    const least = (count: number) => {
      const times = runs[count]!.flatMap((result) => (result ? result.frames[zoom].ms : []));
      return times.length > 0 ? Math.min(...times) : null;
    };
    const ours = least(2_000_000);
    const theirs = least(1_000_000);
    report({
      name: `2,000,000 components: frame, ${zoomNames[zoom]}`,
      unit: "ms",
      ours,
      baseline: "ours at 1,000,000",
      theirs,
      goal: "at most 1.3 times the cost of one million",
      met: ours !== null && theirs !== null && ours <= theirs * 1.3,
      note: workNote(runs[2_000_000]![0] ?? null, zoom, runs[1_000_000]![0]) ?? "",
    });
  }
}

function workNote(
  mine: Result | null,
  part: "switch" | (typeof zooms)[number],
  theirs?: Result | null,
): string | undefined {
  const of = (result: Result | null | undefined) => {
    const work = result && (part === "switch" ? result.switchWork : result.frames[part].work);
    if (!work) return null;
    const vertices = work.vertices.toLocaleString("en");
    return `${work.drawCalls} draws, ${vertices} vertices, ${(work.bytesUploaded / 1e6).toFixed(2)} MB`;
  };
  const parts = [of(mine), of(theirs)].filter(Boolean);
  return parts.length > 0 ? parts.join(" against ") : undefined;
}

/** Serves a folder on a free port. */
export async function serve(folder: string): Promise<Server> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://localhost").pathname;
    readFile(join(folder, path)).then(
      (body) => {
        response.setHeader("content-type", TYPES[extname(path)] ?? "application/octet-stream");
        response.end(body);
      },
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const sizes = process.argv.slice(2).map(Number);
  const rows: BenchRow[] = [];
  await bench((row) => rows.push(row), { form: "full" }, sizes.length > 0 ? sizes : undefined);
  console.log(table(rows));
}
