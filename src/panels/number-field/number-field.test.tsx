// @vitest-environment happy-dom
// Typed, pasted and filled numbers in three languages: never another number, and never a form that is sent with one.
import { act, useEffect, useState } from "react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { startWords } from "../../client/i18n.ts";
import { hide, show, text as shownText } from "../shown.fixture.tsx";
import { NumberField, type NumberFieldProps } from "./number-field.tsx";
import { Stepper } from "./stepper.tsx";

vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
afterEach(hide);

let stored: number;
let sent: number[];
const note = (value: number) => (stored = value);
function Form(props: Partial<NumberFieldProps>) {
  const [value, setValue] = useState(props.value ?? NaN);
  useEffect(() => void note(value));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        sent.push(value);
      }}
    >
      <NumberField label="Capacity" {...props} value={value} onChange={setValue} />
      <button type="submit">Save</button>
    </form>
  );
}

const input = () => document.querySelector("input")!;
async function start(props: Partial<NumberFieldProps> = {}, locale = "en") {
  sent = [];
  await show(<Form {...props} />);
  await startWords(locale as "en");
  await act(async () => input().focus());
}
/** As typing, pasting and filling end: the text is there, and the page hears of it. */
async function fill(text: string) {
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!;
  await act(async () => {
    input().focus();
    set!.call(input(), text);
    input().dispatchEvent(new Event("input", { bubbles: true }));
  });
}
const leave = () => act(async () => input().blur());
const send = () =>
  act(async () => {
    const event = new Event("submit", { bubbles: true, cancelable: true });
    document.querySelector("form")!.dispatchEvent(event);
  });
const meanings = () =>
  [...document.querySelectorAll<HTMLButtonElement>("button[type=button]")].map(
    ({ textContent }) => textContent,
  );

describe.each(["en", "es", "pt"])("in %s", (locale) => {
  test.each([
    ["2930,5", 2930.5],
    ["2930.5", 2930.5],
    ["0,5", 0.5],
    ["0.5", 0.5],
    ["2.5", 2.5],
    ["2,5", 2.5],
    ["1.012,5", 1012.5],
    ["1,012.5", 1012.5],
    ["\u221218,8857", -18.8857],
  ])("%s is %d", async (text, value) => {
    await start({}, locale);
    await fill(text);
    await leave();
    expect(stored).toBe(value);
    const decimal = locale === "en" ? "." : ",";
    expect(input().value).toBe(String(value).replace(".", decimal));
    // What the field shows is read as the same number again.
    await fill(`${input().value} `);
    await leave();
    expect(stored).toBe(value);
  });
});

test("says what it understood while a number is typed in another notation", async () => {
  await start({ unit: "MW" });
  await fill("2930,5");
  expect(shownText()).toContain("= 2930.5 MW");
  await fill("2930.5");
  expect(shownText()).not.toContain("=");
});

test("a form hears of a number while it is typed, and of nothing that is on its way to another", async () => {
  await start({ value: 7, maxValue: 90 });
  await fill("2");
  expect(stored).toBe(2);
  await fill("20");
  expect(stored).toBe(20);
  await fill("200");
  expect(stored).toBe(7);
  await fill("");
  expect(stored).toBe(7);
  await fill("1.50");
  expect(stored).toBe(1.5);
  expect(input().value).toBe("1.50");
  await leave();
  expect([stored, input().value]).toEqual([1.5, "1.5"]);
});

test("asks where a text has two meanings, and the form waits for the answer", async () => {
  await start({ value: 7 });
  await fill("1.500");
  await send();
  expect([sent, stored]).toEqual([[], 7]);
  expect(shownText()).toContain("“1.500” has two meanings. Which one?");
  expect(meanings()).toEqual(["1500", "1.5"]);
  expect(document.activeElement).toBe(input());
  await act(async () => document.querySelector<HTMLButtonElement>("button[type=button]")!.click());
  expect([stored, input().value, meanings()]).toEqual([1500, "1500", []]);
  await send();
  expect(sent).toEqual([1500]);
});

test("does not ask where only one meaning is possible", async () => {
  await start({ minValue: -90, maxValue: 90 });
  await fill("-18.123");
  await leave();
  expect(stored).toBe(-18.123);
});

test.each([
  ["abc", {}, "This is not a number. Write it like 12.5."],
  ["12,5", { isWhole: true }, "Enter a whole number."],
  ["200", { minValue: 0, maxValue: 90 }, "Enter a number from 0 to 90."],
  ["-2", { minValue: 0 }, "Enter 0 or more."],
  ["20", { maxValue: 10 }, "Enter 10 or less."],
])("%s stays as it is, and is not sent", async (text, props, words) => {
  await start({ value: 7, ...props });
  await fill(text);
  await send();
  expect([sent, stored, input().value]).toEqual([[], 7, text]);
  expect(shownText()).toContain(words);
  await fill("8");
  await send();
  expect([sent, stored]).toEqual([[8], 8]);
});

test("sends the number that was typed last, also without leaving the field", async () => {
  await start({ value: 7 });
  await fill("2930,5");
  await send();
  expect(sent).toEqual([2930.5]);
});

test("an emptied field is no number, and an untouched one keeps all its digits", async () => {
  await start({ value: 0.123456789, formatOptions: { maximumFractionDigits: 2 } });
  await leave();
  expect([stored, input().value]).toEqual([0.123456789, "0.12"]);
  await fill("");
  await leave();
  expect(stored).toBeNaN();
});

test("arrow keys step within the limits, from what is typed", async () => {
  await start({ value: 1, step: 0.1, maxValue: 1.25 });
  const press = (key: string) =>
    act(async () => {
      input().dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    });
  await press("ArrowUp");
  expect(stored).toBe(1.1);
  await fill("1,2");
  await press("ArrowUp");
  expect(stored).toBe(1.25);
  await press("ArrowDown");
  expect(stored).toBe(1.15);
});

test("the number of another thing replaces what was typed for the one before", async () => {
  function Choice() {
    const [value, setValue] = useState(1);
    return (
      <>
        <NumberField label="Height" value={value} onChange={setValue} />
        <button type="button" onClick={() => setValue(2)}>
          Next
        </button>
      </>
    );
  }
  await show(<Choice />);
  await fill("1.500");
  await act(async () => document.querySelector("button")!.click());
  expect(input().value).toBe("2");
});

test("a stepper takes whole numbers within its limits only", async () => {
  let count = 3;
  const words = { label: "Count", lessLabel: "Less", moreLabel: "More" };
  const set = vi.fn((value: number) => (count = value));
  await show(<Stepper {...words} value={count} onChange={set} minValue={0} maxValue={20} />);
  await fill("1,5");
  await leave();
  expect(set).not.toHaveBeenCalled();
  expect(shownText()).toContain("Enter a whole number.");
  await fill("15");
  await leave();
  expect(set).toHaveBeenLastCalledWith(15);
});

test.each(["1.500", "1,500"])(
  "a field of whole numbers takes %s for the only whole number that it can be",
  async (text) => {
    await start({ value: 7, isWhole: true, maxValue: 1_000_000 });
    await fill(text);
    expect([stored, shownText()]).toEqual([1500, expect.stringContaining("= 1500")]);
    await leave();
    expect([stored, meanings()]).toEqual([1500, []]);
  },
);

test("a field of whole numbers asks where both meanings are whole, and never offers a fraction", async () => {
  await start({ value: 7, isWhole: true });
  await fill("1.000");
  await leave();
  expect([stored, meanings()]).toEqual([7, ["1000", "1"]]);
});

test("the least value itself can be refused", async () => {
  await start({ value: 7, minValue: 0, maxValue: 90, isAbove: true });
  await fill("0");
  await send();
  expect([sent, stored]).toEqual([[], 7]);
  expect(shownText()).toContain("Enter a number above 0, up to 90.");
  await fill("0.1");
  await send();
  expect(sent).toEqual([0.1]);
});

test("a stepper offers what an ambiguous text can mean, and is never empty", async () => {
  const words = { label: "Count", lessLabel: "Less", moreLabel: "More" };
  function Counted() {
    const [value, setValue] = useState(3);
    useEffect(() => void note(value));
    return <Stepper {...words} value={value} onChange={setValue} minValue={1} maxValue={5000} />;
  }
  await show(<Counted />);
  await fill("1.000");
  await leave();
  const offered = [...document.querySelectorAll("button")].filter((one) =>
    /^\d+$/.test(one.textContent),
  );
  expect([stored, offered.map((one) => one.textContent)]).toEqual([3, ["1000", "1"]]);
  await act(async () => offered[0]!.click());
  expect([stored, input().value]).toEqual([1000, "1000"]);
  await fill("");
  await leave();
  expect([stored, input().value]).toEqual([1, "1"]);
});
