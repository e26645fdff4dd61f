// The board and the calendar of findings and of work orders: moved with the pointer and with the keys, refused with the
// reason, and kept in the address.
import { expect, test } from "vitest";
import type { Page } from "playwright";
import { patient } from "../fixtures/patience.ts";
import { ownProduct, settled, sharedBrowser } from "./browser.ts";
import { faultsOf } from "./faults.ts";
import { openPanel, openViewersPlant } from "./workbench.ts";

// What it moves would be in the way of others.
const product = await ownProduct();
const browser = await sharedBrowser();
const soon = { timeout: patient(30_000) };
/** More would be drawn than six columns of a window have. */
const MOST_CARDS = 150;

const panel = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const column = (page: Page, name: string) =>
  page.getByRole("group", { name: "Board" }).getByRole("region", { name, exact: true });
const cards = (page: Page, name: string) => column(page, name).getByRole("listitem");
const counts = (page: Page) =>
  page
    .getByRole("group", { name: "Columns of the board" })
    .getByRole("button")
    .allInnerTexts()
    .then((texts) =>
      Object.fromEntries(
        texts.map((text) => [text.replace(/[\s\d,.]+$/, ""), Number(text.replace(/\D/g, ""))]),
      ),
    );
const inAddress = (page: Page, name: string) => new URL(page.url()).searchParams.get(name);
const view = (page: Page, of: string, name: string) =>
  panel(page, of).getByRole("radio", { name, exact: true }).click();

test("findings are moved on the board, where they may go", async () => {
  const { page, faults } = await openViewersPlant(browser, product);
  await openPanel(page, "Findings");
  await panel(page, "Findings").getByRole("checkbox").first().waitFor(soon);
  await panel(page, "Findings")
    .getByRole("button", { name: /^Show all / })
    .click();
  await view(page, "Findings", "Board");
  await cards(page, "Open").first().waitFor(soon);
  await expect.poll(() => inAddress(page, "findings"), soon).toBe("board");
  const before = await counts(page);
  // Thousands of findings, of which the cards in view exist.
  expect(before["Open"]).toBeGreaterThan(1000);
  expect(
    await page.getByRole("group", { name: "Board" }).getByRole("listitem").count(),
  ).toBeLessThan(MOST_CARDS);
  expect(await faultsOf(page)).toEqual([]);

  // With the keys: what it cannot become is said.
  const first = cards(page, "Open").first().getByRole("button").first();
  await first.focus();
  await page.keyboard.press("m");
  await page
    .getByRole("menuitem", { name: /^Verified A later analysis verifies a finding\./ })
    .waitFor(soon);
  await page.getByRole("menuitem", { name: /^In progress/ }).press("Enter");
  await expect
    .poll(() => counts(page), soon)
    .toMatchObject({ Open: before["Open"]! - 1, "In progress": before["In progress"]! + 1 });

  // With the pointer, onto the tab of a column that is out of view: who repairs it is asked.
  const tab = page
    .getByRole("group", { name: "Columns of the board" })
    .getByRole("button", { name: /^Assigned/ });
  await cards(page, "Open").first().dragTo(tab);
  const form = page.getByRole("dialog", { name: "Assign the finding" });
  await form.getByRole("button", { name: "Assign", exact: true }).click();
  await form.getByText("Choose a user or a crew.").waitFor(soon);
  await form.getByRole("textbox", { name: "Crew" }).fill("Board crew");
  await form.getByRole("button", { name: "Assign", exact: true }).click();
  await form.waitFor({ state: "detached", ...soon });
  await expect
    .poll(() => counts(page), soon)
    .toMatchObject({ Open: before["Open"]! - 2, Assigned: before["Assigned"]! + 1 });

  // Where it may not go, it stays, with the reason.
  const verified = page
    .getByRole("group", { name: "Columns of the board" })
    .getByRole("button", { name: /^Verified/ });
  await cards(page, "Open").first().dragTo(verified);
  await page.getByText("A later analysis verifies a finding. Set it to done.").waitFor(soon);
  expect(await counts(page)).toMatchObject({ Open: before["Open"]! - 2 });

  // The address leads back to the board.
  await page.reload();
  await settled(page);
  await cards(page, "Open").first().waitFor(soon);
  expect(faults).toEqual([]);
});

test("the calendar lists what is due on a day, what is overdue, and what has no day", async () => {
  const { page, faults } = await openViewersPlant(browser, product);
  await openPanel(page, "Findings");
  await panel(page, "Findings").getByRole("checkbox").first().waitFor(soon);
  await view(page, "Findings", "Board");
  await cards(page, "Open").first().getByRole("button").first().focus();
  await page.keyboard.press("m");
  await page.getByRole("menuitem", { name: /^Assigned/ }).click();
  const form = page.getByRole("dialog", { name: "Assign the finding" });
  await form.getByRole("textbox", { name: "Crew" }).fill("Calendar crew");
  await form.getByLabel("Due date").fill("2031-05-29");
  await form.getByRole("button", { name: "Assign", exact: true }).click();
  await form.waitFor({ state: "detached", ...soon });

  await view(page, "Findings", "Calendar");
  await expect.poll(() => inAddress(page, "findings"), soon).toBe("calendar");
  const grid = page.getByRole("grid");
  await grid.waitFor(soon);
  expect(await faultsOf(page)).toEqual([]);
  // By the keys from today to May 2031, a month with each press.
  await grid.locator("[aria-current=date]").focus();
  const title = panel(page, "Findings")
    .getByRole("heading", { name: /20\d\d$/ })
    .first();
  for (let press = 0; press < 80 && (await title.innerText()) !== "May 2031"; press += 1) {
    await page.keyboard.press("PageDown");
  }
  expect(await title.innerText()).toBe("May 2031");
  await grid.getByRole("button", { name: /29 May 2031, 1 finding$/ }).press("Enter");
  await panel(page, "Findings").getByRole("group", { name: "29 May 2031" }).waitFor(soon);
  await panel(page, "Findings").getByText("Calendar crew").waitFor(soon);
  await panel(page, "Findings")
    .getByRole("button", { name: /^No due date/ })
    .click();
  await panel(page, "Findings").getByRole("group", { name: "No due date" }).waitFor(soon);
  expect(faults).toEqual([]);
});

test("work orders are moved on their board, and listed by day", async () => {
  const { page, faults } = await openViewersPlant(browser, product);
  await openPanel(page, "Findings");
  await panel(page, "Findings").getByRole("checkbox").first().waitFor(soon);
  await panel(page, "Findings")
    .getByRole("listitem")
    .filter({ hasText: /Open/ })
    .first()
    .getByRole("checkbox")
    .check();
  const bar = page.getByRole("toolbar", { name: "1 selected" });
  await bar.getByRole("button", { name: "Work order" }).click();
  const form = page.getByRole("dialog", { name: /^Work order of / });
  await form.getByRole("textbox", { name: "Title" }).fill("On the board");
  await form.getByLabel("Due date").fill("2031-05-29");
  await form.getByRole("button", { name: "Create work order" }).click();
  await page.getByText(/ was created with 1 finding\.$/).waitFor(soon);

  await openPanel(page, "Work orders");
  await view(page, "Work orders", "Board");
  await expect.poll(() => inAddress(page, "work_orders"), soon).toBe("board");
  const card = cards(page, "Open").filter({ hasText: "On the board" });
  await card.waitFor(soon);
  expect(await faultsOf(page)).toEqual([]);
  // Onto the column itself, a step at a time, as a hand does.
  await card.hover();
  await page.mouse.down();
  const from = (await card.boundingBox())!;
  const to = (await column(page, "In progress").boundingBox())!;
  await page.mouse.move(from.x + from.width / 2 + 10, from.y + from.height / 2);
  await page.mouse.move(to.x + 15, to.y + 100, { steps: 4 });
  await page.mouse.move(to.x + 20, to.y + 110);
  await page.mouse.up();
  await cards(page, "In progress").filter({ hasText: "On the board" }).waitFor(soon);
  // One that is not done is asked about; it cannot be closed from here.
  const moved = cards(page, "In progress").filter({ hasText: "On the board" });
  await moved.getByRole("button").first().focus();
  await page.keyboard.press("m");
  await page
    .getByRole("menuitem", { name: /^Closed A work order in progress cannot/ })
    .waitFor(soon);
  await page.getByRole("menuitem", { name: /^Done/ }).press("Enter");
  const finish = page.getByRole("dialog", { name: "1 finding is not done" });
  await finish.getByText("All of them are done", { exact: true }).click();
  await finish.getByRole("button", { name: "Set to done" }).click();
  await cards(page, "Done").filter({ hasText: "On the board" }).waitFor(soon);

  await view(page, "Work orders", "Calendar");
  await page.getByRole("grid").waitFor(soon);
  await panel(page, "Work orders")
    .getByRole("button", { name: /^No due date/ })
    .waitFor(soon);
  expect(faults).toEqual([]);
});
