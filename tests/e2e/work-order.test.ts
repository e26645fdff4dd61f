// A work order in the browser: made of findings, walked from stop to stop, printed, done and closed at the desk.
import { expect, test } from "vitest";
import type { Page } from "playwright";
import { patient } from "../fixtures/patience.ts";
import { ownProduct, sharedBrowser } from "./browser.ts";
import { faultsOf } from "./faults.ts";
import { openPanel, openViewersPlant } from "./workbench.ts";

// Its orders would be in the way of others.
const product = await ownProduct();
const browser = await sharedBrowser();
const soon = { timeout: patient(30_000) };

const findings = (page: Page) => page.getByRole("group", { name: "Findings", exact: true });
const panel = (page: Page) => page.getByRole("region", { name: "Work orders", exact: true });
const stop = (page: Page) => panel(page).getByRole("region", { name: "Current stop" });

test("findings become a work order, are done stop by stop, and the order is closed", async () => {
  const { page, faults } = await openViewersPlant(browser, product);
  await openPanel(page, "Findings");
  await findings(page).getByRole("checkbox").first().waitFor(soon);
  // Only what is not assigned yet.
  const free = findings(page).getByRole("listitem").filter({ hasText: /Open/ });
  for (const at of [0, 1, 2]) await free.nth(at).getByRole("checkbox").check();
  const bar = page.getByRole("toolbar", { name: "3 selected" });
  await bar.getByRole("button", { name: "Work order" }).click();
  const form = page.getByRole("dialog", { name: "Work order of 3 findings" });
  await form.getByRole("button", { name: "Create work order" }).click();
  await form.getByText("This field is required.").waitFor(soon);
  expect(await faultsOf(page)).toEqual([]);
  await form.getByRole("textbox", { name: "Title" }).fill("Row nine");
  await form.getByRole("textbox", { name: "Crew" }).fill("West crew");
  await form.getByLabel("Due date").fill("2030-05-31");
  await form.getByRole("button", { name: "Create work order" }).click();
  const made = page.getByText(/^WO-\d+ was created with 3 findings\.$/);
  await made.waitFor(soon);
  const code = /^(WO-\d+)/.exec(await made.innerText())![1]!;
  await expect.poll(() => findings(page).getByText("West crew").count(), soon).toBe(3);
  expect(
    await findings(page)
      .getByText(new RegExp(`${code}\\b`))
      .count(),
  ).toBe(3);

  // In the panel: begun, then from stop to stop.
  await openPanel(page, "Work orders");
  await panel(page)
    .getByRole("button", { name: new RegExp(`^${code} Row nine`) })
    .click();
  await panel(page)
    .getByText(/^3 stops, /)
    .waitFor(soon);
  await panel(page)
    .getByText(/straight distance/)
    .waitFor();
  await panel(page).getByRole("button", { name: "Start work" }).click();
  await panel(page).getByText("In progress", { exact: true }).waitFor(soon);
  await stop(page).getByText("1 of 3").waitFor(soon);
  await stop(page).getByRole("button", { name: "Done, next stop" }).click();
  await stop(page).getByText("2 of 3").waitFor(soon);
  await panel(page).getByText("1 of 3 done").waitFor(soon);

  // A note stays with its stop while the crew looks at another one.
  await stop(page).getByRole("button", { name: "Photo or note" }).click();
  const note = stop(page).getByRole("textbox", { name: "Note on the repair" });
  await note.fill("Waits for a part");
  await stop(page).getByRole("button", { name: "Next", exact: true }).click();
  await panel(page).getByText("Not recorded yet").waitFor(soon);
  await stop(page).getByRole("button", { name: "Previous", exact: true }).click();
  expect(await note.inputValue()).toBe("Waits for a part");
  await note.fill("");

  expect(await faultsOf(page)).toEqual([]);

  // On paper.
  await panel(page).getByRole("button", { name: "Print the work order" }).click();
  const sheet = page.getByRole("dialog", { name: "Print the work order" });
  await sheet.getByRole("columnheader", { name: "Remark" }).waitFor(soon);
  expect(await sheet.locator("tbody tr").count()).toBe(3);
  await sheet.getByRole("button", { name: "Close" }).click();
  await sheet.waitFor({ state: "detached" });

  // Done by the crew: one of the two that are left is said to be done, the other is not.
  await panel(page).getByRole("button", { name: "Set to done" }).click();
  const finish = page.getByRole("dialog", { name: "2 findings are not done" });
  await finish
    .getByRole("group", { name: "Findings of the work order" })
    .getByRole("checkbox")
    .first()
    .check();
  await finish.getByRole("button", { name: "Set to done" }).click();
  await finish.waitFor({ state: "detached" });
  await panel(page).getByText("2 of 3 done").waitFor(soon);
  await panel(page).getByRole("button", { name: "Close", exact: true }).click();
  const close = page.getByRole("dialog", { name: "1 finding is not done" });
  await close.getByText(/can be added to another work order/).waitFor(soon);
  await close.getByRole("button", { name: "Close", exact: true }).last().click();
  await panel(page).getByText("Closed", { exact: true }).waitFor(soon);

  // The history says it, and takes the last step back.
  await panel(page).getByRole("button", { name: "History" }).click();
  await panel(page).getByText("Status: Done → Closed").waitFor(soon);
  await panel(page).getByText("Created with 3 findings").waitFor();
  await panel(page).getByRole("button", { name: "Undo this change" }).first().click();
  await panel(page)
    .getByText(/^Undone by /)
    .waitFor(soon);
  await panel(page).getByRole("button", { name: "Close", exact: true }).waitFor(soon);
  expect(faults).toEqual([]);
});

// Of the order that the first journey has left.
test("states of a file are shown before they are applied", async () => {
  const { page, faults } = await openViewersPlant(browser, product);
  await openPanel(page, "Work orders");
  await panel(page)
    .getByRole("button", { name: /^WO-1 / })
    .waitFor(soon);
  await panel(page).getByRole("button", { name: "Files for your maintenance system" }).click();
  await page.getByRole("menuitem", { name: "Import states" }).click();
  const form = page.getByRole("dialog", { name: "Import states" });
  const choose = async (name: string, text: string) =>
    form
      .locator("input[type=file]")
      .setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
  await choose("wrong.csv", "order,status\nWO-1,in_work\nWO-99,done\n");
  await form.getByText("wrong.csv, line 3, order: “WO-99” is not a work order").waitFor(soon);
  // A word of the other system is asked about, and not guessed.
  await choose("right.csv", "order;status;cost\nWO-1;Working;7\n");
  await form.getByText("What do these words of right.csv mean?").waitFor(soon);
  const read = form.getByRole("button", { name: "Read the file" });
  expect(await read.getAttribute("aria-disabled")).toBe("true");
  expect(await faultsOf(page)).toEqual([]);
  await form.getByRole("button", { name: /“Working”, of a work order/ }).click();
  await page.getByRole("option", { name: "In progress" }).click();
  await read.click();
  await form.getByText("right.csv changes 1 work order:").waitFor(soon);
  await form.getByText("Columns that are not taken from the file: cost").waitFor();
  await form.getByText("Done → In progress").waitFor();
  await form.getByRole("button", { name: "Change", exact: true }).click();
  await page.getByText("1 work order was changed.").waitFor(soon);
  await panel(page)
    .getByRole("button", { name: /^WO-1 .*In progress/ })
    .waitFor(soon);
  // The refused file.
  expect(faults.filter((fault) => !/ 422 .*\/work-orders\/states\?apply=no$/.test(fault))).toEqual(
    [],
  );
});
