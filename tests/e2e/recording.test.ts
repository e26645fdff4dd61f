// Voice notes and videos of observations: recorded in the form, kept on the device without a server, played, refused.
import { createHash } from "node:crypto";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readRecording } from "../../src/domain/observation/recording/recording.ts";
import { patient } from "../fixtures/patience.ts";
import { ask, askBytes } from "./ask.ts";
import { launchBrowser, sharedProduct, tokenOf } from "./browser.ts";
import { listObservations, openPanel, openViewersPlant } from "./workbench.ts";

type Stored = {
  readonly id: number;
  readonly notes: string;
  readonly images: readonly {
    readonly id: number;
    readonly content_type: string;
    readonly hash: string;
  }[];
};
type Asked = { asked: number; stream: MediaStream | null };

const product = await sharedProduct();
const soon = { timeout: patient(30_000) };
let browser: Browser;
let page: Page;
let faults: readonly string[];
let token: string;
let plant: string;

beforeAll(async () => {
  browser = await launchBrowser([
    "--use-fake-device-for-media-stream",
    "--use-fake-ui-for-media-stream",
    "--autoplay-policy=no-user-gesture-required",
  ]);
  ({ page, faults } = await openViewersPlant(browser, product));
  token = await tokenOf(page);
  plant = /\/plant\/(\d+)/.exec(page.url())![1]!;
  await page.evaluate(() => {
    const real = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    const seen: Asked = Object.assign(window as unknown as Asked, { asked: 0, stream: null });
    navigator.mediaDevices.getUserMedia = async (wanted) => {
      seen.asked += 1;
      seen.stream = await real(wanted);
      return seen.stream;
    };
  });
  await openPanel(page, "Observations");
  await panel().getByRole("status").first().waitFor();
  await page.keyboard.press("j");
});
afterAll(() => browser.close());

const panel = () => page.locator("[data-panel=observations]");
const form = () => panel().getByRole("form", { name: /^New observation: / });
const field = () => form().getByRole("region", { name: "Voice and video" });
const press = (name: string) => field().getByRole("button", { name, exact: true }).click();
const openForm = () => panel().getByRole("button", { name: "Add", exact: true }).click();
const tracks = () =>
  page.evaluate(() =>
    (window as unknown as Asked).stream!.getTracks().map(({ readyState }) => readyState),
  );
async function record(button: string, ms: number) {
  await press(button);
  await field().getByRole("timer").waitFor(soon);
  await page.waitForTimeout(patient(ms));
}
async function stored(notes: string): Promise<Stored | undefined> {
  const path = `/auth/plant/${plant}/observations?limit=5000`;
  const { body } = await ask<{ observations: Stored[] }>(product, token, path);
  return body.observations.find((one) => one.notes === notes);
}

test("a voice note and a video are recorded, sent, and played in the observation", async () => {
  await openForm();
  await field()
    .getByText(/A voice note up to 5 minutes, a video up to 1 minute, at most 30\sMB/)
    .waitFor();
  expect(await page.evaluate(() => (window as unknown as Asked).asked)).toBe(0);
  await record("Record a voice note", 1500);
  // Focus has gone to the button that takes the place of the one that was pressed.
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Stop and keep");
  await form().getByLabel("Notes").fill("Hums at the joint");
  await form().getByRole("button", { name: "Save" }).click();
  await field().getByText("Stop the recording before you save.").waitFor();
  await press("Stop and keep");
  await field().locator("audio").waitFor(soon);
  expect(await tracks()).toEqual(["ended"]);
  await record("Record a video", 1200);
  expect(
    await field()
      .locator("video")
      .evaluate((video: HTMLVideoElement) => video.muted),
  ).toBe(true);
  await press("Stop and keep");
  await field().locator("video[controls]").waitFor(soon);
  expect(await tracks()).toEqual(["ended", "ended"]);
  await form().getByRole("button", { name: "Save" }).click();
  await panel()
    .getByRole("button", { name: /^Listen to Voice note 1/ })
    .click(soon);
  const audio = panel().locator("audio");
  await audio.waitFor(soon);
  // The length that Chromium finds by decoding is the one that our own reader finds.
  const lengthOf = (player: HTMLMediaElement) =>
    new Promise<number>((done) => {
      const look = () => {
        if (Number.isFinite(player.duration)) done(player.duration);
        else setTimeout(look, 50);
      };
      look();
    });
  const played = await audio.evaluate(lengthOf);
  const one = (await stored("Hums at the joint"))!;
  expect(one.images.map(({ content_type }) => content_type.split("/")[0])).toEqual([
    "audio",
    "video",
  ]);
  const bytes = await askBytes(
    product,
    token,
    `/auth/observation/${one.id}/image/${one.images[0]!.id}/full`,
  );
  expect(readRecording(bytes)?.content_type).toBe(one.images[0]!.content_type);
  expect(Math.abs(readRecording(bytes)!.duration_s! - played)).toBeLessThan(0.15);
  expect(createHash("sha256").update(bytes).digest("hex")).toBe(one.images[0]!.hash);
  // By keyboard, with the browser's own controls.
  await audio.focus();
  await audio.evaluate((player: HTMLMediaElement) => {
    player.currentTime = 0;
  });
  await page.keyboard.press("Space");
  await expect.poll(() => audio.evaluate((player: HTMLMediaElement) => player.paused)).toBe(false);
  await panel()
    .getByRole("button", { name: /^Watch Video 2/ })
    .click();
  const video = panel().locator("video");
  await video.waitFor(soon);
  expect(await video.evaluate(lengthOf)).toBeGreaterThan(0.5);
  await panel()
    .getByRole("button", { name: /^Actions for recording Video 2/ })
    .click();
  await page.getByRole("menuitem", { name: "Delete recording" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete recording" }).click();
  await video.waitFor({ state: "detached", ...soon });
  expect((await stored("Hums at the joint"))?.images).toHaveLength(1);
  expect(faults).toEqual([]);
});

test("without the server a recording waits on the device, is played there, and arrives as it is", async () => {
  const writes =
    /\/api\/auth\/(plant\/\d+\/observation|observation\/\d+)(\?|$|\/images|\/image-part)/;
  await page.route(writes, (route) =>
    route.request().method() === "GET" ? route.continue() : route.abort("connectionreset"),
  );
  await panel().getByRole("button", { name: "Back to the list" }).click();
  await page.keyboard.press("j");
  await openForm();
  await record("Record a voice note", 1200);
  await press("Stop and keep");
  await field().locator("audio").waitFor(soon);
  await form().getByLabel("Notes").fill("Rattles in the wind");
  await form().getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: /^1 observation waits on this device/ }).waitFor(soon);
  await listObservations(page);
  await panel().getByText("Rattles in the wind").first().click(soon);
  await panel()
    .getByRole("button", { name: /^Listen to Voice note 1/ })
    .click(soon);
  await panel().locator("audio").waitFor(soon);
  await page.unroute(writes);
  // It is sent by itself, at the latest a minute after the last attempt.
  await expect
    .poll(async () => (await stored("Rattles in the wind"))?.images.length, {
      timeout: patient(90_000),
    })
    .toBe(1);
  const one = (await stored("Rattles in the wind"))!;
  const bytes = await askBytes(
    product,
    token,
    `/auth/observation/${one.id}/image/${one.images[0]!.id}/full`,
  );
  expect(readRecording(bytes)?.duration_s).toBeGreaterThan(0.5);
});

test("what stands against a recording is said with the way out", async () => {
  await panel().getByRole("button", { name: "Back to the list" }).click();
  await page.keyboard.press("j");
  await openForm();
  await record("Record a voice note", 700);
  await page.evaluate(() => {
    const [track] = (window as unknown as Asked).stream!.getTracks();
    track!.stop();
    track!.dispatchEvent(new Event("ended"));
  });
  await field()
    .getByText(/^The recording was interrupted/)
    .waitFor(soon);
  expect(await field().locator("audio").count()).toBe(1);
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () =>
      Promise.reject(new DOMException("no", "NotAllowedError"));
  });
  await press("Record a video");
  await field().getByText("This page may not use the microphone or the camera").waitFor();
  await field()
    .getByText(/choose a file that another app has recorded/)
    .waitFor();
  const text = Buffer.from("no recording");
  await field()
    .locator("input[type=file]")
    .setInputFiles([{ name: "film.mp4", mimeType: "video/mp4", buffer: text }]);
  await field()
    .getByText(/^film\.mp4: This is not a recording that can be read/)
    .waitFor();
});
