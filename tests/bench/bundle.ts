// What a browser loads until a screen stands: bytes of scripts, styles and words as they are sent, against the budgets.
import { get } from "node:http";
import type { Page } from "playwright";
import { accountOf, launchBrowser, openPage } from "../e2e/browser.ts";
import { startProduct } from "../e2e/product.ts";
import { countsInView } from "../e2e/workbench.ts";
import type { Report } from "./report.ts";

type Kind = "code" | "map data" | "font";

function kindOf(path: string): Kind {
  if (path.endsWith(".woff2")) return "font";
  return /\/(countries-|ground\/)[^/]*\.json$/.test(path) ? "map data" : "code";
}

/**
 * Notes every file of the app that a page and its workers ask for; API answers and pictures do not
 * count. Sizes are asked for afterwards: a worker's own script cannot be read from its page.
 */
function weigh(page: Page): { kB(kind: Kind): Promise<number>; files(): number } {
  const files = new Map<string, string>();
  page.context().on("response", (response) => {
    const url = new URL(response.url());
    const kind = response.request().resourceType();
    if (url.pathname.startsWith("/api/") || url.pathname.startsWith("/demo/")) return;
    if (!["document", "script", "stylesheet", "font", "fetch", "other"].includes(kind)) return;
    files.set(url.pathname, url.origin);
  });
  return {
    async kB(kind) {
      const wanted = [...files].filter(([path]) => kindOf(path) === kind);
      const all = await Promise.all(
        wanted.map(async ([path, origin]) => {
          return bytesSent(`${origin}${path}`);
        }),
      );
      return all.reduce((sum, bytes) => sum + bytes, 0) / 1000;
    },
    files: () => files.size,
  };
}

/** The length of the body as Chromium is sent it. */
function bytesSent(url: string): Promise<number> {
  const headers = { accept: "text/html,*/*", "accept-encoding": "gzip, deflate, br, zstd" };
  return new Promise((resolve, reject) => {
    const request = get(url, { headers }, (answer) => {
      let bytes = 0;
      if (answer.statusCode !== 200) reject(new Error(`${url}: ${answer.statusCode}`));
      answer.on("data", (part: Buffer) => (bytes += part.length));
      answer.on("end", () => resolve(bytes));
      answer.on("error", reject);
    });
    request.on("error", reject);
  });
}

export async function bench(report: Report): Promise<void> {
  const product = await startProduct();
  const browser = await launchBrowser();
  try {
    const login = await openPage(browser);
    const signIn = weigh(login.page);
    await login.page.goto(`${product.url}/login`, { waitUntil: "networkidle" });
    const signInKb = await signIn.kB("code");
    report({
      name: "bundle: sign-in page, as sent",
      unit: "kB",
      ours: signInKb,
      baseline: "budget",
      theirs: 150,
      goal: "at most 150 kB",
      met: signInKb <= 150,
      note: `${signIn.files()} files`,
    });
    const viewer = await openPage(browser);
    const plant = weigh(viewer.page);
    await viewer.page.goto(accountOf(product.accounts, "viewer").sign_in_url);
    await viewer.page.locator("canvas").first().waitFor();
    // Worker for MapLibre, for meshes, for columns: the view stands once the values are counted.
    await countsInView(viewer.page);
    await viewer.page.waitForLoadState("networkidle");
    const plantKb = await plant.kB("code");
    report({
      name: "bundle: plant view without 3D, as sent",
      unit: "kB",
      ours: plantKb,
      baseline: "budget",
      theirs: 1200,
      goal: "at most 1.2 MB",
      met: plantKb <= 1200,
      note: `${plant.files()} files, sign-in included; ${Math.round(await plant.kB("map data"))} kB of Natural Earth besides`,
    });
    await viewer.page.keyboard.press("3");
    await viewer.page.getByRole("region", { name: "3D view" }).waitFor();
    await viewer.page.getByRole("region", { name: /^The plant in 3D/ }).waitFor();
    await viewer.page.waitForLoadState("networkidle");
    const spaceKb = (await plant.kB("code")) - plantKb;
    report({
      name: "bundle: 3D view besides, as sent",
      unit: "kB",
      ours: spaceKb,
      baseline: "budget",
      theirs: 1400,
      goal: "at most 1.4 MB",
      met: spaceKb <= 1400,
      note: `${plant.files()} files in all`,
    });
  } finally {
    await browser.close();
    await product.stop();
  }
}
