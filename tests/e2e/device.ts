// A device of a person: one browser profile, whose browser is killed and started again, and what waits in it.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { BrowserContext, Page } from "playwright";
import { expect } from "vitest";
import { patient } from "../fixtures/patience.ts";
import { accountOf, launchProfile } from "./browser.ts";
import type { Product } from "./product.ts";

/** What a machine may take that is busy with other tests; what does not come at all still fails. */
const soon = { timeout: patient(60_000) };

export type Device = {
  readonly folder: string;
  /** Starts the browser; it has one page. */
  start(): Promise<Page>;
  /** SIGKILL to every process of the browser, wherever they are. */
  kill(): Promise<void>;
  /** Closes the browser as its user does. */
  close(): Promise<void>;
  /** Closes the browser and deletes its profile. */
  remove(): Promise<void>;
};

export async function newDevice(): Promise<Device> {
  const folder = await mkdtemp(join(tmpdir(), "device-"));
  let context: BrowserContext | null = null;
  const close = async () => {
    await context?.close();
    context = null;
  };
  return {
    folder,
    async start() {
      context = await launchProfile(folder);
      context.setDefaultTimeout(soon.timeout);
      await context.addInitScript(() => {
        if (location.protocol.startsWith("http")) localStorage.setItem("hints-seen", "all");
      });
      return context.pages()[0] ?? context.newPage();
    },
    async kill() {
      if (context) await killBrowser(context);
      context = null;
    },
    close,
    async remove() {
      await close();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function killBrowser(context: BrowserContext): Promise<void> {
  const session = await context.browser()!.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  const ids = processInfo.map(({ id }) => id);
  const ended = new Promise((resolve) => context.once("close", resolve));
  for (const id of ids) signal(id, "SIGKILL");
  await ended;
  while (ids.some((id) => signal(id, 0))) await sleep(10);
}

/** False if there is no such process. */
function signal(id: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(id, name);
  } catch {
    return false;
  }
}

/** Signs in by the demo's link, and waits until the browser has the session and the app on its disk. */
export async function signInOn(device: Device, product: Product, key: string): Promise<string> {
  const page = await device.start();
  const link = new URL(accountOf(product.accounts, key).sign_in_url);
  await page.goto(product.url + link.pathname);
  await page.getByRole("button", { name: "User menu" }).waitFor(soon);
  await page.waitForFunction(() => navigator.serviceWorker?.controller !== null, null, soon);
  const { token } = await page.evaluate(
    () => JSON.parse(localStorage.getItem("auth") ?? "{}") as { token: string },
  );
  await device.close();
  return token;
}

/** How many observations wait in the profile of this page, as its database says. */
export const waitingOn = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name ?? "");
    const name = names.find((one) => /^outbox-\d+$/.test(one));
    if (name === undefined) return 0;
    const asked = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.addEventListener("success", () => resolve(request.result));
        request.addEventListener("error", () => reject(request.error as Error));
      });
    const database = await asked(indexedDB.open(name));
    const count = await asked(database.transaction("entries").objectStore("entries").count());
    database.close();
    return count;
  });

/** What waits is sent by hand where somebody is offline by choice. */
export async function sendNow(page: Page): Promise<void> {
  await page.getByRole("button", { name: /observations? waits? on this device/ }).click();
  const outbox = page.getByRole("dialog", { name: "Waiting to be sent" });
  await outbox.getByRole("button", { name: "Send now" }).click();
}

/** Waits until the outbox of this page is empty. */
export const allSent = (page: Page): Promise<void> =>
  expect.poll(() => waitingOn(page), { timeout: patient(120_000), interval: 200 }).toBe(0);
