// @vitest-environment happy-dom
import { createStore } from "jotai";
import { beforeEach, expect, test, vi } from "vitest";

const layers = { id: "layers", dock: "left", opens: false } as const;
const component = { id: "component", dock: "right", opens: false } as const;
const widths = { phone: 390, laptop: 1280, desk: 1440 } as const;

/** A page in a window of this width, in a browser that keeps what earlier pages stored. */
async function pageOf(kind: keyof typeof widths) {
  vi.resetModules();
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: widths[kind] <= Number(/max-width: (\d+)px/.exec(query)?.[1] ?? 0),
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  const { legendOpenAtom } = await import("./legend-form.ts");
  const dock = await import("../shell/dock.ts");
  const store = createStore();
  store.set(dock.startDocks, [layers, component]);
  return {
    isOpen: () => store.get(legendOpenAtom),
    setOpen: (isOpen: boolean) => store.set(legendOpenAtom, isOpen),
    openSheet: () => store.set(dock.openPanel, "layers"),
    openCard: () => store.set(dock.openPanel, "component"),
    closeCard: () => store.set(dock.closePanel, "component"),
    sheet: () => store.get(dock.frontPanelAtom),
  };
}

beforeEach(() => localStorage.clear());

test("the legend is open on a desk and one line on a phone, until the user says otherwise", async () => {
  expect((await pageOf("desk")).isOpen()).toBe(true);
  expect((await pageOf("phone")).isOpen()).toBe(false);
  (await pageOf("desk")).setOpen(false);
  expect((await pageOf("desk")).isOpen()).toBe(false);
  (await pageOf("phone")).setOpen(true);
  expect((await pageOf("phone")).isOpen()).toBe(true);
  expect((await pageOf("desk")).isOpen()).toBe(false);
});

test("on a phone legend and sheet are not open together, on a desk they are", async () => {
  const phone = await pageOf("phone");
  phone.setOpen(true);
  phone.openSheet();
  expect(phone.isOpen()).toBe(false);
  phone.setOpen(true);
  expect([phone.isOpen(), phone.sheet()]).toEqual([true, null]);
  const desk = await pageOf("desk");
  desk.openSheet();
  desk.setOpen(true);
  expect([desk.isOpen(), desk.sheet()]).toEqual([true, "layers"]);
});

test("on a laptop the legend is one line between panels on both sides, unless the user opens it", async () => {
  const laptop = await pageOf("laptop");
  laptop.openSheet();
  expect(laptop.isOpen()).toBe(true);
  laptop.openCard();
  expect(laptop.isOpen()).toBe(false);
  laptop.closeCard();
  expect(laptop.isOpen()).toBe(true);
  laptop.openCard();
  laptop.setOpen(true);
  expect(laptop.isOpen()).toBe(true);
  const desk = await pageOf("desk");
  desk.openSheet();
  desk.openCard();
  expect(desk.isOpen()).toBe(true);
});

test("a damaged choice counts as none", async () => {
  localStorage.setItem("legend-open", "7");
  expect((await pageOf("desk")).isOpen()).toBe(true);
});
