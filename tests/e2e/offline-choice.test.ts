// What the user decides about being offline: the mark follows that choice and not the network, what needs a network
// says so, and going online does not have to wait for what is unsent.
import { createHash } from "node:crypto";
import sharp from "sharp";
import type { Page, Route } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { patient } from "../fixtures/patience.ts";
import { ask } from "./ask.ts";
import { sharedBrowser, ownProduct, settled, tokenOf } from "./browser.ts";
import { waitingOn } from "./device.ts";
import { openPanel, openViewersPlant } from "./workbench.ts";

type Stored = { readonly notes: string; readonly images: readonly { readonly hash: string }[] };

const product = await ownProduct();
const soon = { timeout: patient(60_000) };
const browser = await sharedBrowser({ isKeeping: true });
let page: Page;
let token: string;
let plant: string;
let photo: Buffer;
beforeAll(async () => {
  ({ page } = await openViewersPlant(browser, product));
  token = await tokenOf(page);
  plant = /\/plant\/(\d+)/.exec(page.url())![1]!;
  const create = { width: 600, height: 400, channels: 3, background: "#a54" } as const;
  photo = await sharp({ create }).jpeg().toBuffer();
});

const button = (name: string) => page.getByRole("button", { name, exact: true });
const cloudSlash = () => page.getByRole("banner").locator("svg.lucide-cloud-off");
const panel = () => page.locator("[data-panel=observations]");
const waits = () => button("2 observations wait on this device");
const stored = async () => {
  const path = `/auth/plant/${plant}/observations?limit=5000`;
  const { body } = await ask<{ observations: Stored[] }>(product, token, path);
  return body.observations.filter(({ notes }) => notes.startsWith("Unsent"));
};

/** Cuts the network or brings it back; the page has heard of it when this resolves. */
async function setNetwork(isThere: boolean): Promise<void> {
  await page.context().setOffline(!isThere);
  await page.waitForFunction((expected) => navigator.onLine === expected, isThere);
  await settled(page);
}

test("the cloud-slash shows that the user is offline, and not that the network is away", async () => {
  await setNetwork(false);
  expect(await cloudSlash().count()).toBe(0);
  await setNetwork(true);
  await button("Take offline").click();
  const wizard = page.getByRole("dialog", { name: /^Take .+ offline$/ });
  await wizard.getByText(/^About [\d.,]+\s[KMG]?B\.$/).waitFor(soon);
  expect(await cloudSlash().count()).toBe(0);
  await wizard.getByRole("button", { name: "Take offline" }).click();
  await button("Offline").waitFor({ timeout: patient(120_000) });
  expect(await page.evaluate(() => navigator.onLine)).toBe(true);
  for (const isThere of [true, false, true]) {
    await setNetwork(isThere);
    expect(await cloudSlash().count()).toBe(1);
    expect(await button("Offline").locator("svg.lucide-cloud-off").count()).toBe(1);
  }
});

test("offline, adding an observation to a selection is greyed and says that it needs a network", async () => {
  const path = `/auth/plant/${plant}/observations?limit=1`;
  const { body } = await ask<{
    observations: { fieldgeometry_component: { dt_id: string; component_type: string } }[];
  }>(product, token, path);
  const { dt_id, component_type } = body.observations[0]!.fieldgeometry_component;
  await page.goto(`${product.url}/plant/${plant}?select=${component_type}~${dt_id}`);
  const add = button("Add an observation to all selected");
  await add.waitFor(soon);
  expect(await add.getAttribute("aria-disabled")).toBe("true");
  await page.keyboard.press("Tab");
  await add.focus();
  const reason = "Add an observation to all selected: This needs a network. Go online first.";
  await page.getByRole("tooltip").getByText(reason).waitFor();
  await page.keyboard.press("Enter");
  await settled(page);
  expect(await page.getByRole("form", { name: /^New observation: / }).count()).toBe(0);
});

test("what is written offline stays on the device although the network is there", async () => {
  await page.locator("body").press("Escape");
  await page.locator("body").press("j");
  await openPanel(page, "Observations");
  await panel().getByRole("button", { name: "Add", exact: true }).click();
  const form = panel().getByRole("form", { name: /^New observation: / });
  await form.getByRole("textbox", { name: "Notes" }).fill("Unsent by choice");
  await form.getByRole("button", { name: "Save" }).click();
  await page.getByText(/is kept on this device until you go online\.$/).waitFor();
  await setNetwork(false);
  await setNetwork(true);
  await page.reload();
  const mark = button("1 observation waits on this device");
  await mark.click();
  const outbox = page.getByRole("dialog", { name: "Waiting to be sent" });
  await outbox.getByText(/^You are offline\. All of this stays on this device/).waitFor();
  expect([await waitingOn(page), await stored()]).toEqual([1, []]);
  // Sending is an act of its own, which does not end being offline.
  await outbox.getByRole("button", { name: "Send now" }).click();
  await outbox.getByText(/^Nothing is waiting/).waitFor(soon);
  expect((await stored()).map(({ notes }) => notes)).toEqual(["Unsent by choice"]);
  await page.keyboard.press("Escape");
  expect(await cloudSlash().count()).toBe(1);
});

/** The server takes no observation; everything else is there. */
const refuse = (route: Route) =>
  route.request().method() === "GET" ? route.continue() : route.abort("connectionreset");
const writes = /\/api\/auth\/(plant\/\d+\/observation|observation\/\d+)(\?|$|\/images)/;

test("going online may skip the sending: the numbers are said, and nothing of it is deleted", async () => {
  await page.context().route(writes, refuse);
  await page.locator("body").press("Escape");
  await page.locator("body").press("j");
  for (const count of [1, 2]) {
    await openPanel(page, "Observations");
    await panel().getByRole("button", { name: "Add", exact: true }).click();
    const form = panel().getByRole("form", { name: /^New observation: / });
    await form.getByRole("textbox", { name: "Notes" }).fill(`Unsent ${count}`);
    if (count === 1) {
      await form.getByLabel("Observed on").fill("2026-05-04T09:30");
      await form
        .locator("input[type=file][accept^=image]")
        .setInputFiles([{ name: "crack.jpg", mimeType: "image/jpeg", buffer: photo }]);
    }
    await form.getByRole("button", { name: "Save" }).click();
    await form.waitFor({ state: "detached" });
  }
  await waits().waitFor();

  await button("Offline").click();
  const dialog = page.getByRole("dialog", { name: "Offline", exact: true });
  const said = "2 observations wait on this device (1 photo). They are sent when you go online";
  await dialog.getByText(said).waitFor();
  // Without the choice nothing has changed: it is still offline.
  await dialog.getByRole("button", { name: "Go online" }).click();
  await dialog
    .getByText(/^2 observations/)
    .nth(1)
    .waitFor(soon);
  expect(await cloudSlash().count()).toBe(1);

  await dialog.getByText("Go online without waiting until they are sent").click();
  await dialog.getByRole("button", { name: "Go online" }).click();
  await page
    .getByText("You are online again. 2 observations wait on this device (1 photo).")
    .waitFor(soon);
  await dialog.waitFor({ state: "detached" });
  expect(await cloudSlash().count()).toBe(0);
  expect(await waitingOn(page)).toBe(2);
  expect(await stored()).toHaveLength(1);
  // The plant is gone from the device, what waits is not; also after the page has begun again.
  await page.reload();
  await waits().waitFor(soon);
  const left = await page.evaluate(async () =>
    (await indexedDB.databases()).map(({ name }) => name ?? ""),
  );
  expect(left.filter((name) => /^offline-\d+-/.test(name))).toEqual([]);

  await page.context().unroute(writes, refuse);
  const anyWaits = page.getByRole("button", { name: /observations? waits? on this device$/ });
  await anyWaits.waitFor({ state: "detached", ...soon });
  const hash = createHash("sha256").update(photo).digest("hex");
  const found = (await stored()).map(({ notes, images }) => [notes, images.map((one) => one.hash)]);
  expect(found.toSorted()).toEqual([
    ["Unsent 1", [hash]],
    ["Unsent 2", []],
    ["Unsent by choice", []],
  ]);
  // When it was seen and when it arrived are both kept.
  await openPanel(page, "Observations");
  // The list begins with its days.
  await panel()
    .getByRole("button", { name: /4 May 2026/ })
    .click();
  await panel()
    .getByRole("button", { name: /Unsent 1/ })
    .click();
  const one = panel().getByRole("article");
  await one
    .getByText(/^4 May 2026/)
    .first()
    .waitFor();
  await one.getByText("Received", { exact: true }).waitFor();
});
