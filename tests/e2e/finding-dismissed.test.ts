// A dismissed finding in the browser: it stays dismissed with its reason where the next analysis shows the same, and is open
// again where that shows it worse.
import { expect, test } from "vitest";
import type { Page } from "playwright";
import type { Analysis } from "../../src/domain/analysis/analysis.ts";
import { findingKeyFigures } from "../../src/domain/finding/survey-finding.ts";
import { keyFigureByKey } from "../../src/domain/key-figure/key-figure.ts";
import { patient } from "../fixtures/patience.ts";
import { ask, send } from "./ask.ts";
import { openAs, ownProduct, settled, sharedBrowser, tokenOf } from "./browser.ts";
import { openPanel, openViewersPlant } from "./workbench.ts";

// It releases an analysis, which others would see.
const product = await ownProduct();
const browser = await sharedBrowser();
const soon = { timeout: patient(30_000) };
const REASON = "Reflection of the sun";
/** Of its classes, those of severity 2 are poor, and those of severity 3 call for action. */
const figure = keyFigureByKey("glass_tube_temperature")!;
const severityOf = (value: number) =>
  figure.classes.find((one) => one.value === value)?.severity ?? 0;
const worst = figure.classes.find(({ severity }) => severity === 3)!.value;

const card = (page: Page) => page.getByRole("region", { name: "Repair", exact: true });

/** Opens the card of a component by its name in Find. */
async function openComponent(page: Page, name: string): Promise<void> {
  await openPanel(page, "Find");
  const find = page.getByRole("region", { name: "Find", exact: true });
  await find.getByRole("searchbox").fill(name);
  await find.getByRole("button", { name }).first().click();
  await card(page).waitFor(soon);
}

test("a dismissed finding stays so with its reason until an analysis shows it worse", async () => {
  const { page, faults } = await openViewersPlant(browser, product);
  const plant_id = Number(/\/plant\/(\d+)/.exec(page.url())?.[1]);
  const shown = Number(new URL(page.url()).searchParams.get("analysis"));
  const admin = await openAs(browser, product, "admin");
  await admin.page.goto(`${product.url}/plants`);
  const staff = await tokenOf(admin.page);
  const all = await ask<Analysis[]>(product, staff, `/auth/analyses-for-view/${plant_id}`);
  const next = all.body.toSorted((a, b) => Date.parse(b.flown_at) - Date.parse(a.flown_at))[0]!;
  expect(next.visibility).toBe("not_released");
  const valuesIn = async (analysis: number, id: number) => {
    const path = `/auth/analysis-result/${analysis}/${id}?csv=1`;
    const { body } = await ask<string>(product, staff, path);
    const lines = body.replace("\uFEFF", "").trimEnd().split("\r\n").slice(1);
    return lines.map((line) => line.split(","));
  };
  const poor = (await valuesIn(shown, figure.id)).find(
    ([, , value = ""]) => value !== "" && severityOf(Number(value)) === 2,
  )!;
  const [dt_id = "", name = ""] = poor;

  await openComponent(page, name);
  await card(page).getByRole("button", { name: "Dismiss" }).click();
  const form = page.getByRole("dialog", { name: "Dismiss the finding" });
  // Without a reason it stays open.
  await form.getByRole("button", { name: "Dismiss", exact: true }).click();
  await form.getByRole("textbox", { name: "Reason" }).fill(REASON);
  await form.getByRole("button", { name: "Dismiss", exact: true }).click();
  await card(page).getByText("Dismissed", { exact: true }).first().waitFor(soon);

  /** What the next analysis says of the component by the key figures that name or judge it, and its release. */
  const columns = await ask<{ key_figure_id: number }[]>(
    product,
    staff,
    `/auth/analysis/${next.id}/columns`,
  );
  const there = new Set(columns.body.map(({ key_figure_id }) => key_figure_id));
  const judging = findingKeyFigures.filter(
    ({ id, component_type }) => there.has(id) && component_type === figure.component_type,
  );
  const modify = async (id: number, value: number) => {
    const path = `/auth/analysis-result/${next.id}/${id}/modify-value`;
    await send(product, staff, path, { dt_id, value });
  };
  const setVisibility = (visibility: string) =>
    send(product, staff, `/auth/analysis/${next.id}/visibility`, { visibility });
  for (const { id } of judging) {
    const own = (await valuesIn(shown, id)).find(([one]) => one === dt_id);
    if (own?.[2]) await modify(id, Number(own[2]));
  }
  await setVisibility("released");

  const history = async () => {
    await page.goto(`${product.url}/plant/${plant_id}?analysis=${next.id}`);
    await settled(page);
    await openComponent(page, name);
    await card(page).getByRole("button", { name: "History" }).click();
    await card(page).getByText("Status: Open → Dismissed").waitFor(soon);
  };
  await history();
  await card(page).getByText("Dismissed", { exact: true }).first().waitFor(soon);
  expect(await card(page).innerText()).toContain(REASON);
  expect(await card(page).getByText("Status: Dismissed → Open").count()).toBe(0);

  await setVisibility("not_released");
  await modify(figure.id, worst);
  await setVisibility("released");
  await history();
  await card(page).getByText("Status: Dismissed → Open").waitFor(soon);
  await card(page).getByText("Open", { exact: true }).first().waitFor(soon);
  // Why it was dismissed is not lost.
  expect(await card(page).innerText()).toContain(REASON);
  expect(faults).toEqual([]);
});
