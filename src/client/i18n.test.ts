// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from "vitest";
import { chosenLocale } from "./i18n.ts";
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
