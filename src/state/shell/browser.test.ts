// @vitest-environment happy-dom
// What the browser knows: its network, its width, its theme, its language, its memory.
import { createStore, type Atom } from "jotai";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { limits } from "../../domain/limits.ts";

/** A media query that the test answers. */
function mediaQueries() {
  const lists = new Map<string, { matches: boolean; listeners: Set<() => void> }>();
  const listOf = (query: string) => {
    const known = lists.get(query) ?? { matches: false, listeners: new Set() };
    lists.set(query, known);
    return known;
  };
  vi.stubGlobal("matchMedia", (query: string) => ({
    get matches() {
      return listOf(query).matches;
    },
    addEventListener: (_: "change", follow: () => void) => listOf(query).listeners.add(follow),
    removeEventListener: (_: "change", follow: () => void) =>
      listOf(query).listeners.delete(follow),
  }));
  return {
    set(query: string, matches: boolean) {
      const list = listOf(query);
      list.matches = matches;
      list.listeners.forEach((follow) => follow());
    },
    watchers: (query: string) => listOf(query).listeners.size,
  };
}
let media = mediaQueries();
let isOnline = true;
beforeEach(() => {
  vi.resetModules();
  localStorage.clear();
  media = mediaQueries();
  isOnline = true;
  vi.spyOn(navigator, "onLine", "get").mockImplementation(() => isOnline);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
function watched<Value>(one: Atom<Value>) {
  const store = createStore();
  const stop = store.sub(one, () => undefined);
  return { store, read: () => store.get(one), stop };
}

describe("the network", () => {
  const network = (is: boolean) => {
    isOnline = is;
    window.dispatchEvent(new Event(is ? "online" : "offline"));
  };

  test("is followed while somebody watches", async () => {
    const { isOnlineAtom } = await import("./online.ts");
    const { read, stop } = watched(isOnlineAtom);
    expect(read()).toBe(true);
    network(false);
    expect(read()).toBe(false);
    network(true);
    expect(read()).toBe(true);
    stop();
    network(false);
    expect(read()).toBe(true);
  });

  test("may be gone from the start, and change before anybody watches", async () => {
    isOnline = false;
    const { isOnlineAtom } = await import("./online.ts");
    expect(createStore().get(isOnlineAtom)).toBe(false);
    isOnline = true;
    expect(watched(isOnlineAtom).read()).toBe(true);
  });
});

describe("a small screen", () => {
  const narrow = "(max-width: 1000px)";
  test("is at most 1000 px wide, and may turn", async () => {
    expect(limits.mobileMaxWidthPx).toBe(1000);
    const { isSmallScreenAtom } = await import("./small-screen.ts");
    const { read, stop } = watched(isSmallScreenAtom);
    expect(read()).toBe(false);
    media.set(narrow, true);
    expect(read()).toBe(true);
    stop();
    expect(media.watchers(narrow)).toBe(0);
  });

  test("is small from the start", async () => {
    media.set(narrow, true);
    const { isSmallScreenAtom } = await import("./small-screen.ts");
    expect(createStore().get(isSmallScreenAtom)).toBe(true);
    media.set(narrow, false);
    expect(watched(isSmallScreenAtom).read()).toBe(false);
  });

  test("is none where the browser does not say", async () => {
    vi.stubGlobal("matchMedia", undefined);
    const { isSmallScreenAtom } = await import("./small-screen.ts");
    expect(createStore().get(isSmallScreenAtom)).toBe(false);
  });
});

describe("the theme", () => {
  const dark = "(prefers-color-scheme: dark)";
  test("is the browser's at first, and follows it", async () => {
    const { isDarkAtom, themeAtom } = await import("./theme.ts");
    const { read, store, stop } = watched(isDarkAtom);
    expect([store.get(themeAtom), read()]).toEqual(["default", false]);
    media.set(dark, true);
    expect(read()).toBe(true);
    stop();
    expect(media.watchers(dark)).toBe(0);
  });

  test("that is chosen is kept, applied, and no longer the browser's", async () => {
    const { isDarkAtom, themeAtom } = await import("./theme.ts");
    media.set(dark, true);
    const { read, store } = watched(isDarkAtom);
    expect(read()).toBe(true);
    store.set(themeAtom, "light");
    expect([store.get(themeAtom), read()]).toEqual(["light", false]);
    expect(document.documentElement.dataset.theme).toBe("light");
    expect(localStorage.getItem("theme")).toBe("light");
    store.set(themeAtom, "dark");
    expect(read()).toBe(true);
  });

  test.each([
    ["dark", "dark"],
    ["light", "light"],
    ["pink", "default"],
  ])("that was kept as %s is %s", async (kept, theme) => {
    localStorage.setItem("theme", kept);
    const { themeAtom } = await import("./theme.ts");
    expect(createStore().get(themeAtom)).toBe(theme);
  });
});

describe("a small choice", () => {
  test("is remembered as it was", async () => {
    const { readStored, writeStored } = await import("./remembered.ts");
    expect(readStored("columns")).toBeNull();
    writeStored("columns", { a: [1, 2] });
    expect(readStored("columns")).toEqual({ a: [1, 2] });
  });

  test("that cannot be read counts as none", async () => {
    const { readStored } = await import("./remembered.ts");
    localStorage.setItem("columns", "{broken");
    expect(readStored("columns")).toBeNull();
  });
});

describe("a chosen language", () => {
  test("is kept, and the page is loaded in it", async () => {
    const { chooseLocale } = await import("./locale.ts");
    const reload = vi.spyOn(location, "reload").mockImplementation(() => {
      expect(localStorage.getItem("locale")).toBe("pt");
    });
    chooseLocale("pt");
    expect(reload).toHaveBeenCalledOnce();
  });

  test("waits for an answer where an upload would be lost with the page", async () => {
    const { chooseLocale } = await import("./locale.ts");
    const { answerLeave, holdUnsaved } = await import("./leave.ts");
    const reload = vi.spyOn(location, "reload").mockImplementation(() => undefined);
    holdUnsaved({ kind: "uploading" });
    chooseLocale("pt");
    expect([localStorage.getItem("locale"), reload.mock.calls]).toEqual([null, []]);
    await answerLeave("discard");
    expect(localStorage.getItem("locale")).toBe("pt");
    expect(reload).toHaveBeenCalledOnce();
  });
});
