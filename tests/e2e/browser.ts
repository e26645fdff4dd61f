// A real browser for the journeys: finds Chromium, opens pages, signs accounts in.
import { existsSync } from "node:fs";
import { chromium, type Browser, type BrowserContext, type Page, type Request } from "playwright";
import { afterAll, expect, inject } from "vitest";
import { patient } from "../fixtures/patience.ts";
import { copyOf, startProduct, type Product } from "./product.ts";
import { keepLinks, signedInState } from "./signed-in.ts";

export { accountOf } from "./signed-in.ts";

const installed = [
  process.env["CHROMIUM_PATH"],
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/**
 * What journeys do without. The suggestions of the address bar are a page of their own, made for each window.
 * This list takes the place of Playwright's, whose entries that matter here are in it.
 */
const disabledFeatures = [
  "AimEnabled",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "MediaRouter",
  "OptimizationHints",
  "OmniboxPopupWebUI",
  "PaintHolding",
  "PreconnectToSearch",
  "ThirdPartyStoragePartitioning",
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxFullPopup",
  "WebUIOmniboxPopup",
];

/** An installed Chromium, else the one Playwright downloaded. */
function chromiumOptions() {
  const path = installed.find((candidate) => candidate !== undefined && existsSync(candidate));
  return {
    ...(path === undefined ? {} : { executablePath: path }),
    timeout: patient(60_000),
    args: [
      "--no-sandbox",
      "--use-angle=swiftshader",
      "--enable-unsafe-swiftshader",
      "--ignore-gpu-blocklist",
      // Without a graphics card only the map needs the emulated one; pages are painted faster without it.
      "--disable-gpu-compositing",
      "--disable-gpu-rasterization",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
      `--disable-features=${disabledFeatures.join(",")}`,
    ],
  };
}

/** With `more` switches. */
export function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  const options = chromiumOptions();
  return chromium.launch({ ...options, args: [...options.args, ...more] });
}

/** A browser that keeps what it stores in this folder, as the one of a person does. */
export async function launchProfile(folder: string): Promise<BrowserContext> {
  const options = { ...chromiumOptions(), locale: "en-GB" };
  const context = await chromium.launchPersistentContext(folder, options);
  await chooseLanguage(context, "en");
  return context;
}

/** Some accounts of the demo are Spanish: their language gives way to one that was chosen on the device. */
function chooseLanguage(context: BrowserContext, language: string) {
  return context.addInitScript((chosen) => {
    if (!location.protocol.startsWith("http")) return;
    if (localStorage.getItem("locale") === null) localStorage.setItem("locale", chosen);
  }, language);
}

/** What the files of one worker have in common: it keeps its modules from file to file. */
const kept: { product: Product | null; browser: Browser | null } = { product: null, browser: null };

/** A running, unused copy of the demo. The caller stops it. */
export async function startDemo(environment: Record<string, string> = {}): Promise<Product> {
  // What journeys write is removed after the run, however it ends.
  process.env["TMPDIR"] = inject("journeys");
  return startProduct(environment, await copyOf({ data_dir: inject("demo") }));
}

/** The product of this file of journeys: what others change is not in it. It stops when the file ends. */
export async function ownProduct(): Promise<Product> {
  const product = await startDemo();
  afterAll(() => product.stop());
  return product;
}

/**
 * The product of this worker, which other files of journeys use before and after this one. It ends with the worker.
 * Make what you change, give it a name of its own, and count on nothing that others can change.
 */
export async function sharedProduct(): Promise<Product> {
  if (kept.product && !(await kept.product.isReady())) {
    await kept.product.stop();
    kept.product = null;
  }
  if (kept.product === null) {
    kept.product = await startDemo();
    await keepLinks(kept.product);
  }
  return kept.product;
}

/** Browsers whose pages keep no files of the app, see `sharedBrowser`. */
const withoutKeptFiles = new WeakSet<Browser>();

/**
 * The browser of this worker. When the file ends, its pages are closed.
 * @param isKeeping True where pages open without a network or are updated. Else they have no service worker: it
 * would fetch and store all files of the app for each page, which takes more time than the journey itself.
 */
export async function sharedBrowser({ isKeeping = false } = {}): Promise<Browser> {
  if (!kept.browser?.isConnected()) kept.browser = await launchBrowser();
  const browser = kept.browser;
  if (isKeeping) withoutKeptFiles.delete(browser);
  else withoutKeptFiles.add(browser);
  afterAll(async () => {
    await Promise.all(browser.contexts().map((context) => context.close()));
  });
  return browser;
}

/** Requests of each page that have no answer yet, and when they began. */
const underway = new WeakMap<Page, Map<Request, number>>();
/** A request of a worker that was ended never reports its own end. */
const LONGEST_REQUEST_MS = patient(10_000);

/** Waits until the page has no requests, loading marks, animations or changes left. */
export async function settled(page: Page): Promise<void> {
  const isStill = () =>
    page.evaluate(
      () =>
        new Promise<boolean>((answer) => {
          let isChanged = false;
          const observer = new MutationObserver(() => (isChanged = true));
          observer.observe(document, {
            attributes: true,
            characterData: true,
            childList: true,
            subtree: true,
          });
          const look = (frames: number) => {
            if (frames > 0) return void requestAnimationFrame(() => look(frames - 1));
            observer.disconnect();
            const isMoving = document
              .getAnimations()
              .some(({ playState }) => playState === "running");
            const isLoading =
              document.querySelector("output[aria-label=Loading], canvas[aria-busy=true]") !== null;
            answer(!isChanged && !isMoving && !isLoading);
          };
          look(3);
        }),
    );
  const isWaiting = () =>
    [...(underway.get(page)?.values() ?? [])].some((at) => Date.now() - at < LONGEST_REQUEST_MS);
  const isQuiet = async () => (await isStill()) && !isWaiting();
  await expect.poll(isQuiet, { timeout: patient(45_000), interval: 10 }).toBe(true);
}

export type Watched = { readonly page: Page; readonly faults: string[] };

type PageOptions = {
  readonly width?: number;
  readonly height?: number;
  readonly locale?: string;
  readonly dark?: boolean;
  /** The clock of the device; that of this machine without one. */
  readonly timezoneId?: string;
  /** True for a device without a chosen language. */
  readonly isNewDevice?: boolean;
  /** A phone: touch alone, with this position, and a camera that may be used. */
  readonly phoneAt?: { readonly longitude: number; readonly latitude: number };
  /** A screen that is touched. */
  readonly touch?: boolean;
  /** True shows the hints of a first visit, which would else hide a corner of the map. */
  readonly hints?: boolean;
  /** File with the cookies and the local storage to begin with. */
  readonly storageState?: string;
};

/** A page in its own profile that notes every console error, failed script and breach of the policy (CSP). */
export async function openPage(browser: Browser, options: PageOptions = {}): Promise<Watched> {
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1440, height: options.height ?? 900 },
    locale: options.locale ?? "en-GB",
    ...(options.timezoneId === undefined ? {} : { timezoneId: options.timezoneId }),
    colorScheme: options.dark === true ? "dark" : "light",
    hasTouch: options.touch === true,
    acceptDownloads: true,
    serviceWorkers: withoutKeptFiles.has(browser) ? "block" : "allow",
    ...(options.phoneAt && {
      hasTouch: true,
      isMobile: true,
      geolocation: { ...options.phoneAt, accuracy: 4 },
      permissions: ["geolocation", "camera"],
    }),
    ...(options.storageState === undefined ? {} : { storageState: options.storageState }),
  });
  const faults: string[] = [];
  await context.exposeBinding("noteViolation", (_, text: string) => void faults.push(text));
  await context.addInitScript(() => {
    document.addEventListener(
      "securitypolicyviolation",
      ({ violatedDirective, blockedURI, sourceFile }) => {
        const note = (window as unknown as { noteViolation(text: string): void }).noteViolation;
        note(`CSP ${violatedDirective} ${blockedURI} ${sourceFile}`);
      },
    );
  });
  if (options.hints !== true) {
    await context.addInitScript(() => {
      if (location.protocol.startsWith("http")) localStorage.setItem("hints-seen", "all");
    });
  }
  if (options.isNewDevice !== true) {
    await chooseLanguage(context, (options.locale ?? "en-GB").slice(0, 2));
  }
  const page = await context.newPage();
  const requests = new Map<Request, number>();
  underway.set(page, requests);
  page.on("request", (request) => requests.set(request, Date.now()));
  for (const end of ["requestfinished", "requestfailed"] as const) {
    page.on(end as "requestfinished", (request) => requests.delete(request));
  }
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => {
    if (message.type() !== "error") return;
    // Another journey may have changed what a role may do: the page then hears of it and asks again.
    if (message.text().includes("409 (Conflict)")) return;
    faults.push(`${message.text()} ${message.location().url}`);
  });
  page.setDefaultTimeout(patient(45_000));
  return { page, faults };
}

/** A page signed in as this demo account. Pages of one account share a session in each product. */
export async function openAs(
  browser: Browser,
  product: Pick<Product, "url" | "data_dir" | "accounts">,
  key: string,
  options: PageOptions = {},
): Promise<Watched> {
  return openPage(browser, { ...options, storageState: await signedInState(product, key) });
}

/** The bearer token of a signed-in page, for asking the API as that user. */
export function tokenOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem("auth") ?? "{}") as { token?: string };
    return kept.token ?? "";
  });
}
