// @vitest-environment happy-dom
// A form in an overlay submits itself alone, not the form that the overlay was opened in.
import { act, type ReactNode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, expect, test, vi } from "vitest";
import { Button } from "./button.tsx";
import { Dialog, Popover, Sheet } from "./overlay.tsx";

vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
let root: Root | null = null;
afterEach(async () => {
  await act(async () => root?.unmount());
  document.body.replaceChildren();
});

const close = () => undefined;
const overlays: Record<string, (form: ReactNode) => ReactNode> = {
  dialog: (form) => (
    <Dialog title="Role" isOpen onClose={close} closeLabel="Close">
      {form}
    </Dialog>
  ),
  sheet: (form) => (
    <Sheet label="Palette" isOpen onClose={close}>
      {form}
    </Sheet>
  ),
  popover: (form) => (
    <Popover label="Limits" trigger={<Button>Open</Button>}>
      {form}
    </Popover>
  ),
};

test.each(Object.keys(overlays))("a form in a %s leaves the form below alone", async (kind) => {
  const outer = vi.fn();
  const inner = vi.fn();
  const form = <form id="inner" onSubmit={inner} />;
  root = createRoot(document.body.appendChild(document.createElement("div")));
  await act(async () => root!.render(<form onSubmit={outer}>{overlays[kind]!(form)}</form>));
  await act(async () => document.querySelector<HTMLButtonElement>("form > button")?.click());
  await act(async () => {
    const event = new Event("submit", { bubbles: true, cancelable: true });
    document.querySelector("#inner")!.dispatchEvent(event);
  });
  expect([inner.mock.calls.length, outer.mock.calls.length]).toEqual([1, 0]);
});
