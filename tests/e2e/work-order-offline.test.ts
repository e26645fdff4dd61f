// A crew walks a work order without a network: stops are set to done with a photo, wait on the device, and are the
// evidence of the repair once the network is back; the next analysis verifies it.
import sharp from "sharp";
import { expect, test } from "vitest";
import type { Page } from "playwright";
import type { WorkOrder } from "../../src/domain/work-order/work-order.ts";
import type { FindingPage } from "../../src/domain/finding/finding-life.ts";
import type { Observation } from "../../src/domain/observation/observation.ts";
import { patient } from "../fixtures/patience.ts";
import { ask, send } from "./ask.ts";
import { openAs, ownProduct, sharedBrowser, tokenOf } from "./browser.ts";
import { faultsOf } from "./faults.ts";
import { releaseHealthy } from "./next-survey.ts";
import { goOnline, openPanel, openViewersPlant } from "./workbench.ts";

// Its orders would be in the way of others.
const product = await ownProduct();
const browser = await sharedBrowser({ isKeeping: true });
const soon = { timeout: patient(30_000) };

const findings = (page: Page) => page.getByRole("group", { name: "Findings", exact: true });
const panel = (page: Page) => page.getByRole("region", { name: "Work orders", exact: true });
const stop = (page: Page) => panel(page).getByRole("region", { name: "Current stop" });

const orderOf = async (token: string, plant: string, title: string) =>
  (await ask<WorkOrder[]>(product, token, `/auth/plant/${plant}/work-orders`)).body.find(
    (one) => one.title === title,
  );

test("stops of a work order are done without a network, with a photo, and arrive once", async () => {
  const { page } = await openViewersPlant(browser, product);
  const plant = /\/plant\/(\d+)/.exec(page.url())![1]!;
  const token = await tokenOf(page);
  await openPanel(page, "Findings");
  const free = findings(page).getByRole("listitem").filter({ hasText: /Open/ });
  await free.first().getByRole("checkbox").waitFor(soon);
  for (const at of [0, 1, 2]) await free.nth(at).getByRole("checkbox").check();
  await page
    .getByRole("toolbar", { name: "3 selected" })
    .getByRole("button", { name: "Work order" })
    .click();
  const form = page.getByRole("dialog", { name: "Work order of 3 findings" });
  await form.getByRole("textbox", { name: "Title" }).fill("Row nine");
  await form.getByRole("button", { name: "Create work order" }).click();
  await page.getByText(/^WO-\d+ was created with 3 findings\.$/).waitFor(soon);

  await page.getByRole("button", { name: "Take offline" }).click();
  const wizard = page.getByRole("dialog", { name: /^Take .+ offline$/ });
  await wizard.getByRole("button", { name: "Take offline" }).click();
  await page
    .getByRole("button", { name: "Offline", exact: true })
    .waitFor({ timeout: patient(120_000) });
  await page.route("**/api/**", (route) => route.abort("internetdisconnected"));
  await page.goto(`${product.url}/plant/${plant}`);

  await openPanel(page, "Work orders");
  await panel(page)
    .getByRole("button", { name: /Row nine/ })
    .click();
  await stop(page).getByText("1 of 3").waitFor(soon);
  // What is the desk's says that it needs the server; that the crew has begun waits on the device.
  const edit = panel(page).getByRole("button", { name: "Edit the work order" });
  expect(await edit.getAttribute("aria-disabled")).toBe("true");
  await panel(page).getByRole("button", { name: "Start work" }).click();
  await panel(page).getByText("Waits on this device", { exact: true }).waitFor(soon);
  await page.getByRole("button", { name: "1 work order waits on this device" }).waitFor(soon);

  const picture = { width: 640, height: 480, channels: 3, background: "#a54" } as const;
  const buffer = await sharp({ create: picture }).jpeg().toBuffer();
  await stop(page).getByRole("button", { name: "Photo or note" }).click();
  await stop(page)
    .locator("input[type=file]")
    .first()
    .setInputFiles([{ name: "diode.jpg", mimeType: "image/jpeg", buffer }]);
  await stop(page).getByText("diode.jpg").waitFor(soon);
  await stop(page).getByRole("textbox", { name: "Note on the repair" }).fill("Diode replaced");
  await stop(page).getByRole("button", { name: "Done, next stop" }).click();
  await stop(page).getByText("2 of 3").waitFor(soon);
  await panel(page).getByText("1 of 3 done").first().waitFor(soon);
  // The note of one stop does not go with the next one.
  await stop(page).getByRole("button", { name: "Done, next stop" }).click();
  await stop(page).getByText("3 of 3").waitFor(soon);
  await panel(page).getByText("done, waits on this device").nth(1).waitFor(soon);
  await page.getByRole("button", { name: /^2 observations wait/ }).waitFor(soon);

  // A reload forgets nothing: the order is in the address.
  await page.reload();
  await panel(page).getByText("2 of 3 done").first().waitFor(soon);
  await panel(page).getByText("done, waits on this device").nth(1).waitFor(soon);
  await panel(page).getByText("Waits on this device", { exact: true }).waitFor(soon);

  await page.unroute("**/api/**");
  await page.getByRole("button", { name: "Offline", exact: true }).click();
  await goOnline(page);

  const lives = async () =>
    (await ask<FindingPage>(product, token, `/auth/plant/${plant}/findings`)).body.findings;
  const path = `/auth/plant/${plant}/observations?limit=5000`;
  const records = async () =>
    (await ask<{ observations: Observation[] }>(product, token, path)).body.observations.filter(
      ({ finished_ids }) => finished_ids.length > 0,
    );
  const shown = async () =>
    (await records()).map(({ notes, images }) => `${notes} ${images.length}`).toSorted();
  await expect.poll(shown, soon).toEqual([" 0", "Diode replaced 1"]);

  await expect
    .poll(async () => (await orderOf(token, plant, "Row nine"))?.status, soon)
    .toBe("in_work");
  await panel(page)
    .getByText("Waits on this device", { exact: true })
    .waitFor({ state: "detached", ...soon });

  // The card of the component has the evidence.
  const repaired = (await records()).find(({ images }) => images.length === 1)!;
  const life = (await lives()).find(({ id }) => id === repaired.finished_ids[0])!;
  expect([life.status, life.dt_id]).toEqual(["done", repaired.fieldgeometry_component.dt_id]);
  await panel(page).getByText("2 of 3 done").first().waitFor(soon);
  await panel(page)
    .getByText("done, waits on this device")
    .waitFor({ state: "detached", ...soon });
  const component = `${life.component_type}~${life.dt_id}`;
  await page.goto(`${product.url}/plant/${plant}?component=${component}&panel=component`);
  const evidence = page.getByRole("list", { name: "Photos and notes" });
  await evidence.getByText("Diode replaced").waitFor(soon);
  await evidence.getByRole("button", { name: "Open photo diode.jpg" }).waitFor(soon);

  // The next analysis sees it as good: it is verified, and its card has both analyses and the photo of the repair.
  const admin = await openAs(browser, product, "admin");
  await admin.page.goto(`${product.url}/plants`);
  const tokens = { staff: await tokenOf(admin.page), viewer: token };
  const newest = await releaseHealthy(product, tokens, Number(plant), life);
  await expect
    .poll(async () => (await lives()).find(({ id }) => id === life.id)?.status, soon)
    .toBe("verified");
  await page.reload();
  const card = page.getByRole("region", { name: "Repair", exact: true });
  await card.getByText("Verified", { exact: true }).first().waitFor(soon);
  await evidence.getByRole("button", { name: "Open photo diode.jpg" }).waitFor(soon);
  await card
    .getByRole("button", { name: /^History/ })
    .first()
    .click();
  await card.getByText("Status: Done → Verified").waitFor(soon);
  await card
    .getByText(new RegExp(`^Analysis ${newest.name}`))
    .first()
    .waitFor(soon);
  // The other stop was not measured as good, so its repair is not verified.
  const others = (await lives()).filter(({ status }) => status === "verified");
  expect(others.map(({ id }) => id)).toEqual([life.id]);
});

test("a change that met no network waits, and is not sent over what somebody else has decided", async () => {
  const { page } = await openViewersPlant(browser, product);
  const plant = /\/plant\/(\d+)/.exec(page.url())![1]!;
  const token = await tokenOf(page);
  await openPanel(page, "Work orders");
  await panel(page)
    .getByRole("button", { name: /Row nine/ })
    .click();
  const order = (await orderOf(token, plant, "Row nine"))!;
  await page.route("**/change", (route) => route.abort("internetdisconnected"));
  await panel(page).getByRole("button", { name: "Not started" }).click();
  await panel(page).getByText("Waits on this device", { exact: true }).waitFor(soon);
  // Somebody else gives the order to a crew meanwhile.
  const path = `/auth/plant/${plant}/work-order/${order.id}/change`;
  const change = { set: { crew: "East" }, done_ids: [], removed_ids: [] };
  await send(product, token, path, { revision: order.revision, ...change });
  await page.unroute("**/change");
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  const mark = page.getByRole("button", { name: "1 work order waits on this device" });
  await panel(page).getByText("Changed by somebody else").waitFor(soon);
  // Until its author decides, the order is shown as the server has it.
  await panel(page).getByText("In progress", { exact: true }).first().waitFor(soon);
  await mark.click();
  const waiting = page.getByRole("list", { name: "Work orders" });
  await waiting.getByText(/crew East\. Yours would be:$/).waitFor(soon);
  await waiting.getByText("Status: In progress → Open").waitFor(soon);
  expect(await faultsOf(page)).toEqual([]);
  await waiting.getByRole("button", { name: /^Use mine: / }).click();
  await expect
    .poll(async () => {
      const now = await orderOf(token, plant, "Row nine");
      return [now?.status, now?.crew];
    }, soon)
    .toEqual(["open", "East"]);
  await page.getByText("Nothing is waiting. The server has confirmed everything.").waitFor(soon);
});
