// Files, release and invoice of an analysis on a phone: nothing is cut off, and everything can be met by a finger.
import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { unzipSync } from "fflate";
import type { Page } from "playwright";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { patient } from "../fixtures/patience.ts";
import { ask, send } from "./ask.ts";
import { sharedBrowser, openAs, ownProduct, settled, tokenOf } from "./browser.ts";
import { clippedTexts } from "./clipped.ts";

const MB = 1024 ** 2;
const product = await ownProduct();
const soon = { timeout: patient(30_000) };
const browser = await sharedBrowser();
let page: Page;
let faults: string[];
let place: string;
beforeAll(async () => {
  ({ page, faults } = await openAs(browser, product, "admin", { width: 390, height: 844 }));
  await page.goto(`${product.url}/analyses`);
  const token = await tokenOf(page);
  const all = (await ask<Analysis[]>(product, token, "/auth/analysis")).body;
  const open = all.filter(({ state }) => /EMPTY|UPLOAD|INCOMPLETE/.test(state));
  const plant_id = all.find(
    (one) => !open.some((other) => other.plant_id === one.plant_id),
  )?.plant_id;
  const analysis = await send<Analysis>(product, token, "/auth/analysis", {
    plant_id,
    name: "With a phone",
    flown_at: "2026-05-02T10:00:00Z",
  });
  place = `${product.url}/analysis/${analysis.id}`;
});

type Analysis = { readonly id: number; readonly plant_id: number; readonly state: string };

function photo(name: string, taken: string) {
  const image = sharp({ create: { width: 640, height: 480, channels: 3, background: "#a05020" } });
  return image
    .withExif({ IFD0: { Make: "DJI", Model: "M3T" }, IFD2: { DateTimeOriginal: taken } })
    .jpeg()
    .toBuffer()
    .then((buffer) => ({ name, mimeType: "image/jpeg", buffer }));
}

/** Runs in the page: what a finger meets that is less than 40 px high. */
function smallTargets(): string[] {
  const targets = document.querySelectorAll(
    "#main :is(button, a[href], input, [role=button], [role=switch]), [aria-label=Uploads] button",
  );
  return [...targets].flatMap((target) => {
    // A checkbox is met by its label.
    const met = target.matches("input") ? (target.closest("label") ?? target) : target;
    met.scrollIntoView({ block: "center", inline: "center" });
    const { left, top, width, height } = met.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    if (!hit || !met.contains(hit) || height >= 40) return [];
    return [`${target.getAttribute("aria-label") ?? met.textContent} ${width} × ${height}`];
  });
}

async function fits(): Promise<void> {
  await settled(page);
  const isWide = () => document.documentElement.scrollWidth > innerWidth;
  expect(await page.evaluate(isWide)).toBe(false);
  expect(await page.evaluate(clippedTexts)).toEqual([]);
  expect(await page.evaluate(smallTargets)).toEqual([]);
}

const button = (name: string | RegExp) => page.getByRole("button", { name });
const tray = () => page.getByRole("region", { name: "Uploads" });
const table = () => page.getByRole("grid", { name: "Uploaded files" });

test("files are chosen and sent, paused and continued", async () => {
  await page.goto(`${place}#upload`);
  await button("Choose files").waitFor();
  await fits();
  // The frame around the tabs could shrink, and then hid them.
  const tabs = page
    .getByRole("radio", { name: "Files" })
    .locator("xpath=ancestor::*[@role='radiogroup'][1]/..");
  expect(await tabs.evaluate((one) => one.scrollHeight - one.clientHeight)).toBe(0);
  const video = { name: "flight.mp4", mimeType: "video/mp4", buffer: randomBytes(24 * MB) };
  const photos = [
    await photo("DJI_20260502100000_0001_with_a_long_name.JPG", "2026:05:02 10:00:00"),
    await photo("DJI_0002.JPG", "2026:05:02 10:00:02"),
  ];
  await page
    .locator("input[type=file]")
    .first()
    .setInputFiles([...photos, video]);
  await button(/^Upload 3 files/).waitFor();
  await fits();
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  const limit = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 4 * MB };
  await session.send("Network.emulateNetworkConditions", limit);
  await button(/^Upload 3 files/).click();
  await tray().getByRole("button", { name: "Show files" }).click();
  await tray().getByText(/MB\/s/).first().waitFor();
  await tray().getByRole("button", { name: "Pause: flight.mp4" }).click();
  await tray().getByRole("button", { name: "Continue: flight.mp4" }).waitFor();
  await fits();
  await tray().getByRole("button", { name: "Continue all" }).click();
  await tray()
    .getByText("3 files uploaded", { exact: true })
    .waitFor({ timeout: patient(60_000) });
  await tray().getByRole("button", { name: "Clear list" }).click();
  await tray().waitFor({ state: "detached" });
});

test("they are seen with their pictures, downloaded together, and one is deleted", async () => {
  await expect
    .poll(() => table().getByRole("img").or(table().locator("img")).count(), soon)
    .toBe(2);
  await fits();
  await page.getByText(/^3 files · /).click();
  await button("Download as ZIP").waitFor();
  await fits();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    button("Download as ZIP").click(),
  ]);
  const zip = unzipSync(await readFile(await download.path()));
  expect(Object.keys(zip)).toHaveLength(3);

  await page.getByText(/^3 selected/).click();
  await table().getByLabel("Select flight.mp4").click({ force: true });
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  const question = page.getByRole("alertdialog");
  await question.getByText("Delete 1 file?").waitFor();
  await question.getByRole("button", { name: "Delete" }).click();
  await expect.poll(() => table().getByText("flight.mp4").count(), soon).toBe(0);
});

test.each(["Release", "Invoice", "History", "Results", "Details"])(
  "the tab %s fits",
  async (tab) => {
    await page.getByRole("radio", { name: tab, exact: true }).click();
    await page.getByRole("region", { name: tab, exact: true }).waitFor();
    await fits();
    expect(faults).toEqual([]);
  },
);
