// Observations that the server did not take: kept on this device over a reload, sent by themselves, stored once;
// and what is refused stays with its reason.
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { unzipSync } from "fflate";
import sharp from "sharp";
import type { Page, Route } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { patient } from "../fixtures/patience.ts";
import { ask, send } from "./ask.ts";
import { sharedBrowser, ownProduct, tokenOf } from "./browser.ts";
import { listObservations, openPanel, openViewersPlant } from "./workbench.ts";

type Stored = {
  readonly id: number;
  readonly notes: string;
  readonly observed_at: string;
  readonly revision: number;
  readonly images: readonly { readonly hash: string }[];
};

const product = await ownProduct();
const soon = { timeout: patient(30_000) };
/** Changes of observations; reading them still works. */
const writes = /\/api\/auth\/(plant\/\d+\/observation|observation\/\d+)(\?|$|\/images)/;
const browser = await sharedBrowser();
let page: Page;
let token: string;
let plant: string;
let photo: Buffer;
beforeAll(async () => {
  ({ page } = await openViewersPlant(browser, product));
  await page.route(writes, meet);
  token = await tokenOf(page);
  plant = /\/plant\/(\d+)/.exec(page.url())![1]!;
  const create = { width: 900, height: 600, channels: 3, background: "#a54" } as const;
  photo = await sharp({ create }).jpeg().toBuffer();
});

const panel = () => page.locator("[data-panel=observations]");
const mark = (count: number) =>
  page.getByRole("button", { name: new RegExp(`^${count} observations? waits? on this device`) });
const dialog = () => page.getByRole("dialog", { name: "Waiting to be sent" });
const list = async () =>
  (
    await ask<{ observations: Stored[] }>(
      product,
      token,
      `/auth/plant/${plant}/observations?limit=5000`,
    )
  ).body.observations;
const withNotes = async (notes: string) => (await list()).filter((one) => one.notes === notes);

type Weather = "fair" | "cut" | "lost" | { status: number; code: string };
/** What becomes of changes of observations. */
let weather: Weather = "fair";

async function meet(route: Route): Promise<void> {
  const met = weather;
  if (met === "fair" || route.request().method() === "GET") return route.continue();
  if (met === "cut") return route.abort("connectionreset");
  if (met === "lost") {
    // It arrives, and its answer does not.
    await route.fetch();
    return route.abort("connectionreset");
  }
  const { status, code } = met;
  const body = JSON.stringify({ error: code, code, message: `refused: ${code}` });
  return route.fulfill({ status, contentType: "application/json", body });
}

/** Sends at once; the button is greyed while the outbox sends by itself. */
async function sendNow(): Promise<void> {
  const button = dialog().getByRole("button", { name: "Send now" });
  await button.click({ timeout: patient(3000) }).catch(() => undefined);
}

async function write(notes: string): Promise<void> {
  await openPanel(page, "Observations");
  await panel().getByRole("status").first().waitFor();
  await page.locator("body").press("j");
  await panel().getByRole("button", { name: "Add", exact: true }).click();
  const form = panel().getByRole("form", { name: /^New observation: / });
  await form.getByRole("textbox", { name: "Notes" }).fill(notes);
  await form
    .locator("input[type=file][accept^=image]")
    .setInputFiles([{ name: "crack.jpg", mimeType: "image/jpeg", buffer: photo }]);
  await form.getByRole("button", { name: "Save" }).click();
  await mark(1).waitFor();
}

test("a lost network loses nothing: kept over a reload, then stored once with its photo", async () => {
  weather = "cut";
  await write("Glass cracked");
  await page.getByText(/is kept on this device and sent automatically/).waitFor();
  expect(await withNotes("Glass cracked")).toEqual([]);
  await page.reload();
  // The list has it with a mark, and leads to what waits.
  const notListed = panel().getByText(/^1 observation waits on this device\./);
  await notListed.waitFor();
  await listObservations(page);
  await panel()
    .getByRole("button", { name: /Glass cracked.*Waits/ })
    .waitFor();
  await panel().getByRole("button", { name: "Show", exact: true }).click();
  const row = dialog().getByRole("listitem");
  await row.getByText("Waiting", { exact: true }).waitFor();
  await row.getByText(/1 photo, /).waitFor();
  const downloading = page.waitForEvent("download");
  await dialog().getByRole("button", { name: "Save as ZIP" }).click();
  const zip = unzipSync(await readFile(await (await downloading).path()));
  const names = Object.keys(zip);
  expect(names).toContain("observations.json");
  const saved = zip[names.find((name) => name.startsWith("photos/")) ?? ""];
  expect(Buffer.from(saved ?? [])).toEqual(photo);
  weather = "fair";
  await sendNow();
  await dialog().getByText("Nothing is waiting. The server has confirmed everything.").waitFor();
  await page.keyboard.press("Escape");
  await mark(1).waitFor({ state: "detached" });
  await notListed.waitFor({ state: "detached" });
  const [stored, ...twice] = await withNotes("Glass cracked");
  expect(twice).toEqual([]);
  const hash = createHash("sha256").update(photo).digest("hex");
  expect(stored?.images.map((image) => image.hash)).toEqual([hash]);
});

test("an answer that is lost after the server has stored it makes no second one", async () => {
  weather = "lost";
  await write("Bellows open");
  expect(await withNotes("Bellows open")).toHaveLength(1);
  weather = "fair";
  await mark(1).waitFor({ state: "detached", ...soon });
  const stored = await withNotes("Bellows open");
  expect(stored.map(({ images, revision }) => [images.length, revision])).toEqual([[1, 1]]);
});

test("signing out says what waits; it stays here, and is sent after the same user signs in again", async () => {
  weather = "cut";
  await write("Kept through a sign-out");
  const signOut = async () => {
    await page.getByRole("button", { name: "User menu" }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
  };
  await signOut();
  const question = page.getByRole("alertdialog", { name: "Sign out with observations waiting?" });
  await question.getByText(/^1 observation waits on this device \(1 photo\)\. They stay/).waitFor();
  const downloading = page.waitForEvent("download");
  await question.getByRole("button", { name: "Save as ZIP" }).click();
  await downloading;
  await question.getByRole("button", { name: "Stay" }).click();
  await mark(1).waitFor();
  const session = await page.evaluate(() => localStorage.getItem("auth"));
  await page.route("**/api/**/logout", (route) => route.fulfill({ json: { done: true } }));
  await signOut();
  await question.getByRole("button", { name: "Sign out" }).click();
  await page.waitForURL(/\/login/);
  expect(await withNotes("Kept through a sign-out")).toEqual([]);
  weather = "fair";
  await page.evaluate((kept) => localStorage.setItem("auth", kept ?? ""), session);
  await page.goto(`${product.url}/plant/${plant}`);
  await expect.poll(async () => (await withNotes("Kept through a sign-out")).length, soon).toBe(1);
  await mark(1).waitFor({ state: "detached", ...soon });
});

test("what the server refuses stays with its reason, and is sent as its author has corrected it", async () => {
  weather = "cut";
  await write("Bad words");
  weather = { status: 400, code: "BAD_REQUEST" };
  await mark(1).click();
  await sendNow();
  const row = dialog().getByRole("listitem");
  await row.getByText("Rejected", { exact: true }).waitFor();
  await row
    .getByText(/BAD_REQUEST|not valid|refused/i)
    .first()
    .waitFor();
  weather = "fair";
  await row.getByRole("textbox", { name: "Notes" }).fill("Good words");
  await row.getByRole("button", { name: "Send again" }).click();
  await dialog()
    .getByText(/^Nothing is waiting/)
    .waitFor();
  await page.keyboard.press("Escape");
  expect([(await withNotes("Bad words")).length, (await withNotes("Good words")).length]).toEqual([
    0, 1,
  ]);
});

test("an edit that came too late shows both versions, and both are kept", async () => {
  const [one] = await withNotes("Good words");
  weather = "cut";
  await listObservations(page);
  await panel().getByText("Good words").first().click();
  await panel().getByRole("button", { name: "Edit", exact: true }).click();
  const form = panel().getByRole("form", { name: /^Edit observation: / });
  await form.getByRole("textbox", { name: "Notes" }).fill("Written in the field");
  await form.getByRole("button", { name: "Save" }).click();
  await mark(1).waitFor();
  const { id, revision, observed_at } = one!;
  const office = { base_revision: revision, observed_at, notes: "Written in the office" };
  await send(product, token, `/auth/observation/${id}`, office);
  weather = "fair";
  await mark(1).click();
  const row = dialog().getByRole("listitem");
  await row.getByText("Written in the office").waitFor(soon);
  await row.getByText("Written in the field").waitFor();
  await row.getByRole("button", { name: "Keep both" }).click();
  await dialog()
    .getByText(/^Nothing is waiting/)
    .waitFor();
  expect((await withNotes("Written in the office")).map((found) => found.id)).toEqual([id]);
  expect(await withNotes("Written in the field")).toHaveLength(1);
});
