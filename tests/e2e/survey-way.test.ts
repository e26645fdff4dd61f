// A survey's way from the drone's card to its customer, through a reload and a crash of the server.
import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright";
import { afterAll, beforeAll, test } from "vitest";
import { patient } from "../fixtures/patience.ts";
import { openAs, sharedBrowser, startDemo } from "./browser.ts";
import { startProduct, type Product } from "./product.ts";
import { create, customerSees, evaluated, importAndRelease, upload } from "./survey-steps.ts";

const MB = 1024 ** 2;
let product: Product;
const browser = await sharedBrowser();
let folder: string;
beforeAll(async () => {
  [product, folder] = await Promise.all([startDemo(), mkdtemp(join(tmpdir(), "survey-"))]);
  await writeFile(join(folder, "flight.mp4"), randomBytes(24 * MB));
});
afterAll(async () => {
  await product.stop();
  await rm(folder, { recursive: true });
});

const tray = (page: Page) => page.getByRole("region", { name: "Uploads" });

test("from the card to the customer, through a reload and a crash of the server", async () => {
  const since = Date.now();
  const name = "Autumn survey";
  const { page } = await openAs(browser, product, "admin");
  page.on("dialog", (dialog) => void dialog.accept());
  await page.goto(`${product.url}/analyses`);
  const id = await create(page, product, name);
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  const limit = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 4 * MB };
  await session.send("Network.emulateNetworkConditions", limit);
  // The first request to mark the data complete after the upload fails.
  await page.route(/\/progress$/, (route) => route.abort(), { times: 1 });
  await upload(page, join(folder, "flight.mp4"));
  await tray(page)
    .getByText(/of 1 file uploaded/)
    .waitFor();
  const { port } = new URL(product.url);
  await product.kill();
  product = await startProduct({ PORT: port }, product.data_dir);
  await tray(page)
    .getByText("1 file uploaded", { exact: true })
    .waitFor({ timeout: patient(120_000) });
  const analysis = await evaluated(page, product, id);
  await importAndRelease(page, product, { name, analysis });
  await customerSees(browser, product, { name, since });
  await page.context().close();
});
