// A survey by keyboard alone: created, uploaded, evaluated, imported, released. The focus is never lost on the way.
import type { FileChooser, Locator, Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { patient } from "../fixtures/patience.ts";
import { ask } from "./ask.ts";
import { sharedBrowser, openAs, ownProduct, tokenOf } from "./browser.ts";
import { isFocused, runCommand, tabTo } from "./keys.ts";

const product = await ownProduct();
const NAME = "Survey by keys";
/** The machine may be busy; what does not come at all still fails. */
const soon = { timeout: patient(30_000) };
const browser = await sharedBrowser();
let page: Page;
let faults: string[];
beforeAll(async () => {
  ({ page, faults } = await openAs(browser, product, "admin"));
  // Journeys cannot use the dialog that gives handles; the inputs of the page are used instead.
  await page.addInitScript(() => {
    (window as { showOpenFilePicker?: unknown }).showOpenFilePicker = undefined;
  });
  await page.goto(`${product.url}/analyses`);
  await page.getByRole("link", { name: "Annual inspection" }).first().waitFor();
});

type Analysis = { readonly id: number; readonly plant_id: number; readonly visibility: string };
type Collection = { features: { properties: { dt_id: string } }[] };

const button = (name: string | RegExp) => page.getByRole("button", { name });
const address = () => new URL(page.url());
const press = async (target: Locator, key = "Enter") => {
  await tabTo(page, target);
  await page.keyboard.press(key);
};

/** The Tab key goes on from a part of the page, not from its top. */
async function hasFocus(): Promise<void> {
  const place = () => page.evaluate(() => document.activeElement !== document.body);
  await expect.poll(place, soon).toBe(true);
}

/** Goes to a tab of the analysis with the arrow keys. */
async function openTab(name: string): Promise<void> {
  const tab = page.getByRole("radio", { name, exact: true });
  await tabTo(page, page.getByRole("radio", { checked: true }), "Shift+Tab");
  for (let step = 0; step < 6 && !(await isFocused(tab)); step += 1) {
    await page.keyboard.press("ArrowRight");
  }
  await page.keyboard.press("Space");
  await expect.poll(() => tab.getAttribute("aria-checked"), soon).toBe("true");
}

/** Gives a file to the button that asks for one. */
async function choose(target: Locator, name: string, buffer: Buffer): Promise<void> {
  await tabTo(page, target);
  const asked = page.waitForEvent("filechooser");
  await page.keyboard.press("Enter");
  const chooser: FileChooser = await asked;
  await chooser.setFiles({ name, mimeType: "application/octet-stream", buffer });
}

async function stored(): Promise<Analysis & { readonly state: string }> {
  const path = `/auth/analysis/${/\/analysis\/(\d+)/.exec(place)?.[1]}`;
  return (await ask<Analysis & { state: string }>(product, await tokenOf(page), path)).body;
}
/** Address of the analysis. */
let place = "";

test("the analysis is created and has its drone", async () => {
  await runCommand(page, "New analysis");
  await hasFocus();
  await tabTo(page, page.getByRole("combobox", { name: "Plant" }));
  await page.keyboard.type("Valde");
  await page.getByRole("option", { name: /Valdesol/ }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByRole("textbox", { name: "Name" }));
  await page.keyboard.type(NAME);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: NAME }).waitFor();
  await hasFocus();
  place = address().pathname;
  await press(button(/Drone/).first());
  await page.getByRole("option").nth(1).waitFor();
  // The first is none.
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByRole("option").first().waitFor({ state: "detached" });
  await page.keyboard.press("Control+s");
  await page.getByText("No file was uploaded yet.").first().waitFor();
});

test("files are chosen, sent and complete", async () => {
  await openTab("Files");
  await choose(button("Choose files"), "flight.mp4", Buffer.alloc(2_000_000, 7));
  await press(button(/^Upload 1 file/));
  const tray = page.getByRole("region", { name: "Uploads" });
  await tray.getByText("1 file uploaded", { exact: true }).waitFor();
  await hasFocus();
  const complete = button("Mark data complete");
  await expect.poll(() => complete.getAttribute("aria-disabled"), soon).toBe(null);
  await tabTo(page, complete, "Shift+Tab");
  await page.keyboard.press("Enter");
  await complete.waitFor({ state: "detached" });
  await hasFocus();
  // The list of what was sent is cleared, and the focus stays in the page.
  await press(button("Clear list"));
  await tray.waitFor({ state: "detached" });
  await hasFocus();
});

test("the task of the evaluation is found, and its state", async () => {
  await runCommand(page, "Operations monitoring");
  await hasFocus();
  const tasks = page.getByRole("region", { name: "Tasks" });
  await tasks.getByText(NAME).first().waitFor();
  await expect.poll(async () => (await stored()).state, soon).toBe("PROCESSING");
});

test("the results are imported beside the map", async () => {
  await runCommand(page, "Analyses");
  // The tasks of the page before name the survey, too.
  await page.getByRole("region", { name: "Tasks" }).waitFor({ state: "detached" });
  const row = page.getByRole("row").filter({ hasText: NAME });
  await tabTo(page, row);
  await page.keyboard.press("Enter");
  await expect.poll(() => address().pathname, soon).toBe(place);
  await hasFocus();
  const { plant_id } = await stored();
  const path = `/auth/plant/${plant_id}/field-geometry/file?format=geojson&component_type=absorber_tube`;
  const { body } = await ask<string | Collection>(product, await tokenOf(page), path);
  const { features } = typeof body === "string" ? (JSON.parse(body) as Collection) : body;
  const dt_ids = features.map(({ properties }) => properties.dt_id);
  const columns = [{ key_figure_id: 1, dt_ids, values: dt_ids.map(() => 1) }];
  const file = JSON.stringify({ format: "analysis-result", version: 1, columns });

  await tabTo(page, page.getByRole("radio", { checked: true }));
  await openTab("Results");
  await press(page.getByRole("link", { name: "Import results" }));
  const panel = page.locator("[data-panel=result-import]");
  await panel.getByText(NAME).first().waitFor();
  await choose(
    panel.getByRole("button", { name: "Choose files" }),
    "results.json",
    Buffer.from(file),
  );
  await press(panel.getByRole("button", { name: "Import results", exact: true }));
  await page.getByText("The import is complete.").waitFor({ timeout: patient(60_000) });
  await hasFocus();
});

test("they are released once that is confirmed, and Escape leaves them as they are", async () => {
  await runCommand(page, "Analyses");
  const row = page.getByRole("row").filter({ hasText: NAME });
  await tabTo(page, row);
  await page.keyboard.press("Enter");
  await expect.poll(() => address().pathname, soon).toBe(place);
  await tabTo(page, page.getByRole("radio", { checked: true }));
  await openTab("Release");
  const release = button("Release results");
  await press(release);
  const question = page.getByRole("alertdialog");
  await question.getByText(/will see them/).waitFor();
  await page.keyboard.press("Escape");
  await question.waitFor({ state: "detached" });
  await expect.poll(() => isFocused(release), soon).toBe(true);
  expect((await stored()).visibility).toBe("not_released");

  await page.keyboard.press("Enter");
  await question.getByText(/will see them/).waitFor();
  await press(question.getByRole("button", { name: "Release results" }));
  await page.getByText(`The results of ${NAME} were released.`).waitFor();
  expect((await stored()).visibility).toBe("released");
  await hasFocus();
  expect(faults).toEqual([]);
});
