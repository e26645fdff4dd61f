// Whatever is thrown, a screen shows words of the user's language, and no code.
import { beforeAll, describe, expect, test } from "vitest";
import { startWords } from "../../client/i18n.ts";
import { callFailure } from "../../client/call-failure.ts";
import { StorageError } from "../../client/storage-error.ts";
import { errors, failure, type ErrorCode } from "../../domain/error.ts";
import { faultWords } from "./fault.ts";
import { needWords } from "./locale.ts";

const codes = Object.keys(errors) as ErrorCode[];
/** Two capital words with a line between them, a name of ours before a colon, an address, or a place for a value. */
const raw = /[A-Z]{2,}_[A-Z]|^\w+: \w+$|https?:|\{\{|undefined|\[object/;

const thrown: readonly (readonly [name: string, cause: unknown])[] = [
  ...(["quota", "blocked", "vanished", "unloaded", "unavailable"] as const).map(
    (fault) => [`storage ${fault}`, new StorageError(fault)] as const,
  ),
  ["a style that does not load", new Error("Unable to preload CSS for http://host/assets/a.css")],
  [
    "a part that does not load",
    new TypeError("Failed to fetch dynamically imported module: http://host/a.js"),
  ],
  ["a script fault", new TypeError("Cannot read properties of undefined (reading 'x')")],
  ["an ended request", new DOMException("The operation was aborted.", "AbortError")],
  ["a full disk", new DOMException("QuotaExceededError", "QuotaExceededError")],
  ["an object", { toString: () => "[object Object]" }],
];

const said = new Map<string, string>();
describe.each(["en", "es", "pt"] as const)("in %s", (locale) => {
  beforeAll(async () => {
    await startWords(locale);
    await needWords("refusal");
  });

  test.each(codes)("%s has words", (code) => {
    for (const cause of [{ code, message: "" }, callFailure(code), failure(code)]) {
      const { message } = faultWords(cause);
      expect(message).toMatch(/\p{L}{3,} /u);
      expect(message).not.toMatch(raw);
      said.set(`${locale} ${code}`, message);
    }
    if (locale !== "en") expect(said.get(`${locale} ${code}`)).not.toBe(said.get(`en ${code}`));
  });

  test.each(thrown)("%s has words", (_name, cause) => {
    const { message, title } = faultWords(cause);
    for (const text of [message, title]) expect(text).not.toMatch(raw);
    expect(message).toBe(faultWords({ code: "SOMETHING_WENT_WRONG", message: "" }).message);
  });
});
