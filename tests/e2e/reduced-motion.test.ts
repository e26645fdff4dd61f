// For people who asked their system for less motion nothing moves on the main screens, and what can be resized still is.
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { patient } from "../fixtures/patience.ts";
import { openAs, settled, sharedBrowser, sharedProduct } from "./browser.ts";
import { openViewersPlant } from "./workbench.ts";

const product = await sharedProduct();
const browser = await sharedBrowser();
const soon = { timeout: patient(20_000) };

/** What moves for longer than 0.01 s, or begins later, or goes on for ever. */
const movements = (page: Page) =>
  page.evaluate(() => {
    const MOST_S = 0.01;
    const found = new Set<string>();
    const seconds = (list: string) => Math.max(...list.split(",").map((one) => parseFloat(one)));
    const nameOf = (element: Element) =>
      `${element.tagName} ${element.getAttribute("class") ?? ""}`;
    for (const element of document.querySelectorAll("*")) {
      for (const part of [null, "::before", "::after"]) {
        const style = getComputedStyle(element, part);
        const transition = seconds(style.transitionDuration) + seconds(style.transitionDelay);
        if (transition > MOST_S) found.add(`transition of ${nameOf(element)} ${part ?? ""}`);
        if (style.animationName === "none") continue;
        const animation = seconds(style.animationDuration) + seconds(style.animationDelay);
        const isEndless = style.animationIterationCount.includes("infinite");
        if (animation > MOST_S || isEndless) found.add(`animation of ${nameOf(element)}`);
      }
    }
    for (const animation of document.getAnimations()) {
      const { endTime } = animation.effect?.getComputedTiming() ?? {};
      if (Number(endTime ?? 0) > MOST_S * 1000) found.add(`running ${animation.id || "animation"}`);
    }
    return [...found];
  });

test("nothing moves on a plant, and the edge between map and panel can be moved by key and pointer", async () => {
  const { page, faults } = await openViewersPlant(browser, product);
  expect(await movements(page)).not.toEqual([]);
  await page.emulateMedia({ reducedMotion: "reduce" });
  const rail = page.locator("nav button[aria-pressed]");
  await rail.first().waitFor();
  const count = await rail.count();
  for (let at = 0; at < count; at++) {
    const button = rail.nth(at);
    if ((await button.getAttribute("aria-pressed")) !== "true") await button.click();
    await settled(page);
    expect([await button.getAttribute("aria-label"), await movements(page)]).toEqual([
      await button.getAttribute("aria-label"),
      [],
    ]);
  }
  const edge = page.getByRole("separator").first();
  const place = async () => (await edge.boundingBox())!.x;
  const before = await place();
  await edge.focus();
  const step = before > 640 ? "ArrowLeft" : "ArrowRight";
  await page.keyboard.press(step);
  await expect.poll(place, soon).not.toBe(before);
  const moved = await place();
  const box = (await edge.boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + 200);
  await page.mouse.down();
  await page.mouse.move(box.x + (before > 640 ? -60 : 60), box.y + 200, { steps: 4 });
  await page.mouse.up();
  await expect.poll(place, soon).not.toBe(moved);
  expect(await movements(page)).toEqual([]);
  expect(faults).toEqual([]);
});

test.each([
  "/plants",
  "/analyses",
  "/settings/orders",
  "/settings/users",
  "/settings/user-profile",
  "/settings/monitoring",
])("nothing moves on %s", async (address) => {
  const { page } = await openAs(browser, product, "super_admin");
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(product.url + address);
  await page.getByRole("heading").first().waitFor(soon);
  await settled(page);
  expect(await movements(page)).toEqual([]);
  await page.context().close();
});
