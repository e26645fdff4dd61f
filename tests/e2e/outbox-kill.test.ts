// Observations with photos are written on a bad network while browser and server are killed at random moments.
// What the app has said to be kept is on the server exactly once in the end, with every photo.
// TEST_ROUNDS=full makes as many runs as the product promises, TEST_SEED repeats those of an earlier test.
import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import sharp from "sharp";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { randomFrom } from "../fixtures/random.ts";
import { rounds } from "../fixtures/rounds.ts";
import { patient } from "../fixtures/patience.ts";
import {
  anotherBuild,
  removeBuild,
  startAppServer,
  type AppServer,
  type Weather,
} from "./app-server.ts";
import { ask } from "./ask.ts";
import { startDemo } from "./browser.ts";
import { allSent, newDevice, sendNow, signInOn, waitingOn, type Device } from "./device.ts";
import { startProduct, type Product } from "./product.ts";
import { countsInView, openPanel } from "./workbench.ts";

type Stored = {
  readonly external_id: string;
  readonly notes: string;
  readonly images: readonly { readonly hash: string }[];
};
/** What was written: `isPromised` once the app has said that it is kept, here or on the server. */
type Written = { readonly hashes: readonly string[]; isPromised: boolean };

const runs = rounds(2, 50);
const seed = Number(process.env["TEST_SEED"] ?? Math.floor(Math.random() * 1e6));
const random = randomFrom(seed);
const upTo = (most: number) => Math.floor(random() * (most + 1));
const oneOf = <Value>(...values: Value[]): Value => values[upTo(values.length - 1)]!;

const staging = { NODE_ENV: "staging", DEMO: "on" };
let upstream: Product = await startDemo(staging);
let server: AppServer;
/** The first one writes on a bad network; the second one has the plant offline, and no network. */
let devices: readonly { readonly device: Device; readonly isOffline: boolean }[] = [];
let token = "";
let plant = "";
const builds: string[] = [];
const written = new Map<string, Written>();
const counted = {
  kills: 0,
  whileSaving: 0,
  savedAgain: 0,
  serverKills: 0,
  updates: 0,
  calls: 0,
  faults: 0,
};
/** How often a form is saved before it counts as lost. */
const SAVES = 6;

beforeAll(async () => {
  server = await startAppServer(upstream);
  const [bad, none] = [await newDevice(), await newDevice()];
  token = await signInOn(bad, server.product, "viewer");
  const { body } = await ask<{ id: number }[]>(server.product, token, "/auth/plants");
  plant = String(body[0]!.id);
  await signInOn(none, server.product, "analyst");
  const page = await none.start();
  await page.goto(`${server.product.url}/plant/${plant}`);
  await page.getByRole("button", { name: "Take offline" }).click();
  const wizard = page.getByRole("dialog", { name: /^Take .+ offline$/ });
  await wizard.getByText(/^About [\d.,]+\s[KMG]?B\.$/).waitFor();
  await wizard.getByRole("button", { name: "Take offline" }).click();
  await page
    .getByRole("button", { name: "Offline", exact: true })
    .waitFor({ timeout: patient(120_000) });
  await none.close();
  devices = [
    { device: bad, isOffline: false },
    { device: none, isOffline: true },
  ];
});
afterAll(async () => {
  await Promise.all(devices.map(({ device }) => device.remove()));
  await server.stop();
  await upstream.stop();
  await Promise.all(builds.map(removeBuild));
});

const isWrite = (method = "", url = "") => method === "POST" && /\/observation/.test(url);

/** From now on every change of an observation meets one of these. */
function meet(...weather: Weather[]): void {
  server.meet(({ method, url }) => {
    if (!isWrite(method, url)) return "fair";
    const met = oneOf(...weather);
    counted.calls += 1;
    if (met !== "fair") counted.faults += 1;
    return met;
  });
}

/** A photo that no other one equals, of some kilobytes to about a megabyte. */
async function photoOf(): Promise<Buffer> {
  const [width, height] = [64 + upTo(700), 64 + upTo(500)];
  const pixels = Buffer.from(crypto.getRandomValues(new Uint8Array(65_536)));
  const raw = Buffer.alloc(width * height * 3);
  for (let at = 0; at < raw.length; at += pixels.length) pixels.copy(raw, at);
  return sharp(raw, { raw: { width, height, channels: 3 } })
    .jpeg()
    .toBuffer();
}
const hashOf = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

/** What does not come fails with what is on the screen instead. */
async function withScreen<Value>(page: Page, fault: string, work: () => Promise<Value>) {
  try {
    return await work();
  } catch (cause) {
    const shown = await page.locator("body").innerText();
    throw new Error(`${fault} at ${page.url()}, but:\n${shown}`, { cause });
  }
}

/** Writes one observation and saves it. Resolves after the press; the promise inside, once the app has kept it. */
async function write(page: Page, notes: string): Promise<{ kept: Promise<void> }> {
  const photos = await Promise.all(Array.from({ length: upTo(3) }, photoOf));
  await openPanel(page, "Observations");
  const panel = page.locator("[data-panel=observations]");
  const list = panel.getByRole("status").first();
  // What the server has taken at once is shown by itself.
  const back = panel.getByRole("button", { name: "Back to the list" });
  await list.or(back).first().waitFor();
  if (await back.isVisible()) await back.click();
  await list.waitFor();
  await page.locator("body").press("j");
  // The step is taken once the findings are loaded; until then Add asks for the component.
  await page.getByRole("article", { name: "Component", exact: true }).waitFor();
  const reloaded = page.waitForEvent("domcontentloaded", { timeout: 0 }).then(
    () => true,
    () => false,
  );
  await panel.getByRole("button", { name: "Add", exact: true }).click();
  const form = panel.getByRole("form", { name: /^New observation: / });
  // An update may reload the page before the form has opened; then there is nothing to lose yet.
  const opened = form.waitFor().then(() => false);
  if (await withScreen(page, `no form of ${notes}`, () => Promise.race([opened, reloaded]))) {
    opened.catch(() => undefined);
    return write(page, notes);
  }
  await form.getByRole("textbox", { name: "Notes" }).fill(notes);
  const files = photos.map((buffer, at) => ({
    name: `${notes}-${at}.jpg`,
    mimeType: "image/jpeg",
    buffer,
  }));
  if (files.length > 0) {
    await form.locator("input[type=file][accept^=image]").setInputFiles(files);
    await form.getByText(files.at(-1)!.name).waitFor();
  }
  const entry: Written = { hashes: photos.map(hashOf), isPromised: false };
  written.set(notes, entry);
  await form.getByRole("button", { name: "Save" }).click();
  return { kept: keep(page, entry) };
}

/** Saves again where the form stays and says that this device could not keep it. */
async function keep(page: Page, entry: Written): Promise<void> {
  const form = page.getByRole("form", { name: /^New observation: / });
  const refusal = page.locator("[data-sonner-toast][data-type=error]").first();
  const saysWhat = async () => {
    if ((await form.count()) === 0) return "kept";
    return (await refusal.count()) > 0 ? "refused" : "";
  };
  for (let saves = 1; ; saves += 1) {
    await expect.poll(saysWhat, { timeout: patient(120_000), interval: 50 }).not.toBe("");
    if ((await form.count()) === 0) break;
    const said = await refusal.innerText();
    if (saves === SAVES) throw new Error(`not kept: ${said}`);
    counted.savedAgain += 1;
    console.log(`saved again: ${said}`);
    await refusal.getByRole("button", { name: "Close" }).click();
    await form.getByRole("button", { name: "Save" }).click();
  }
  entry.isPromised = true;
}

/** A server that crashes and is started again on its folder. */
async function crashServer(): Promise<void> {
  await upstream.kill();
  counted.serverKills += 1;
  upstream = await startProduct(staging, upstream.data_dir);
  server.askOf(upstream);
}

async function deploy(run: number): Promise<void> {
  const folder = await anotherBuild(`8.0.${run}`);
  builds.push(folder);
  await server.serve(folder);
  counted.updates += 1;
}

async function writeAndKill({ device, isOffline }: (typeof devices)[number], run: number) {
  if (isOffline) await server.cut();
  else meet("fair", "cut", "lost", "half", "late");
  const page = await device.start();
  await page.goto(`${server.product.url}/plant/${plant}`);
  await withScreen(page, "no counts", () => countsInView(page));
  const count = 1 + upTo(2);
  for (let at = 0; at < count; at += 1) {
    const { kept } = await write(page, `run-${run}-${at}`);
    const isLast = at === count - 1;
    if (!isLast || random() < 0.5) await kept;
    else {
      // What becomes of an observation whose form was still open is not promised.
      kept.catch(() => undefined);
      counted.whileSaving += 1;
    }
  }
  await sleep(upTo(600));
  await device.kill();
  counted.kills += 1;
  if (isOffline) await server.mend();
}

async function sendAndKill({ device, isOffline }: (typeof devices)[number], run: number) {
  meet("fair", "fair", "cut", "lost", "half", "late");
  const page = await device.start();
  await page.goto(`${server.product.url}/plants`).catch(() => undefined);
  if (isOffline) void sendNow(page).catch(() => undefined);
  if (random() < 0.3) {
    // A second tab, which sends as well.
    const other = await page.context().newPage();
    await other.goto(`${server.product.url}/plants`).catch(() => undefined);
  }
  if (run % 10 === 3) await deploy(run);
  await sleep(upTo(2500));
  const crashing = random() < 0.25 ? crashServer() : null;
  if (crashing) await sleep(upTo(1500));
  await device.kill();
  counted.kills += 1;
  await crashing;
}

async function sendAll({ device, isOffline }: (typeof devices)[number]) {
  server.meet(() => "fair");
  const page = await device.start();
  await page.goto(`${server.product.url}/plants`);
  await page.getByRole("button", { name: "User menu" }).waitFor();
  if (isOffline && (await waitingOn(page)) > 0) await sendNow(page);
  await allSent(page);
  await device.close();
}

async function compare(): Promise<void> {
  const { body } = await ask<{ observations: Stored[] }>(
    server.product,
    token,
    `/auth/plant/${plant}/observations?limit=5000`,
  );
  const stored = body.observations.filter(({ notes }) => notes.startsWith("run-"));
  expect(new Set(stored.map(({ external_id }) => external_id)).size).toBe(stored.length);
  for (const [notes, { hashes, isPromised }] of written) {
    const found = stored.filter((one) => one.notes === notes);
    const got = found.map(({ images }) => images.map(({ hash }) => hash).toSorted());
    if (isPromised) expect([notes, got]).toEqual([notes, [hashes.toSorted()]]);
    else expect([notes, found.length <= 1]).toEqual([notes, true]);
  }
}

test(
  `${runs} runs with killed browsers and servers (seed ${seed}): nothing promised is lost or stored twice`,
  { timeout: patient(60_000 + runs * 120_000) },
  async () => {
    const began = performance.now();
    for (let run = 0; run < runs; run += 1) {
      const used = devices[run % devices.length]!;
      await writeAndKill(used, run);
      for (let kills = upTo(2); kills > 0; kills -= 1) await sendAndKill(used, run);
      await sendAll(used);
      await compare();
      console.log(`run ${run} of ${runs}, seed ${seed}: ${JSON.stringify(counted)}`);
    }
    const promised = [...written.values()].filter(({ isPromised }) => isPromised);
    const photos = promised.reduce((sum, { hashes }) => sum + hashes.length, 0);
    const seconds = Math.round((performance.now() - began) / 1000);
    console.log(
      `${runs} runs in ${seconds} s, seed ${seed}: ${written.size} written, ${promised.length} promised with ${photos} photos`,
    );
    expect(promised.length).toBeGreaterThanOrEqual(runs / 2);
  },
);
