// Words for people, in their language: errors, refusals and mails, from the same files the browser reads.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInstance } from "i18next";
import { userLocales as locales, type Locale } from "../domain/account/user.ts";
import type { ErrorCode, Problem } from "../domain/error.ts";

const folder = join(import.meta.dirname, "..", "..", "locales");
const words = createInstance();
void words.init({
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

/** The first language of an Accept-Language header that we speak, or null. */
export function wishedLocale(header: string | undefined): Locale | null {
  for (const wish of (header ?? "").slice(0, 200).toLowerCase().split(",")) {
    const language = wish.trim().split(/[-;]/)[0];
    const known = locales.find((locale) => locale === language);
    if (known) return known;
  }
  return null;
}

/** The words of `noun:key` in the language; `count` among the values chooses the plural. */
export function say(
  locale: string,
  key: string,
  values: Readonly<Record<string, string | number>> = {},
): string {
  return words.t(key, { ...values, lng: locale });
}

export function sayError(locale: string, code: ErrorCode): string {
  return say(locale, `error:${code}`);
}

/** A problem with its reason in words; a reason without words is told by its key. */
export function sayProblem(locale: string, problem: Problem): Problem & { message: string } {
  const key = `refusal:${problem.reason}`;
  // With the values, because a reason that counts has words for one and for many only.
  const isKnown = words.exists(key, { ...problem.values, lng: locale });
  const message = isKnown ? say(locale, key, problem.values) : problem.reason;
  return { ...problem, message };
}
