// Every panel of the list opens at its address, in three languages: it has no fault that axe finds, and no words of
// another language. One that does not open is a fault.
import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { panels } from "../../src/panels/index.ts";
import type { Panel } from "../../src/panels/panel.ts";
import { everyNth, isEveryday } from "../fixtures/rounds.ts";
import { mixedWords } from "../mixed-words.ts";
import { readWords } from "../words.ts";
import { ask } from "./ask.ts";
import { openAs, openPage, settled, sharedBrowser, sharedProduct, tokenOf } from "./browser.ts";
import { faultsOf, headingFaultsOf } from "./faults.ts";
import { goTo } from "./looks.ts";

const product = await sharedProduct();
const browser = await sharedBrowser();
const wordsOf = Object.fromEntries(
  ["en", "es", "pt"].map((language) => [language, readWords(`locales/${language}`)]),
);

/** What lies over the map is on the screen of every panel beside it. */
const beside = panels.filter(({ dock }) => dock !== "map");
const isOfPlant = ({ dock }: Panel) => ["left", "right", "bottom"].includes(dock);
/** They are of one kind: the release sees all of them, in all languages. */
const seen = everyNth(beside, isEveryday ? 10 : 1);
/** Texts of the demo that happen to be words of the product too. */
const written = new Set(["Key figure catalogue"]);

/** Texts that the product shows, also those that are read out, without what people have written. */
const shownTexts = (page: Page) =>
  page.evaluate(() => {
    const texts: string[] = [];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      if (!node.parentElement?.closest("script, style")) texts.push(node.textContent ?? "");
    }
    for (const name of ["aria-label", "placeholder", "title", "alt"]) {
      for (const one of document.querySelectorAll(`[${name}]`))
        texts.push(one.getAttribute(name) ?? "");
    }
    return texts;
  });

async function faultsAt(page: Page, language: string, panel: Panel): Promise<string[]> {
  await settled(page);
  const others = Object.keys(wordsOf).filter((one) => one !== language);
  const mixed = mixedWords(
    wordsOf[language]!,
    others.map((one) => wordsOf[one]!),
  );
  const found = [
    ...(await faultsOf(page)),
    ...(await headingFaultsOf(page)),
    ...mixed(await shownTexts(page))
      .filter((text) => !written.has(text))
      .map((text) => `mixed: ${text}`),
  ];
  return found.map((fault) => `${panel.id}, ${language}: ${fault}`);
}

/** The panel, in a window or beside the map; a page by its heading, where it is not the one of a wrong address. */
async function isOpen(page: Page, language: string, { id, dock }: Panel): Promise<boolean> {
  if (dock !== "page") {
    const panel = page.locator(`[data-panel="${id}"]`);
    return panel.waitFor().then(
      () => true,
      () => false,
    );
  }
  const heading = page.getByRole("heading", { level: 1 }).first();
  await heading.waitFor();
  const closed = ["shell:not_found.title", "shell:no_permission.title"];
  return !closed.map((word) => wordsOf[language]!.get(word)).includes(await heading.innerText());
}

const turns = [
  ["en", "en-GB"],
  ["es", "es-ES"],
  ["pt", "pt-BR"],
] as const;

describe.each(turns.filter(([language]) => !isEveryday || language === "es"))(
  "in the words of %s",
  (language, locale) => {
    test("the pages that need no session", async () => {
      const { page } = await openPage(browser, { locale });
      const faults: string[] = [];
      for (const panel of seen.filter((one) => one.public)) {
        await page.goto(product.url + panel.address.replaceAll(/:\w+/g, "app"));
        if (await isOpen(page, language, panel))
          faults.push(...(await faultsAt(page, language, panel)));
        else faults.push(`${panel.id}, ${language}: did not open`);
      }
      await page.context().close();
      expect(faults).toEqual([]);
    });

    test("the pages of a session", async () => {
      const { page } = await openAs(browser, product, "super_admin", { locale });
      await page.goto(`${product.url}/analyses`);
      const ids = await analysisWithResults(page);
      const faults: string[] = [];
      for (const panel of seen.filter((one) => !one.public && !isOfPlant(one))) {
        const id = panel.address.startsWith("/analysis/") ? ids.analysis : ids.plant;
        await goTo(page, panel.address.replace(":id", String(id)).replace("*", "/no-such-page"));
        if (await isOpen(page, language, panel))
          faults.push(...(await faultsAt(page, language, panel)));
        else faults.push(`${panel.id}, ${language}: did not open`);
      }
      await page.context().close();
      expect(faults).toEqual([]);
    });

    test("the panels beside the map of a plant", async () => {
      const { page } = await openAs(browser, product, "super_admin", { locale });
      await page.goto(`${product.url}/analyses`);
      const { plant, analysis } = await analysisWithResults(page);
      const faults: string[] = [];
      for (const panel of seen.filter(isOfPlant)) {
        const title = wordsOf[language]!.get(panel.title)!;
        const button = page
          .locator("nav")
          .getByRole("button", { name: title, exact: true })
          .and(page.locator("[aria-pressed]"));
        if (panel.hidden || !(await button.isVisible())) {
          await page.goto(`${product.url}/plant/${plant}?analysis=${analysis}&panel=${panel.id}`);
        } else if ((await button.getAttribute("aria-pressed")) !== "true") await button.click();
        if (await isOpen(page, language, panel))
          faults.push(...(await faultsAt(page, language, panel)));
        else faults.push(`${panel.id}, ${language}: did not open`);
      }
      await page.context().close();
      expect(faults).toEqual([]);
    });
  },
);

async function analysisWithResults(page: Page): Promise<{ analysis: number; plant: number }> {
  type Listed = { id: number; plant_id: number; key_figure_ids: number[] };
  const { body } = await ask<Listed[]>(product, await tokenOf(page), "/auth/analysis");
  const { id, plant_id } = body.find(({ key_figure_ids }) => key_figure_ids.length > 0)!;
  return { analysis: id, plant: plant_id };
}
