// @vitest-environment happy-dom
import { readdirSync } from "node:fs";
import { afterEach, expect, it, vi } from "vitest";
import {
  chosenLocale,
  hasWords,
  loadPageWords,
  locales,
  publicWords,
  startWords,
  t,
} from "./i18n.ts";
import { localNames, writeLocal } from "./local.ts";

afterEach(() => {
  vi.restoreAllMocks();
  writeLocal(localNames.locale, null);
});

it("is the chosen language, else the browser's first that is known, else English", () => {
  const asked = vi.spyOn(navigator, "languages", "get");
  for (const [languages, locale] of [
    [[], "en"],
    [["de-DE", "fr"], "en"],
    [["es-CL"], "es"],
    [["de", "PT-pt", "es"], "pt"],
    [["en-GB", "es"], "en"],
  ] as const) {
    asked.mockReturnValue(languages);
    writeLocal(localNames.locale, null);
    expect(chosenLocale()).toBe(locale);
    writeLocal(localNames.locale, "es");
    expect(chosenLocale()).toBe("es");
    // What an older version stored is no language of this one.
    writeLocal(localNames.locale, "de");
    expect(chosenLocale()).toBe(locale);
  }
});

it.each(locales)("has every file of words after sign-in, but no e-mails: %s", async (locale) => {
  await startWords(locale);
  expect(hasWords("offline:title")).toBe(false);
  await loadPageWords();
  const nouns = readdirSync(`locales/${locale}`).map((file) => file.replace(".json", ""));
  const { words } = await {
    en: () => import("./words/en.ts"),
    es: () => import("./words/es.ts"),
    pt: () => import("./words/pt.ts"),
  }[locale]();
  const loaded = Object.keys(words).map((path) => path.split("/").at(-1)?.replace(".json", ""));
  // What comes with its page, see tests/late-words.test.ts.
  const late =
    "audit permission release-note report monitoring single-sign-on webhook order drone terms".split(
      " ",
    );
  expect([...loaded, ...publicWords, "mail", ...late].toSorted()).toEqual(nouns.toSorted());
  expect(t("plant:loading")).not.toBe("plant:loading");
});
