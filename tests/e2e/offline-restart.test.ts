// A browser that is killed right after the plant was taken offline opens it again without a network. What was
// written then arrives in the office, although the browser is killed again between two photos.
import { createHash } from "node:crypto";
import sharp from "sharp";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { patient } from "../fixtures/patience.ts";
import { startAppServer, type AppServer } from "./app-server.ts";
import { ask } from "./ask.ts";
import { openAs, sharedBrowser, startDemo } from "./browser.ts";
import { allSent, newDevice, sendNow, signInOn, waitingOn, type Device } from "./device.ts";
import type { Product } from "./product.ts";
import { countsInView, goOnline, openPanel } from "./workbench.ts";

const upstream: Product = await startDemo({ NODE_ENV: "staging", DEMO: "on" });
let server: AppServer;
let device: Device;
let token = "";
let plant = "";
const browser = await sharedBrowser();
const hashes: string[] = [];

beforeAll(async () => {
  server = await startAppServer(upstream);
  device = await newDevice();
  token = await signInOn(device, server.product, "viewer");
  const { body } = await ask<{ id: number }[]>(server.product, token, "/auth/plants");
  plant = String(body[0]!.id);
});
afterAll(async () => {
  await device.remove();
  await server.stop();
  await upstream.stop();
});

const offlineMark = (page: Page) => page.getByRole("button", { name: "Offline", exact: true });

async function photoOf(shade: number): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const background = { r: shade, g: 90, b: 60 };
  const create = { width: 640, height: 480, channels: 3, background } as const;
  const buffer = await sharp({ create }).jpeg().toBuffer();
  hashes.push(createHash("sha256").update(buffer).digest("hex"));
  return { name: `photo-${shade}.jpg`, mimeType: "image/jpeg", buffer };
}

test("the plant is offline although the browser is killed at once", async () => {
  const page = await device.start();
  await page.goto(`${server.product.url}/plant/${plant}`);
  await page.getByRole("button", { name: "Take offline" }).click();
  const wizard = page.getByRole("dialog", { name: /^Take .+ offline$/ });
  await wizard.getByText(/^About [\d.,]+\s[KMG]?B\.$/).waitFor();
  await wizard.getByRole("button", { name: "Take offline" }).click();
  await offlineMark(page).waitFor({ timeout: patient(120_000) });
  await device.kill();
  await server.cut();
});

test("without a network a loop is found, and three observations with photos are kept", async () => {
  const page = await device.start();
  await page.goto(`${server.product.url}/plant/${plant}`);
  await offlineMark(page).waitFor();
  await countsInView(page);
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByRole("searchbox").fill("L004");
  await page.getByRole("menuitem", { name: /L004/ }).first().click();
  await page.locator("[data-panel=component]").getByText("L004").first().waitFor();
  const panel = page.locator("[data-panel=observations]");
  for (const count of [1, 2, 3]) {
    await openPanel(page, "Observations");
    await panel.getByRole("button", { name: "Add", exact: true }).click();
    const form = panel.getByRole("form", { name: /^New observation: / });
    await form.getByRole("textbox", { name: "Notes" }).fill(`Without a network ${count}`);
    const photos = [await photoOf(count * 40), await photoOf(count * 40 + 20)];
    await form.locator("input[type=file][accept^=image]").setInputFiles(photos);
    await form.getByText(photos[1]!.name).waitFor();
    await form.getByRole("button", { name: "Save" }).click();
    await form.waitFor({ state: "detached" });
    await expect.poll(() => waitingOn(page)).toBe(count);
  }
  await device.kill();
});

test("back online everything arrives once, although the browser is killed between two photos", async () => {
  await server.mend();
  let photos = 0;
  let isKilled = false;
  const killed = new Promise<void>((resolve) => {
    server.meet(({ method, url }) => {
      if (method !== "POST" || !/\/observation\/\d+\/images/.test(url ?? "")) return "fair";
      photos += 1;
      if (photos !== 2 || isKilled) return "fair";
      isKilled = true;
      void device.kill().then(resolve);
      return "half";
    });
  });
  const page = await device.start();
  await page.goto(`${server.product.url}/plant/${plant}`).catch(() => undefined);
  void sendNow(page).catch(() => undefined);
  await killed;
  const again = await device.start();
  await again.goto(`${server.product.url}/plant/${plant}`);
  await offlineMark(again).click();
  await goOnline(again);
  await allSent(again);
  await again.getByRole("button", { name: /observations? waits? on this device/ }).waitFor({
    state: "detached",
  });

  type Stored = { notes: string; images: { hash: string }[] };
  const path = `/auth/plant/${plant}/observations?limit=5000`;
  const { body } = await ask<{ observations: Stored[] }>(server.product, token, path);
  const own = body.observations.filter(({ notes }) => notes.startsWith("Without a network"));
  expect(own.map(({ notes }) => notes).toSorted()).toEqual([
    "Without a network 1",
    "Without a network 2",
    "Without a network 3",
  ]);
  const arrived = own.flatMap(({ images }) => images.map(({ hash }) => hash));
  expect(arrived.toSorted()).toEqual(hashes.toSorted());

  const office = await openAs(browser, upstream, "analyst");
  await office.page.goto(`${upstream.url}/plant/${plant}`);
  await openPanel(office.page, "Observations");
  const list = office.page.locator("[data-panel=observations]");
  // The newest day comes first.
  await list.getByLabel("Days with observations").getByRole("button").first().click();
  for (const count of [1, 2, 3]) await list.getByText(`Without a network ${count}`).waitFor();
});
