// The hints of the first visit.
import { expect, test } from "vitest";
import { sharedBrowser, openAs, sharedProduct } from "./browser.ts";
import { countsInView } from "./workbench.ts";

const product = await sharedProduct();
const browser = await sharedBrowser();

test("a first visit shows five hints, which cover no control, end, and come again on request", async () => {
  const { page, faults } = await openAs(browser, product, "viewer", { hints: true });
  await page.addInitScript(() => {
    if (sessionStorage.getItem("visited") === null) localStorage.removeItem("hints-seen");
    sessionStorage.setItem("visited", "yes");
  });
  await page.goto(product.url);
  await countsInView(page);
  const hint = page.getByRole("region", { name: "First steps" });
  await hint.waitFor();
  const covered = await hint.evaluate((card) => {
    const [edge] = card.getClientRects();
    return [...document.querySelectorAll("button, a, input")]
      .filter((control) => !card.contains(control) && !control.contains(card))
      .filter((control) => {
        const { left, right, top, bottom, width } = control.getBoundingClientRect();
        if (!edge || width === 0) return false;
        return left < edge.right && right > edge.left && top < edge.bottom && bottom > edge.top;
      })
      .map((control) => control.getAttribute("aria-label") ?? control.textContent);
  });
  expect(covered).toEqual([]);
  const titles: string[] = [];
  for (let times = 0; times < 5; times += 1) {
    titles.push(await hint.getByRole("heading").innerText());
    await hint.getByRole("button", { name: times < 4 ? "Next" : "Done" }).click();
  }
  expect(new Set(titles).size).toBe(5);
  expect(await hint.count()).toBe(0);
  await page.reload();
  await countsInView(page);
  expect(await hint.count()).toBe(0);
  await page.getByRole("button", { name: "User menu" }).click();
  await page.getByRole("menuitem", { name: "Show the first steps" }).click();
  await hint.getByRole("button", { name: "Close the hints" }).click();
  expect(await hint.count()).toBe(0);
  expect(faults).toEqual([]);
});

test("at 400 % of a window of 1280 px, the hint can be read and closed, and the summary keeps below the legend", async () => {
  const { page, faults } = await openAs(browser, product, "viewer", {
    hints: true,
    width: 320,
    height: 256,
  });
  await page.addInitScript(() => localStorage.removeItem("hints-seen"));
  await page.goto(product.url);
  const hint = page.getByRole("region", { name: "First steps" });
  // A press fails where another element lies above the button.
  await hint.getByRole("button", { name: "Next" }).click();
  await hint.getByRole("button", { name: "Close the hints" }).click();
  expect(await hint.count()).toBe(0);
  const boxOf = async (name: string) => (await page.getByRole("region", { name }).boundingBox())!;
  const [legend, summary] = [await boxOf("Legend"), await boxOf("Summary")];
  expect(summary.y).toBeGreaterThanOrEqual(legend.y + legend.height);
  expect(faults).toEqual([]);
});
