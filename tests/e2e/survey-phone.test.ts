// A survey's way from the drone's card to its customer: created, uploaded, evaluated, imported, released, informed.
import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, test } from "vitest";
import { openAs, ownProduct, sharedBrowser } from "./browser.ts";
import { create, customerSees, evaluated, importAndRelease, upload } from "./survey-steps.ts";

// What the viewer's plant shows first is another analysis afterwards.
const product = await ownProduct();
const browser = await sharedBrowser();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "survey-"));
  await writeFile(join(folder, "flight.mp4"), randomBytes(24 * 1024 ** 2));
});
afterAll(() => rm(folder, { recursive: true }));

test("from the card to the customer, on a phone", async () => {
  const since = Date.now();
  const name = "Second flight";
  const { page } = await openAs(browser, product, "admin", { width: 390, height: 844 });
  await page.goto(`${product.url}/analyses`);
  const id = await create(page, product, name);
  await upload(page, join(folder, "flight.mp4"));
  const analysis = await evaluated(page, product, id);
  await importAndRelease(page, product, { name, analysis });
  await customerSees(browser, product, { name, since });
  await page.context().close();
});
