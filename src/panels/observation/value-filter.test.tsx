// @vitest-environment happy-dom
// The filter by the values of a column: a range is applied as a whole, and what is filtered is shown.
import { act } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { listFilterAtom, setListFilter } from "../../state/observation/filter.ts";
import { hide, show, text } from "../shown.fixture.tsx";
import { ValueFilter } from "./value-filter.tsx";

const { values } = vi.hoisted(() => ({
  values: { of: [] as { value: string | number; count: number }[] },
}));
vi.mock("../../state/observation/filter.ts", async (original) => {
  const { atom } = await import("jotai");
  const column = { id: "ccp_3", name: "Depth", kind: "number", data_type: "number" };
  return {
    ...(await original<object>()),
    usedColumnsAtom: atom([{ column, count: 40 }]),
    valuesOfColumnAtom: atom(() => () => values.of),
  };
});
vi.mock("../../state/observation/words.ts", async (original) => ({
  ...(await original<object>()),
  columnName: ({ name }: { name: string }) => name,
  columnValueWords: (_: unknown, value: string | number) => String(value),
}));
vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);

beforeEach(() => {
  values.of = Array.from({ length: 40 }, (_, at) => ({ value: at * 100, count: 1 }));
});
afterEach(hide);

async function choose() {
  const trigger = document.querySelector<HTMLButtonElement>("button[aria-haspopup=listbox]")!;
  await act(async () => trigger.click());
  await act(async () => document.querySelector<HTMLElement>("[role=option]")!.click());
}
const inputs = () =>
  [...document.querySelectorAll<HTMLInputElement>("input:not([type=checkbox])")].filter(
    (one) => one.closest("[aria-hidden=true]") === null,
  );
async function fill(at: number, value: string) {
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!;
  await act(async () => {
    inputs()[at]!.focus();
    set!.call(inputs()[at], value);
    inputs()[at]!.dispatchEvent(new Event("input", { bubbles: true }));
  });
}
const send = () =>
  act(async () => {
    const event = new Event("submit", { bubbles: true, cancelable: true });
    document.querySelector("form")!.dispatchEvent(event);
  });

test("half of a range is never applied: a limit with two meanings is asked about first", async () => {
  const store = await show(<ValueFilter />, [], [listFilterAtom]);
  await choose();
  await fill(0, "1.500");
  await fill(1, "3000");
  await send();
  expect(store.get(listFilterAtom).values).toEqual([]);
  expect(text()).toContain("“1.500” has two meanings. Which one?");
  const meaning = [...document.querySelectorAll("button")].find(
    (one) => one.textContent === "1500",
  )!;
  await act(async () => meaning.click());
  await send();
  const range = { kind: "range", column_id: "ccp_3", min: 1500, max: 3000 };
  expect(store.get(listFilterAtom).values).toEqual([range]);
});

test("a range that filters is shown, also among few values, and emptied fields end it", async () => {
  const store = await show(<ValueFilter />, [], [listFilterAtom]);
  await choose();
  const range = { kind: "range", column_id: "ccp_3", min: 100, max: 300 } as const;
  values.of = values.of.slice(0, 3);
  await act(async () => store.set(setListFilter, { values: [range] }));
  expect(inputs().map(({ value }) => value)).toEqual(["100", "300"]);
  await fill(0, "");
  await fill(1, "");
  await act(async () => inputs()[1]!.blur());
  await send();
  expect(store.get(listFilterAtom).values).toEqual([]);
});

test("values beyond the first are counted, and found by searching", async () => {
  values.of = Array.from({ length: 15 }, (_, at) => ({ value: `text ${at}`, count: 15 - at }));
  const store = await show(<ValueFilter />, [], [listFilterAtom]);
  await choose();
  const boxes = () => [...document.querySelectorAll<HTMLInputElement>("input[type=checkbox]")];
  expect(boxes()).toHaveLength(12);
  expect(text()).toContain("3 more values: search for them.");
  await fill(0, "TEXT 14");
  expect(boxes()).toHaveLength(1);
  await act(async () => boxes()[0]!.click());
  expect(store.get(listFilterAtom).values).toEqual([
    { kind: "value", column_id: "ccp_3", values: ["text 14"] },
  ]);
  // What is chosen stays in view.
  await fill(0, "nothing");
  expect(boxes()).toHaveLength(1);
});
