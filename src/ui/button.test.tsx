// @vitest-environment happy-dom
import { act, type ReactNode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, expect, test, vi } from "vitest";
import { Button, IconButton } from "./button.tsx";

vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
let root: Root | null = null;
afterEach(async () => {
  await act(async () => root?.unmount());
  document.body.replaceChildren();
});

/** Presses the button of this content with a finger; answers what is said then. */
async function tapped(content: ReactNode): Promise<string[]> {
  root = createRoot(document.body.appendChild(document.createElement("div")));
  await act(async () => root!.render(content));
  const button = document.querySelector("button")!;
  await act(async () => {
    const options = { bubbles: true, cancelable: true, pointerType: "touch", pointerId: 1 };
    button.dispatchEvent(new PointerEvent("pointerdown", { ...options, button: 0 }));
    button.dispatchEvent(new PointerEvent("pointerup", { ...options, button: 0 }));
    button.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1 }));
  });
  return [...document.querySelectorAll("[role=tooltip]")].map((tip) => tip.textContent ?? "");
}

test("tapping a disabled button shows the reason and does nothing", async () => {
  const press = vi.fn<() => void>();
  expect(
    await tapped(
      <Button reason="This needs a network." onPress={press}>
        Save
      </Button>,
    ),
  ).toEqual(["This needs a network."]);
  await act(async () => root?.unmount());
  document.body.replaceChildren();
  expect(
    await tapped(
      <IconButton label="Save" reason="This needs a network." onPress={press}>
        S
      </IconButton>,
    ),
  ).toEqual(["Save: This needs a network."]);
  expect(press).not.toHaveBeenCalled();
});

test("a finger on a button that works does what it says, without a tooltip", async () => {
  const press = vi.fn<() => void>();
  expect(
    await tapped(
      <IconButton label="Save" onPress={press}>
        S
      </IconButton>,
    ),
  ).toEqual([]);
  expect(press).toHaveBeenCalledTimes(1);
});
