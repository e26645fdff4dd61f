// The app is updated while a form is open and while observations are sent: the update waits, and nothing is lost.
// TEST_ROUNDS=full makes as many updates as the product promises.
import { createHash } from "node:crypto";
import sharp from "sharp";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rounds } from "../fixtures/rounds.ts";
import { patient } from "../fixtures/patience.ts";
import { anotherBuild, removeBuild, startAppServer, type AppServer } from "./app-server.ts";
import { ask } from "./ask.ts";
import { sharedBrowser, openAs, startDemo, tokenOf } from "./browser.ts";
import { waitingOn } from "./device.ts";
import { openPanel } from "./workbench.ts";

const updates = rounds(2, 50);
/** The machine may be busy; what does not come at all still fails. */
const soon = { timeout: patient(60_000) };
const upstream = await startDemo({ NODE_ENV: "staging", DEMO: "on" });
const browser = await sharedBrowser({ isKeeping: true });
let server: AppServer;
let page: Page;
/** The build that is served. */
let served = "";
beforeAll(async () => {
  server = await startAppServer(upstream);
  ({ page } = await openAs(browser, server.product, "viewer"));
});
afterAll(async () => {
  await server.stop();
  await upstream.stop();
  await removeBuild(served);
});

const panel = () => page.locator("[data-panel=observations]");
const startScript = () =>
  page.evaluate(() => document.querySelector<HTMLScriptElement>("script[src*=start]")?.src ?? "");

/** Serves a newer build, and lets the browser look for it, as it does every ten minutes. */
async function deploy(version: string): Promise<void> {
  const folder = await anotherBuild(version);
  await server.serve(folder);
  if (served !== "") await removeBuild(served);
  served = folder;
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update();
  });
}

/** The form of a new observation at the next finding, with these notes and a photo. */
async function fill(notes: string, photo: Buffer) {
  await openPanel(page, "Observations");
  const back = panel().getByRole("button", { name: "Back to the list" });
  const list = panel().getByRole("status").first();
  await list.or(back).first().waitFor();
  if (await back.isVisible()) await back.click();
  await list.waitFor();
  await page.locator("body").press("j");
  await page.getByRole("article", { name: "Component", exact: true }).waitFor();
  await panel().getByRole("button", { name: "Add", exact: true }).click();
  const form = panel().getByRole("form", { name: /^New observation: / });
  await form.getByRole("textbox", { name: "Notes" }).fill(notes);
  const file = { name: `${notes}.jpg`, mimeType: "image/jpeg", buffer: photo };
  await form.locator("input[type=file][accept^=image]").setInputFiles([file]);
  await form.getByText(file.name).waitFor();
  return form;
}

/** The newer version is announced, and waits for this. */
async function expectHeld(reason: string, version: string): Promise<void> {
  await page.getByRole("button", { name: "Update available" }).click(soon);
  await page.getByText(`Version ${version} is ready.`).waitFor();
  await page.getByText(reason).waitFor();
  await page.keyboard.press("Escape");
}

async function takeUpdate(mark: string): Promise<void> {
  const header = async () => (await page.getByRole("banner").innerText()).replaceAll("\n", " · ");
  await expect.poll(header, soon).toContain("Update in");
  await page.getByRole("button", { name: /^Update in/ }).click(soon);
  await page.getByRole("button", { name: "Update now" }).click();
  await expect.poll(() => startScript().catch(() => ""), soon).toContain(mark);
  await page.getByRole("button", { name: "User menu" }).waitFor(soon);
}

test(
  `${updates} updates during open forms and sending: everything written is stored once`,
  { timeout: patient(120_000 + updates * 60_000) },
  async () => {
    await page.goto(`${server.product.url}/plants`);
    const token = await tokenOf(page);
    const { body: plants } = await ask<{ id: number }[]>(server.product, token, "/auth/plants");
    const plant = plants[0]!.id;
    const written = new Map<string, string>();
    let isCut = false;
    server.meet(({ method, url }) =>
      isCut && method !== "GET" && url?.includes("/observation") ? "cut" : "fair",
    );
    await page.goto(`${server.product.url}/plant/${plant}`);
    await page.waitForFunction(() => navigator.serviceWorker?.controller !== null, null, soon);
    for (let round = 0; round < updates; round += 1) {
      const version = `9.1.${round}`;
      const notes = `update-${round}`;
      const background = { r: round * 5, g: 9, b: 90 };
      const photo = await sharp({ create: { width: 64, height: 48, channels: 3, background } })
        .jpeg()
        .toBuffer();
      written.set(notes, createHash("sha256").update(photo).digest("hex"));
      const before = await startScript();
      const form = await fill(notes, photo);
      if (round % 2 === 0) {
        await deploy(version);
        await expectHeld("The update waits until your changes are saved.", version);
        // The server has no file of the old build any more; the form is as it was.
        expect(await form.getByRole("textbox", { name: "Notes" }).inputValue()).toBe(notes);
        await form.getByText(`${notes}.jpg`).waitFor();
        await form.getByRole("button", { name: "Save" }).click();
        await form.waitFor({ state: "detached", ...soon });
      } else {
        // It waits on this device when the update comes, and is sent by the newer app.
        isCut = true;
        await form.getByRole("button", { name: "Save" }).click();
        await form.waitFor({ state: "detached", ...soon });
        await expect.poll(() => waitingOn(page), soon).toBe(1);
        await deploy(version);
      }
      expect(await startScript()).toBe(before);
      await takeUpdate(version.replaceAll(".", "_"));
      isCut = false;
      await expect.poll(() => waitingOn(page), { timeout: patient(90_000), interval: 100 }).toBe(0);
    }
    type Stored = { notes: string; images: { hash: string }[] };
    const path = `/auth/plant/${plant}/observations?limit=5000`;
    const { body } = await ask<{ observations: Stored[] }>(server.product, token, path);
    const stored = body.observations
      .filter(({ notes }) => notes.startsWith("update-"))
      .map(({ notes, images }) => [notes, images.map(({ hash }) => hash)] as const);
    expect(new Map(stored)).toEqual(new Map([...written].map(([notes, hash]) => [notes, [hash]])));
    expect(stored).toHaveLength(updates);
  },
);
