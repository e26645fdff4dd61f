// A webhook in the browser: an administrator of a customer makes one, tests it, and sees in the log what came of it.
import { afterAll, expect, test } from "vitest";
import { patient } from "../fixtures/patience.ts";
import { isSigned, openReceiver } from "../fixtures/webhook-receiver.ts";
import { openAs, settled, sharedBrowser, startDemo } from "./browser.ts";
import { faultsOf } from "./faults.ts";

const receiver = await openReceiver();
const product = await startDemo({ WEBHOOK_HOSTS: receiver.host });
const browser = await sharedBrowser();
afterAll(async () => {
  await product.stop();
  await receiver.close();
});
const soon = { timeout: patient(30_000) };

test("a webhook is made, tested, refused by its receiver, and sent again", async () => {
  const { page, faults } = await openAs(browser, product, "customer_admin");
  await page.goto(`${product.url}/settings/webhooks`);
  await page.getByText("No webhooks yet").waitFor(soon);
  await settled(page);
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Create webhook" }).click();
  const form = page.getByRole("dialog", { name: "Create webhook" });
  await form.getByRole("textbox", { name: "Name" }).fill("SAP");
  await form.getByRole("textbox", { name: "Address" }).fill("https://192.168.1.7/hook");
  await form.getByRole("button", { name: "Create webhook" }).click();
  await form.getByText(/of a private network/).waitFor(soon);
  await settled(page);
  expect(await faultsOf(page)).toEqual([]);
  await form.getByRole("textbox", { name: "Address" }).fill(receiver.url("/wrong"));
  await form.getByRole("button", { name: "Create webhook" }).click();
  const shown = page.getByRole("dialog", { name: "Secret of the webhook" });
  const secret = (await shown.getByText(/^whsec_/).innerText()).trim();
  await shown.getByRole("button", { name: "I have copied it" }).click();

  const card = page.getByRole("region", { name: "SAP" });
  await card.getByText("Nothing delivered yet").waitFor(soon);
  await card.getByRole("button", { name: "Send a test" }).click();
  const log = card.getByRole("list", { name: "Log" });
  await log.getByText(/answer 500 · .*refused by the receiver/).waitFor(soon);
  await settled(page);
  expect(await faultsOf(page)).toEqual([]);
  expect(receiver.received.every((one) => isSigned(secret, one))).toBe(true);

  // The receiver is mended: its address changes, and the message comes under its former ID.
  await card.getByRole("button", { name: "Edit" }).click();
  const edit = page.getByRole("dialog", { name: "Edit the webhook" });
  await edit.getByRole("textbox", { name: "Address" }).fill(receiver.url("/ok"));
  await edit.getByRole("button", { name: "Save" }).click();
  await edit.waitFor({ state: "detached" });
  await log.getByRole("button", { name: "Send again: webhook.test" }).click();
  await log.getByText("Delivered", { exact: true }).waitFor(soon);
  await card.getByText(/^Last delivered /).waitFor(soon);
  const ids = new Set(receiver.received.map(({ headers }) => headers["webhook-id"]));
  expect(ids.size).toBe(1);

  await card.getByRole("button", { name: "Delete" }).click();
  const sure = page.getByRole("alertdialog", { name: "Delete the webhook SAP?" });
  await sure.getByRole("button", { name: "Delete" }).click();
  await page.getByText("No webhooks yet").waitFor(soon);
  // The address of a private network.
  expect(faults.filter((fault) => !/ 400 .*\/webhooks$/.test(fault))).toEqual([]);
});
