// @vitest-environment happy-dom
import { act, useState } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, expect, test, vi } from "vitest";
import { ComboBox } from "./combo-box.tsx";

vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
let root: Root;
afterEach(() => act(async () => root.unmount()));

const options = [
  { id: 1, label: "Valdesol", hint: "Sierra Clara" },
  { id: 2, label: "Llano Grande" },
  { id: 3, label: "Valle Alto", isDisabled: true },
];
const changed = vi.fn();

function Plants({ emptyText }: { emptyText?: string }) {
  const [value, setValue] = useState<number | null>(null);
  return (
    <ComboBox
      label="Plant"
      openLabel="Choose a plant"
      options={options}
      value={value}
      onChange={(id) => {
        changed(id);
        setValue(id);
      }}
      {...(emptyText === undefined ? {} : { emptyText })}
    />
  );
}

async function shown(emptyText?: string): Promise<HTMLInputElement> {
  changed.mockClear();
  document.body.replaceChildren();
  root = createRoot(document.body.appendChild(document.createElement("div")));
  await act(async () =>
    root.render(<Plants {...(emptyText === undefined ? {} : { emptyText })} />),
  );
  const input = document.querySelector("input")!;
  await act(async () => input.focus());
  return input;
}

const type = (input: HTMLInputElement, words: string) =>
  act(async () => {
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!.set!;
    set.call(input, words);
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
const press = (input: HTMLInputElement, key: string) =>
  act(async () => {
    input.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    input.dispatchEvent(new KeyboardEvent("keyup", { key, bubbles: true, cancelable: true }));
  });
const offered = () =>
  [...document.querySelectorAll("[role=option]")].map(({ textContent }) => textContent);

test("what is typed narrows the list, and the keys take one of it", async () => {
  const input = await shown();
  await type(input, "val");
  expect(offered()).toEqual(["ValdesolSierra Clara", "Valle Alto"]);
  await press(input, "ArrowDown");
  await press(input, "Enter");
  expect(changed).toHaveBeenLastCalledWith(1);
  expect(input.value).toBe("Valdesol");
  expect(offered()).toEqual([]);
});

test("an option that is off cannot be taken", async () => {
  const input = await shown();
  await type(input, "valle");
  await press(input, "ArrowDown");
  await press(input, "Enter");
  expect(changed).not.toHaveBeenCalledWith(3);
});

test("where nothing fits, the list says why, or does not open", async () => {
  await type(await shown("No such plant"), "xyz");
  expect(document.body.textContent).toContain("No such plant");
  await act(async () => root.unmount());
  await type(await shown(), "xyz");
  expect(document.querySelector("[role=listbox]")).toBeNull();
});
