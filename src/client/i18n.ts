// Words and formats of the chosen language. Changing it reloads the page, so nothing here is reactive.
import { createInstance } from "i18next";
import { localNames, readLocal } from "./local.ts";
import type { KnownKey } from "./word-key.ts";

export const locales = ["en", "es", "pt"] as const;
export type Locale = (typeof locales)[number];

const i18next = createInstance();

type Words = { default: Record<string, unknown> };
/** All but the words of mails, which the server writes. */
const files = import.meta.glob<Words>(["../../locales/*/*.json", "!../../locales/*/mail.json"]);

/** Files the signed-out pages need; the others arrive with the session. */
export const publicWords: readonly string[] = ["shell", "sign-in", "error"];

/** The stored language, else the first of the browser's that we speak, else English. */
export function chosenLocale(): Locale {
  const wished = [readLocal(localNames.locale), ...navigator.languages];
  for (const tag of wished) {
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

/** Makes `t` ready with the words of the public pages; a language that cannot be read falls back to English. */
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

/** Loads the files whose noun passes, in the chosen language. */
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
