// Drone data from the card to the list of files: through a reload of the page and a crash of the server.
import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unzipSync } from "fflate";
import type { Page } from "playwright";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { patient } from "../fixtures/patience.ts";
import { ask, send } from "./ask.ts";
import { sharedBrowser, openAs, startDemo, tokenOf } from "./browser.ts";
import { startProduct, type Product } from "./product.ts";

const MB = 1024 ** 2;
let product: Product;
const browser = await sharedBrowser();
let folder: string;
/** What the drone took, by file name. */
let files: Record<string, Buffer>;
beforeAll(async () => {
  [product, folder] = await Promise.all([startDemo(), mkdtemp(join(tmpdir(), "card-"))]);
  files = {
    "DJI_0001.JPG": await photo("2026:05:02 10:00:00"),
    "DJI_0002.JPG": await photo("2026:05:02 10:00:02"),
    "flight.mp4": randomBytes(30 * MB),
  };
  await Promise.all(
    Object.entries(files).map(([name, bytes]) => writeFile(join(folder, name), bytes)),
  );
});
afterAll(async () => {
  await product.stop();
  await rm(folder, { recursive: true });
});

function photo(taken: string): Promise<Buffer> {
  const image = sharp({ create: { width: 640, height: 480, channels: 3, background: "#a05020" } });
  return image
    .withExif({ IFD0: { Make: "DJI", Model: "M3T" }, IFD2: { DateTimeOriginal: taken } })
    .jpeg()
    .toBuffer();
}

type Analysis = {
  readonly id: number;
  readonly name: string;
  readonly plant_id: number;
  readonly state: string;
};
type Uploads = readonly { readonly file_name: string; readonly offset: number }[];

const paths = (...names: string[]) => names.map((name) => join(folder, name));
const tray = (page: Page) => page.getByRole("region", { name: "Uploads" });

/** A new analysis of a plant that has no incomplete one, with a drone, on the page of its files. */
async function openFiles(name: string) {
  const { page } = await openAs(browser, product, "admin");
  page.on("dialog", (dialog) => void dialog.accept());
  // Journeys cannot use the dialog that gives handles; the inputs of the page are used instead.
  await page.addInitScript(() => {
    (window as { showOpenFilePicker?: unknown }).showOpenFilePicker = undefined;
  });
  await page.goto(`${product.url}/analyses`);
  const token = await tokenOf(page);
  const all = (await ask<Analysis[]>(product, token, "/auth/analysis")).body;
  const closed = all.filter(({ state }) => state === "FINISHED").map(({ plant_id }) => plant_id);
  const open = all.filter(({ state }) => /EMPTY|UPLOAD|INCOMPLETE/.test(state));
  const plant_id = closed.find((id) => !open.some((one) => one.plant_id === id));
  const flown_at = "2026-05-01T10:00:00Z";
  const analysis = await send<Analysis>(product, token, "/auth/analysis", {
    plant_id,
    name,
    flown_at,
  });
  await page.goto(`${product.url}/analysis/${analysis.id}#upload`);
  await page.getByRole("button", { name: "Choose files" }).waitFor();
  return { page, token, analysis };
}

/** As slow as the network of a plant, so that a crash comes in the middle. */
async function slow(page: Page, bytesPerSecond: number) {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: bytesPerSecond,
  });
}

test("an upload goes on after a reload and a crash of the server, and every byte arrives", async () => {
  const { page, token, analysis } = await openFiles("Upload journey");
  const uploads = async () =>
    (await ask<Uploads>(product, token, `/auth/analysis-upload/analysis/${analysis.id}`)).body;
  const offset = async () =>
    (await uploads()).find((one) => one.file_name === "flight.mp4")?.offset ?? 0;

  await writeFile(join(folder, ".DS_Store"), "x");
  await slow(page, 4 * MB);
  const chosen = paths("DJI_0001.JPG", "DJI_0002.JPG", "flight.mp4", ".DS_Store");
  await page.locator("input[type=file]").first().setInputFiles(chosen);
  await page.getByText("A file of the operating system, not of the drone.").waitFor();
  await page.getByRole("button", { name: /^Upload 3 files/ }).click();
  await tray(page)
    .getByText(/of 3 files uploaded/)
    .waitFor();
  await expect.poll(offset, { timeout: patient(30_000) }).toBeGreaterThanOrEqual(8 * MB);

  // The page is reloaded: the file is chosen again, and goes on where it stopped.
  await page.reload();
  await tray(page).getByText("1 interrupted").waitFor();
  const before = await offset();
  await slow(page, 4 * MB);
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    tray(page).getByRole("button", { name: "Continue", exact: true }).click(),
  ]);
  await chooser.setFiles(paths("flight.mp4"));
  await expect.poll(offset, { timeout: patient(30_000) }).toBeGreaterThan(before);

  // The server is killed and started again: the upload goes on by itself.
  await tray(page).getByRole("button", { name: "Show files" }).click();
  const { port } = new URL(product.url);
  await product.kill();
  await tray(page)
    .getByText(/An error occurred, trying to resume/)
    .waitFor();
  product = await startProduct({ PORT: port }, product.data_dir);
  await tray(page)
    .getByText("1 file uploaded", { exact: true })
    .waitFor({ timeout: patient(120_000) });
  expect(await uploads()).toEqual([]);

  // What arrived is what was sent, in one ZIP.
  const table = page.getByRole("grid", { name: "Uploaded files" });
  for (const name of Object.keys(files))
    await table.getByLabel(`Select ${name}`).waitFor({ state: "attached" });
  await page.getByText(/^3 files · 30\sMB/).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download as ZIP" }).click(),
  ]);
  const zip = unzipSync(await readFile(await download.path()));
  const hashes = (all: Readonly<Record<string, Uint8Array>>) =>
    Object.entries(all)
      .map(([name, bytes]) => `${name} ${createHash("sha256").update(bytes).digest("hex")}`)
      .toSorted();
  expect(hashes(zip)).toEqual(hashes(files));

  await page.getByText(/^3 selected/).click();
  await table.getByLabel("Select flight.mp4").click({ force: true });
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  const question = page.getByRole("alertdialog");
  await question.getByText("Delete 1 file?").waitFor();
  await question.getByRole("button", { name: "Delete" }).click();
  await page.getByText("1 file was deleted.").waitFor();
  await expect
    .poll(() => table.getByText("flight.mp4").count(), { timeout: patient(30_000) })
    .toBe(0);
  await page.context().close();
});

test("data are complete when the upload finishes, if that was chosen; other pages show it meanwhile", async () => {
  const { page, token, analysis } = await openFiles("Complete journey");
  const read = async () =>
    (await ask<Analysis>(product, token, `/auth/analysis/${analysis.id}`)).body;
  await page.locator("input[type=file]").first().setInputFiles(paths("flight.mp4"));
  const complete = page.getByLabel("Mark data complete when the upload finishes");
  // No drone is chosen yet.
  expect(await complete.isDisabled()).toBe(true);
  const drones = await ask<readonly { readonly id: number }[]>(product, token, "/auth/drones");
  await send(product, token, `/auth/analysis/${analysis.id}`, { drone_id: drones.body[0]?.id });
  await page.reload();

  await page.locator("input[type=file]").first().setInputFiles(paths("flight.mp4"));
  await page.getByText(/Files are chosen, but not uploaded yet/).waitFor();
  await page.getByText("Mark data complete when the upload finishes").click();
  await slow(page, 4 * MB);
  await page.getByRole("button", { name: /^Upload 1 file/ }).click();
  await tray(page)
    .getByText(/of 1 file uploaded/)
    .waitFor();
  await expect
    .poll(async () => (await read()).state, { timeout: patient(30_000) })
    .toBe("UPLOADING");

  // Another tab knows of it, and leaves it alone.
  const other = await page.context().newPage();
  await other.goto(`${product.url}/plants`);
  await tray(other)
    .getByText(/Another tab is uploading 1 file/)
    .waitFor();
  expect(await tray(other).getByRole("button").count()).toBe(0);
  await other.close();

  await page.getByRole("link", { name: "Plants" }).click();
  await tray(page).getByText(/MB\/s/).waitFor();
  await tray(page).getByRole("button", { name: "Pause all" }).click();
  await tray(page)
    .getByText(/paused/)
    .waitFor();
  await tray(page).getByRole("button", { name: "Continue all" }).click();
  await tray(page)
    .getByText("1 file uploaded", { exact: true })
    .waitFor({ timeout: patient(60_000) });
  await expect
    .poll(async () => (await read()).state, { timeout: patient(30_000) })
    .toMatch(/^DATA_COMPLETE|PROCESSING/);
  await page.context().close();
});

test("a file whose handle the browser kept goes on after a reload without being chosen", async () => {
  const { page, token, analysis } = await openFiles("Handle journey");
  // The files of the page itself have handles like those of the dialog, and need no dialog.
  await page.addInitScript((size) => {
    Object.assign(window, {
      showDirectoryPicker: () => Promise.reject(new DOMException("", "AbortError")),
      showOpenFilePicker: async () => {
        const root = await navigator.storage.getDirectory();
        const handle = await root.getFileHandle("kept.mp4", { create: true });
        const writable = await handle.createWritable();
        await writable.write(new Uint8Array(size).fill(7));
        await writable.close();
        return [handle];
      },
    });
  }, 24 * MB);
  await page.reload();
  await slow(page, 4 * MB);
  await page.getByRole("button", { name: "Choose files" }).click();
  await page.getByRole("button", { name: /^Upload 1 file/ }).click();
  const path = `/auth/analysis-upload/analysis/${analysis.id}`;
  const offset = async () => (await ask<Uploads>(product, token, path)).body[0]?.offset ?? 0;
  await expect.poll(offset, { timeout: patient(30_000) }).toBeGreaterThanOrEqual(8 * MB);
  await page.reload();
  await tray(page)
    .getByText("1 file uploaded", { exact: true })
    .waitFor({ timeout: patient(60_000) });
  await page.getByLabel("Select kept.mp4").waitFor({ state: "attached" });
  await page.context().close();
});
