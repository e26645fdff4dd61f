// The findings and work orders of one plant for its customer's user, a field worker, staff, and another customer: what each
// sees in the browser, and what the server lets each of them do.
import { expect, test } from "vitest";
import type { Page } from "playwright";
import { rolePermissions, type RoleKey } from "../../src/domain/account/role.ts";
import type { FindingPage } from "../../src/domain/finding/finding-life.ts";
import { patient } from "../fixtures/patience.ts";
import { ask, headers } from "./ask.ts";
import { openAs, ownProduct, sharedBrowser, tokenOf } from "./browser.ts";
import { countsInView, openPanel } from "./workbench.ts";

const product = await ownProduct();
const browser = await sharedBrowser();
const soon = { timeout: patient(30_000) };
type Plant = { readonly id: number; readonly name: string };

const rail = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Panels" }).getByRole("button", { name, exact: true });
const rows = (page: Page) => page.getByRole("group", { name: "Findings", exact: true });
const card = (page: Page) => page.getByRole("region", { name: "Repair", exact: true });

async function status(token: string, path: string, body?: object): Promise<number> {
  const answer = await fetch(`${product.url}/api${path}`, {
    method: body ? "POST" : "GET",
    headers: {
      ...(await headers(product, token)),
      ...(body ? { "content-type": "application/json" } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  await answer.arrayBuffer();
  return answer.status;
}

/** The customer's user of this plant alone, the one who works in the field, and the provider's staff; each has a finding. */
const people: readonly (readonly [key: string, role: RoleKey, at: number])[] = [
  ["viewer", "customer_user", 0],
  ["field", "customer_user", 1],
  ["analyst", "admin", 2],
];

test.each(people)("%s sees and changes findings as the matrix says", async (key, role, at) => {
  const may = (name: (typeof rolePermissions)[RoleKey][number]) =>
    rolePermissions[role].includes(name);
  const { page, faults } = await openAs(browser, product, key);
  await page.goto(product.url);
  const token = await tokenOf(page);
  const plants = (await ask<Plant[]>(product, token, "/auth/plants")).body;
  const names = plants.map(({ name }) => name);
  expect(names).toContain("Valdesol");
  // Who is given one plant sees that one alone, others of its customer all of them, and staff those of every customer.
  expect(names.includes("Llano Grande")).toBe(key !== "viewer");
  expect(names.includes("Pampa Alta")).toBe(role === "admin");
  const plant = plants.find(({ name }) => name === "Valdesol")!;
  await page.goto(`${product.url}/plant/${plant.id}`);
  await countsInView(page);
  const analysis = Number(new URL(page.url()).searchParams.get("analysis"));

  // In the browser: a finding is opened, and its actions are there for who may change it.
  expect(await rail(page, "Findings").count()).toBe(may("READ_FINDING") ? 1 : 0);
  expect(await rail(page, "Work orders").count()).toBe(may("READ_WORK_ORDER") ? 1 : 0);
  await openPanel(page, "Findings");
  await rows(page).getByRole("checkbox").first().waitFor(soon);
  const row = rows(page).getByRole("listitem").nth(at);
  await row.getByRole("button").first().click();
  for (const [name, permission] of [
    ["Set status", "UPDATE_FINDING"],
    ["Assign", "ASSIGN_FINDING"],
    ["Dismiss", "UPDATE_FINDING"],
  ] as const) {
    const button = card(page).getByRole("button", { name, exact: true });
    await expect.poll(() => button.count(), soon).toBe(may(permission) ? 1 : 0);
  }
  await card(page).getByRole("button", { name: "Set status" }).click();
  await page.getByRole("menuitem", { name: "In progress" }).click();
  await card(page).getByText("In progress", { exact: true }).first().waitFor(soon);

  // The server gives the same answers, whatever the screen offers.
  const own = `/auth/plant/${plant.id}`;
  expect(await status(token, `${own}/findings`)).toBe(may("READ_FINDING") ? 200 : 403);
  expect(await status(token, `${own}/work-orders`)).toBe(may("READ_WORK_ORDER") ? 200 : 403);
  const { findings } = (await ask<FindingPage>(product, token, `${own}/findings`)).body;
  const { component_type, dt_id, fault_type, revision } = findings.find(
    ({ status: one }) => one === "in_work",
  )!;
  const place = { component_type, dt_id, fault_type, revision };
  const change = `/auth/analysis/${analysis}/findings/change`;
  const assigned = { findings: [place], set: { crew: `Crew of ${key}` } };
  expect(await status(token, change, assigned)).toBe(may("ASSIGN_FINDING") ? 200 : 403);
  expect(faults).toEqual([]);
});

test("another customer sees nothing of it, by its address or from the server", async () => {
  const owner = await openAs(browser, product, "viewer");
  await owner.page.goto(product.url);
  const plants = (await ask<Plant[]>(product, await tokenOf(owner.page), "/auth/plants")).body;
  const plant = plants.find(({ name }) => name === "Valdesol")!;
  const { page } = await openAs(browser, product, "other_customer");
  await page.goto(product.url);
  const token = await tokenOf(page);
  for (const path of ["findings", "finding-version", "finding-people", "work-orders"]) {
    expect(await status(token, `/auth/plant/${plant.id}/${path}`)).toBe(404);
  }
  await page.goto(`${product.url}/plant/${plant.id}`);
  await expect.poll(() => rail(page, "Findings").count(), soon).toBe(0);
});
