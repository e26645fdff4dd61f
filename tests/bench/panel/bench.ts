// Measures the users' list with ten thousand users and the permission matrix in a real browser, against
// plain React tables of the same rows.
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { chromium } from "playwright";
import { build } from "vite";
import { permissions } from "../../../src/domain/account/permission.ts";
import { roleKeys } from "../../../src/domain/account/role.ts";
import type { BenchOptions, Form, Report } from "../report.ts";
import type { PanelResult } from "./page.tsx";

const USERS = 10_000;
const address = "http://panel.bench";

export async function bench(report: Report, { form }: BenchOptions): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "panel-bench-"));
  try {
    await build({
      root: import.meta.dirname,
      configFile: false,
      base: "./",
      logLevel: "error",
      plugins: [react()],
      define: { APP_VERSION: JSON.stringify("bench") },
      worker: { format: "es" },
      build: { outDir: folder, emptyOutDir: true, target: "es2023", chunkSizeWarningLimit: 1e6 },
    });
    await users(report, folder, form);
    await matrix(report, folder, form);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function users(report: Report, folder: string, form: Form): Promise<void> {
  const ours = await measured(folder, "users", form);
  const theirs = await measured(folder, "users-plain", form);
  const row = rowsFor(report, `${USERS.toLocaleString("en")} users`, ours, theirs);
  row("until the list stands", "ms", ({ standsMs }) => standsMs, tenTimes);
  row("search", "ms", ({ searchMs }) => searchMs, tenTimes);
  row("sort", "ms", ({ sortMs }) => sortMs, tenTimes);
  row("elements in the page", "", ({ nodes }) => nodes, tenTimes);
  row("JavaScript heap", "MB", ({ heapMb }) => heapMb);
}

async function matrix(report: Report, folder: string, form: Form): Promise<void> {
  const ours = await measured(folder, "matrix", form);
  const theirs = await measured(folder, "matrix-plain", form);
  const row = rowsFor(
    report,
    `permission matrix, ${permissions.length} x ${roleKeys.length}`,
    ours,
    theirs,
  );
  const extras = "the plain table has no groups, no search and no sticky heads";
  row("until it stands", "ms", ({ standsMs }) => standsMs, atMost(300), extras);
  row("tick a box", "ms", ({ tickMs }) => tickMs, atMost(16));
  row("elements in the page", "", ({ nodes }) => nodes);
  row("JavaScript heap", "MB", ({ heapMb }) => heapMb);
}

type Goal = { readonly words: string; met(ours: number, theirs: number): boolean };

const tenTimes: Goal = {
  words: "a tenth of the baseline",
  met: (ours, theirs) => ours <= theirs / 10,
};
const atMost = (most: number): Goal => ({
  words: `at most ${most} ms`,
  met: (ours) => ours <= most,
});

function rowsFor(report: Report, name: string, ours: PanelResult, theirs: PanelResult) {
  return (
    what: string,
    unit: string,
    read: (result: PanelResult) => number | null,
    goal?: Goal,
    note?: string,
  ) => {
    const mine = read(ours);
    const plain = read(theirs);
    report({
      name: `${name}: ${what}`,
      unit,
      ours: mine,
      baseline: "plain React table of all rows",
      theirs: plain,
      ...(note && { note }),
      ...(goal && { goal: goal.words, met: goal.met(mine ?? Infinity, plain ?? 0) }),
    });
  };
}

/** Fresh browsers, of which the median by the time until the rows stand counts. */
const roundsOf = { short: 1, full: 3 };

async function measured(folder: string, design: string, form: Form): Promise<PanelResult> {
  const results: PanelResult[] = [];
  for (let round = 0; round < roundsOf[form]; round += 1) results.push(await once(folder, design));
  const middle = results.toSorted((a, b) => a.standsMs - b.standsMs)[results.length >> 1];
  if (!middle) throw new Error(`nothing was measured of ${design}`);
  return middle;
}

async function once(folder: string, design: string): Promise<PanelResult> {
  const executablePath = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find(existsSync);
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ["--no-sandbox", "--enable-precise-memory-info", "--js-flags=--expose-gc"],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.route(`${address}/**`, (route) =>
      route.fulfill({ path: join(folder, new URL(route.request().url()).pathname) }),
    );
    await page.goto(`${address}/index.html?design=${design}&count=${USERS}`);
    await page.waitForFunction(() => window.panelResult !== undefined, null, { timeout: 120_000 });
    const result = await page.evaluate(() => window.panelResult);
    if (!result || "error" in result) throw new Error(`${design}: ${result?.error}`);
    return result;
  } finally {
    await browser.close();
  }
}
