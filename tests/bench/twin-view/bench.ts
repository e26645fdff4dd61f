// Measures the plant in 3D at 100 thousand and a million modules, against Cesium's own ways of holding everything.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildPage, launch, serve } from "../map/bench.ts";
import type { BenchOptions, Report } from "../report.ts";
import { motionOf, motionRows } from "../motion-rows.ts";
import type { SpaceResult } from "./page.ts";

const SIZES = { short: [100_000], full: [100_000, 1_000_000] };
/** Modules of the plants that are moved, and whether the baseline is moved too: it cannot hold ten million. */
const MOVED = {
  short: [[100_000, true]],
  full: [
    [1_000_000, true],
    [10_000_000, false],
  ],
} as const;
/** Runs of each design, of which the better one counts. */
const TURNS = { short: 1, full: 2 };
const BASELINES = { primitive: "Cesium Primitive", polygons: "BufferPolygonCollection" } as const;
const zooms = { whole: "whole plant", tables: "tables", modules: "modules" } as const;
/** Times that a frame must be cheaper at a million. */
const CHEAPER = 5;
/** Megabytes that ten openings and closings may leave behind. */
const LEFT_MB = 30;
const PATIENCE_MS = 240_000;

export async function bench(report: Report, { form }: BenchOptions): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "twin-view-bench-"));
  await buildPage(folder, fileURLToPath(new URL(".", import.meta.url)));
  const server = await serve(folder);
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
  try {
    for (const size of SIZES[form]) {
      const [mine, others] = await inTurns(url, size, TURNS[form]);
      for (const [design, baseline] of Object.entries(BASELINES)) {
        const theirs = others[design] ?? null;
        const isGoal = size === 1_000_000 && design === "polygons";
        compare(report, size, mine, baseline, theirs, isGoal);
      }
      if (mine && mine.openings.length > 0) openings(report, mine);
    }
    for (const [size, isCompared] of MOVED[form]) {
      const words = (design: string) => `design=${design}&count=${size}`;
      motionRows(
        report,
        `${size.toLocaleString("en")} modules in 3D`,
        await motionOf(launch, url, words("ours")),
        BASELINES.polygons,
        isCompared ? await motionOf(launch, url, words("polygons")) : null,
      );
    }
  } finally {
    server.close();
    await rm(folder, { recursive: true, force: true });
  }
}

type Seen = SpaceResult | null;

/** The better of the runs of each: what else the machine does meanwhile is not taken for the cost of a design. */
async function inTurns(
  url: string,
  size: number,
  turns: number,
): Promise<[Seen, Record<string, Seen>]> {
  let mine: Seen = null;
  const others: Record<string, Seen> = {};
  for (let turn = 0; turn < turns; turn += 1) {
    const isOpened = turn === 0 && size === 1_000_000;
    mine = better(mine, await run(url, "ours", size, isOpened));
    for (const design of Object.keys(BASELINES))
      others[design] = better(others[design] ?? null, await run(url, design, size, false));
  }
  return [mine, others];
}

function better(one: Seen, other: Seen): Seen {
  if (!one || !other) return one ?? other;
  const least = (read: (result: SpaceResult) => number) => Math.min(read(one), read(other));
  return {
    firstMs: least((r) => r.firstMs),
    settledMs: least((r) => r.settledMs),
    frames: {
      whole: least((r) => r.frames.whole),
      tables: least((r) => r.frames.tables),
      modules: least((r) => r.frames.modules),
    },
    recolourMs: least((r) => r.recolourMs),
    openTasks:
      one.openTasks.longest_ms <= other.openTasks.longest_ms ? one.openTasks : other.openTasks,
    heapMb: least((r) => r.heapMb),
    openings: one.openings.length > 0 ? one.openings : other.openings,
  };
}

async function run(url: string, design: string, count: number, isOpened: boolean) {
  const browser = await launch(["--js-flags=--max-old-space-size=8192 --expose-gc"]);
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    let crashed = false;
    page.on("crash", () => (crashed = true));
    const words = `design=${design}&count=${count}${isOpened ? "&openings" : ""}`;
    await page.goto(`${url}/index.html?${words}`, { waitUntil: "commit" });
    const until = Date.now() + PATIENCE_MS;
    while (Date.now() < until && !crashed) {
      const result = await page.evaluate(() => window.spaceResult).catch(() => undefined);
      if (result && "error" in result) {
        if (design === "ours") throw new Error(`at ${count}: ${result.error}`);
        return null;
      }
      if (result) return result;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    return null;
  } finally {
    await browser.close();
  }
}

function compare(
  report: Report,
  size: number,
  mine: SpaceResult | null,
  baseline: string,
  theirs: SpaceResult | null,
  isGoal: boolean,
): void {
  const row = (what: string, read: (result: SpaceResult) => number, goal = false, note = "") => {
    const ours = mine && read(mine);
    const other = theirs && read(theirs);
    report({
      name: `${size.toLocaleString("en")} modules in 3D: ${what}`,
      unit: what.endsWith("heap") ? "MB" : "ms",
      ours,
      baseline,
      theirs: other,
      ...(goal
        ? {
            goal: `at least ${CHEAPER} times cheaper`,
            met: ours !== null && (other === null || other >= CHEAPER * ours),
          }
        : {}),
      ...(theirs ? { note } : { note: "the baseline crashed or took over 4 minutes" }),
    });
  };
  const settled = mine ? `${Math.round(mine.settledMs)} ms until all in view has come` : "";
  row("open to first coloured frame", (r) => r.firstMs, false, settled);
  for (const zoom of ["whole", "tables", "modules"] as const) {
    row(`frame, ${zooms[zoom]}`, (r) => r.frames[zoom], isGoal);
  }
  const opened = mine ? `${mine.openTasks.count} tasks over 50 ms` : "";
  row("longest task over 50 ms at opening", (r) => r.openTasks.longest_ms, false, opened);
  row("recolour, on screen", (r) => r.recolourMs);
  row("JavaScript heap", (r) => r.heapMb);
}

function openings(report: Report, { openings: heaps }: SpaceResult): void {
  const [first = 0] = heaps;
  const last = heaps.at(-1) ?? 0;
  report({
    name: "1,000,000 modules in 3D: heap after ten openings and closings",
    unit: "MB",
    ours: last,
    baseline: "after the first",
    theirs: first,
    goal: `at most ${LEFT_MB} MB more`,
    met: last - first <= LEFT_MB,
  });
}
