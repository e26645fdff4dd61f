// An asset manager's way to the worst finding: what is broken, how it looks, what it costs, what to do, on one card,
// with five presses; then its place in the work list.
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { patient } from "../fixtures/patience.ts";
import { ask } from "./ask.ts";
import { openAs, sharedBrowser, sharedProduct, tokenOf } from "./browser.ts";
import { countsInView } from "./workbench.ts";

const product = await sharedProduct();
const browser = await sharedBrowser();
const soon = { timeout: patient(30_000) };
const MOST_PRESSES = 5;

/** Pictures for people, where their folder is named. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env["PICTURES"];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
}

test("the worst finding is understood on one card, on plants of both kinds", async () => {
  const { page, faults } = await openAs(browser, product, "analyst");
  await page.goto(product.url);
  type Plant = { readonly id: number; readonly technology: string; readonly name: string };
  const all = (await ask<Plant[]>(product, await tokenOf(page), "/auth/plants")).body;
  for (const name of ["Valdesol", "Llano Grande"]) {
    const plant = all.find((one) => one.name === name)!;
    let presses = 0;
    await page.goto(`${product.url}/plant/${plant.id}`);
    await countsInView(page);
    const press = async (what: ReturnType<Page["getByRole"]>) => {
      await what.click();
      presses += 1;
    };
    await press(
      page
        .getByRole("navigation", { name: "Panels" })
        .getByRole("button", { name: "Find", exact: true }),
    );
    const find = page.getByRole("region", { name: "Find", exact: true });
    const worst = find
      .getByRole("group", { name: /^Findings/ })
      .getByRole("button")
      .first();
    const title = await worst.locator("strong").first().innerText();
    const value = worst.locator(":scope > span").last();
    const fault = await value.evaluate((one) => one.firstChild?.textContent ?? "");
    expect(fault).toMatch(/^\p{L}{3}/u);
    await press(worst);
    const card = page.getByRole("article", { name: "Component" });
    await card.getByRole("heading", { name: title }).waitFor();
    // What is broken is said in the words of its fault type.
    const shown = card.getByRole("region", { name: "Shown on the map" });
    await shown.getByRole("heading", { name: fault }).waitFor();
    // How it looks.
    const thermal = card.getByRole("img").first();
    const width = () => thermal.evaluate((img) => (img as HTMLImageElement).naturalWidth);
    await expect.poll(width, soon).toBeGreaterThan(0);
    // What it costs, and what to do.
    const cost = card.getByRole("region", { name: "Cost and repair" });
    await cost.getByText(/Loses .*Wh\/a, .*€.*a year/).waitFor();
    await cost.getByText(/^(Replace|Reconnect|Align) /).waitFor();
    await cost.getByText(/within the budget \(.* crew hours, .* spare parts\)/).waitFor();
    await picture(page, `worst-${plant.technology}`);
    await press(cost.getByRole("button", { name: "Show the work list" }));
    const repairs = page.getByRole("list", { name: "What to repair first" });
    await repairs.getByRole("listitem").first().waitFor();
    const place = /Rank ([\d,]+) of/.exec(await cost.innerText())?.[1];
    const own = repairs.locator("[aria-current]");
    if (place === undefined) expect(await own.count()).toBe(0);
    else expect((await own.innerText()).split("\n")[0]).toBe(place);
    await picture(page, `worst-list-${plant.technology}`);
    expect(presses).toBeLessThanOrEqual(MOST_PRESSES);
  }
  expect(faults).toEqual([]);
});
