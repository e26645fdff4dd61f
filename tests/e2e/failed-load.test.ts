// Loads that fail: the panel says so and offers to try again, and loads by itself once the network is back.
import { expect, test } from "vitest";
import { patient } from "../fixtures/patience.ts";
import { sharedBrowser, openAs, sharedProduct } from "./browser.ts";
import { countsInView, legend } from "./workbench.ts";

const product = await sharedProduct();
const soon = { timeout: patient(30_000) };
const browser = await sharedBrowser({ isKeeping: true });

async function openPlant() {
  const watched = await openAs(browser, product, "viewer");
  await watched.page.goto(`${product.url}/`);
  await watched.page.waitForURL((url) => /^\/plant\/\d+$/.test(url.pathname));
  await countsInView(watched.page);
  return watched;
}

test("a card that loses the network says so, and has its values once the network is back", async () => {
  const { page } = await openPlant();
  const card = page.getByRole("article", { name: "Component" });
  const values = card.getByRole("region", { name: "Values of this analysis" });
  // The panel is loaded with the first card.
  await page.keyboard.press("j");
  await values.waitFor(soon);
  await page.context().setOffline(true);
  await page.keyboard.press("j");
  await card.getByText("No connection to server").waitFor(soon);
  await card.getByRole("button", { name: "Try again" }).waitFor();
  await page.context().setOffline(false);
  // Without a click.
  await values.waitFor(soon);
  await page.context().close();
});

test("values that the server fails to send come after a click", async () => {
  const { page } = await openPlant();
  const columns = /\/column\//;
  await page.route(columns, (route) => route.fulfill({ status: 500, body: "{}" }));
  await legend(page).getByRole("button").first().click();
  await page.getByRole("option", { selected: false }).first().click();
  const retry = legend(page).getByRole("button", { name: "Try again" });
  await retry.waitFor(soon);
  await page.unroute(columns);
  await retry.click();
  await expect.poll(async () => (await countsInView(page)).all, soon).toBeGreaterThan(100);
  expect(await legend(page).getByRole("alert").count()).toBe(0);
  await page.context().close();
});
