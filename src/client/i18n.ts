// The words of the chosen language. Changing the language reloads the page, so nothing here is reactive.
import { createInstance } from "i18next";
import { localNames, readLocal } from "./local.ts";
import type { KnownKey } from "./word-key.ts";

export const locales = ["en", "es", "pt"] as const;
export type Locale = (typeof locales)[number];

const i18next = createInstance();

type Words = { default: Record<string, unknown> };
/** All words but those of e-mails, which the server writes. */
const files = import.meta.glob<Words>(["../../locales/*/*.json", "!../../locales/*/mail.json"]);

/** The words of the pages after sign-in but those that come with their page: one file for each language. */
const pages = {
  en: () => import("./words/en.ts"),
  es: () => import("./words/es.ts"),
  pt: () => import("./words/pt.ts"),
} satisfies Record<Locale, unknown>;

/** Files for the pages before sign-in; the others are loaded with the session. */
export const publicWords: readonly string[] = ["shell", "sign-in", "error"];

/** The stored language, else the first supported one of the browser, else English. */
export function chosenLocale(): Locale {
  const preferred = [readLocal(localNames.locale), ...navigator.languages];
  for (const tag of preferred) {
    const known = locales.find((locale) => tag?.toLowerCase().split("-")[0] === locale);
    if (known) return known;
  }
  return "en";
}

/** The language in use. */
export function currentLocale(): Locale {
  return locales.find((locale) => locale === i18next.language) ?? "en";
}

const missing = new Set<string>();

/** Prepares `t` with the words of the public pages; falls back to English where a file cannot be loaded. */
export async function startWords(locale: Locale): Promise<void> {
  await i18next.init({
    lng: locale,
    fallbackLng: "en",
    ns: [],
    defaultNS: "shell",
    resources: {},
    interpolation: { escapeValue: false },
    returnNull: false,
    parseMissingKeyHandler: (key) => {
      if (!missing.has(key)) console.warn(`no words for ${key}`);
      missing.add(key);
      return key;
    },
  });
  await loadWords((name) => publicWords.includes(name));
}

/** Loads the words of the pages after sign-in at once; English where they cannot be loaded. */
export async function loadPageWords(): Promise<void> {
  const locale = currentLocale();
  const loaded = await pages[locale]().catch(() => pages.en().catch(() => null));
  for (const [path, words] of Object.entries(loaded?.words ?? {})) {
    i18next.addResourceBundle(locale, nounOf(path), words, true, true);
  }
}

const nounOf = (path: string) => path.split("/").at(-1)?.replace(".json", "") ?? "";

/** Loads the files whose noun `wanted` accepts, in the chosen language. */
export async function loadWords(wanted: (name: string) => boolean): Promise<void> {
  const locale = i18next.language;
  const loads = Object.entries(files).map(async ([path, load]) => {
    const [language, name] = path
      .split("/")
      .slice(-2)
      .map((part) => part.replace(".json", ""));
    if (language !== locale || !name || !wanted(name) || i18next.hasResourceBundle(locale, name)) {
      return;
    }
    const words = await load().catch(() => files[path.replace(`/${locale}/`, "/en/")]?.());
    if (words) i18next.addResourceBundle(locale, name, words.default, true, true);
  });
  await Promise.all(loads);
}

export type WordValues = Readonly<Record<string, string | number>>;

/** The words of `noun:path.to.key` in the chosen language; `count` chooses the plural. */
export function t<const Key extends string>(key: Key & KnownKey<Key>, values?: WordValues): string {
  return i18next.t(String(key), values ?? {});
}

/** True where the key has words; `values` carry the count that a plural is chosen by. */
export function hasWords(key: string, values?: WordValues): boolean {
  return i18next.exists(key, values);
}
