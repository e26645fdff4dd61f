// @vitest-environment happy-dom
// Numbers that are pasted with a unit, and a question that the buttons of a form would hide.
import { act, useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { startWords } from "../../client/i18n.ts";
import { hide, show, text as shownText } from "../shown.fixture.tsx";
import { NumberField, type NumberFieldProps } from "./number-field.tsx";

vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
afterEach(async () => {
  await hide();
  vi.restoreAllMocks();
});

let taken: number;
const submit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
function Form(props: Partial<NumberFieldProps>) {
  const [value, setValue] = useState(7);
  const take = (next: number) => {
    taken = next;
    setValue(next);
  };
  return (
    <form onSubmit={submit}>
      <NumberField label="Heat loss" {...props} value={value} onChange={take} />
    </form>
  );
}
const input = () => document.querySelector("input")!;
async function paste(text: string) {
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!;
  await act(async () => {
    input().focus();
    set!.call(input(), text);
    input().dispatchEvent(new Event("input", { bubbles: true }));
  });
}
async function start(props: Partial<NumberFieldProps>, locale: "en" | "es" | "pt" = "en") {
  taken = 7;
  submit.mockClear();
  await show(<Form {...props} />);
  await startWords(locale);
}
const send = () =>
  act(async () => {
    const event = new Event("submit", { bubbles: true, cancelable: true });
    document.querySelector("form")!.dispatchEvent(event);
  });

test("its own unit may follow a number, which is shown as it was understood", async () => {
  await start({ unit: "W/m" }, "es");
  await paste("1.234,5 W/m");
  expect(shownText()).toContain("= 1234,5 W/m");
  await send();
  expect([taken, submit.mock.calls.length, input().value]).toEqual([1234.5, 1, "1234,5"]);
});

test.each([
  ["en", "The unit here is MW."],
  ["es", "La unidad de este campo es MW."],
  ["pt", "A unidade deste campo é MW."],
] as const)("another unit is refused with the unit of the field, in %s", async (locale, words) => {
  await start({ unit: "MW" }, locale);
  await paste("850 kW");
  await send();
  expect([taken, submit.mock.calls.length, input().value]).toEqual([7, 0, "850 kW"]);
  expect(shownText()).toContain(words);
});

test("a form that waits for an answer brings the whole field into view, with the question below it", async () => {
  await start({ unit: "W/m" });
  const moved = vi.spyOn(Element.prototype, "scrollIntoView").mockReturnValue(undefined);
  await paste("1.500");
  await send();
  const [field] = moved.mock.contexts as Element[];
  expect(field?.contains(input())).toBe(true);
  expect(field?.textContent).toContain("has two meanings");
  expect(field?.querySelectorAll("button")).toHaveLength(2);
});
