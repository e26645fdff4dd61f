// What a browser loads until a screen stands: scripts, styles and words, gzipped, against the budgets.
import { gzipSync } from "node:zlib";
import type { Page } from "playwright";
import { accountOf, launchBrowser, openPage } from "../e2e/browser.ts";
import { startProduct } from "../e2e/product.ts";
import type { Report } from "./report.ts";

/** Notes the gzipped size of every file of the app that the page asks for; API answers do not count. */
function weigh(page: Page): { kB(kind: "code" | "map data"): Promise<number>; files(): number } {
  const sizes = new Map<string, Promise<number>>();
  page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    const kind = response.request().resourceType();
    if (pathname.startsWith("/api/") || sizes.has(pathname)) return;
    if (!["document", "script", "stylesheet", "fetch", "other"].includes(kind)) return;
    sizes.set(
      pathname,
      response.body().then(
        (body) => gzipSync(body).length,
        () => 0,
      ),
    );
  });
  return {
    async kB(kind) {
      const isMap = (path: string) => /\/countries-[^/]*\.json$/.test(path);
      const wanted = [...sizes].filter(([path]) => isMap(path) === (kind === "map data"));
      const all = await Promise.all(wanted.map(([, size]) => size));
      return all.reduce((sum, bytes) => sum + bytes, 0) / 1000;
    },
    files: () => sizes.size,
  };
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
      name: "bundle: sign-in page, gzipped",
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
    await viewer.page.waitForLoadState("networkidle");
    const plantKb = await plant.kB("code");
    report({
      name: "bundle: plant view without 3D, gzipped",
      unit: "kB",
      ours: plantKb,
      baseline: "budget",
      theirs: 1000,
      goal: "at most 1 MB",
      met: plantKb <= 1000,
      note: `${plant.files()} files, sign-in included; ${Math.round(await plant.kB("map data"))} kB of Natural Earth besides`,
    });
  } finally {
    await browser.close();
    await product.stop();
  }
}
