// Undo and redo go on where they were after the page was loaded again, refuse what others have changed since, and end
// with the session.
import { expect, test } from "vitest";
import { patient } from "../fixtures/patience.ts";
import { ask, send } from "./ask.ts";
import { sharedBrowser, sharedProduct, tokenOf } from "./browser.ts";
import { openPanel, openViewersPlant } from "./workbench.ts";

type Stored = { readonly id: number; readonly notes: string; readonly revision: number };

const product = await sharedProduct();
const browser = await sharedBrowser();
const soon = { timeout: patient(30_000) };

test("an edit is undone after a reload, redone after another one, and refused once others have changed it", async () => {
  const { page } = await openViewersPlant(browser, product);
  const token = await tokenOf(page);
  const plant = /\/plant\/(\d+)/.exec(page.url())![1]!;
  const panel = page.locator("[data-panel=observations]");
  const list = async () =>
    (
      await ask<{ observations: Stored[] }>(
        product,
        token,
        `/auth/plant/${plant}/observations?limit=5000`,
      )
    ).body.observations;
  await openPanel(page, "Observations");
  await panel.getByRole("status").first().waitFor();
  await page.keyboard.press("j");
  await panel.getByRole("button", { name: "Add", exact: true }).click();
  await panel.getByLabel("Notes").fill("Before the reload");
  await panel.getByRole("button", { name: "Save" }).click();
  await panel.getByRole("button", { name: "Edit", exact: true }).click(soon);
  await panel.getByLabel("Notes").fill("After the edit");
  await panel.getByRole("button", { name: "Save" }).click();
  await panel.getByRole("article").getByText("After the edit").waitFor(soon);
  const { id } = (await list()).find(({ notes }) => notes === "After the edit")!;
  const notesNow = async () =>
    (await ask<Stored>(product, token, `/auth/observation/${id}`)).body.notes;
  const kept = () =>
    page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith("undo ")));
  const reload = async () => {
    await page.reload();
    await panel.getByRole("status").first().waitFor(soon);
    await page.locator("canvas").first().waitFor(soon);
  };
  const pressUntil = async (keys: string, words: RegExp) => {
    await expect
      .poll(async () => {
        await page.keyboard.press(keys);
        return page
          .getByText(words)
          .first()
          .waitFor({ timeout: patient(2000) })
          .then(
            () => true,
            () => false,
          );
      }, soon)
      .toBe(true);
  };
  expect(await kept()).toEqual([`undo ${plant}`]);
  await reload();
  await pressUntil("Control+z", /^Undone: /);
  expect(await notesNow()).toBe("Before the reload");
  await reload();
  await pressUntil("Control+Shift+z", /^Redone: /);
  expect(await notesNow()).toBe("After the edit");
  const { body } = await ask<Stored>(product, token, `/auth/observation/${id}`);
  await send(product, token, `/auth/observation/${id}`, {
    observed_at: "2026-05-02T10:00:00Z",
    notes: "By somebody else",
    request: {},
    base_revision: body.revision,
  });
  await reload();
  await pressUntil("Control+z", /This was changed by somebody else since, or is gone/);
  expect(await notesNow()).toBe("By somebody else");
  await page.getByRole("button", { name: "User menu" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect.poll(kept, soon).toEqual([]);
});
