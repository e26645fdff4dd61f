// A real browser for the journeys: finds Chromium, opens pages, signs accounts in.
import { existsSync } from "node:fs";
import { chromium, type Browser, type Page } from "playwright";
import type { DemoAccount } from "./product.ts";

const installed = [
  process.env["CHROMIUM_PATH"],
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** An installed Chromium, else the one Playwright downloaded. */
export function launchBrowser(): Promise<Browser> {
  const path = installed.find((candidate) => candidate !== undefined && existsSync(candidate));
  return chromium.launch({
    ...(path === undefined ? {} : { executablePath: path }),
    args: [
      "--no-sandbox",
      "--use-angle=swiftshader",
      "--enable-unsafe-swiftshader",
      "--ignore-gpu-blocklist",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
    ],
  });
}

export type Watched = { readonly page: Page; readonly faults: string[] };

/** A page in its own profile that notes every console error and every failed script. */
export async function openPage(
  browser: Browser,
  options: { width?: number; height?: number; locale?: string; dark?: boolean } = {},
): Promise<Watched> {
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1440, height: options.height ?? 900 },
    locale: options.locale ?? "en-GB",
    colorScheme: options.dark === true ? "dark" : "light",
    acceptDownloads: true,
  });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") faults.push(message.text());
  });
  page.setDefaultTimeout(45_000);
  return { page, faults };
}

/** Takes the account's password and second factor through the sign-in screens. */
export function accountOf(accounts: readonly DemoAccount[], key: string): DemoAccount {
  const account = accounts.find((candidate) => candidate.key === key);
  if (account === undefined) throw new Error(`no demo account ${key}`);
  return account;
}
