// An observation that was deleted in another session is listed, and put back from there.
import { expect, test } from "vitest";
import { patient } from "../fixtures/patience.ts";
import { ask, remove, send } from "./ask.ts";
import { sharedBrowser, sharedProduct, tokenOf } from "./browser.ts";
import { openPanel, openViewersPlant } from "./workbench.ts";

type Stored = { readonly id: number; readonly notes: string };

const product = await sharedProduct();
const browser = await sharedBrowser();
const soon = { timeout: patient(20_000) };

test("what was deleted is listed, and put back from there", async () => {
  const { page, faults } = await openViewersPlant(browser, product);
  const token = await tokenOf(page);
  const plant = /\/plant\/(\d+)/.exec(page.url())![1]!;
  const path = `/auth/plant/${plant}`;
  const { body } = await ask<{ observations: { fieldgeometry_component: { dt_id: string } }[] }>(
    product,
    token,
    `${path}/observations?limit=1`,
  );
  const { dt_id } = body.observations[0]!.fieldgeometry_component;
  const notes = "Deleted by mistake";
  const observed_at = "2026-05-02T10:00:00Z";
  const made = await send<Stored>(product, token, `${path}/observation`, {
    dt_id,
    notes,
    observed_at,
  });
  await remove(product, token, `/auth/observation/${made.id}`);
  await openPanel(page, "Observations");
  const panel = page.locator("[data-panel=observations]");
  await panel.getByRole("button", { name: "Deleted observations" }).click();
  const deleted = panel.getByRole("region", { name: "Deleted observations" });
  const row = deleted.getByRole("listitem").filter({ hasText: notes });
  await row.getByRole("button", { name: "Restore" }).click();
  await row.waitFor({ state: "detached" });
  const present = async () =>
    (await ask<Stored>(product, token, `/auth/observation/${made.id}`)).body.notes;
  await expect.poll(present, soon).toBe(notes);
  await deleted.getByRole("button", { name: "Back to the list" }).click();
  await panel.getByRole("status").first().waitFor();
  await remove(product, token, `/auth/observation/${made.id}`);
  expect(faults).toEqual([]);
});
