// A phone whose storage answers late: nothing gets in the way, and nothing is called lost.
import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { sharedBrowser, openAs, ownProduct } from "./browser.ts";

/** Longer than the app waits for its storage. */
const LATE_MS = 12_000;

const product = await ownProduct();
const browser = await sharedBrowser();
let page: Page;
beforeAll(async () => {
  ({ page } = await openAs(browser, product, "viewer", { width: 390, height: 844, touch: true }));
  await page.addInitScript((late) => {
    if (!location.protocol.startsWith("http")) return;
    const { open } = IDBFactory.prototype;
    const begun = Date.now();
    const { onsuccess } = Object.getOwnPropertyDescriptors(IDBRequest.prototype);
    IDBFactory.prototype.open = function (...words) {
      const request = open.apply(this, words);
      // What opens the database hears of it late; nothing else changes.
      Object.defineProperty(request, "onsuccess", {
        set(listener: (event: Event) => void) {
          onsuccess.set?.call(request, (event: Event) => {
            const wait = Math.max(0, begun + late - Date.now());
            setTimeout(() => listener.call(request, event), wait);
          });
        },
      });
      return request;
    };
  }, LATE_MS);
});

const panels = () => page.getByRole("navigation", { name: "Panels" });
const messages = () => page.locator("[data-sonner-toast]");

/** Opens the first observation of the list, which begins with its days. */
async function openFirst(): Promise<void> {
  const sheet = page.getByRole("region", { name: "Observations" });
  const days = sheet.getByLabel("Days with observations");
  const rows = sheet.getByRole("group", { name: "Observations" });
  await days.or(rows).first().waitFor();
  if (await days.isVisible()) await days.getByRole("button").first().tap();
  await days.waitFor({ state: "detached" });
  await rows.getByRole("button").first().tap();
}

test("shows no fault while the storage is slow", async () => {
  await page.goto(product.url);
  await page.waitForURL((url) => /^\/plant\/\d+$/.test(url.pathname));
  await panels().waitFor();
  const begun = Date.now();
  const mark = page.getByRole("button", { name: "This device’s observations cannot be read" });
  while (Date.now() - begun < LATE_MS + 3000) {
    expect([await messages().allInnerTexts(), await mark.count()]).toEqual([[], 0]);
    // That nothing is shown can only be seen by looking for as long as the storage is slow.
    await page.waitForTimeout(500);
  }
});

test("a fault that stays on the screen leaves the panel bar free, and goes by its button", async () => {
  await panels().getByRole("button", { name: "Observations" }).tap();
  const sheet = page.getByRole("region", { name: "Observations" });
  await page.route("**/api/auth/observation/*", (route) =>
    route.request().method() === "DELETE" ? route.fulfill({ status: 500 }) : route.continue(),
  );
  await openFirst();
  await sheet.getByRole("button", { name: "Delete", exact: true }).tap();
  await messages().waitFor();
  const [toast, dock] = [await messages().boundingBox(), await sheet.boundingBox()];
  expect(toast!.y + toast!.height).toBeLessThan(dock!.y);
  await panels().getByRole("button", { name: "Table" }).tap();
  await page.getByRole("region", { name: "Table" }).waitFor();
  await messages().getByRole("button", { name: "Close" }).tap();
  await messages().waitFor({ state: "detached" });
});

type Held = { holds: boolean; release(): void };

test("a form whose storage answers late stays, says so, and closes by itself once it is kept", async () => {
  await page.evaluate(() => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const held: Held = { holds: true, release: resolve };
    Object.assign(window, { held });
    const { oncomplete } = Object.getOwnPropertyDescriptors(IDBTransaction.prototype);
    // The storage has what was written, and says so late.
    Object.defineProperty(IDBTransaction.prototype, "oncomplete", {
      configurable: true,
      set(this: IDBTransaction, listener: (event: Event) => void) {
        const isHeld =
          held.holds && this.mode === "readwrite" && this.db.name.startsWith("outbox-");
        oncomplete.set?.call(this, (event: Event) => {
          if (isHeld) void promise.then(() => listener.call(this, event));
          else listener.call(this, event);
        });
      },
    });
  });
  await page.route("**/api/auth/plant/*/observation", (route) => route.abort("connectionreset"));
  await panels().getByRole("button", { name: "Observations" }).tap();
  const sheet = page.getByRole("region", { name: "Observations" });
  const rows = sheet.getByRole("group", { name: "Observations" });
  await openFirst();
  await sheet.getByRole("button", { name: "Back to the list" }).tap();
  await sheet.getByRole("button", { name: "Add", exact: true }).tap();
  const form = sheet.getByRole("form", { name: /^New observation: / });
  const notes = form.getByRole("textbox", { name: "Notes" });
  await notes.fill("Kept at last");
  await form.getByRole("button", { name: "Save" }).tap();
  await form.getByText(/^The storage of this device answers slowly\./).waitFor();
  // What is typed now would not be in it.
  expect(await notes.isDisabled()).toBe(true);
  expect(await messages().count()).toBe(0);
  await page.evaluate(() => {
    const { held } = window as unknown as { held: Held };
    held.holds = false;
    held.release();
  });
  await form.waitFor({ state: "detached" });
  await messages()
    .getByText(/^The server was not reached\. The observation at .+ is kept on this device/)
    .waitFor();
  await sheet.getByText("The server does not have all of this observation yet.").waitFor();
  await sheet.getByRole("button", { name: "Back to the list" }).tap();
  await rows.getByRole("button", { name: /Kept at last.*Waits/ }).waitFor();
  // The other one is the deletion that the server could not answer.
  await page.getByRole("button", { name: "2 observations wait on this device" }).waitFor();
});
