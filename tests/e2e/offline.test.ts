// A plant is taken offline, opened without a network, used, and brought back.
import sharp from "sharp";
import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { announcedBytes, heldOn } from "../fixtures/held-plant.ts";
import { patient } from "../fixtures/patience.ts";
import { ask } from "./ask.ts";
import { sharedBrowser, sharedProduct, tokenOf } from "./browser.ts";
import { goOnline, openPanel, openViewersPlant } from "./workbench.ts";

const product = await sharedProduct();
const browser = await sharedBrowser({ isKeeping: true });
let page: Page;
let token: string;
let plant: string;
beforeAll(async () => {
  ({ page } = await openViewersPlant(browser, product));
  token = await tokenOf(page);
  plant = /\/plant\/(\d+)/.exec(page.url())![1]!;
});

const panel = () => page.locator("[data-panel=observations]");
const dialog = (name: RegExp) => page.getByRole("dialog", { name });
const notes = async () => {
  const path = `/auth/plant/${plant}/observations?limit=5000`;
  const { body } = await ask<{ observations: { notes: string; images: unknown[] }[] }>(
    product,
    token,
    path,
  );
  return body.observations.filter((one) => one.notes.startsWith("Seen offline"));
};

test("a plant taken offline needs no server, refuses the rest clearly, and brings its observations back", async () => {
  await page.getByRole("button", { name: "Take offline" }).click();
  const wizard = dialog(/^Take .+ offline$/);
  const announced = await announcedBytes(wizard);
  await wizard.getByRole("button", { name: "Take offline" }).click();
  await page
    .getByRole("button", { name: "Offline", exact: true })
    .waitFor({ timeout: patient(120_000) });
  const { loaded_bytes } = await heldOn(page);
  expect(Math.abs(loaded_bytes / announced - 1)).toBeLessThan(0.1);

  const asked: string[] = [];
  await page.route("**/api/**", (route) => {
    asked.push(route.request().url());
    return route.abort("internetdisconnected");
  });
  await page.goto(`${product.url}/plant/${plant}`);
  await openPanel(page, "Table");
  await page.locator("[data-panel=table]").getByRole("row").nth(3).waitFor();
  // It says once that it is offline, and how old the data are; not that more would follow.
  const age = page.getByText(/^Offline, data of \d+ \w+ \d{4}$/);
  await age.first().waitFor();
  expect(await age.count()).toBe(1);
  expect(await page.getByText("No connection").count()).toBe(0);
  expect(asked.filter((url) => /\/(plant|analysis|analysis-result|user\/me)/.test(url))).toEqual(
    [],
  );

  await page.goto(`${product.url}/plant/${plant}?space=3d`);
  await page.getByText("Left out: 3D view.").waitFor();
  const space = page.getByRole("button", { name: "3D view", exact: true });
  expect(await space.getAttribute("aria-disabled")).toBe("true");
  // A tooltip follows the focus of keys.
  await page.keyboard.press("Tab");
  await space.focus();
  await page.getByRole("tooltip").filter({ hasText: "3D view: 3D needs a network" }).waitFor();
  expect(await page.getByRole("region", { name: /^The plant in 3D/ }).count()).toBe(0);

  // While the findings are loaded, the key has none to open.
  const card = page.getByRole("article", { name: "Component", exact: true });
  const opened = async () => {
    await page.locator("body").press("j");
    return card.isVisible();
  };
  await expect.poll(opened, { interval: 1000 }).toBe(true);
  const photo = await sharp({
    create: { width: 600, height: 400, channels: 3, background: "#a54" },
  })
    .jpeg()
    .toBuffer();
  for (const count of [1, 2, 3]) {
    await openPanel(page, "Observations");
    await panel().getByRole("button", { name: "Add", exact: true }).click();
    const form = panel().getByRole("form", { name: /^New observation: / });
    await form.getByRole("textbox", { name: "Notes" }).fill(`Seen offline ${count}`);
    await form
      .locator("input[type=file][accept^=image]")
      .setInputFiles([{ name: "crack.jpg", mimeType: "image/jpeg", buffer: photo }]);
    await form.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: new RegExp(`^${count} observations? wait`) }).waitFor();
  }

  await page.goto(`${product.url}/plants`);
  await page.getByText("This page needs a network").waitFor();
  await page.getByRole("button", { name: "Go online" }).click();
  const back = dialog(/^Offline$/);
  await back.getByRole("button", { name: "Go online" }).click();
  await back.getByText(/^Ooops! Cannot go online\./).waitFor();
  expect(await notes()).toEqual([]);

  await page.unroute("**/api/**");
  await goOnline(page);
  const stored = await notes();
  expect(stored.map((one) => [one.notes, one.images.length]).toSorted()).toEqual([
    ["Seen offline 1", 1],
    ["Seen offline 2", 1],
    ["Seen offline 3", 1],
  ]);
  const left = await page.evaluate(async () =>
    (await indexedDB.databases()).map(({ name }) => name ?? ""),
  );
  expect(left.filter((name) => /^offline-\d+-/.test(name))).toEqual([]);
});
