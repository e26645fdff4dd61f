// @vitest-environment happy-dom
import { createStore } from "jotai";
import { beforeEach, expect, test } from "vitest";
import {
  askedPanelAtom,
  closePanel,
  frontPanelAtom,
  openPanel,
  openPanelsAtom,
  showPanel,
  showPanels,
  startDocks,
  raiseSheet,
  growSheet,
  sheetHeightAtom,
  shrinkSheet,
  togglePanel,
} from "./dock.ts";

const panels = [
  { id: "layers", dock: "left", opens: true },
  { id: "find", dock: "left", opens: false },
  { id: "component", dock: "right", opens: false },
  { id: "table", dock: "bottom", opens: false },
] as const;

function visit(address: string) {
  history.replaceState(null, "", address);
  const store = createStore();
  store.set(startDocks, panels);
  return store;
}

beforeEach(() => localStorage.clear());

test("the first visit opens what the panels say", () => {
  expect(visit("/plant/1").get(openPanelsAtom)).toEqual(["layers"]);
});

test("the address decides: one panel per dock, without unknown or forbidden panels", () => {
  const store = visit("/plant/1?panel=layers,find,secret,table");
  expect(store.get(openPanelsAtom)).toEqual(["find", "table"]);
});

test("opening a panel closes the one in its dock only", () => {
  const store = visit("/plant/1?panel=layers,table");
  store.set(openPanel, "find");
  expect(store.get(openPanelsAtom)).toEqual(["table", "find"]);
  expect(store.get(frontPanelAtom)).toBe("find");
});

test("the open panels are restored at the next visit, also when none was open", () => {
  const store = visit("/plant/1");
  store.set(openPanel, "component");
  expect(visit("/plant/2").get(openPanelsAtom)).toEqual(["layers", "component"]);
  store.set(closePanel, "component");
  store.set(togglePanel, "layers");
  expect(visit("/plant/3").get(openPanelsAtom)).toEqual([]);
});

test("a panel that the viewer may not open stays closed", () => {
  const store = visit("/plant/1?panel=");
  store.set(openPanel, "secret");
  expect(store.get(openPanelsAtom)).toEqual([]);
});

test("the panel in front is the one opened last, and none where all are closed", () => {
  const store = visit("/plant/1?panel=layers,table");
  expect(store.get(frontPanelAtom)).toBe("table");
  store.set(openPanel, "layers");
  expect(store.get(openPanelsAtom)).toEqual(["table", "layers"]);
  expect(store.get(frontPanelAtom)).toBe("layers");
  store.set(closePanel, "layers");
  store.set(closePanel, "table");
  expect(store.get(frontPanelAtom)).toBeNull();
});

test("a toggled panel opens where it was closed", () => {
  const store = visit("/plant/1?panel=table");
  store.set(togglePanel, "layers");
  expect(store.get(openPanelsAtom)).toEqual(["table", "layers"]);
  store.set(togglePanel, "table");
  expect(store.get(openPanelsAtom)).toEqual(["layers"]);
});

test("the address decides, and not the last visit", () => {
  visit("/plant/1").set(openPanel, "table");
  expect(visit("/plant/2?panel=component").get(openPanelsAtom)).toEqual(["component"]);
  expect(localStorage.getItem("open-panels")).toBe("layers,table");
});

test("a saved view shows its panels and no others", () => {
  const store = visit("/plant/1?panel=layers,table");
  store.set(showPanels, ["find", "layers", "component", "secret"]);
  expect(store.get(openPanelsAtom)).toEqual(["layers", "component"]);
  store.set(showPanels, []);
  expect(store.get(openPanelsAtom)).toEqual([]);
});

test("a sheet that peeks out is lifted; a form has all of it, and gives it back as it was", () => {
  const store = visit("/plant/1?panel=table");
  const height = () => store.get(sheetHeightAtom);
  store.set(shrinkSheet);
  expect(height()).toBe("half");
  store.set(sheetHeightAtom, "peek");
  store.set(raiseSheet);
  expect(height()).toBe("half");
  store.set(sheetHeightAtom, "peek");
  store.set(growSheet);
  store.set(growSheet);
  expect(height()).toBe("full");
  store.set(shrinkSheet);
  expect(height()).toBe("half");
  store.set(sheetHeightAtom, "full");
  store.set(raiseSheet);
  expect(height()).toBe("full");
});

test("a panel that is opened asks for the focus, one that only shows a choice lets it stay", () => {
  const store = visit("/plant/1");
  expect(store.get(askedPanelAtom)).toBe(null);
  store.set(showPanel, "component");
  expect(store.get(askedPanelAtom)).toEqual({ id: "component", stays: true });
  store.set(togglePanel, "table");
  expect(store.get(askedPanelAtom)).toEqual({ id: "table", stays: false });
  store.set(openPanel, "secret");
  expect(store.get(askedPanelAtom)).toEqual({ id: "table", stays: false });
});
