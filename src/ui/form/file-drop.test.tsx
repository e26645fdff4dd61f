// @vitest-environment happy-dom
// A file dropped on an area is the area's own, or the page's where the area takes none.
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, expect, test, vi } from "vitest";
import { FileDrop } from "./file-drop.tsx";
import { PageDrop } from "./page-drop.tsx";

vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
let root: Root;
afterEach(() => act(async () => root.unmount()));

/** What the page took of a file that was dropped on the button of an area. */
async function droppedOn(isDisabled: boolean) {
  document.body.replaceChildren();
  root = createRoot(document.body.appendChild(document.createElement("div")));
  const taken = vi.fn();
  const area = { label: "Drop files here", buttonLabel: "Choose files", onFiles: () => undefined };
  await act(async () =>
    root.render(
      <>
        <FileDrop {...area} isDisabled={isDisabled} />
        <PageDrop words="Import" isRefused={false} onDrop={taken} onRefused={taken} />
      </>,
    ),
  );
  const file = new File(["a"], "twin.kml");
  const event = new Event("drop", { bubbles: true, cancelable: true });
  Object.assign(event, { dataTransfer: { types: ["Files"], files: [file], items: [] } });
  await act(async () => document.querySelector("button")!.dispatchEvent(event));
  return { byPage: taken.mock.calls.length, isKept: event.defaultPrevented };
}

test("a disabled area leaves its files to the page", async () => {
  expect(await droppedOn(true)).toEqual({ byPage: 1, isKept: true });
});

test("an area takes its own files", async () => {
  expect((await droppedOn(false)).byPage).toBe(0);
});
