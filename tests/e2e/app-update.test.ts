// The app in the browser's own keeping: it opens without a network, and a newer build takes over without any loss.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { patient } from "../fixtures/patience.ts";
import { anotherBuild, removeBuild, startAppServer, type AppServer } from "./app-server.ts";
import { accountOf, sharedBrowser, launchProfile, openAs, openPage, startDemo } from "./browser.ts";
import { firefoxPath, launchFirefox } from "./firefox.ts";

/** The machine may be busy; what does not come at all still fails. */
const soon = { timeout: patient(60_000) };
const upstream = await startDemo({ NODE_ENV: "staging", DEMO: "on" });
const browser = await sharedBrowser({ isKeeping: true });
let server: AppServer;
const builds: string[] = [];
beforeAll(async () => {
  server = await startAppServer(upstream);
});
afterAll(async () => {
  await server.stop();
  await upstream.stop();
  await Promise.all(builds.map(removeBuild));
});

async function deploy(version: string, at = server): Promise<void> {
  const folder = await anotherBuild(version);
  builds.push(folder);
  await at.serve(folder);
}

/** Waits until the worker keeps every file and answers for this page. */
const isKept = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker?.controller !== null, null, soon);
const userMenu = (page: Page) => page.getByRole("button", { name: "User menu" });
const startScript = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLScriptElement>("script[src*=start]")?.src ?? "");
/** Lets the browser look for a newer build, as it does at every start and every ten minutes. */
const lookForUpdate = (page: Page) =>
  page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update();
  });

/** Requests that failed, apart from calls of the API. */
function watchFailures(context: BrowserContext): string[] {
  const failed: string[] = [];
  context.on("requestfailed", (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith("/api/")) failed.push(`${pathname} ${request.failure()?.errorText}`);
  });
  context.on("response", (response) => {
    const { pathname } = new URL(response.url());
    if (!pathname.startsWith("/api/") && !response.ok()) {
      failed.push(`${pathname} ${response.status()}`);
    }
  });
  return failed;
}

test("after one visit the app opens without a server, also in a browser that was closed", async () => {
  const folder = await mkdtemp(join(tmpdir(), "profile-"));
  const { product } = server;
  const first = await launchProfile(folder);
  const page = first.pages()[0] ?? (await first.newPage());
  await page.goto(`${product.url}/login`);
  await isKept(page);
  // What a browser asks for before it offers to install the app.
  const devTools = await first.newCDPSession(page);
  expect(await devTools.send("Page.getInstallabilityErrors")).toEqual({ installabilityErrors: [] });
  const { errors, data } = await devTools.send("Page.getAppManifest");
  expect([errors, JSON.parse(data ?? "{}").name]).toEqual([[], "Heliograph"]);
  const link = new URL(accountOf(product.accounts, "viewer").sign_in_url);
  await page.goto(product.url + link.pathname);
  await userMenu(page).waitFor(soon);
  await first.close();

  await server.cut();
  const second = await launchProfile(folder);
  await second.setOffline(true);
  const failed = watchFailures(second);
  const offline = await second.newPage();
  const began = performance.now();
  await offline.goto(`${product.url}/plants`);
  await userMenu(offline).waitFor(soon);
  console.log(`cold start without a network: ${Math.round(performance.now() - began)} ms`);
  await offline.getByText("No connection to server").first().waitFor(soon);
  await offline.reload();
  await userMenu(offline).waitFor(soon);
  expect(failed).toEqual([]);
  await second.close();
  await server.mend();
  await rm(folder, { recursive: true, force: true });
});

test("a newer build waits for open forms in one tab, and the other tab may already have it", async () => {
  const { page, faults } = await openAs(browser, server.product, "admin");
  const context = page.context();
  await page.goto(`${server.product.url}/settings/user-profile`);
  await userMenu(page).waitFor(soon);
  await isKept(page);
  const before = await startScript(page);
  const other = await context.newPage();
  await other.goto(`${server.product.url}/settings/user-profile`);
  await userMenu(other).waitFor(soon);
  const name = page.getByLabel("First name");
  await name.fill("Written before the update");

  await deploy("9.9.1");
  await lookForUpdate(page);
  const held = page.getByRole("button", { name: "Update available" });
  await held.click(soon);
  await page.getByText("The update waits until your changes are saved.").waitFor();
  await page.keyboard.press("Escape");
  await other.getByRole("button", { name: /^Update in/ }).click(soon);
  await other.getByText("Version 9.9.1 is ready.").waitFor();
  await other.getByRole("button", { name: "Update now" }).click();
  await expect.poll(() => startScript(other).catch(() => ""), soon).toContain("9_9_1");
  await userMenu(other).waitFor(soon);

  // The server has no file of the old build any more; the open page still has them all.
  expect(await name.inputValue()).toBe("Written before the update");
  expect(await startScript(page)).toBe(before);
  expect((await fetch(before)).status).toBe(404);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("Keyboard shortcuts");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor(soon);
  await page.keyboard.press("Escape");
  expect(await name.inputValue()).toBe("Written before the update");

  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: /^Update in/ }).click(soon);
  await page.getByRole("button", { name: "Update now" }).click();
  await expect.poll(() => startScript(page).catch(() => ""), soon).toContain("9_9_1");
  await userMenu(page).waitFor(soon);
  await expect.poll(() => name.inputValue(), soon).toBe("Written before the update");
  // No page needs the old build any more.
  await expect.poll(() => page.evaluate(async () => (await caches.keys()).length), soon).toBe(1);
  expect(faults).toEqual([]);
  await context.close();
});

test("the browser keeps nothing of a user after the sign-out", async () => {
  const { page } = await openAs(browser, server.product, "analyst");
  await page.goto(server.product.url);
  await isKept(page);
  await page.reload();
  await userMenu(page).click(soon);
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL((url) => url.pathname === "/login", soon);
  const kept = await page.evaluate(async () => {
    const opened = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const requests = await Promise.all(opened.map((cache) => cache.keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(kept.length).toBeGreaterThan(100);
  expect(kept.filter((path) => !/^\/(assets\/.+|ground\/.+|[\w.-]*)$/.test(path))).toEqual([]);
  await page.context().close();
});

test("a part that the server no longer has is announced, with a button that loads the newer app", async () => {
  // Here no service worker keeps the old build.
  const plain = await startAppServer(upstream, "test");
  const { page } = await openPage(browser);
  const link = new URL(accountOf(upstream.accounts, "super_admin").sign_in_url);
  await page.goto(plain.product.url + link.pathname);
  await userMenu(page).waitFor(soon);
  expect(
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length),
  ).toBe(0);
  await deploy("9.9.2", plain);
  await page.evaluate(() => history.pushState(null, "", "/settings/orders"));
  const alert = page.getByRole("alertdialog");
  await alert.getByText("This part of the app could not be loaded").waitFor(soon);
  // The newer version is announced as well, without a wait of ten minutes.
  await alert.getByRole("button", { name: "Reload" }).click();
  await expect.poll(() => startScript(page).catch(() => ""), soon).toContain("9_9_2");
  await page.getByRole("heading", { name: "Orders" }).first().waitFor(soon);
  await page.context().close();
  await plain.stop();
});

test.skipIf(firefoxPath === undefined)("Firefox opens the app without a server too", async () => {
  const firefox = await launchFirefox(firefoxPath ?? "");
  const address = `${server.product.url}/login`;
  const isForm = () => document.querySelector("input[type=password]") !== null;
  await firefox.goto(address);
  await firefox.until("kept files", () => navigator.serviceWorker.controller !== null);
  await server.cut();
  await firefox.goto(address);
  await firefox.until("the sign-in page", isForm);
  await server.mend();
  await firefox.end();
});
