// A module is known to its maker: its number is scanned, a claim goes from prepared to replaced, and a table brings the numbers of others.
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { strFromU8, unzipSync } from "fflate";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { patient } from "../fixtures/patience.ts";
import { launchBrowser, ownProduct } from "./browser.ts";
import { faultsOf } from "./faults.ts";
import { film } from "./film.ts";
import { openPanel, openViewersPlant } from "./workbench.ts";

const product = await ownProduct();
const soon = { timeout: patient(30_000) };
const LABEL = "JK-2041-77";
let browser: Browser;
let page: Page;
let faults: string[];
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "warranty-"));
  browser = await launchBrowser([
    "--use-fake-device-for-media-stream",
    `--use-file-for-fake-video-capture=${await film(folder, LABEL)}`,
  ]);
  ({ page, faults } = await openViewersPlant(browser, product));
  await page.context().grantPermissions(["camera"]);
});
afterAll(async () => {
  await browser.close();
  await rm(folder, { recursive: true, force: true });
});

const rows = () => page.getByRole("group", { name: "Findings", exact: true });
const card = () => page.getByRole("region", { name: "Repair", exact: true });
const serial = () => page.getByRole("region", { name: "Serial number", exact: true });

async function claim(state: string, fill: (form: ReturnType<Page["getByRole"]>) => Promise<void>) {
  await card().getByRole("button", { name: "Warranty" }).click();
  const form = page.getByRole("dialog", { name: "Warranty claim of the finding" });
  await form.getByRole("button", { name: /Warranty claim$/ }).click();
  await page.getByRole("option", { name: state, exact: true }).click();
  await fill(form);
  await form.getByRole("button", { name: "Save" }).click();
  await form.waitFor({ state: "detached" });
}

test("a module's number is scanned from its label, and changes when the maker replaces the module", async () => {
  await openPanel(page, "Findings");
  await rows().getByRole("checkbox").first().waitFor(soon);
  await rows().getByRole("button").first().click();
  await serial().getByText("No serial number").waitFor(soon);
  await serial().getByRole("button", { name: "Add serial number" }).click();
  const form = page.getByRole("dialog", { name: /^Serial number of / });
  await form.getByRole("button", { name: "Scan the label" }).click();
  const field = form.getByRole("textbox", { name: "Serial number" });
  await expect.poll(() => field.inputValue(), soon).toBe(LABEL);
  await form.getByText("Read from the label.").waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await form.getByRole("button", { name: "Save" }).click();
  await serial().getByText(LABEL).waitFor(soon);
  await serial()
    .getByText(/^Scanned · /)
    .waitFor();

  await claim("Claimed", async (dialog) => {
    // Without the number of the maker nothing is sent.
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText("Enter the number that the maker has given the claim.").waitFor();
    await dialog.getByRole("textbox", { name: "Claim number of the maker" }).fill("C-1042");
  });
  await card().getByText("RMA: Claimed (C-1042)").waitFor(soon);
  await claim("Replaced", async (dialog) => {
    await dialog.getByRole("textbox", { name: "New serial number" }).fill("JK-9000-01");
  });
  await serial().getByText("JK-9000-01").waitFor(soon);
  const former = serial().getByRole("list", { name: "Former serial numbers" });
  await former.getByText("component replaced").waitFor(soon);
  expect(await former.innerText()).toContain(LABEL);
  await card().getByRole("button", { name: "History" }).click();
  await card().getByText("Warranty claim: Claimed → Replaced").waitFor(soon);

  // Undone, the module has its number again.
  await card().getByRole("button", { name: "Undo this change" }).first().click();
  await serial()
    .getByText(/^Scanned · /)
    .waitFor(soon);
  await expect.poll(() => former.count(), soon).toBe(0);
  expect(await faultsOf(page)).toEqual([]);
});

test("findings are filtered by their claim, and components are found by their number", async () => {
  await page
    .getByRole("region", { name: "Findings", exact: true })
    .getByRole("button", { name: /^Filters/ })
    .click();
  await page.getByRole("button", { name: /Warranty claim$/ }).click();
  await page.getByRole("option", { name: "In progress" }).click();
  await expect.poll(() => rows().getByRole("checkbox").count(), soon).toBe(1);
  await openPanel(page, "Find");
  await page.getByRole("searchbox").first().fill("2041-7");
  const found = page.getByRole("region", { name: "By serial number" });
  await found.getByRole("button").first().waitFor(soon);
  expect(await found.innerText()).toContain(LABEL);
});

test("the findings of a claim become a package for the maker, which is said and not guessed", async () => {
  await openPanel(page, "Findings");
  await rows().getByRole("checkbox").first().waitFor(soon);
  await rows().getByRole("checkbox").first().click({ force: true });
  const bar = page.getByRole("toolbar", { name: "1 selected" });
  await bar.getByRole("button", { name: "Package for the maker" }).click();
  const form = page.getByRole("dialog", { name: "Warranty package of 1 finding" });
  // The demo has a property for it; nothing is chosen before a person chooses it.
  await form.getByRole("button", { name: /^Not stated/ }).click();
  await page.getByRole("option", { name: "As the property “Manufacturer” says" }).waitFor();
  await page.getByRole("option", { name: "One maker for all" }).click();
  await form.getByRole("button", { name: "Create package" }).click();
  await form.getByText("This field is required.").waitFor();
  await form.getByRole("textbox", { name: "Name of the maker" }).fill("ACME Solar");
  expect(await faultsOf(page)).toEqual([]);
  await form.getByRole("button", { name: "Create package" }).click();
  await page.getByRole("button", { name: "Open the reports" }).click();
  const list = page.getByRole("list", { name: "Reports" });
  const download = page.getByRole("button", { name: /^Download the package Warranty claim / });
  const row = list.getByRole("listitem").filter({ has: download });
  await row.getByText("Ready", { exact: true }).waitFor(soon);
  const [file] = await Promise.all([page.waitForEvent("download"), download.click()]);
  const parts = unzipSync(new Uint8Array(await readFile(await file.path())));
  expect(Object.keys(parts)).toContain("ACME Solar/README.pdf");
  const table = strFromU8(parts["ACME Solar/findings.csv"]!);
  expect(table.trimEnd().split("\r\n")).toHaveLength(2);
  expect(table).toContain(LABEL);
  expect(await faultsOf(page)).toEqual([]);
});

test("a table brings the numbers of others, and says whose number it has twice", async () => {
  const names = [200, 201].map((at) => `absorber_tube-${at}`);
  await page.getByRole("button", { name: "Import a file" }).first().click();
  const choose = () => page.getByText("The numbers on the labels of modules").click();
  const send = (text: string) =>
    page.locator("input[type=file]").setInputFiles({
      name: "labels.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(text),
    });
  await send(`dt_id;serial\n${names[0]};JK-1\n${names[1]};${LABEL}\n`);
  await choose();
  await page.getByText(`${LABEL} is the serial number of`).waitFor(soon);
  await page.getByRole("button", { name: "Choose another file" }).click();
  await send(`dt_id;serial\n${names[0]};JK-1\n${names[1]};JK-2\n`);
  await choose();
  await page.getByText("2 components get serial numbers from labels.csv.").waitFor(soon);
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await page.getByText("2 serial numbers were imported.").waitFor(soon);
  // The browser notes the table that was refused.
  expect(faults.filter((fault) => !fault.includes("status of 422"))).toEqual([]);
});
