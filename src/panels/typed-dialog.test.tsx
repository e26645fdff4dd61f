// @vitest-environment happy-dom
// A dialog with fields: what is typed in it is not lost by a press beside it, by Escape or by an update.
import { act, useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import {
  answerLeave,
  forgetUnsaved,
  leaveQuestionAtom,
  unsavedWorkAtom,
} from "../state/shell/leave.ts";
import { updateHeldAtom } from "../state/shell/update.ts";
import { TextField } from "../ui/form/field.tsx";
import { FindingDialog } from "./finding-life/finding-dialog.tsx";
import { FormDialog } from "./form-dialog.tsx";
import { hide, show } from "./shown.fixture.tsx";
import { TypedDialog } from "./typed-dialog.tsx";

vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
afterEach(async () => {
  await hide();
  forgetUnsaved();
});

const close = vi.fn();
const change = vi.fn<() => Promise<void>>();

function Typed() {
  const [text, setText] = useState("");
  return (
    <TypedDialog title="Note" closeLabel="Close" typed={text} onClose={close}>
      <TextField label="Note" value={text} onChange={setText} />
    </TypedDialog>
  );
}
function Finding() {
  const [text, setText] = useState("");
  return (
    <FindingDialog title="Note" action="Save" typed={text} change={change} onClose={close}>
      <TextField label="Note" value={text} onChange={setText} />
    </FindingDialog>
  );
}
const forms = {
  TypedDialog: <Typed />,
  FindingDialog: <Finding />,
  FormDialog: (
    <FormDialog title="Note" saveLabel="Save" onSave={change} onClose={close}>
      <input name="note" />
    </FormDialog>
  ),
};

async function open(name: string) {
  close.mockReset();
  change.mockReset();
  return show(
    forms[name as keyof typeof forms],
    [],
    [unsavedWorkAtom, leaveQuestionAtom, updateHeldAtom],
  );
}
async function write(text: string) {
  const input = document.querySelector("input")!;
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!;
  await act(async () => {
    set!.call(input, text);
    input.dispatchEvent(new Event("input", { bubbles: true }));
    input.dispatchEvent(new Event("change", { bubbles: true }));
  });
}
const escape = () =>
  act(async () => {
    const keys = { key: "Escape", bubbles: true, cancelable: true };
    document.querySelector("input")!.dispatchEvent(new KeyboardEvent("keydown", keys));
  });
const cross = () =>
  act(async () => document.querySelector<HTMLButtonElement>("header button")!.click());

test.each(Object.keys(forms))("%s: without a change it closes at once", async (name) => {
  const store = await open(name);
  expect(store.get(unsavedWorkAtom)).toEqual([]);
  await escape();
  expect([close.mock.calls.length, store.get(leaveQuestionAtom)]).toEqual([1, null]);
});

test.each(Object.keys(forms))(
  "%s: what is typed holds the update, and is asked about",
  async (name) => {
    const store = await open(name);
    await write("a long note");
    expect(store.get(unsavedWorkAtom)).toMatchObject([{ kind: "editing" }]);
    expect(store.get(updateHeldAtom)).toBe("unsaved");
    for (const end of [escape, cross]) {
      await end();
      expect(close).not.toHaveBeenCalled();
      expect(store.get(leaveQuestionAtom)).toMatchObject({ kinds: ["editing"] });
      await act(() => answerLeave("stay"));
      expect(close).not.toHaveBeenCalled();
    }
    await escape();
    await act(() => answerLeave("discard"));
    expect(close).toHaveBeenCalledTimes(1);
  },
);

test("a text that is as it was is no change", async () => {
  const store = await open("TypedDialog");
  await write("x");
  expect(store.get(unsavedWorkAtom)).toHaveLength(1);
  await write("");
  expect(store.get(unsavedWorkAtom)).toEqual([]);
});

test("a refusal is gone at the next attempt, and once something else is typed", async () => {
  await open("FindingDialog");
  const send = () =>
    act(async () => {
      const event = new Event("submit", { bubbles: true, cancelable: true });
      document.querySelector("form")!.dispatchEvent(event);
    });
  const alerts = () => document.querySelectorAll("[role=alert]").length;
  await write("first");
  change.mockRejectedValueOnce({ code: "CONFLICT", message: "Changed by others", problems: [] });
  await send();
  expect([alerts(), document.body.textContent]).toEqual([
    1,
    expect.stringContaining("Changed by others"),
  ]);
  await write("second");
  expect(alerts()).toBe(0);
  let end = () => undefined as void;
  change.mockRejectedValueOnce({ code: "CONFLICT", message: "Changed by others", problems: [] });
  await send();
  expect(alerts()).toBe(1);
  change.mockImplementationOnce(() => new Promise((done) => (end = done)));
  await send();
  expect(alerts()).toBe(0);
  await act(async () => end());
});
