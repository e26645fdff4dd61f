// A large plant in a real browser: taken offline, and opened without a network against the same with one.
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type BrowserContext, type Page } from "playwright";
import { permissionNames } from "../../../src/domain/account/permission.ts";
import { heldOn } from "../../fixtures/held-plant.ts";
import { startProduct } from "../product.ts";
import { fullGoal, type BenchOptions, type Report } from "../report.ts";
import { openBarePage } from "./bare-page.ts";
import { addLargePlant } from "./plant.ts";

const COMPONENTS = { short: 60_000, full: 240_000 };
const SURVEYS = 4;
const GOAL_MB = 200;
const GOAL_MS = 3000;
const OPENINGS = { short: 1, full: 5 };

export async function bench(report: Report, { form }: BenchOptions): Promise<void> {
  const count = COMPONENTS[form];
  const product = await startProduct(() => ({ NODE_ENV: "staging" }));
  const folder = await mkdtemp(join(tmpdir(), "offline-bench-"));
  try {
    const { plant_id, key_figures } = await addLargePlant(product, count, SURVEYS);
    const url = `${product.url}/plant/${plant_id}`;
    const auth = {
      token: product.headers["authorization"]?.replace("Bearer ", ""),
      permissions: [...permissionNames],
      customer: null,
      is_admin: false,
      is_super_admin: false,
      hidden_admin: false,
      white_labeling_version: null,
    };
    const first = await browser(folder);
    await first.addInitScript((session) => {
      localStorage.setItem("hints-seen", "all");
      if (localStorage.getItem("auth") === null) localStorage.setItem("auth", session);
    }, JSON.stringify(auth));
    const page = await first.newPage();
    await page.goto(url);
    await page.waitForFunction(() => navigator.serviceWorker?.controller !== null, null, {
      timeout: 120_000,
    });
    await shown(page);
    await first.close();
    const online = await openings(folder, url, true, OPENINGS[form]);

    const taker = await browser(folder);
    const load = await take(taker, url);
    await taker.close();
    const per = 100_000 / count;
    const name = `${count.toLocaleString("en")} components, ${SURVEYS} surveys of ${key_figures} key figures`;
    const wire = { baseline: "for all components", note: "per 100,000 components" };
    report({
      name: `${name}: store on the device`,
      unit: "MB",
      ours: load.bytes / 1e6,
      baseline: "one float32 per value",
      theirs: (4 * count * SURVEYS * key_figures) / 1e6,
      ...fullGoal(form, `less than ${GOAL_MB} MB`, load.bytes < GOAL_MB * 1e6),
      note: `${(load.stored / 1e6).toFixed(1)} MB as the browser counts its database`,
    });
    report({ ...wire, name: "going offline", unit: "s", ours: load.s * per, theirs: load.s });
    const mb = load.bytes / 1e6;
    report({ ...wire, name: "going offline, loaded", unit: "MB", ours: mb * per, theirs: mb });
    const { requests } = load;
    report({
      ...wire,
      name: "going offline, requests",
      unit: "requests",
      ours: requests * per,
      theirs: requests,
    });

    const offline = await openings(folder, url, false, OPENINGS[form]);
    report({
      name: "cold start without a network, against the least that a page must do",
      unit: "ms",
      ours: offline.ms,
      baseline: "bare page: reads and decodes the same answers, draws one frame",
      theirs: offline.bare_ms,
      note: "app, map, legend, filters and counts are the difference",
    });
    report({
      name: "cold start to the coloured plant without a network",
      unit: "ms",
      ours: offline.ms,
      baseline: "with the server on this machine",
      theirs: online.ms,
      ...fullGoal(
        form,
        `at most ${GOAL_MS} ms, no failed request`,
        offline.ms <= GOAL_MS && offline.failed.length === 0,
      ),
      note:
        offline.failed.length > 0 ? `failed: ${offline.failed.join(", ")}` : "0 failed requests",
    });
  } finally {
    await product.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function browser(folder: string): Promise<BrowserContext> {
  const executablePath = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find(existsSync);
  return chromium.launchPersistentContext(folder, {
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
}

/** Until the legend has counted the values that the map shows. */
async function shown(page: Page): Promise<void> {
  const legend = page.getByRole("region", { name: "Legend" }).getByRole("status");
  await legend.filter({ hasText: /[1-9]\d*.* of .*in view/ }).waitFor({ timeout: 120_000 });
}

/** Takes the plant offline with all surveys. `stored` is what the browser counts, `bytes` what the app does. */
async function take(context: BrowserContext, url: string) {
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  await page.goto(url);
  await shown(page);
  await page.getByRole("button", { name: "Take offline" }).click();
  const wizard = page.getByRole("dialog", { name: /^Take .+ offline$/ });
  await wizard.getByText(/^About /).waitFor();
  for (const box of await wizard.getByRole("group").getByRole("checkbox").all()) {
    if (!(await box.isChecked())) await box.locator("xpath=ancestor::label").click();
  }
  let requests = 0;
  page.on("request", () => (requests += 1));
  const began = performance.now();
  await wizard.getByRole("button", { name: "Take offline" }).click();
  await page.getByRole("button", { name: "Offline", exact: true }).waitFor({ timeout: 300_000 });
  const s = (performance.now() - began) / 1000;
  const held = await heldOn(page);
  const stored = await page.evaluate(async () => {
    const { usageDetails } = (await navigator.storage.estimate()) as {
      usageDetails?: { indexedDB?: number };
    };
    return usageDetails?.indexedDB ?? 0;
  });
  if (held.choice.analysis_ids.length !== SURVEYS) throw new Error("not all surveys were taken");
  return { s, requests, bytes: held.bytes, stored };
}

/** Median of the milliseconds until a browser that was just started shows the plant, and what failed. */
async function openings(folder: string, url: string, hasNetwork: boolean, turns: number) {
  const times: number[] = [];
  const bare: number[] = [];
  const failed: string[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const context = await browser(folder);
    if (!hasNetwork) await context.setOffline(true);
    const page = await context.newPage();
    page.on("requestfailed", (request) => failed.push(new URL(request.url()).pathname));
    const began = performance.now();
    await page.goto(url);
    await shown(page);
    times.push(performance.now() - began);
    // In the same browser: a fresh one without a network does not load an address that only the test answers.
    if (!hasNetwork) {
      await page.close();
      bare.push(await openBarePage(await context.newPage(), url));
    }
    await context.close();
  }
  return { ms: median(times), bare_ms: median(bare), failed };
}

const median = (times: readonly number[]) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? NaN;
