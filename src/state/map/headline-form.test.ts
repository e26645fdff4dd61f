// @vitest-environment happy-dom
import { createStore } from "jotai";
import { beforeEach, expect, test, vi } from "vitest";

const panels = [
  { id: "layers", dock: "left", opens: false },
  { id: "component", dock: "right", opens: false },
  { id: "table", dock: "bottom", opens: false },
] as const;

/** A page in a window of this width, in a browser that keeps what earlier pages stored. */
async function pageOf(width: "phone" | "desk") {
  vi.resetModules();
  vi.stubGlobal("matchMedia", () => ({
    matches: width === "phone",
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  const { headlineOpenAtom } = await import("./headline-form.ts");
  const dock = await import("../shell/dock.ts");
  const store = createStore();
  store.set(dock.startDocks, panels);
  return {
    isOpen: () => store.get(headlineOpenAtom),
    setOpen: (isOpen: boolean) => store.set(headlineOpenAtom, isOpen),
    openPanel: (id: string) => store.set(dock.openPanel, id),
  };
}

beforeEach(() => localStorage.clear());

test("the summary is open on a desk with room, and one line on a phone or between panels", async () => {
  const desk = await pageOf("desk");
  expect(desk.isOpen()).toBe(true);
  desk.openPanel("layers");
  expect(desk.isOpen()).toBe(true);
  desk.openPanel("component");
  expect(desk.isOpen()).toBe(false);
  localStorage.clear();
  // A panel below the map leaves no height for the legend and the open summary.
  const low = await pageOf("desk");
  low.openPanel("table");
  expect(low.isOpen()).toBe(false);
  localStorage.clear();
  expect((await pageOf("phone")).isOpen()).toBe(false);
});

test("what the user chose stays, and a damaged choice counts as none", async () => {
  (await pageOf("desk")).setOpen(false);
  expect((await pageOf("desk")).isOpen()).toBe(false);
  (await pageOf("phone")).setOpen(true);
  expect((await pageOf("phone")).isOpen()).toBe(true);
  localStorage.setItem("headline-open", "7");
  expect((await pageOf("desk")).isOpen()).toBe(true);
});
