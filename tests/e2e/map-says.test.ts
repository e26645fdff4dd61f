// What is drawn is said: the legend's bars, the tooltip under the pointer, and clicks beside thin bars.
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { patient } from "../fixtures/patience.ts";
import { sharedBrowser, openAs, sharedProduct } from "./browser.ts";
import { countsInView, legend, numberIn } from "./workbench.ts";

const product = await sharedProduct();
const browser = await sharedBrowser();

async function openPlant() {
  const watched = await openAs(browser, product, "viewer");
  await watched.page.goto(product.url);
  await watched.page.waitForURL((url) => /^\/plant\/\d+$/.test(url.pathname));
  await countsInView(watched.page);
  return watched;
}

/** Moves the pointer over the map until it is on a component; answers the tooltip's lines and the place. */
async function hoverSomething(page: Page) {
  const box = (await page.locator("canvas").first().boundingBox())!;
  const tip = page.getByRole("tooltip");
  for (let step = 0; step < 400; step += 1) {
    const x = box.x + box.width * (0.3 + (step % 20) * 0.02);
    const y = box.y + box.height * (0.3 + Math.floor(step / 20) * 0.02);
    await page.mouse.move(x, y);
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    );
    if (await tip.isVisible()) return { lines: (await tip.innerText()).split("\n"), x, y };
  }
  throw new Error("nothing under the pointer");
}

test("far out, the legend says what a bar stands for and counts the bars", async () => {
  const { page, faults } = await openPlant();
  await legend(page)
    .getByText(/^Each \w+: worst of \d+ absorber tubes/)
    .waitFor();
  // Of the five classes. The counts are compared with others in bars-in-view.test.ts.
  const rows = legend(page).getByText(/^drawn: /);
  await expect.poll(() => rows.count(), { timeout: patient(15_000) }).toBe(5);
  const bars = numberIn(
    await legend(page)
      .getByText(/drawn in view/)
      .innerText(),
  );
  const { all } = await countsInView(page);
  expect(all / bars).toBeGreaterThan(2);
  expect(faults).toEqual([]);
});

test("farther out, single tubes that need action now are dots, and the legend counts them", async () => {
  const { page, faults } = await openPlant();
  const address = new URL(page.url());
  const at = address.searchParams.get("at")!.split(",");
  address.searchParams.set("at", [at[0], at[1], "14", "0", "0"].join(","));
  await page.goto(address.href);
  await legend(page)
    .getByText(/^Each SCA: severity that 10% of 36 absorber tubes reach/)
    .waitFor();
  const dots = legend(page).getByText(/^Dots: [\d,]+ absorber tubes “Act now”/);
  const count = numberIn((await dots.innerText()).replace(/^Dots: /, ""));
  // All of them act now, and those in the bars that say so are no dots.
  const urgent = await Promise.all(
    ["Severe heat loss", "Glass missing"].map(async (name) => {
      const row = legend(page).getByRole("button", { name: new RegExp(`^${name}`) });
      // The counts come after the map has been drawn.
      const shown = async () => /\n([\d,]+)\n/.exec(await row.innerText())?.[1] ?? null;
      await expect.poll(shown, { timeout: patient(15_000) }).not.toBeNull();
      return numberIn((await shown())!);
    }),
  );
  const all = urgent.reduce((sum, one) => sum + one, 0);
  expect(count).toBeGreaterThan(0);
  expect(count).toBeLessThan(all);
  expect(faults).toEqual([]);
});

test("the pointer shows name, counted parts and the worst; a click beside opens it", async () => {
  const { page, faults } = await openPlant();
  const { lines, x, y } = await hoverSomething(page);
  expect(lines[0]).toMatch(/^(Loop|SCA|SCE) \S+/);
  expect(lines[1]).toMatch(/^(Good|Watch|Poor|Act now): \d+ of \d+ absorber tubes$/);
  expect(lines[2]).toMatch(/^worst: (Good|Vacuum|Moderate|Severe|Glass)/);
  await page.mouse.click(x, y);
  const [, name = ""] = lines[0]!.split(" ");
  await expect
    .poll(() => page.getByRole("heading", { level: 3 }).first().innerText(), {
      timeout: patient(15_000),
    })
    .toContain(name);
  // The legend lies over the map, and has no component.
  await legend(page).hover();
  await expect.poll(() => page.getByRole("tooltip").isVisible()).toBe(false);
  expect(faults).toEqual([]);
});
