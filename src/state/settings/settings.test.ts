// @vitest-environment happy-dom
import { createStore } from "jotai";
import { beforeEach, describe, expect, test, vi } from "vitest";

beforeEach(() => localStorage.clear());
/** The state as a page finds it that has just been loaded. */
const visit = async () => {
  vi.resetModules();
  return import("./settings.ts");
};

test("closing a panel returns home where the user has been nowhere else", async () => {
  const { returnAddressAtom } = await visit();
  expect(createStore().get(returnAddressAtom)).toBe("/");
});

describe("wide panels", () => {
  test("are none at the first visit", async () => {
    const { widePanelsAtom } = await visit();
    expect(createStore().get(widePanelsAtom)).toEqual({});
  });

  test("are those of the visit before, each by itself", async () => {
    const store = createStore();
    const { widePanelsAtom } = await visit();
    store.set(widePanelsAtom, "plants", true);
    store.set(widePanelsAtom, "orders", true);
    store.set(widePanelsAtom, "plants", false);
    expect(store.get(widePanelsAtom)).toEqual({ plants: false, orders: true });
    const again = await visit();
    expect(createStore().get(again.widePanelsAtom)).toEqual({ plants: false, orders: true });
    expect(localStorage.getItem("settings-wide")).not.toBeNull();
  });
});

describe("an alert above a panel", () => {
  test("is in its area until it is taken away, and leaves the other area alone", async () => {
    const { pageAlertsAtom, showPageAlert } = await visit();
    const store = createStore();
    expect(store.get(pageAlertsAtom)).toEqual({ fault: null, note: null });
    store.set(showPageAlert, "fault", { title: "Lost" });
    store.set(showPageAlert, "note", { title: "Saved" });
    expect(store.get(pageAlertsAtom)).toEqual({
      fault: { title: "Lost" },
      note: { title: "Saved" },
    });
    store.set(showPageAlert, "fault", null);
    expect(store.get(pageAlertsAtom)).toEqual({ fault: null, note: { title: "Saved" } });
  });

  test("that is shown already is no change for the panel", async () => {
    const { pageAlertsAtom, showPageAlert } = await visit();
    const store = createStore();
    const alert = { title: "Lost" };
    const watch = vi.fn();
    store.sub(pageAlertsAtom, watch);
    store.set(showPageAlert, "fault", alert);
    store.set(showPageAlert, "fault", alert);
    expect(watch).toHaveBeenCalledOnce();
  });
});
