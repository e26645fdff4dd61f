// The faults of a page that axe can find.
import axe from "axe-core";
import type { Page } from "playwright";

const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** What is wrong with the headings of the first level: each page has exactly one, with words. */
export function headingFaultsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const words = [...document.querySelectorAll("h1")].map((one) => (one.textContent ?? "").trim());
    return words.length === 1 && words[0] !== "" ? [] : [`h1: ${JSON.stringify(words)}`];
  });
}

/** React Aria keeps announcements here for seconds; what names them may have closed since, as a saved form has. */
const announced = [["[data-live-announcer]"]];

/** What axe has against the page as it stands; by all rules of WCAG 2.2 AA, or by the named ones alone. */
export async function faultsOf(page: Page, rules?: readonly string[]): Promise<string[]> {
  // What fades in has the contrast of its end only at the end.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect, playState }) => {
          return playState === "running" && effect?.getComputedTiming().endTime !== Infinity;
        })
        .map(({ finished }) => finished),
    ),
  );
  // Once for each document: reading its half megabyte takes longer than most of its rules.
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe.source);
  const runOnly: axe.RunOnly = rules
    ? { type: "rule", values: [...rules] }
    : { type: "tag", values: WCAG };
  // No rule of these reads the style sheets, which axe would else fetch each time.
  const { violations } = await page.evaluate(
    ([context, options]) =>
      (globalThis as unknown as { axe: typeof axe }).axe.run(context, options),
    [
      { exclude: announced } satisfies axe.ElementContext,
      {
        runOnly,
        resultTypes: ["violations"],
        preload: { assets: ["media"] },
      } satisfies axe.RunOptions,
    ] as const,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")} ${failureSummary ?? ""}`),
  );
}
