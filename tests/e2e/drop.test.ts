// Files and folders dropped on the page of an analysis, moved to another one, and a page that is not left while
// they are being sent.
import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CDPSession, Dialog, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { patient } from "../fixtures/patience.ts";
import { ask, send } from "./ask.ts";
import { sharedBrowser, openAs, ownProduct, tokenOf } from "./browser.ts";

const MB = 1024 ** 2;
const product = await ownProduct();
const soon = { timeout: patient(30_000) };
const browser = await sharedBrowser();
let page: Page;
let session: CDPSession;
let folder: string;
let faults: string[];
let token: string;
let analysis: Analysis;
let other: Analysis;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "drop-"));
  await mkdir(join(folder, "DCIM", "100MEDIA"), { recursive: true });
  const card = {
    "flight.srt": randomBytes(1000),
    "DCIM/index.xml": randomBytes(2000),
    "DCIM/100MEDIA/DJI_0001.MP4": randomBytes(24 * MB),
    "DCIM/100MEDIA/DJI_0002.MP4": randomBytes(3000),
    "DCIM/.DS_Store": randomBytes(10),
  };
  for (const [name, bytes] of Object.entries(card)) await writeFile(join(folder, name), bytes);
  ({ page, faults } = await openAs(browser, product, "admin"));
  await page.goto(`${product.url}/analyses`);
  token = await tokenOf(page);
  const all = (await ask<Analysis[]>(product, token, "/auth/analysis")).body;
  const open = all.filter(({ state }) => /EMPTY|UPLOAD|INCOMPLETE/.test(state));
  const plants = [...new Set(all.map(({ plant_id }) => plant_id))].filter(
    (id) => !open.some((one) => one.plant_id === id),
  );
  const create = (name: string, plant_id: number | undefined) =>
    send<Analysis>(product, token, "/auth/analysis", {
      plant_id,
      name,
      flown_at: "2026-05-01T10:00:00Z",
    });
  analysis = await create("Dropped", plants[0]);
  other = await create("The right one", plants[1]);
  await page.goto(`${product.url}/analysis/${analysis.id}`);
  await page.getByRole("radio", { name: "Details" }).waitFor();
  session = await page.context().newCDPSession(page);
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

type Analysis = { readonly id: number; readonly plant_id: number; readonly state: string };
type Files = { readonly files: readonly { readonly file_name: string; readonly bytes: number }[] };

/** Moves the pointer with these paths over the page, as a file manager does; drops them with "drop". */
async function drag(paths: readonly string[], ...types: ("dragEnter" | "dragOver" | "drop")[]) {
  const files = paths.map((path) => join(folder, path));
  const data = { items: [], files, dragOperationsMask: 1 };
  for (const type of types) {
    await session.send("Input.dispatchDragEvent", { type, x: 700, y: 500, data });
  }
}

async function namesOf({ id }: Analysis): Promise<string[]> {
  const { body } = await ask<Files>(product, token, `/auth/analysis/${id}/files`);
  return body.files.map(({ file_name }) => file_name).toSorted();
}

const tray = () => page.getByRole("region", { name: "Uploads" });
const names = ["DCIM/100MEDIA/DJI_0001.MP4", "DCIM/100MEDIA/DJI_0002.MP4", "DCIM/index.xml"];

test("a file and a folder dropped on the details are chosen with their folders", async () => {
  await drag(["flight.srt", "DCIM"], "dragEnter", "dragOver");
  await page.getByText("Drop to upload to Dropped").waitFor();
  await drag(["flight.srt", "DCIM"], "drop");
  const chosen = page.getByRole("grid", { name: "Chosen files" });
  await chosen.getByText("DCIM/100MEDIA/DJI_0001.MP4").waitFor();
  expect(new URL(page.url()).hash).toBe("#upload");
  for (const name of ["flight.srt", "DCIM/index.xml", "DCIM/100MEDIA/DJI_0002.MP4"]) {
    await chosen.getByText(name).waitFor();
  }
  await chosen.getByText("A file of the operating system, not of the drone.").waitFor();
  await page.getByRole("button", { name: /^Upload 4 files/ }).waitFor();
});

test("the browser asks before the page is left while files are sent, and not afterwards", async () => {
  const asked: string[] = [];
  const stay = (dialog: Dialog) => {
    asked.push(dialog.type());
    void dialog.dismiss();
  };
  page.on("dialog", stay);
  await session.send("Network.enable");
  const limit = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 4 * MB };
  await session.send("Network.emulateNetworkConditions", limit);
  await page.getByRole("button", { name: /^Upload 4 files/ }).click();
  await tray()
    .getByText(/of 4 files uploaded/)
    .waitFor();
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => asked, soon).toEqual(["beforeunload"]);
  // The views behind the tray are left without a question.
  await page.getByRole("link", { name: "Plants" }).click();
  await expect.poll(() => new URL(page.url()).pathname, soon).toBe("/plants");
  await page.goBack();
  await tray()
    .getByText("4 files uploaded", { exact: true })
    .waitFor({ timeout: patient(60_000) });
  expect(await namesOf(analysis)).toEqual([...names, "flight.srt"].toSorted());
  await page.reload();
  expect(asked).toEqual(["beforeunload"]);
  page.off("dialog", stay);
});

test("files are moved to another analysis", async () => {
  await page.getByLabel("Select flight.srt").click({ force: true });
  await page.getByRole("button", { name: "Move", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox").fill("right");
  await page.getByRole("option", { name: /The right one/ }).click();
  // It is an analysis of another plant, which is confirmed.
  await dialog.getByText(/^The files belong to/).click();
  await dialog.getByRole("button", { name: "Move", exact: true }).click();
  await page.getByText("1 file was moved to The right one.").waitFor();
  const table = page.getByRole("grid", { name: "Uploaded files" });
  await expect.poll(() => table.getByText("flight.srt").count(), soon).toBe(0);
  expect(await namesOf(analysis)).toEqual(names);
  expect(await namesOf(other)).toEqual(["flight.srt"]);
  expect(faults).toEqual([]);
});

test("a file dropped on a page without an import is refused with the way out", async () => {
  await page.goto(`${product.url}/analyses`);
  await page.getByRole("heading", { name: "Analyses", level: 1 }).waitFor();
  await drag(["flight.srt"], "dragEnter", "dragOver", "drop");
  // The words over the page are gone with the drag: these stay to be read.
  const said = page.getByText("Open a plant’s map and drop the file there.");
  await said.waitFor(soon);
  expect(new URL(page.url()).pathname).toBe("/analyses");
  expect(faults).toEqual([]);
});
