// Operations monitoring: servers, rented servers and their cost, tasks that fail, wait and are cancelled, reloading.
import { Client } from "pg";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findEmbeddedPostgres } from "../../src/server/adapters/postgres.ts";
import { patient } from "../fixtures/patience.ts";
import { sharedBrowser, openAs, startDemo } from "./browser.ts";
import type { Product } from "./product.ts";

/** The machine may be busy; what does not come at all still fails. */
const soon = { timeout: patient(20_000) };
let product: Product;
const browser = await sharedBrowser();
let page: Page;
let faults: string[];
beforeAll(async () => {
  // Without workers a task waits until it is cancelled.
  product = await startDemo({ JOB_CONCURRENCY: "0" });
  ({ page, faults } = await openAs(browser, product, "super_admin"));
  page.setDefaultTimeout(patient(10_000));
  await page.goto(`${product.url}/settings/monitoring`);
});
afterAll(async () => {
  await product.stop();
});

async function query(text: string): Promise<void> {
  const client = new Client({
    connectionString: findEmbeddedPostgres(product.data_dir).ownerUrl,
  });
  await client.connect();
  await client.query(text).finally(() => client.end());
}

const part = (name: string) => page.getByRole("region", { name, exact: true });
const row = (name: string, text: string | RegExp) =>
  part(name).getByRole("row").filter({ hasText: text });
const dialog = (name: string) => page.getByRole("dialog", { name });
const said = (text: string | RegExp) => page.getByText(text).first().waitFor();

/** Presses a button of a row and agrees to its question. */
async function act(name: string, text: string, label: string): Promise<void> {
  await row(name, text)
    .getByRole("button", { name: `${label}: ` })
    .click();
  const question = page.getByRole("alertdialog");
  await question.getByRole("button", { name: label, exact: true }).click();
  await question.waitFor({ state: "detached" });
}

test("the state of the installation is shown", async () => {
  const installation = part("Installation");
  await installation.getByText("0 waiting, 0 running").waitFor();
  await installation.getByText(/ of \d+ connections/).waitFor();
  await installation.getByText("None yet").waitFor();
});

test("an analysis server is added, changed, started, locked and deleted", async () => {
  const servers = "Analysis servers";
  await row(servers, "analysis-1").waitFor();
  await part(servers).getByRole("button", { name: "New analysis server" }).click();
  const form = dialog("New analysis server");
  await form.getByRole("textbox", { name: "Server" }).fill("analysis-1");
  await form.getByRole("button", { name: "Add", exact: true }).click();
  await form.getByText("Another analysis server has this name.").waitFor();
  await form.getByRole("textbox", { name: "Server" }).fill("analysis-2");
  await form.getByRole("button", { name: "Add", exact: true }).click();
  await said("analysis-2 was added.");
  await row(servers, "analysis-2").getByText("100 GB").waitFor();

  await row(servers, "analysis-2").getByRole("button", { name: "Change: analysis-2" }).click();
  const change = dialog("Change: analysis-2");
  await change.getByRole("textbox", { name: "Server" }).fill("night");
  await change.getByRole("button", { name: /Enlarge the volume/ }).click();
  await page.getByRole("option", { name: "+ 250 GB" }).click();
  await change.getByRole("button", { name: "Save" }).click();
  await row(servers, "night").getByText("350 GB").waitFor();

  await act(servers, "night", "Start");
  await row(servers, "night").getByText("Running", { exact: true }).waitFor();
  const remove = row(servers, "night").getByRole("button", { name: "Delete: " });
  await expect.poll(() => remove.getAttribute("aria-disabled"), soon).toBe("true");
  await act(servers, "night", "Stop");
  await row(servers, "night").getByText("Stopped", { exact: true }).waitFor();
  await act(servers, "night", "Lock");
  await row(servers, "night").getByText("Locked", { exact: true }).waitFor();
  await act(servers, "night", "Unlock");
  await act(servers, "night", "Delete");
  await said("night was deleted.");
  await expect.poll(() => row(servers, "night").count(), soon).toBe(0);
});

test("a GPU server is rented at its cost, stopped and terminated", async () => {
  const servers = "GPU servers";
  const offers = /\/gpu-servers\/offer$/;
  await page.route(offers, (route) => route.fulfill({ status: 503 }));
  await part(servers).getByRole("button", { name: "New GPU server" }).click();
  const form = dialog("New GPU server");
  const again = form.getByRole("button", { name: "Try again" });
  await again.waitFor();
  await page.unroute(offers);
  await again.click();
  await again.waitFor({ state: "detached" });
  await form.getByRole("textbox", { name: "Name" }).fill("GPU by the hour");
  await form.getByRole("button", { name: /Template/ }).click();
  await page.getByRole("option").first().click();
  await form.getByRole("button", { name: /GPU type/ }).click();
  // The first is none.
  await page.getByRole("option").nth(1).click();
  const cost = await form.getByText(/^US\$ [\d.]+ per hour$/).innerText();
  expect(cost).not.toBe("US$ 0.00 per hour");
  await form.getByRole("button", { name: "Rent" }).click();
  await said("GPU by the hour is being prepared.");
  await row(servers, "GPU by the hour").waitFor();
  await part(servers).getByText(cost, { exact: true }).waitFor();
  await expect
    .poll(async () => {
      await page.getByRole("button", { name: "Reload now" }).click();
      return row(servers, "GPU by the hour").getByText("Running", { exact: true }).count();
    }, soon)
    .toBe(1);
  await act(servers, "GPU by the hour", "Stop");
  await row(servers, "GPU by the hour").getByText("Stopped", { exact: true }).waitFor();
  await act(servers, "GPU by the hour", "Terminate");
  await said("GPU by the hour was terminated.");
});

test("a failed task says why, and a waiting one is cancelled after a question", async () => {
  await query(`insert into task (name, state, error, problems, finished_at) values
    ('import_result', 'FAILED', 'FILE_REFUSED',
      '[{"reason": "analysis_file_cut", "file": "a.jpg", "values": {"length": 1, "bytes": 2}},
       {"reason": "analysis_file_missing", "file": "b.jpg"}]', now()),
    ('evaluate_analysis', 'FAILED', null, '[]', now())`);
  await query(`insert into task (name) values ('evaluate_analysis')`);
  await page.getByRole("button", { name: "Reload now" }).click();
  // The first reason with its file, and the others below it.
  const failed = row("Tasks", "a.jpg: The file is cut short: 1 of 2 bytes are there.");
  await failed.getByText("and 1 more").click();
  await failed.getByText("b.jpg: The file is no longer in the store.").waitFor();
  await row("Tasks", "Waiting").waitFor();
  await part("Installation").getByText("1 waiting, 0 running").waitFor();
  const waiting = row("Tasks", "Waiting");
  await waiting.getByRole("button", { name: /^Cancel task: / }).click();
  const question = page.getByRole("alertdialog");
  await question.getByText(/What it has not published is lost\./).waitFor();
  await question.getByRole("button", { name: "Cancel", exact: true }).click();
  await waiting.waitFor();
  await act("Tasks", "Waiting", "Cancel task");
  await row("Tasks", "Cancelled").waitFor();
  await part("Installation").getByText("0 waiting, 0 running").waitFor();
  await part("Tasks").getByText("Failed", { exact: true }).first().click();
  await expect.poll(() => part("Tasks").getByRole("row").count(), soon).toBe(3);
});

test("on a phone, nothing of a row needs scrolling sideways", async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const name of ["Tasks", "Analysis servers"]) {
    const parts = part(name).locator("button:visible, td:visible");
    await expect.poll(() => parts.count(), soon).toBeGreaterThan(4);
    const edges = await parts.evaluateAll((all) =>
      all.map((one) => one.getBoundingClientRect()).map(({ left, right }) => [left, right]),
    );
    expect(edges.filter(([left = 0, right = 0]) => left < 0 || right > 390)).toEqual([]);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
});

test("the page loads itself again as often as was chosen, and keeps the choice", async () => {
  const choose = async (name: string) => {
    await page
      .getByRole("button", { name: /Reload$|^Reload|Every|Never/ })
      .first()
      .click();
    await page.getByRole("option", { name, exact: true }).click();
  };
  await choose("Every 5 seconds");
  await query(`insert into analysis_server (name) values ('by itself')`);
  await row("Analysis servers", "by itself").waitFor();
  await choose("Never");
  await page.reload();
  await page.getByRole("button", { name: /Never/ }).waitFor();
  expect(faults.filter((text) => !/409|CONFLICT|gpu-servers.offer/.test(text))).toEqual([]);
});
