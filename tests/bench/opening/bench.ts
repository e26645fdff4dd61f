// A plant of a million modules over a line of 20 Mbit/s with 40 ms: until the map has colours and the legend its counts,
// in a browser that has never seen the app, and in one that keeps it.
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type BrowserContext, type Page } from "playwright";
import { permissionNames } from "../../../src/domain/account/permission.ts";
import { addLargePlant } from "../offline/plant.ts";
import { startProduct } from "../product.ts";
import { fullGoal, type BenchOptions, type Report } from "../report.ts";
import { startSlowLine, type SlowLine } from "./slow-line.ts";

const MODULES = { short: 100_000, full: 1_000_000 };
const OPENINGS = { short: 1, full: 3 };
const LINE = { bytesPerSecond: 20e6 / 8, roundTripMs: 40 };
const GOAL_MS = { cold: 6000, kept: 3000 };

export async function bench(report: Report, { form }: BenchOptions): Promise<void> {
  const product = await startProduct(() => ({ NODE_ENV: "staging" }));
  const folders: string[] = [];
  let line: SlowLine | null = null;
  try {
    const { plant_id } = await addLargePlant(product, MODULES[form], 1);
    line = await startSlowLine(Number(new URL(product.url).port), LINE);
    const token = product.headers["authorization"]?.replace("Bearer ", "") ?? "";
    const opened = async (folder: string) => {
      const context = await browser(folder, token);
      const before = line!.bytes();
      const begun = performance.now();
      const page = await context.newPage();
      await page.goto(`http://127.0.0.1:${line!.port}/plant/${plant_id}`);
      await shown(page);
      const ms = performance.now() - begun;
      return { context, page, ms, bytes: line!.bytes() - before };
    };
    const results = { cold: [] as Opening[], kept: [] as Opening[] };
    for (let turn = 0; turn < OPENINGS[form]; turn += 1) {
      const folder = await mkdtemp(join(tmpdir(), "opening-bench-"));
      folders.push(folder);
      const first = await opened(folder);
      results.cold.push(first);
      // The service worker keeps the app's files.
      await first.page.waitForFunction(() => navigator.serviceWorker?.controller !== null, null, {
        timeout: 120_000,
      });
      await first.page.waitForLoadState("networkidle");
      await first.context.close();
      const second = await opened(folder);
      results.kept.push(second);
      await second.context.close();
    }
    for (const [which, what] of [
      ["cold", "the app not kept"],
      ["kept", "the app kept"],
    ] as const) {
      const { ms, bytes } = middle(results[which]);
      const goal = GOAL_MS[which];
      report({
        name: `${MODULES[form].toLocaleString("en")} modules over 20 Mbit/s and 40 ms: coloured, ${what}`,
        unit: "ms",
        ours: ms,
        baseline: "the same bytes over that line",
        theirs: (bytes / LINE.bytesPerSecond) * 1000 + LINE.roundTripMs,
        ...fullGoal(form, `at most ${goal / 1000} s`, ms <= goal),
        note: `${(bytes / 1e6).toFixed(2)} MB, drawn without a graphics card`,
      });
    }
  } finally {
    await line?.stop();
    await product.close();
    for (const folder of folders) {
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  }
}

type Opening = { readonly ms: number; readonly bytes: number };
const middle = (all: readonly Opening[]) =>
  all.toSorted((a, b) => a.ms - b.ms)[Math.floor(all.length / 2)]!;

async function browser(folder: string, token: string): Promise<BrowserContext> {
  const executablePath = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find(existsSync);
  const context = await chromium.launchPersistentContext(folder, {
    ...(executablePath ? { executablePath } : {}),
    viewport: { width: 1280, height: 800 },
    locale: "en-GB",
    args: [
      "--no-sandbox",
      "--use-angle=swiftshader",
      "--enable-unsafe-swiftshader",
      "--ignore-gpu-blocklist",
      "--disable-gpu-compositing",
      "--disable-background-networking",
    ],
  });
  const session = {
    token,
    permissions: [...permissionNames],
    customer: null,
    is_admin: false,
    is_super_admin: false,
    hidden_admin: false,
    white_labeling_version: null,
  };
  await context.addInitScript((auth) => {
    localStorage.setItem("hints-seen", "all");
    if (localStorage.getItem("auth") === null) localStorage.setItem("auth", auth);
  }, JSON.stringify(session));
  return context;
}

/** Until the legend has counted the values that the map shows. */
async function shown(page: Page): Promise<void> {
  const legend = page.getByRole("region", { name: "Legend" }).getByRole("status");
  await legend.filter({ hasText: /[1-9]\d*.* of .*in view/ }).waitFor({ timeout: 120_000 });
}
