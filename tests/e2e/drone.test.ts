// Drones and documentation files, as staff keep them, and the public page of the drone app.
import { readFile } from "node:fs/promises";
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { sharedBrowser, openAs, openPage, ownProduct } from "./browser.ts";
import { faultsOf } from "./faults.ts";

const product = await ownProduct();
const browser = await sharedBrowser();

const rowOf = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor();

async function choose(page: Page, label: string, option: RegExp) {
  // The table's heads have the same names.
  const field = page.getByRole("button", { name: label }).and(page.locator("[aria-haspopup]"));
  await field.click();
  await page.getByRole("option", { name: option }).click();
}

test("a drone is created once its identifier is free, and retired", async () => {
  const { page, faults } = await openAs(browser, product, "analyst");
  await page.goto(`${product.url}/settings/drones`);
  await page.getByRole("button", { name: "New drone" }).click();
  const form = page.getByRole("form", { name: "New drone" });
  await form.getByLabel("Internal identifier").fill("Falcon-1");
  await form.getByLabel("Serial number").fill("1581F5FJD2300J1");
  await choose(page, "Model", /^Matrice 30T/);
  await form.getByText("About Matrice 30T").waitFor();
  await form.getByRole("button", { name: "Create" }).click();
  await form.getByText("Another drone already has this internal identifier.").waitFor();
  expect(new URL(page.url()).searchParams.get("id")).toBe("new");

  await form.getByLabel("Internal identifier").fill("Journey 1");
  await form.getByText("An internal identifier must not contain spaces.").waitFor();
  await form.getByLabel("Internal identifier").fill("falcon-1");
  await form.getByRole("button", { name: "Create" }).click();
  await toast(page, "Drone falcon-1 created");
  const opened = page.getByRole("form", { name: "falcon-1" });
  await opened.getByText("Retired", { exact: true }).click();
  await opened.getByRole("button", { name: "Save" }).click();
  await toast(page, "Drone falcon-1 saved");
  await opened.getByRole("button", { name: /^(Close|Back to the list)$/ }).click();

  await page.getByRole("button", { name: /^All drones/ }).click();
  await page.getByRole("option", { name: "Retired" }).click();
  await rowOf(page, "falcon-1").getByText("Retired").waitFor();
  await expect.poll(() => rowOf(page, "Falcon-2").count()).toBe(0);
  expect(faults).toEqual([]);
  await page.context().close();
});

test("the address keeps tab and record, and shipped models cannot be deleted", async () => {
  const { page, faults } = await openAs(browser, product, "analyst");
  await page.goto(`${product.url}/settings/drones`);
  await page.getByRole("radio", { name: "Models" }).click();
  await rowOf(page, "Matrice 4T").first().click();
  await page.getByRole("form", { name: /^Matrice 4T/ }).waitFor();
  const address = new URL(page.url());
  expect(address.searchParams.get("tab")).toBe("models");
  await page.reload();
  const form = page.getByRole("form", { name: /^Matrice 4T/ });
  await form.waitFor();
  expect(await form.getByRole("button", { name: "Delete" }).isDisabled()).toBe(true);
  expect(faults).toEqual([]);
  await page.context().close();
});

test("a document is uploaded, edited only where something changed, downloaded and deleted", async () => {
  const { page, faults } = await openAs(browser, product, "analyst");
  const changes: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && /\/doc-file\/\d+$/.test(request.url())) {
      changes.push(request.url());
    }
  });
  await page.goto(`${product.url}/doc/files`);
  await page.getByRole("button", { name: "Upload document" }).click();
  const upload = page.getByRole("form", { name: "Upload document" });
  await upload.locator("input[type=file]").setInputFiles({
    name: "Wind log.csv",
    mimeType: "text/csv",
    buffer: Buffer.from("time,wind\r\n10:00,3.4\r\n"),
  });
  expect(await upload.getByLabel("Title").inputValue()).toBe("Wind log");
  await upload.getByRole("button", { name: "Upload", exact: true }).click();
  await toast(page, "“Wind log” was uploaded.");

  const form = page.getByRole("form", { name: "Wind log" });
  await form.getByLabel("Title").fill("Wind log ");
  await form.getByRole("button", { name: "Save" }).click();
  await expect.poll(() => form.getByRole("button", { name: "Save" }).isDisabled()).toBe(true);
  expect(changes).toEqual([]);
  await form.getByLabel("Description").fill("Measured at the mast");
  await form.getByRole("button", { name: "Save" }).click();
  await expect.poll(() => changes.length).toBe(1);

  const [file] = await Promise.all([
    page.waitForEvent("download"),
    form.getByRole("button", { name: "Download" }).click(),
  ]);
  expect(file.suggestedFilename()).toBe("Wind log.csv");
  expect(await readFile(await file.path(), "utf8")).toBe("time,wind\r\n10:00,3.4\r\n");

  await form.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await toast(page, "“Wind log” was deleted.");
  await expect.poll(() => rowOf(page, "Wind log").count()).toBe(0);
  expect(faults).toEqual([]);
  await page.context().close();
});

test("a customer's user reads and downloads documents, and meets no protected one", async () => {
  const { page, faults } = await openAs(browser, product, "viewer");
  await page.goto(`${product.url}/doc/files`);
  await rowOf(page, "Flight day checklist").waitFor();
  expect(await rowOf(page, "Camera calibration").count()).toBe(0);
  expect(await page.getByRole("button", { name: "Upload document" }).count()).toBe(0);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download “Flight day checklist”" }).click(),
  ]);
  expect(file.suggestedFilename()).toBe("Flight day checklist.pdf");
  expect(faults).toEqual([]);
  await page.context().close();
});

test("anybody downloads the drone app on a phone", async () => {
  const { page, faults } = await openPage(browser, { width: 390, height: 844 });
  await page.goto(`${product.url}/download-drone-app`);
  for (const name of ["Mavic 2 Enterprise Dual", "Mavic 2 Enterprise Advanced", "Matrice 30T"]) {
    await page.getByText(name, { exact: true }).waitFor();
  }
  expect(await page.getByRole("listitem").count()).toBe(4);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: /^3 series/ }).click(),
  ]);
  expect(file.suggestedFilename()).toBe("drone-app-sdk5-2.4.1.apk");
  expect((await readFile(await file.path())).subarray(0, 2).toString()).toBe("PK");
  await page.getByText("Downloading version 2.4.1").waitFor();
  const overflow = () =>
    page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
  expect(await overflow()).toBe(0);
  expect(await faultsOf(page)).toEqual([]);

  await page.goto(`${product.url}/download-sdk4`);
  await page.getByRole("button", { name: /^2 series/ }).waitFor();
  expect(await page.getByRole("button", { name: /^3 series/ }).count()).toBe(0);
  expect(faults).toEqual([]);
  await page.context().close();
});
