// The inbox in the browser: what another user assigns is counted in the header, opens its place, and is read then.
import { expect, test } from "vitest";
import type { Page } from "playwright";
import { patient } from "../fixtures/patience.ts";
import { openAs, ownProduct, sharedBrowser } from "./browser.ts";
import { faultsOf } from "./faults.ts";
import { openPanel, openViewersPlant } from "./workbench.ts";

// Its findings would be in the way of others.
const product = await ownProduct();
const browser = await sharedBrowser();
const soon = { timeout: patient(30_000) };

const panel = (page: Page) => page.getByRole("region", { name: "Findings", exact: true });
const bell = (page: Page) => page.getByRole("banner").getByRole("button", { name: /^Inbox/ });

test("a finding that is assigned to the user is in the inbox, and opens from there", async () => {
  const { page, faults } = await openViewersPlant(browser, product);
  await bell(page).waitFor(soon);
  expect(await bell(page).getAttribute("aria-label")).toBe("Inbox");
  await bell(page).click();
  await page.getByRole("dialog", { name: "Inbox" }).getByText("Nothing new").waitFor(soon);
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press("Escape");

  const admin = await openAs(browser, product, "customer_admin");
  await admin.page.goto(page.url());
  await openPanel(admin.page, "Findings");
  await panel(admin.page).getByRole("listitem").first().getByRole("checkbox").check();
  await admin.page
    .getByRole("toolbar", { name: "1 selected" })
    .getByRole("button", { name: "Assign" })
    .click();
  const form = admin.page.getByRole("dialog", { name: "Assign the finding" });
  await form.getByRole("button", { name: /Assignee/ }).click();
  await admin.page.getByRole("option", { name: "Lucía Herrera" }).click();
  await form.getByRole("button", { name: "Assign", exact: true }).click();
  await form.waitFor({ state: "detached", ...soon });

  // The page looks again when it is shown; a minute is long for a test.
  await page.reload();
  await expect.poll(() => bell(page).getAttribute("aria-label"), soon).toBe("Inbox: 1 unread");
  await bell(page).click();
  const inbox = page.getByRole("dialog", { name: "Inbox" });
  const entry = inbox.getByRole("button", { name: /assigned you a finding at / });
  await entry.waitFor(soon);
  expect(await faultsOf(page)).toEqual([]);
  await entry.click();
  await panel(page).waitFor(soon);
  await page.getByRole("region", { name: "Repair", exact: true }).waitFor(soon);
  await expect.poll(() => bell(page).getAttribute("aria-label"), soon).toBe("Inbox");

  // The kinds of notice are set in the profile, and kept.
  await bell(page).click();
  await inbox.getByRole("button", { name: "Notification settings" }).click();
  const settings = page.getByRole("region", { name: "Notification settings" });
  await settings.getByRole("button", { name: /Mentions$/ }).waitFor(soon);
  expect(await faultsOf(page)).toEqual([]);
  await settings.getByRole("button", { name: /Mentions$/ }).click();
  await page.getByRole("option", { name: "Immediate e-mail" }).click();
  await page.getByText("The notification settings were saved.").waitFor(soon);
  await page.reload();
  await settings.getByRole("button", { name: /^Immediate e-mail/ }).waitFor(soon);
  expect(faults).toEqual([]);
});
