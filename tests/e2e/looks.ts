// The looks in which no screen may have a fault: both themes, on desks of two widths and on a phone.
import type { Page } from "playwright";
import { isEveryday } from "../fixtures/rounds.ts";
import { settled } from "./browser.ts";
import { faultsOf, headingFaultsOf } from "./faults.ts";

const everyLook = [
  { look: "light at 1440 px", width: 1440, height: 900, dark: false },
  { look: "dark at 1440 px", width: 1440, height: 900, dark: true },
  { look: "light at 1280 px", width: 1280, height: 800, dark: false },
  { look: "dark at 390 px", width: 390, height: 844, dark: true },
  { look: "light at 390 px", width: 390, height: 844, dark: false },
];
/** On an ordinary day the screens are seen on one desk; the other widths belong to the release. */
export const looks = everyLook.filter(({ width }) => !isEveryday || width === 1440);

/** The faults of a page in one look, each named by the look and by what `show` opened. */
export async function faultsInLook(
  page: Page,
  { look, width, height, dark }: (typeof looks)[number],
  screens: (width: number) => readonly string[],
  show: (screen: string) => Promise<void>,
): Promise<string[]> {
  const faults: string[] = [];
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: dark ? "dark" : "light", reducedMotion: "reduce" });
  for (const screen of screens(width)) {
    await show(screen);
    await settled(page);
    // A theme changes nothing but colours: where both are seen, only they are judged again in the dark one.
    const isSeenInBoth = dark && !isEveryday;
    const found = await faultsOf(page, isSeenInBoth ? ["color-contrast"] : undefined);
    found.push(...(await headingFaultsOf(page)));
    faults.push(...found.map((fault) => `${screen}, ${look}: ${fault}`));
  }
  return faults;
}

/** Looks take turns over all screens of a run, so that each is seen about as often as the others. */
let turn = 0;

/**
 * The faults of a page in every look. On an ordinary day each screen is seen in one look, by all rules: the next screen
 * in the next one.
 */
export async function faultsInEveryLook(
  page: Page,
  screens: (width: number) => readonly string[],
  show: (screen: string) => Promise<void>,
): Promise<string[]> {
  const faults: string[] = [];
  const first = turn;
  for (const [at, look] of looks.entries()) {
    const all = screens(look.width);
    const seen = isEveryday ? all.filter((_, place) => (first + place) % looks.length === at) : all;
    turn = Math.max(turn, first + all.length);
    if (seen.length > 0) faults.push(...(await faultsInLook(page, look, () => seen, show)));
  }
  return faults;
}

/** Goes to an address without loading the page again. */
export async function goTo(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, "", to), address);
  await settled(page);
}
