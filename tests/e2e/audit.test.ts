// The audit trail in the browser: who downloaded what is found, read in words, and saved as a file.
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { patient } from "../fixtures/patience.ts";
import { openAs, ownProduct, settled, sharedBrowser } from "./browser.ts";
import { faultsOf } from "./faults.ts";

const product = await ownProduct();
const browser = await sharedBrowser();
const soon = { timeout: patient(30_000) };

test("an administrator finds who downloaded a document, opens the entry and saves what was found", async () => {
  // A user of a customer saves a document.
  const user = await openAs(browser, product, "viewer");
  await user.page.goto(`${product.url}/doc/files`);
  const name = "Flight day checklist";
  const [file] = await Promise.all([
    user.page.waitForEvent("download"),
    user.page.getByRole("button", { name: `Download “${name}”` }).click(),
  ]);
  expect(file.suggestedFilename()).toBe(`${name}.pdf`);
  await user.page.context().close();

  const { page, faults } = await openAs(browser, product, "super_admin");
  await page.goto(`${product.url}/settings/audit`);
  const rows = page.getByRole("row");
  await rows.filter({ hasText: "Signed in" }).first().waitFor(soon);
  await settled(page);
  expect(await faultsOf(page)).toEqual([]);

  // The list is narrowed to downloads of files; nothing else is left in it.
  const actions = page.getByRole("combobox", { name: "Action" });
  await actions.fill("File down");
  await page.getByRole("option", { name: "File downloaded" }).click();
  await expect.poll(() => rows.filter({ hasText: "Signed in" }).count(), soon).toBe(0);
  const found = rows.filter({ hasText: "File downloaded" }).filter({ hasText: "Document" });
  await found.first().waitFor(soon);
  const { email = "" } = product.accounts.find(({ key }) => key === "viewer") ?? {};

  await found.first().click();
  const entry = page.getByRole("form", { name: "File downloaded" });
  await entry.waitFor(soon);
  await entry.getByText(email).waitFor(soon);
  const facts = await entry
    .locator("dl > div")
    .evaluateAll((all) =>
      all.map((one) => [
        one.querySelector("dt")?.textContent ?? "",
        one.querySelector("dd")?.textContent ?? "",
      ]),
    );
  const words = Object.fromEntries(facts) as Record<string, string>;
  expect(words["Content"]).toBe("Document");
  expect(words["File"]).toBe(`${name}.pdf`);
  expect(words["Seal"]).toMatch(/^\d+:[\da-f]{64}$/);
  // No fact has the name of a column.
  expect(facts.map(([fact]) => fact).filter((fact) => fact?.includes("_"))).toEqual([]);
  await settled(page);
  expect(await faultsOf(page)).toEqual([]);
  await entry.getByRole("button", { name: /^(Close|Back to the list)$/ }).click();

  // What is found is what is saved, with the seals.
  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export CSV" }).click(),
  ]);
  const text = await readFile(await saved.path(), "utf8");
  const lines = text.trim().split(/\r?\n/);
  expect(lines.slice(1).every((line) => line.includes("download_file"))).toBe(true);
  expect(lines.some((line) => line.includes(email) && line.includes(`${name}.pdf`))).toBe(true);
  expect(text).toContain(words["Seal"]?.split(":")[1]);

  // A search that finds nothing says so; without filters the export is in the trail itself.
  await page.getByRole("searchbox", { name: "Search" }).fill("nothing has this word");
  await page.getByText("No matches").waitFor(soon);
  await page.getByRole("button", { name: "Reset search and filters" }).click();
  await rows.filter({ hasText: "Audit trail as a file" }).first().waitFor(soon);
  expect(faults).toEqual([]);
  await page.context().close();
});
