// Survey files of a plant to what its customer takes away: uploaded, confirmed, evaluated, reviewed with keys, released,
// opened, explained, exported, reported.
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { patient } from "../fixtures/patience.ts";
import { ask, send } from "./ask.ts";
import { sharedBrowser, openAs, ownProduct, settled, tokenOf } from "./browser.ts";
import { freePlant, warmOf, writeRaster } from "./survey-raster.ts";
import { openPanel } from "./workbench.ts";

const product = await ownProduct();
const soon = { timeout: patient(60_000) };
const browser = await sharedBrowser();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "evaluation-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

const pictures = process.env["PICTURES"];
const shot = async (page: Page, name: string) => {
  if (pictures === undefined) return;
  await settled(page);
  await page.screenshot({ path: join(pictures, `evaluation-${name}.png`) });
};

/** Waits for the end of the tasks of an analysis; the clock of the test alone ends a task that hangs. */
async function tasksEnded(token: string, id: number): Promise<void> {
  const open = async () => {
    const { body } = await ask<{ analysis_id: number | null; state: string }[]>(
      product,
      token,
      "/auth/tasks",
    );
    const own = body.filter(({ analysis_id }) => analysis_id === id);
    return own.length > 0 && own.every(({ state }) => /SUCCESSFUL|FAILED|CANCELLED/.test(state));
  };
  await expect.poll(open, { timeout: patient(300_000), interval: 1000 }).toBe(true);
}

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });

/** A token of a user of the customer whose plant is surveyed. */
async function customerToken(): Promise<string> {
  const { page } = await openAs(browser, product, "other_customer");
  await page.goto(product.url);
  const token = await tokenOf(page);
  await page.context().close();
  return token;
}

test("survey files become reviewed and released results, and their customer takes them away", async () => {
  const { page, faults } = await openAs(browser, product, "admin");
  page.on("dialog", (dialog) => void dialog.accept());
  await page.addInitScript(() => {
    (window as { showOpenFilePicker?: unknown }).showOpenFilePicker = undefined;
  });
  await page.goto(`${product.url}/analyses`);
  const token = await tokenOf(page);
  const { plant_id, modules } = await freePlant(product, token, await customerToken());
  const file = join(folder, "survey.tif");
  const shown = await writeRaster(modules, file);
  const body = { plant_id, name: "Evaluated here", flown_at: "2026-05-01T10:00:00Z" };
  const { id } = await send<{ id: number }>(product, token, "/auth/analysis", body);

  await page.goto(`${product.url}/analysis/${id}`);
  await button(page, /Drone/).first().click();
  await page.getByRole("option").nth(1).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("radio", { name: "Files" }).click();
  await page.locator("input[type=file]").first().setInputFiles(file);
  await page.getByText("Mark data complete when the upload finishes").click();
  await button(page, /^Upload 1 file/).click();
  const state = async () =>
    (await ask<{ state: string }>(product, token, `/auth/analysis/${id}`)).body.state;
  await tasksEnded(token, id);
  expect(await state()).toBe("PROCESSING");

  // It is not stated yet that the file holds temperatures.
  await page.goto(`${product.url}/analysis/${id}#evaluation`);
  const log = page.getByRole("region", { name: "Latest evaluation" });
  await log.getByText(/temperatures not confirmed/).waitFor(soon);
  await shot(page, "unconfirmed");
  await page.getByRole("region", { name: "Files with temperatures" }).getByRole("button").click();
  await page.getByRole("option", { name: "°C", exact: true }).click();
  await page.getByRole("textbox", { name: "Irradiance in the module plane" }).fill("800");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("The flight conditions are saved.").waitFor();
  await button(page, "Evaluate").click();
  await page.getByText("The evaluation is done.").waitFor({ timeout: patient(300_000) });
  await log.getByText("irradiance 800").waitFor(soon);
  await expect(log.getByText(/temperatures not confirmed/).count()).resolves.toBe(0);
  await shot(page, "log");
  const review = async () =>
    (await ask<Review>(product, token, `/auth/analysis/${id}/findings-to-review`)).body;
  const flagged = (await review()).findings.length;
  expect(flagged).toBe(warmOf(shown.length));

  await log.getByRole("link", { name: "Review the findings" }).click();
  const panel = page.locator("[data-panel=review]");
  await panel.getByText(`${flagged} of ${flagged} open`).waitFor(soon);
  await panel.getByRole("listitem").first().getByRole("button").click();
  await button(page, "Accept").waitFor();
  await shot(page, "review");
  await page.keyboard.press("a");
  await expect.poll(async () => (await review()).open, soon).toBe(flagged - 1);
  await panel.getByText(`${flagged - 1} of ${flagged} open`).waitFor(soon);
  // The map fetches the changed values, which the next verdict replaces.
  await settled(page);
  // The second one belongs to its neighbour.
  await page.keyboard.press("m");
  await button(page, /^Move to /)
    .first()
    .click();
  await expect.poll(async () => (await review()).open, soon).toBe(flagged - 2);
  await panel.getByText(`${flagged - 2} of ${flagged} open`).waitFor(soon);
  await settled(page);
  await page.keyboard.press("r");
  await expect.poll(async () => (await review()).open, soon).toBe(flagged - 3);
  const { findings } = await review();
  const decided = (state: string) => findings.filter((one) => one.state === state);
  const [[accepted], [moved], [rejected]] = [
    decided("accepted"),
    decided("moved"),
    decided("rejected"),
  ];
  if (!accepted || !moved || !rejected) throw new Error("three findings are decided");
  await shot(page, "reviewed");

  await page.goto(`${product.url}/plant/${plant_id}?analysis=${id}&panel=analyses`);
  await button(page, "Actions for Evaluated here").click();
  await page.getByRole("menuitem", { name: "Release results" }).click();
  const question = page.getByRole("alertdialog");
  await question.getByText(/flagged findings? (is|are) not reviewed/).waitFor(soon);
  await shot(page, "release");
  // All of it lies in its place: nothing is to be confirmed in words.
  const effect = await ask<{ unsure: number; doubts: unknown[] }>(
    product,
    token,
    `/auth/analysis/${id}/release-effect`,
  );
  expect(effect.body).toMatchObject({ unsure: 0, doubts: [] });
  const reason = question.getByRole("textbox", { name: "Why it is released anyway" });
  expect(await reason.count()).toBe(0);
  await question.getByRole("button", { name: "Release results" }).click();
  await page.getByText(/^The results of .* were released\.$/).waitFor(soon);

  await openPanel(page, "Reports");
  await button(page, "New report").click();
  const form = page.getByRole("dialog", { name: "New report" });
  await form.getByRole("textbox", { name: "Title" }).fill("May flight");
  await form.getByRole("button", { name: "Create report" }).click();
  await page.getByText("Ready", { exact: true }).waitFor({ timeout: patient(120_000) });
  expect(faults).toEqual([]);
  await customerTakes({ plant_id, id, accepted, moved, rejected });
});

type Reviewed = {
  readonly dt_id: string;
  readonly state: string;
  readonly key_figure_id: number;
  readonly moved_to: string | null;
};
type Review = { readonly open: number; readonly findings: readonly Reviewed[] };
type Taken = { plant_id: number; id: number } & Record<"accepted" | "moved" | "rejected", Reviewed>;

const saved = async (page: Page, press: () => Promise<void>) => {
  const [file] = await Promise.all([page.waitForEvent("download"), press()]);
  return readFile(await file.path());
};

/** The customer signs in, opens a finding, sees why it is one and what it costs, and takes an export and the report. */
async function customerTakes({ plant_id, id, accepted, moved, rejected }: Taken): Promise<void> {
  const { page, faults } = await openAs(browser, product, "other_customer");
  const finding = `analysis=${id}&key_figure=${accepted.key_figure_id}&panel=find`;
  await page.goto(`${product.url}/plant/${plant_id}?${finding}`);
  const find = page.getByRole("region", { name: "Find", exact: true });
  await find
    .getByRole("group", { name: /^Findings/ })
    .getByRole("button")
    .first()
    .click();
  await shot(page, "customer");
  await button(page, /^Explain .* loss$/)
    .first()
    .click();
  const explained = page.getByRole("dialog", { name: /^Explain / });
  await explained.getByText("survey.tif", { exact: true }).waitFor(soon);
  await explained.getByText(/irradiance 800/).waitFor();
  await explained.getByText(/ kW, [\d.,]+\s±\s[\d.,]+\s[kM]Wh\/a, .*\/a/).waitFor();
  await shot(page, "customer-explained");
  await page.keyboard.press("Escape");

  const exported = await saved(page, async () => {
    await find.getByRole("button", { name: "Export" }).click();
    await page.getByRole("menuitem", { name: /^GeoJSON/ }).click();
  });
  const { features } = JSON.parse(exported.toString()) as {
    features: { properties: { dt_id: string } }[];
  };
  const ids = new Set(features.map(({ properties }) => properties.dt_id));
  expect([ids.has(accepted.dt_id), ids.has(moved.moved_to ?? "")]).toEqual([true, true]);
  expect([ids.has(moved.dt_id), ids.has(rejected.dt_id)]).toEqual([false, false]);

  await openPanel(page, "Reports");
  const pdf = await saved(page, () => button(page, "Download May flight").click());
  expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
  expect(faults).toEqual([]);
  await page.context().close();
}

test("limits of the evaluation are settings of the plant, on a phone too", async () => {
  const { page, faults } = await openAs(browser, product, "admin", { width: 390, height: 844 });
  await page.goto(`${product.url}/analyses`);
  const { plant_id } = await freePlant(product, await tokenOf(page), await customerToken());
  await page.goto(`${product.url}/plant/${plant_id}/settings?section=evaluation`);
  const field = page.getByRole("textbox", { name: "Hotspot: over its module" });
  await field.waitFor(soon);
  await page.getByText(/Above Surveying: recorded above 4 K/).waitFor();
  await shot(page, "limits-phone");
  await field.fill("5");
  await field.press("Tab");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("The limits are saved.").waitFor();
  await page.getByText("Own value").waitFor();
  expect(faults).toEqual([]);
});
