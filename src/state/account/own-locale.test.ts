// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from "vitest";
import { startWords } from "../../client/i18n.ts";
import { chooseLocale } from "../shell/locale.ts";
import { followLocale } from "./own-locale.ts";

const reload = vi.fn<() => void>();
const kept = () => [localStorage.getItem("locale"), localStorage.getItem("locale-account")];

beforeEach(async () => {
  localStorage.clear();
  reload.mockReset();
  vi.spyOn(location, "reload").mockImplementation(reload);
  await startWords("en");
});

test("a new device takes the language of the account", () => {
  followLocale("es", 7);
  expect([kept(), reload.mock.calls.length]).toEqual([["es", "7"], 1]);
});

test("the language of an earlier account gives way, what was chosen on the device stays", () => {
  localStorage.setItem("locale", "pt");
  localStorage.setItem("locale-account", "7");
  followLocale("es", 8);
  expect([kept(), reload.mock.calls.length]).toEqual([["es", "8"], 1]);
  chooseLocale("pt");
  expect(kept()).toEqual(["pt", null]);
  followLocale("es", 8);
  expect([kept(), reload.mock.calls.length]).toEqual([["pt", null], 2]);
});

test("a language chosen in the profile belongs to the account", () => {
  chooseLocale("pt", 7);
  expect(kept()).toEqual(["pt", "7"]);
});

test("an invitation is shown in its language, and the account of the sign-in follows", () => {
  followLocale("pt", null);
  expect(kept()).toEqual(["pt", "0"]);
  followLocale("es", 3);
  expect(kept()).toEqual(["es", "3"]);
});

test("nothing begins again where the language is in use, or cannot be kept", () => {
  followLocale("en", 7);
  const setItem = () => {
    throw new Error("blocked");
  };
  vi.stubGlobal("localStorage", { getItem: () => null, setItem, removeItem: setItem });
  followLocale("es", 7);
  vi.unstubAllGlobals();
  expect(reload).not.toHaveBeenCalled();
});
