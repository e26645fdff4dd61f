// The audit trail: an admin finds what was changed and downloaded, reads it in words, and exports it.
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { patient } from "../fixtures/patience.ts";
import { openAs, ownProduct, sharedBrowser, tokenOf } from "./browser.ts";
import { faultsOf } from "./faults.ts";

const product = await ownProduct();
const browser = await sharedBrowser();

test("a role that was changed and an export are found, and say from what to what in words", async () => {
  const { page, faults } = await openAs(browser, product, "super_admin");
  page.setDefaultTimeout(patient(15_000));
  await page.goto(product.url);
  const token = await tokenOf(page);
  const ask = (path: string) =>
    page.evaluate(
      async ([address = "", bearer = ""]) => {
        const bot = (await (await fetch("/api/bot-protection-token")).json()) as { token: string };
        const headers = {
          authorization: `Bearer ${bearer}`,
          "x-bot-protection-token": bot.token,
        };
        const answer = await fetch(address, { headers });
        return [answer.status, await answer.text()] as const;
      },
      [path, token],
    );
  // A download, and a change by hand.
  expect((await ask("/api/auth/audit-entries/export"))[0]).toBe(200);
  await page.goto(`${product.url}/settings/customers`);
  await page.getByRole("row").filter({ hasText: "Sierra Clara" }).first().click();
  const entries = page.getByLabel("Entries of each user");
  await entries.fill("123456");
  await page.getByRole("button", { name: "Save" }).click();
  await page
    .getByText(/was changed/)
    .first()
    .waitFor();

  await page.goto(`${product.url}/settings/audit`);
  const found = page.getByRole("row");
  await found.filter({ hasText: "Customer changed" }).first().waitFor();
  const download = found.filter({ hasText: "Export downloaded" }).first();
  await download.click();
  const entry = page.getByRole("form").or(page.locator("form")).last();
  await entry.getByText("Audit trail as a file").waitFor();
  expect(await entry.innerText()).not.toContain("/api/");
  // Its words are those of every entry: none is the name of a field.
  await page.getByPlaceholder("Search").or(page.getByLabel("Search")).first().fill("sign");
  await found.filter({ hasText: "Signed in" }).first().click();
  await entry.getByText("Network address").waitFor();
  expect(await entry.innerText()).not.toMatch(/\b[a-z]+_[a-z_]+\b/);
  expect(await faultsOf(page)).toEqual([]);

  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export CSV" }).click(),
  ]);
  const text = await readFile((await file.path()) ?? "", "utf8");
  expect(text).toContain("sign_in");
  expect(faults).toEqual([]);
  await page.context().close();
});
