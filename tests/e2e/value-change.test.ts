// A value changed by hand: the card lists the change after a reload and undoes it; a released value asks first.
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { ask } from "./ask.ts";
import { sharedBrowser, openAs, ownProduct, tokenOf } from "./browser.ts";
import { countsInView } from "./workbench.ts";

const product = await ownProduct();
const browser = await sharedBrowser();

type Analysis = { id: number; plant_id: number; visibility: string; key_figure_ids: number[] };

/** The plant of the viewer, and an analysis of it in this state. */
async function analysisOf(page: Page, visibility: string): Promise<Analysis> {
  const { page: viewer } = await openAs(browser, product, "viewer");
  await viewer.goto(product.url);
  await viewer.waitForURL((url) => url.pathname.startsWith("/plant/"));
  const plant = /\/plant\/(\d+)/.exec(viewer.url())?.[1] ?? "";
  const { body } = await ask<Analysis[]>(
    product,
    await tokenOf(page),
    `/auth/analyses-for-view/${plant}`,
  );
  const found = body.find(
    (one) => one.visibility === visibility && one.key_figure_ids.includes(HEAT_LOSS),
  );
  if (!found) throw new Error(`the demo has no ${visibility} analysis with heat losses`);
  return found;
}

const HEAT_LOSS = 4;
const card = (page: Page) => page.getByRole("region", { name: "Component", exact: true });
const changes = (page: Page) => page.getByRole("region", { name: "Changes by hand" });

async function openWorst(page: Page, { id, plant_id }: Analysis): Promise<void> {
  await page.goto(`${product.url}/plant/${plant_id}?analysis=${id}&key_figure=${HEAT_LOSS}`);
  await countsInView(page);
  await page.keyboard.press("j");
  await card(page).getByRole("region", { name: "Values of this analysis" }).waitFor();
}

test("a change is listed with its user after a reload, and undone there", async () => {
  const { page, faults } = await openAs(browser, product, "admin");
  await page.goto(`${product.url}/plants`);
  await openWorst(page, await analysisOf(page, "not_released"));
  await card(page).getByRole("button", { name: "Change Heat loss", exact: true }).click();
  const field = card(page).getByRole("textbox", { name: "Heat loss" });
  const before = await field.inputValue();
  await field.fill("1234");
  await card(page).getByRole("button", { name: "Save", exact: true }).click();
  await changes(page)
    .getByText(/→ 1,235\sW\/m/)
    .waitFor();
  await page.reload();
  await changes(page)
    .getByText(/→ 1,235\sW\/m/)
    .waitFor();
  // The field has no sign between thousands.
  expect((await changes(page).innerText()).replaceAll(",", "")).toContain(before);
  await changes(page).getByRole("button", { name: "Undo the change of Heat loss" }).click();
  await changes(page)
    .getByText(/^Undone by /)
    .waitFor();
  expect(await changes(page).getByRole("button").count()).toBe(0);
  expect(faults).toEqual([]);
});

test("a value of a released analysis has no live pencil", async () => {
  const { page, faults } = await openAs(browser, product, "admin");
  await page.goto(`${product.url}/plants`);
  const released = await analysisOf(page, "released");
  await openWorst(page, released);
  const name = "Change Heat loss of the released analysis";
  const pencil = card(page).getByRole("button", { name });
  expect(await pencil.getAttribute("aria-disabled")).toBe("true");
  expect(
    await card(page).getByRole("button", { name: "Change Heat loss", exact: true }).count(),
  ).toBe(0);
  expect(faults).toEqual([]);

  // Who may change protected analyses is asked first.
  const staff = await openAs(browser, product, "super_admin");
  await staff.page.goto(`${product.url}/plants`);
  await openWorst(staff.page, released);
  await card(staff.page).getByRole("button", { name }).click();
  const question = staff.page.getByRole("alertdialog", { name: "Change a released value?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await question.waitFor({ state: "hidden" });
  expect(await card(staff.page).getByRole("textbox", { name: "Heat loss" }).count()).toBe(0);
  expect(staff.faults).toEqual([]);

  // Who changes no values has no pencil at all.
  const viewer = await openAs(browser, product, "viewer");
  await viewer.page.goto(product.url);
  await openWorst(viewer.page, released);
  expect(
    await card(viewer.page)
      .getByRole("button", { name: /^Change / })
      .count(),
  ).toBe(0);
});
