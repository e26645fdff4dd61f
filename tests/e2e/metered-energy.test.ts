// The energy of the meters is imported and stands beside what the survey calculates as lost.
import { expect, test } from "vitest";
import { openAs, ownProduct, sharedBrowser, tokenOf } from "./browser.ts";
import { ask } from "./ask.ts";

const product = await ownProduct();
const browser = await sharedBrowser();

/** A year by days: each tracker group delivers by its size, the second one a tenth less. */
function tableOf(groups: readonly string[], shares: readonly number[]): string {
  const rows = [`date,${groups.map((name) => `${name} (MWh)`).join(",")}`];
  for (let time = Date.UTC(2025, 9, 1); time < Date.UTC(2026, 9, 1); time += 86_400_000) {
    const kwh = shares.map((share, at) => (share * (at === 1 ? 36 : 40)).toFixed(4));
    rows.push([new Date(time).toISOString().slice(0, 10), ...kwh].join(","));
  }
  return rows.join("\n");
}

test("a meter that delivers less than the others is found, with what the survey explains of it", async () => {
  const { page, faults } = await openAs(browser, product, "super_admin");
  await page.goto(`${product.url}/plants`);
  const token = await tokenOf(page);
  const plants = (await ask<{ id: number; name: string }[]>(product, token, "/auth/plants")).body;
  const { id } = plants.find(({ name }) => name === "Pampa Alta")!;
  const path = `/auth/plant/${id}/field-geometry/file?format=geojson&component_type=tracker_group`;
  type File = { features: { properties: { dt_id: string; pcs: string } }[] };
  const { body } = await ask<File | string>(product, token, path);
  const file = typeof body === "string" ? (JSON.parse(body) as File) : body;
  const groups = file.features.map(({ properties }) => properties.pcs || properties.dt_id);

  await page.goto(`${product.url}/plant/${id}?panel=metered-energy`);
  const panel = page.getByRole("region", { name: "Metered energy" });
  const dialog = page.getByRole("dialog", { name: "Import metered energy" });
  const load = async (shares: readonly number[]) => {
    await panel.getByRole("button", { name: "Import", exact: true }).click();
    const choosing = page.waitForEvent("filechooser");
    await dialog.getByRole("button", { name: "Choose file" }).click();
    const buffer = Buffer.from(tableOf(groups, shares));
    await (await choosing).setFiles({ name: "meters.csv", mimeType: "text/csv", buffer });
    // What no file says is asked before it is read.
    await dialog.getByText(/Choose what the values and the times mean/).waitFor();
    await dialog.getByRole("button", { name: /Values are/ }).click();
    await page.getByRole("option", { name: "energy of the interval" }).click();
    await dialog.getByRole("button", { name: /Times mark/ }).click();
    await page.getByRole("option", { name: "start of the interval" }).click();
    await dialog.getByText(`${groups.length} meters, 1 Oct 2025 to 30 Sept 2026, by day`).waitFor();
  };
  const store = async () => {
    await dialog.getByRole("button", { name: "Import", exact: true }).click();
    await dialog.waitFor({ state: "detached" });
  };
  await panel.getByText("No metered energy yet").waitFor();
  await load(groups.map(() => 1 / groups.length));
  await store();
  // As large as the parts are that they count; the days of before are replaced.
  const analysis = new URL(page.url()).searchParams.get("analysis");
  const known = `/auth/analysis/${analysis}/metered-energy?period=last_year`;
  type Meters = { meters: { name: string; capacity_share: number }[] };
  const { meters } = (await ask<Meters>(product, token, known)).body;
  await load(groups.map((name) => meters.find((one) => one.name === name)!.capacity_share));
  await dialog.getByText("replaces 365 days").first().waitFor();
  await store();

  await panel.getByText("sum of the meters of all its parts").waitFor();
  const rows = panel.getByRole("region", { name: "Meters" }).getByRole("listitem");
  const second = rows.filter({ has: page.getByText(groups[1]!, { exact: true }) });
  await second.getByText("-10%").or(second.getByText("−10%")).waitFor();
  await second.getByText(/Calculated loss/).waitFor();
  expect(await rows.count()).toBe(groups.length);
  expect(faults).toEqual([]);
});
