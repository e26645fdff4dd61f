// A refused upload is shown while most of the file is still on its way, and the next call does not wait for it.
import { expect, test } from "vitest";
import { sharedBrowser, openAs, ownProduct, tokenOf } from "./browser.ts";
import { botHeaders } from "../../src/domain/account/bot-header.ts";

const product = await ownProduct();
const browser = await sharedBrowser();

const MB = 1024 ** 2;

test("a refusal is seen long before the file is sent, and the next answer comes at once", async () => {
  const { page } = await openAs(browser, product, "admin");
  await page.goto(`${product.url}/plants`);
  const token = await tokenOf(page);
  const bot = (
    (await (await fetch(`${product.url}/api/bot-protection-token`)).json()) as { token: string }
  ).token;
  const network = await page.context().newCDPSession(page);
  // The whole file would take more than a minute.
  await network.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 20,
    downloadThroughput: 10 * MB,
    uploadThroughput: MB / 2,
  });
  const send = (headers: Record<string, string>) =>
    page.evaluate(async (given) => {
      const chunk = new Uint8Array(1024 ** 2).fill(32);
      const form = new FormData();
      form.append("json_file", new Blob(Array.from({ length: 64 }, () => chunk)), "a.json");
      const begun = performance.now();
      const status = await new Promise<number>((resolve) => {
        const request = new XMLHttpRequest();
        request.open("POST", "/api/auth/plant/1/field-geometry/import");
        for (const [name, value] of Object.entries(given)) request.setRequestHeader(name, value);
        request.addEventListener("loadend", () => resolve(request.status));
        request.send(form);
      });
      const seenAfter = performance.now() - begun;
      await (await fetch("/api/auth/ping")).json();
      return { status, seenAfter, nextAfter: performance.now() - begun - seenAfter };
    }, headers);

  const stranger = await send({});
  const noTwin = await send({ authorization: `Bearer ${token}`, [botHeaders.token]: bot });
  expect([stranger.status, noTwin.status]).toEqual([403, 422]);
  for (const { seenAfter, nextAfter } of [stranger, noTwin]) {
    expect(seenAfter).toBeLessThan(5000);
    expect(nextAfter).toBeLessThan(2000);
  }
});
