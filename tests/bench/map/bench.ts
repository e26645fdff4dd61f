// Measures drawing at up to two million components: ours against GeoJsonLayer and MapLibre's fill.
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
import type { Result } from "./page.ts";

export type BenchRow = {
  /** What was measured, e.g. "1,000,000 components: first frame". */
  readonly name: string;
  readonly unit: string;
  readonly ours: number | null;
  /** Name of the baseline and its number; null where it did not survive the measurement. */
  readonly baseline: string;
  readonly theirs: number | null;
  readonly note?: string;
};
export type Report = (row: BenchRow) => void;

const SIZES = [10_000, 100_000, 1_000_000];
const DESIGN_LIMIT: Record<string, number> = { geojson: 1_000_000, maplibre: 100_000 };
const TYPES: Record<string, string> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".css": "text/css",
};

/** Builds the page, measures every design and size, and reports row by row. */
export async function bench(report: Report, sizes: readonly number[] = SIZES): Promise<void> {
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
      }
    }
    if (million) growth(report, million, await run(url, "ours", 2_000_000));
  } finally {
    server.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Builds the measured page into a folder; it needs nothing but a static server. */
export async function buildPage(outDir: string): Promise<void> {
  await build({
    root: fileURLToPath(new URL(".", import.meta.url)),
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

function launch(): Promise<Browser> {
  const executablePath = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find(existsSync);
  return chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: [
      "--no-sandbox",
      "--disable-gpu-sandbox",
      ...(process.env.BENCH_GPU
        ? ["--use-angle=gl-egl", "--ignore-gpu-blocklist"]
        : ["--use-angle=swiftshader", "--enable-unsafe-swiftshader"]),
      "--disable-background-networking",
      "--enable-precise-memory-info",
      "--js-flags=--max-old-space-size=8192",
    ],
  });
}

function compare(
  report: Report,
  size: number,
  mine: Result | null,
  design: string,
  theirs: Result | null,
): void {
  const baseline = design === "geojson" ? "deck.gl GeoJsonLayer" : "MapLibre fill";
  const row = (what: string, read: (result: Result) => number | null, note?: string) =>
    report({
      name: `${size.toLocaleString("en")} components: ${what}`,
      unit: what === "JavaScript heap" ? "MB" : "ms",
      ours: mine && read(mine),
      baseline,
      theirs: theirs && read(theirs),
      ...(theirs ? (note ? { note } : {}) : { note: "baseline crashed or took over 4 minutes" }),
    });
  row("first coloured frame", (r) => r.firstMs);
  row("switch key figure, main thread", (r) => r.switchMainMs, workNote(mine, "switch"));
  row("switch key figure, on screen", (r) => r.switchTotalMs);
  row("frame, whole plant", (r) => r.frames.whole.ms, workNote(mine, "whole", theirs));
  row("frame, tables", (r) => r.frames.tables.ms, workNote(mine, "tables", theirs));
  row("frame, modules", (r) => r.frames.modules.ms, workNote(mine, "modules", theirs));
  row("pick a point", (r) => r.pickMs);
  row("lasso", (r) => r.lassoMs, `${mine?.lassoCount} against ${theirs?.lassoCount} (a box there)`);
  row("JavaScript heap", (r) => r.heapMb);
}

function growth(report: Report, million: Result, two: Result | null): void {
  for (const zoom of ["whole", "tables", "modules"] as const) {
    report({
      name: `2,000,000 components: frame, ${zoom === "whole" ? "whole plant" : zoom}`,
      unit: "ms",
      ours: two && two.frames[zoom].ms,
      baseline: "ours at 1,000,000",
      theirs: million.frames[zoom].ms,
      note: workNote(two, zoom) ?? "",
    });
  }
}

function workNote(
  mine: Result | null,
  part: "switch" | "whole" | "tables" | "modules",
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

async function serve(folder: string): Promise<Server> {
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
  await bench(
    ({ name, unit, ours, baseline, theirs, note }) => {
      const number = (value: number | null) => (value === null ? "-" : value.toFixed(2));
      const ratio = ours && theirs ? `${(theirs / ours).toFixed(1)}x` : "-";
      const line = [name, `${number(ours)} ${unit}`, `${baseline} ${number(theirs)}`, ratio];
      console.log([...line, note ?? ""].join(" | "));
    },
    sizes.length > 0 ? sizes : SIZES,
  );
}
