// The first look: the plant in a few numbers that explain themselves, the key figures with counts, the ranking.
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { patient } from "../fixtures/patience.ts";
import { ask } from "./ask.ts";
import { openAs, settled, sharedBrowser, sharedProduct, tokenOf } from "./browser.ts";
import { countsInView, legend } from "./workbench.ts";

const product = await sharedProduct();
const browser = await sharedBrowser();

type Analysis = { id: number; flown_at: string };
const GLASS = 1;
const TUBE_ENERGY = 13;
const OPTICAL_ENERGY = 24;

const summary = (page: Page) => page.getByRole("region", { name: "Summary" });
const english = (value: number, digits = 0) =>
  value.toLocaleString("en-GB", { maximumFractionDigits: digits });

/** The measured values, from the CSV of the API. */
async function valuesOf(page: Page, analysis: number, key_figure: number): Promise<number[]> {
  const path = `/auth/analysis-result/${analysis}/${key_figure}?csv=1`;
  const { body } = await ask<string>(product, await tokenOf(page), path);
  const lines = body.trimEnd().split("\r\n").slice(1);
  return lines.map((line) => line.split(",")[2] ?? "").flatMap((text) => (text ? [+text] : []));
}
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
/** Classes 2 to 4 are findings. */
const shareOf = (classes: readonly number[]) =>
  classes.filter((value) => value > 1).length / classes.length;

test("the summary says what the CSV adds up to, and explains its numbers", async () => {
  const { page, faults } = await openAs(browser, product, "viewer");
  await page.goto(product.url);
  await page.waitForURL((url) => /^\/plant\/\d+$/.test(url.pathname));
  await countsInView(page);
  const plant = Number(new URL(page.url()).pathname.split("/")[2]);
  const path = `/auth/analyses-for-view/${plant}`;
  const { body } = await ask<Analysis[]>(product, await tokenOf(page), path);
  const [now, before] = body.toSorted((a, b) => Date.parse(b.flown_at) - Date.parse(a.flown_at));
  const classes = await valuesOf(page, now!.id, GLASS);
  const earlier = await valuesOf(page, before!.id, GLASS);
  const text = await summary(page).innerText();
  const found = classes.filter((value) => value > 1).length;
  expect(text).toContain(`${english(shareOf(classes) * 100, 1)}% with findings`);
  expect(text).toContain(`${english(found)} of ${english(classes.length)} measured`);
  const severe = classes.filter((value) => value === 4).length;
  expect(text.replaceAll(/\s+/g, " ")).toContain(`Severe heat loss ${english(severe)}`);
  const points = Math.round((shareOf(classes) - shareOf(earlier)) * 1000) / 10;
  expect(text).toContain(
    `${points > 0 ? "+" : "−"}${english(Math.abs(points), 1)} percentage points`,
  );

  const heat = sum(await valuesOf(page, now!.id, TUBE_ENERGY));
  const optical = sum(await valuesOf(page, now!.id, OPTICAL_ENERGY));
  // Its uncertainty decides how many digits are said.
  const [, gigawattHours = ""] = /Lost energy:\s([\d.]+)\s±\s[\d.]+\sGWh\/a/.exec(text) ?? [];
  const digits = gigawattHours.split(".")[1]?.length ?? 0;
  expect(gigawattHours).toBe(english(((heat + optical) * 0.36) / 1000, digits));
  await summary(page).getByRole("button", { name: "How these numbers are calculated" }).click();
  const about = page.getByRole("dialog", { name: "How these numbers are calculated" });
  await about.waitFor();
  const words = await about.innerText();
  expect(words).toContain(
    `Tube energy loss: ${english(heat)}\u202FMWh/a of heat × 3,000 h / 3,000 h × 0.36`,
  );
  expect(words).toMatch(
    new RegExp(`Together\\s${gigawattHours}(\\s±\\s[\\d.]+)?\\sGWh/a of electricity`),
  );
  expect(words).toContain("NREL SAM");
  await page.keyboard.press("Escape");

  await summary(page)
    .getByRole("button", { name: /not measured/ })
    .click();
  await expect
    .poll(() => page.getByRole("group", { name: "Filters" }).innerText(), {
      timeout: patient(15_000),
    })
    .toContain("Glass tube temperature");
  expect(faults).toEqual([]);
});

test("a key figure is found by its words and chosen with the keyboard alone", async () => {
  const { page, faults } = await openAs(browser, product, "viewer");
  await page.goto(product.url);
  await countsInView(page);
  await legend(page)
    .getByRole("button", { name: /Key figure/ })
    .focus();
  await page.keyboard.press("Enter");
  const list = page.getByRole("listbox");
  await list.getByRole("group", { name: "Absorber tubes" }).waitFor();
  const option = page.getByRole("option", { name: "Glass tube temperature" });
  expect(await option.innerText()).toMatch(/[\d,]+ findings/);
  // Words of the explanation, in any order.
  await page.keyboard.type("hydrogen collected");
  await expect.poll(() => page.getByRole("option").count(), { timeout: patient(15_000) }).toBe(1);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect
    .poll(() => new URL(page.url()).searchParams.get("key_figure"), { timeout: patient(15_000) })
    .toBe("9");
  await legend(page)
    .getByRole("button", { name: /Hydrogen.*Key figure/ })
    .click();
  await page.keyboard.type("zzz");
  await page.getByText("No key figure found").waitFor();
  expect(faults).toEqual([]);
});

test("the plants rank by lost energy, and the world map says the same as the table", async () => {
  const { page, faults } = await openAs(browser, product, "super_admin");
  await page.goto(`${product.url}/plants?view=table`);
  const rows = page.getByRole("table").getByRole("row");
  await expect.poll(() => rows.count(), { timeout: patient(30_000) }).toBeGreaterThan(3);
  // The losses come after the plants, and order them.
  const bodyRows = async () => (await rows.allInnerTexts()).slice(1);
  const first = async () => (await bodyRows())[0];
  await expect.poll(first, { timeout: patient(30_000) }).toContain("Needs action (no. 1)");
  const texts = await bodyRows();
  // A plant without known losses, as another journey may have made, needs action without a rank.
  expect(texts.filter((text) => text.includes("Needs action (no. "))).toHaveLength(1);
  const [name = ""] = texts[0]!.split(/\n|\t/);
  const cluster = page.getByRole("button", { name: /plants, zoom in/ });
  const marker = page.getByRole("button", { name: new RegExp(`^${name},.*Needs action .no. 1`) });
  // Far out, plants close together are one symbol; the plant may be in any of them.
  for (let nth = 0; nth < 5 && !(await marker.isVisible()); nth += 1) {
    await page.goto(`${product.url}/plants`);
    await cluster.or(marker).first().waitFor();
    for (let step = 0; step < 4 && !(await marker.isVisible()); step += 1) {
      const next = cluster.nth(step === 0 ? nth : 0);
      if (!(await next.isVisible())) break;
      await next.click();
      await settled(page);
    }
  }
  await marker.waitFor();
  expect(await marker.innerText()).toContain("1");
  expect(faults).toEqual([]);
});
