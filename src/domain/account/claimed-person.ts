// Names and language of a person, as a sign-in service gives them.
import { personNameRefusal } from "./profile.ts";
import { userLocales, type Locale } from "./user.ts";

export type ClaimedName = {
  readonly given: unknown;
  readonly family: unknown;
  /** The whole name. */
  readonly whole: unknown;
};

/** First and last name; where there are none, the whole name or the address. */
export function claimedNames(
  { given, family, whole }: ClaimedName,
  email: string,
): { first_name: string; last_name: string } {
  const text = (value: unknown) => {
    const trimmed = typeof value === "string" ? value.trim().slice(0, 100).trim() : "";
    return personNameRefusal(trimmed) === null ? trimmed : "";
  };
  const [first = "", ...others] = text(whole).split(/\s+/);
  const first_name = text(given) || first || (email.split("@")[0] ?? "");
  return { first_name, last_name: text(family) || others.join(" ") || "–" };
}

export function claimedLocale(given: unknown): Locale | null {
  const language = typeof given === "string" ? given.slice(0, 2).toLowerCase() : "";
  return userLocales.find((one) => one === language) ?? null;
}
