// What the journeys do and read on a plant's workbench.
import sharp from "sharp";
import type { Browser, Page } from "playwright";
import { expect } from "vitest";
import { patient } from "../fixtures/patience.ts";
import { openAs, type Watched } from "./browser.ts";
import type { Product } from "./product.ts";

/**
 * The number written in a text such as "595 rows" or "22,464 of 22,464 in view" (the first one). What is drawn in
 * place of the parts ("drawn: 24 SCAs") is another count.
 */
export function numberIn(text: string): number {
  return Number(
    /\d[\d,]*/.exec(text.replace(/drawn: [\d,]+/, ""))?.[0]?.replaceAll(",", "") ?? "NaN",
  );
}

export function legend(page: Page) {
  return page.getByRole("region", { name: "Legend" });
}

/** Waits until the legend has counted the values in view; answers the shown and the whole count. */
export async function countsInView(page: Page): Promise<{ shown: number; all: number }> {
  const status = legend(page).getByRole("status");
  await status.filter({ hasText: /[1-9]\d*.* of .*in view/ }).waitFor();
  const [shown = "", all = ""] = (await status.innerText()).split(" of ");
  return { shown: numberIn(shown), all: numberIn(all) };
}

/** The viewer's plant, coloured. */
export async function openViewersPlant(
  browser: Browser,
  product: Product,
  path = "/",
): Promise<Watched> {
  const watched = await openAs(browser, product, "viewer");
  await watched.page.goto(product.url + path);
  await watched.page.waitForURL((url) => /^\/plant\/\d+$/.test(url.pathname));
  await countsInView(watched.page);
  return watched;
}

/** Opens a docked panel from the rail, unless it is open. */
export async function openPanel(page: Page, title: string): Promise<void> {
  const button = page.getByRole("navigation", { name: "Panels" }).getByRole("button", {
    name: title,
    exact: true,
  });
  if ((await button.getAttribute("aria-pressed")) !== "true") await button.click();
}

/** Lists observations instead of the days on which they were made, with which the list begins. */
export async function listObservations(page: Page): Promise<void> {
  await openPanel(page, "Observations");
  const byDay = page.getByRole("button", { name: "Begin with days", exact: true });
  await byDay.waitFor();
  if ((await byDay.getAttribute("aria-pressed")) === "true") await byDay.click();
}

/** Share of the map's pixels that are about this colour (R, G, B, each within 12). */
export async function shareOfColour(
  page: Page,
  colour: readonly [number, number, number],
): Promise<number> {
  const shot = await page.locator("canvas").first().screenshot();
  const { data, info } = await sharp(shot)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  let hits = 0;
  for (let at = 0; at < data.length; at += 3) {
    const near = colour.every((part, channel) => Math.abs((data[at + channel] ?? 0) - part) <= 12);
    if (near) hits += 1;
  }
  return hits / (info.width * info.height);
}

/** The colour of a legend mark as the browser paints it. */
export async function markColour(page: Page, name: string): Promise<[number, number, number]> {
  const text = await legend(page)
    .getByRole("button", { name: new RegExp(`^${name}`) })
    .locator("svg, i, span")
    .first()
    .evaluate((mark) => {
      const shape = mark.querySelector("path, circle, polygon, rect") ?? mark;
      const style = getComputedStyle(shape);
      return style.fill !== "none" && style.fill !== "rgb(0, 0, 0)"
        ? style.fill
        : style.backgroundColor;
    });
  const [r = 0, g = 0, b = 0] = (text.match(/\d+(\.\d+)?/g) ?? []).map(Number);
  return [r, g, b];
}

/** A place on the map where this colour fills a few pixels, away from labels and panels; in CSS pixels. */
export async function spotOfColour(
  page: Page,
  colour: readonly [number, number, number],
): Promise<{ x: number; y: number }> {
  const { data, info } = await sharp(await page.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const isNear = (x: number, y: number) =>
    colour.every(
      (part, channel) => Math.abs((data[(y * info.width + x) * 3 + channel] ?? 0) - part) <= 12,
    );
  for (let y = 2; y < info.height - 2; y += 1) {
    for (let x = 2; x < info.width - 2; x += 1) {
      const isFilled = [-1, 0, 1].every((dx) => [-1, 0, 1].every((dy) => isNear(x + dx, y + dy)));
      if (!isFilled) continue;
      const isMap = await page.evaluate(
        ([left, top]) => document.elementFromPoint(left!, top!)?.closest("canvas") !== null,
        [x, y],
      );
      if (isMap) return { x, y };
    }
  }
  throw new Error(`the map has nothing in ${colour.join()}`);
}

const mercatorY = (lat: number) => Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360));

/**
 * Where a place in degrees appears, in pixels of the window, computed from the camera of the address: 512 pixels
 * per world at zoom 0, north up.
 * @param middle of the map's canvas
 */
export function placeOnMap(
  page: Page,
  middle: { readonly x: number; readonly y: number },
  [lon, lat]: readonly [number, number],
): { x: number; y: number } {
  const at = new URL(page.url()).searchParams.get("at") ?? "";
  const [atLon = 0, atLat = 0, zoom = 0] = at.split(",").map(Number);
  const scale = (512 * 2 ** zoom) / (2 * Math.PI);
  return {
    x: middle.x + ((lon - atLon) * Math.PI * scale) / 180,
    y: middle.y - (mercatorY(lat) - mercatorY(atLat)) * scale,
  };
}

export type Placed = { readonly lon: number | null; readonly lat: number | null };

/** The first of these places that the map shows and nothing covers, in pixels of the window. */
export async function freePlace(page: Page, all: readonly Placed[]) {
  const box = (await page.locator("canvas").first().boundingBox())!;
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const places = all.flatMap(({ lon, lat }) =>
    lon === null || lat === null ? [] : placeOnMap(page, middle, [lon, lat]),
  );
  const free = await page.evaluate(
    (shown) => shown.find(({ x, y }) => document.elementFromPoint(x, y)?.closest("canvas")),
    places,
  );
  if (!free) throw new Error("the map shows none of the places");
  return free;
}

/** The cursor that the browser shows there. */
export const cursorAt = (page: Page, x: number, y: number): Promise<string> =>
  page.evaluate(
    ([left, top]) => getComputedStyle(document.elementFromPoint(left!, top!)!).cursor,
    [x, y],
  );

export const SEVERE = "Severe heat loss";

/** How many components pass the filters, as the bar at the foot of the map says. */
export async function passing(page: Page): Promise<number> {
  const chips = page.getByRole("group", { name: "Filters" });
  return numberIn(await chips.locator("strong").innerText());
}

/** Shows the severe class alone; answers how many components that leaves in the whole plant. */
export async function showSevereOnly(page: Page): Promise<number> {
  const row = legend(page).getByRole("button", { name: new RegExp(`^${SEVERE}`) });
  const inView = async () => numberIn((await row.innerText()).replace(SEVERE, ""));
  await legend(page)
    .getByRole("button", { name: `only ${SEVERE}` })
    .click();
  await expect
    .poll(async () => (await countsInView(page)).shown - (await inView()), {
      timeout: patient(30_000),
    })
    .toBe(0);
  const count = await passing(page);
  expect(count).toBeGreaterThanOrEqual(await inView());
  return count;
}

/** The number of rows of the table. */
export const rowCount = async (page: Page) =>
  numberIn(await page.getByRole("status").filter({ hasText: /rows$/ }).innerText());

/** Opens the images of the component on the card, at the best one of the flight. */
export async function openFlightImages(page: Page): Promise<void> {
  const tools = page.getByRole("group", { name: "Component tools" });
  await tools.getByRole("button", { name: "Images", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: /^Images of / });
  const look = dialog.getByRole("button", { name: /^Open view \d+: DJI_/ }).first();
  await look.click();
  await expect.poll(() => look.getAttribute("aria-current")).toBe("true");
}

/**
 * Presses "Go online" in the open dialog and waits until the plant is back. The dialog hides the page from roles, so
 * the mark "Offline" is absent there while the dialog is open: it says something only once the dialog is closed.
 */
export async function goOnline(page: Page): Promise<void> {
  const dialog = page.getByRole("dialog", { name: /^Offline$/ });
  await dialog.getByRole("button", { name: "Go online" }).click();
  await isOnline(page);
}

export async function isOnline(page: Page): Promise<void> {
  const gone = { state: "detached", timeout: patient(120_000) } as const;
  await page.getByRole("dialog", { name: /^Offline$/ }).waitFor(gone);
  await page.getByRole("button", { name: "Offline", exact: true }).waitFor(gone);
}
