// Translates errors, refusals and mails. The texts are in the same files as those of the browser.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInstance } from "i18next";
import { userLocales as locales, type Locale } from "../domain/account/user.ts";
import { shownValues, type ErrorCode, type Problem } from "../domain/error.ts";

const folder = join(import.meta.dirname, "..", "..", "locales");
const translator = createInstance();
void translator.init({
  lng: "en",
  fallbackLng: "en",
  initAsync: false,
  resources: Object.fromEntries(locales.map((locale) => [locale, readNouns(locale)])),
  interpolation: { escapeValue: false },
  nsSeparator: ":",
});

function readNouns(locale: Locale): Record<string, Record<string, unknown>> {
  const files = readdirSync(join(folder, locale)).filter((name) => name.endsWith(".json"));
  return Object.fromEntries(
    files.map((name) => [
      name.slice(0, -".json".length),
      JSON.parse(readFileSync(join(folder, locale, name), "utf8")) as Record<string, unknown>,
    ]),
  );
}

/** The first language of an Accept-Language header that the product has, or null. */
export function requestedLocale(header: string | undefined): Locale | null {
  for (const entry of (header ?? "").slice(0, 200).toLowerCase().split(",")) {
    const language = entry.trim().split(/[-;]/)[0];
    const known = locales.find((locale) => locale === language);
    if (known) return known;
  }
  return null;
}

/** The text of `noun:key` in the language. `count` among the values selects the plural form. */
export function translate(
  locale: string,
  key: string,
  values: Readonly<Record<string, string | number>> = {},
): string {
  return translator.t(key, { ...values, lng: locale });
}

export function translateError(locale: string, code: ErrorCode): string {
  return translate(locale, `error:${code}`);
}

/** Adds the reason of a problem as a text. A reason without a text keeps its key. */
export function translateProblem(locale: string, problem: Problem): Problem & { message: string } {
  const key = `refusal:${problem.reason}`;
  // The values are needed here: a reason with a count exists in its plural forms only.
  const isKnown = translator.exists(key, { ...problem.values, lng: locale });
  // `count` selects the plural as a number, and is shown as a text.
  const replace = shownValues(locale, problem.values ?? {});
  const message = isKnown
    ? translator.t(key, { ...problem.values, replace, lng: locale })
    : problem.reason;
  return { ...problem, message };
}
