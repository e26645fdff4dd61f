// Reference measurements beside the map: one entered by hand, more from a CSV file, one edited, all compared.
import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { keyFigureById } from "../../src/domain/key-figure/key-figure.ts";
import { patient } from "../fixtures/patience.ts";
import { ask } from "./ask.ts";
import { sharedBrowser, openAs, ownProduct, tokenOf } from "./browser.ts";
import { countsInView, openPanel } from "./workbench.ts";

const HEAT_LOSS = 4;
const product = await ownProduct();
/** The machine may be busy; what does not come at all still fails. */
const soon = { timeout: patient(20_000) };
const browser = await sharedBrowser();
let page: Page;
let faults: string[];
let token: string;
let analysis: Analysis;
beforeAll(async () => {
  ({ page, faults } = await openAs(browser, product, "admin"));
  await page.goto(`${product.url}/plants`);
  token = await tokenOf(page);
  const all = (await ask<Analysis[]>(product, token, "/auth/analysis")).body;
  const fitting = all.filter(
    (one) => one.visibility === "not_released" && one.key_figure_ids.includes(HEAT_LOSS),
  );
  analysis = fitting[0]!;
  await page.goto(
    `${product.url}/plant/${analysis.plant_id}?analysis=${analysis.id}&key_figure=${HEAT_LOSS}`,
  );
  await countsInView(page);
});

type Analysis = {
  readonly id: number;
  readonly plant_id: number;
  readonly visibility: string;
  readonly key_figure_ids: readonly number[];
};
type Value = { readonly key_figure_id: number; readonly value: number };
type Measurement = {
  readonly dt_id: string;
  readonly values: readonly Value[];
  readonly drone_values: readonly {
    readonly key_figure_id: number;
    readonly value: number | null;
  }[];
  readonly is_ignored: boolean;
};
type Collection = { features: { properties: { dt_id: string } }[] };

const panel = () => page.locator("[data-panel=reference]");
const list = async () =>
  (await ask<Measurement[]>(product, token, `/auth/analysis/${analysis.id}/reference-measurements`))
    .body;

async function importCsv(lines: readonly string[]): Promise<void> {
  const head = `dt_id;measured_at;acquired_by;notes;${keyFigureById(HEAT_LOSS)?.key}`;
  await panel()
    .locator("input[type=file]")
    .setInputFiles({
      name: "references.csv",
      mimeType: "text/csv",
      buffer: Buffer.from([head, ...lines].join("\r\n")),
    });
}

/** What the panel says of the agreement, by its label. */
const facts = () =>
  panel()
    .locator("dl")
    .evaluate((found) =>
      Object.fromEntries(
        [...found.querySelectorAll("dt")].map((one) => [
          one.textContent,
          one.nextElementSibling?.textContent?.replace(/[^\d.,−+·x -]/g, "").trim() ?? "",
        ]),
      ),
    );

test("a measurement of the open component is entered by hand", async () => {
  await openPanel(page, "Reference measurements");
  await panel().getByText("Open a component on the map to enter a measurement.").waitFor();
  await page.keyboard.press("j");
  const form = panel().getByRole("form", { name: /^New measurement of / });
  await form.waitFor();
  await form.getByRole("textbox", { name: "Heat loss", exact: true }).fill("321.5");
  await form.getByRole("textbox", { name: "Acquired by" }).fill("Clara");
  await form.getByRole("button", { name: "Add measurement" }).click();
  await page.getByText(/^The measurement of .+ was added\.$/).waitFor();
  await panel()
    .getByText(/Heat loss: 321\.5/)
    .waitFor();
  const [made] = await list();
  expect(made?.values).toEqual([{ key_figure_id: HEAT_LOSS, value: 321.5 }]);
  expect(made?.drone_values[0]?.value).toEqual(expect.any(Number));
});

test("a file with a fault is refused with its line, and nothing is imported", async () => {
  const before = (await list()).length;
  await importCsv(["nowhere;2026-05-01T10:00:00Z;Ana;;100"]);
  await page
    .getByText(/nowhere/)
    .first()
    .waitFor();
  const refused = panel().getByRole("button", { name: "Import", exact: true });
  expect(await refused.isEnabled()).toBe(false);
  expect(await list()).toHaveLength(before);
  await panel().getByRole("button", { name: "Choose another file" }).click();
});

test("a CSV file brings more, and the panel shows scatter, bias, spread and line", async () => {
  const twin = await ask<string | Collection>(
    product,
    token,
    `/auth/plant/${analysis.plant_id}/field-geometry/file?format=geojson&component_type=absorber_tube`,
  );
  const text = twin.body;
  const { features } = typeof text === "string" ? (JSON.parse(text) as Collection) : text;
  const dt_ids = features.slice(0, 40).map(({ properties }) => properties.dt_id);
  await importCsv(dt_ids.map((id, at) => `${id};2026-05-01T10:00:00Z;Ana;;${100 + at * 7}`));
  await panel().getByText("40 measurements would be added.").waitFor();
  await panel().getByRole("button", { name: "Import", exact: true }).click();
  await page.getByText("40 measurements were imported.").waitFor();
  await panel()
    .getByRole("img", { name: /^Heat loss: values of the drone over reference/ })
    .waitFor();

  // By hand from what the API answers, after the formulas of any textbook.
  const pairs = (await list()).flatMap(({ values, drone_values }) => {
    const x = values.find((one) => one.key_figure_id === HEAT_LOSS)?.value;
    const y = drone_values.find((one) => one.key_figure_id === HEAT_LOSS)?.value;
    return x === undefined || y === null || y === undefined ? [] : [{ x, y }];
  });
  const n = pairs.length;
  expect(n).toBeGreaterThan(30);
  const sum = (of: (pair: { x: number; y: number }) => number) =>
    pairs.reduce((all, pair) => all + of(pair), 0);
  const bias = sum(({ x, y }) => y - x) / n;
  const spread = Math.sqrt(sum(({ x, y }) => (y - x - bias) ** 2) / (n - 1));
  const slope =
    (n * sum(({ x, y }) => x * y) - sum(({ x }) => x) * sum(({ y }) => y)) /
    (n * sum(({ x }) => x * x) - sum(({ x }) => x) ** 2);
  const intercept = (sum(({ y }) => y) - slope * sum(({ x }) => x)) / n;
  const read = (text: string | undefined) =>
    Number((text ?? "").replace(/,/g, "").replace("−", "-"));
  await expect.poll(async () => (await facts())["Pairs"], soon).toBe(String(n));
  const shown = await facts();
  expect(read(/^[−-]?[\d,.]+/.exec(shown["Bias (drone − reference)"] ?? "")?.[0])).toBeCloseTo(
    bias,
    2,
  );
  expect(read(/^[\d,.]+/.exec(shown["Standard deviation"] ?? "")?.[0])).toBeCloseTo(spread, 2);
  const line = /^([−-]?[\d,.]+) · x ([+−]) ([\d,.]+)$/.exec(shown["Fitted line"] ?? "");
  expect(read(line?.[1])).toBeCloseTo(slope, 2);
  expect(read(line?.[3]) * (line?.[2] === "−" ? -1 : 1)).toBeCloseTo(intercept, 2);
});

test("a measurement is edited, left out and deleted", async () => {
  const before = await facts();
  const one = panel().locator("li").filter({ hasText: "Clara" });
  const act = async (name: string) => {
    await one.getByRole("button", { name: /^Actions for / }).click();
    await page.getByRole("menuitem", { name }).click();
  };
  await act("Edit measurement");
  const form = panel().getByRole("form", { name: /^Edit measurement of / });
  const field = form.getByRole("textbox", { name: "Heat loss", exact: true });
  expect(await field.inputValue()).toBe("321.5");
  await field.fill("333");
  await form.getByRole("button", { name: "Save changes" }).click();
  await page.getByText(/^The measurement of .+ was changed\.$/).waitFor();
  await one.getByText(/Heat loss: 333/).waitFor();
  await panel()
    .getByRole("form", { name: /^New measurement of / })
    .waitFor();

  await act("Ignore");
  await one.getByText("Ignored", { exact: true }).waitFor();
  const less = String(Number(before["Pairs"]) - 1);
  await expect.poll(async () => (await facts())["Pairs"], soon).toBe(less);
  await act("Delete measurement");
  await expect.poll(() => one.count(), soon).toBe(0);
  expect(faults.filter((text) => !text.includes("422"))).toEqual([]);
});
