// One browser, two people: what the first took offline is gone with the sign-out, and the second finds nothing of it.
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { patient } from "../fixtures/patience.ts";
import { startAppServer, type AppServer } from "./app-server.ts";
import { ask } from "./ask.ts";
import { accountOf, startDemo } from "./browser.ts";
import { newDevice, signInOn, type Device } from "./device.ts";
import type { Product } from "./product.ts";
import { countsInView } from "./workbench.ts";

const upstream: Product = await startDemo({ NODE_ENV: "staging", DEMO: "on" });
let server: AppServer;
let device: Device;
let token = "";
let plant = { id: 0, name: "" };
/** The only browser of the device; it stays open between the two users. */
let page: Page;

beforeAll(async () => {
  server = await startAppServer(upstream);
  device = await newDevice();
  token = await signInOn(device, server.product, "viewer");
  const { body } = await ask<(typeof plant)[]>(server.product, token, "/auth/plants");
  plant = body[0] ?? plant;
});
afterAll(async () => {
  await device.remove();
  await server.stop();
  await upstream.stop();
});

/** Everything that this browser keeps for the page, as text: databases, caches and both storages. */
const keptOn = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const answered = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.addEventListener("success", () => resolve(request.result));
        request.addEventListener("error", () => reject(request.error as Error));
      });
    const texts: string[] = [];
    const text = (value: unknown) =>
      JSON.stringify(value, (_, one: unknown) =>
        one instanceof ArrayBuffer ? new TextDecoder().decode(one) : one,
      );
    for (const { name } of await indexedDB.databases()) {
      const database = await answered(indexedDB.open(name ?? ""));
      for (const table of database.objectStoreNames) {
        const rows = database.transaction(table).objectStore(table);
        const [keys, all] = [answered(rows.getAllKeys()), answered(rows.getAll())];
        const names = await keys;
        (await all).forEach((row, at) => texts.push(`${name} ${table} ${names[at]} ${text(row)}`));
      }
      database.close();
    }
    for (const storage of [localStorage, sessionStorage]) texts.push(text({ ...storage }));
    for (const name of await caches.keys()) {
      for (const { url } of await (await caches.open(name)).keys()) {
        if (url.includes("/api/")) texts.push(url);
      }
    }
    return texts;
  });

test("signing out while offline takes the plant off the device, once nothing waits", async () => {
  page = await device.start();
  await page.goto(`${server.product.url}/plant/${plant.id}`);
  await countsInView(page);
  await page.getByRole("button", { name: "Take offline" }).click();
  const wizard = page.getByRole("dialog", { name: /^Take .+ offline$/ });
  await wizard.getByText(/^About /).waitFor();
  await wizard.getByRole("button", { name: "Take offline" }).click();
  await page
    .getByRole("button", { name: "Offline", exact: true })
    .waitFor({ timeout: patient(120_000) });
  // The look itself finds what is there.
  const before = await keptOn(page);
  expect(before.some((text) => text.includes(plant.name))).toBe(true);
  expect(before.some((text) => text.includes(token))).toBe(true);

  await page.getByRole("button", { name: "User menu" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  const question = page.getByRole("alertdialog", { name: "Sign out and delete plants from here?" });
  await question.getByText("1 plant that you took offline is deleted from this device.").waitFor();
  await question.getByRole("button", { name: "Sign out" }).click();
  await page.waitForURL((url) => url.pathname === "/login");
  await expect
    .poll(async () => (await keptOn(page)).filter((text) => /\/auth\/|"answers"/.test(text)), {
      timeout: patient(15_000),
    })
    .toEqual([]);
  const left = await keptOn(page);
  expect(left.filter((text) => text.includes(plant.name) || text.includes(token))).toEqual([]);
});

test("the next user finds nothing of the first, online or without a network", async () => {
  const link = new URL(accountOf(upstream.accounts, "other_customer").sign_in_url);
  await page.goto(server.product.url + link.pathname);
  await page.getByRole("button", { name: "User menu" }).waitFor();
  const left = await keptOn(page);
  expect(left.filter((text) => text.includes(plant.name) || text.includes(token))).toEqual([]);
  await server.cut();
  await page.goto(`${server.product.url}/plant/${plant.id}`);
  await page.getByRole("button", { name: "User menu" }).waitFor();
  await expect
    .poll(async () => (await page.locator("main").innerText()).trim().length, {
      timeout: patient(60_000),
    })
    .toBeGreaterThan(0);
  expect(await page.getByText(plant.name).count()).toBe(0);
  await page.getByRole("button", { name: "Offline", exact: true }).waitFor({ state: "detached" });
});
