// @vitest-environment happy-dom
import { act, type ReactNode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, expect, test, vi } from "vitest";
import { Button } from "./button.tsx";
import { Dialog } from "./overlay.tsx";

vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
let root: Root | null = null;
afterEach(async () => {
  await act(async () => root?.unmount());
});

async function opened(actions: ReactNode, children: ReactNode) {
  root = createRoot(document.body.appendChild(document.createElement("div")));
  await act(async () =>
    root!.render(
      <Dialog title="New" isOpen onClose={() => {}} closeLabel="Close" actions={actions}>
        {children}
      </Dialog>,
    ),
  );
  return (selector: string, more: KeyboardEventInit = {}) =>
    act(async () => {
      const event = { key: "Enter", bubbles: true, cancelable: true, ...more };
      const target = document.querySelector(`[role=dialog]${selector}`)!;
      target.dispatchEvent(new KeyboardEvent("keydown", event));
    });
}

const fields = (
  <>
    <input type="text" />
    <input type="checkbox" />
    <textarea />
    <button type="button">Choose</button>
  </>
);

test("Enter presses the primary button, from the dialog itself and from its fields", async () => {
  const save = vi.fn();
  const press = await opened(
    <>
      <Button>Cancel</Button>
      <Button kind="primary" onPress={save}>
        Save
      </Button>
    </>,
    fields,
  );
  await press("");
  await press(" input[type=text]");
  await press(" input[type=checkbox]");
  expect(save).toHaveBeenCalledTimes(3);
  for (const used of [
    " textarea",
    " [class*=dialogBody] button",
    " footer button",
    " header button",
  ]) {
    await press(used);
  }
  await press("", { repeat: true });
  await press("", { shiftKey: true });
  await press("", { isComposing: true });
  await press("", { key: "a" });
  expect(save).toHaveBeenCalledTimes(3);
});

test.each([
  ["is dangerous", { kind: "danger" }],
  ["is disabled", { kind: "primary", isDisabled: true }],
  ["is greyed with a reason", { kind: "primary", reason: "Not permitted" }],
  ["waits for the answer", { kind: "primary", isPending: true }],
] as const)("Enter does not press a button that %s", async (_name, props) => {
  const run = vi.fn();
  const press = await opened(
    <Button {...props} onPress={run}>
      Run
    </Button>,
    fields,
  );
  await press("");
  await press(" input[type=text]");
  expect(run).not.toHaveBeenCalled();
});

test("a form is submitted once: by the browser where a field has the focus, else by the button", async () => {
  const submit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
  const press = await opened(
    <Button kind="primary" type="submit" form="its-form">
      Save
    </Button>,
    <form id="its-form" onSubmit={submit}>
      <input type="text" />
    </form>,
  );
  await press(" input[type=text]");
  expect(submit).not.toHaveBeenCalled();
  await press("");
  expect(submit).toHaveBeenCalledOnce();
});
