// The life of a finding in the browser: assigned, done, and verified by the next analysis that is released.
import { expect, test } from "vitest";
import type { Page } from "playwright";
import type { FindingPage } from "../../src/domain/finding/finding-life.ts";
import { patient } from "../fixtures/patience.ts";
import { ask } from "./ask.ts";
import { openAs, ownProduct, settled, sharedBrowser, tokenOf } from "./browser.ts";
import { faultsOf } from "./faults.ts";
import { releaseHealthy } from "./next-survey.ts";
import { openPanel, openViewersPlant } from "./workbench.ts";

// It releases an analysis, which others would see.
const product = await ownProduct();
const browser = await sharedBrowser();
const soon = { timeout: patient(30_000) };

const panel = (page: Page) => page.getByRole("region", { name: "Findings", exact: true });
const rows = (page: Page) => page.getByRole("group", { name: "Findings", exact: true });
const card = (page: Page) => page.getByRole("region", { name: "Repair", exact: true });

async function setStatus(page: Page, name: string) {
  await card(page).getByRole("button", { name: "Set status" }).click();
  await page.getByRole("menuitem", { name }).click();
  await card(page).getByText(name, { exact: true }).first().waitFor(soon);
}

test("a finding is assigned, done, and verified by the next released analysis", async () => {
  const { page, faults } = await openViewersPlant(browser, product);
  await openPanel(page, "Findings");
  await rows(page).getByRole("checkbox").first().waitFor(soon);

  // Two at once from the keyboard: the list is one stop of the Tab key.
  const list = rows(page).getByRole("button");
  await list.first().focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  await page.getByRole("toolbar", { name: "2 selected" }).waitFor(soon);
  await page
    .getByRole("toolbar", { name: "2 selected" })
    .getByRole("button", { name: "Assign" })
    .click();
  const form = page.getByRole("dialog", { name: "Assign 2 findings" });
  await form.getByRole("textbox", { name: "Crew" }).fill("North crew");
  await form.getByLabel("Due date").fill("2030-05-31");
  // A press beside the form loses nothing, and Escape asks.
  await page.mouse.click(5, 5);
  const hasFocus = () => form.evaluate((dialog) => dialog.contains(document.activeElement));
  await expect.poll(hasFocus, soon).toBe(true);
  await page.keyboard.press("Escape");
  const question = page.getByRole("alertdialog", { name: "Unsaved changes" });
  await question.getByRole("button", { name: "Stay" }).click();
  expect(await form.getByRole("textbox", { name: "Crew" }).inputValue()).toBe("North crew");
  await form.getByRole("button", { name: "Assign", exact: true }).click();
  await page.getByText("2 findings were changed.").waitFor(soon);
  await expect.poll(() => rows(page).getByText("North crew").count(), soon).toBe(2);

  // One of them is undone from its history with the other, and made again.
  await list.first().click();
  await card(page).getByText("North crew").waitFor(soon);
  await card(page).getByRole("button", { name: "History" }).click();
  await card(page).getByText("Status: Open → Assigned").waitFor(soon);
  await card(page).getByText("one of 2 findings").waitFor();
  await card(page).getByRole("button", { name: "Undo this change" }).click();
  await page.getByRole("button", { name: "Undo all 2" }).click();
  await card(page)
    .getByText(/^Undone by /)
    .waitFor(soon);
  await expect.poll(() => rows(page).getByText("North crew").count(), soon).toBe(0);

  await setStatus(page, "In progress");
  // "@" offers those who see the plant; the keys choose one of them.
  const comment = card(page).getByRole("textbox", { name: "Comment" });
  await comment.fill("The part is ordered, ");
  await comment.press("End");
  await comment.pressSequentially("@");
  const offered = card(page).getByRole("listbox", { name: "People" }).getByRole("option");
  await offered.first().waitFor(soon);
  expect(await faultsOf(page)).toEqual([]);
  const name = await offered.nth(1).innerText();
  await comment.press("ArrowDown");
  await comment.press("Enter");
  await card(page).getByText(`Mentioned: ${name}`).waitFor(soon);
  await card(page).getByRole("button", { name: "Add comment" }).click();
  await card(page).getByText("The part is ordered,").last().waitFor(soon);
  await card(page).getByText(`@${name}`, { exact: true }).waitFor(soon);
  await setStatus(page, "Done");

  // The next analysis measures the component as good, and is released.
  const plant_id = Number(/\/plant\/(\d+)/.exec(page.url())?.[1]);
  const viewer = await tokenOf(page);
  const admin = await openAs(browser, product, "admin");
  await admin.page.goto(`${product.url}/plants`);
  const staff = await tokenOf(admin.page);
  const listed = await ask<FindingPage>(product, viewer, `/auth/plant/${plant_id}/findings`);
  const done = listed.body.findings.find(({ status }) => status === "done")!;
  const newest = await releaseHealthy(product, { staff, viewer }, plant_id, done);

  await page.reload();
  await settled(page);
  await openPanel(page, "Findings");
  await panel(page)
    .getByRole("button", { name: /^Filters/ })
    .click();
  await panel(page)
    .getByRole("button", { name: /Status$/ })
    .click();
  await page.getByRole("option", { name: "Verified" }).click();
  await expect.poll(() => rows(page).getByRole("checkbox").count(), soon).toBe(1);
  await rows(page).getByRole("button").first().click();
  await card(page).getByRole("button", { name: "History" }).click();
  await card(page).getByText("Status: Done → Verified").waitFor(soon);
  await card(page)
    .getByText(new RegExp(`^Analysis ${newest.name}`))
    .waitFor();
  expect(faults).toEqual([]);
});
