// @vitest-environment happy-dom
import { Provider, useAtomValue } from "jotai";
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  closePanel,
  keyboardPanelAtom,
  openPanel,
  openPanelsAtom,
  showPanel,
  startDocks,
} from "../../state/shell/dock.ts";
import { press } from "../../state/shell/shortcut.ts";
import { signedInStore } from "../../state/shell/signed-in.fixture.ts";
import { usePanelFocus } from "./panel-focus.ts";

vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);

const docked = [
  { id: "layers", dock: "left", opens: false },
  { id: "component", dock: "right", opens: false },
] as const;

function Bench({ page }: { page: string | null }) {
  usePanelFocus(page);
  const open = useAtomValue(openPanelsAtom);
  return (
    <div data-panel="true">
      <button type="button" id="rail">
        Rail
      </button>
      <canvas className="maplibregl-canvas" tabIndex={0} />
      {[...open, ...(page ? [page] : [])].map((id) => (
        <section key={id} data-panel={id}>
          <h2 id={id} tabIndex={-1}>
            {id}
          </h2>
          <button type="button" id={`in-${id}`}>
            In it
          </button>
        </section>
      ))}
    </div>
  );
}

let root: Root;
let store: ReturnType<typeof signedInStore>;
const show = (page: string | null) =>
  act(async () =>
    root.render(
      <Provider store={store}>
        <Bench page={page} />
      </Provider>,
    ),
  );
const at = () => document.activeElement?.id || document.activeElement?.tagName;
const focus = (selector: string) =>
  act(async () => document.querySelector<HTMLElement>(selector)!.focus());
/** A key that the user presses, and what it does. */
const key = (name: string, run?: () => void) =>
  act(async () => {
    window.dispatchEvent(new KeyboardEvent("keydown", { key: name }));
    run?.();
  });
const escape = () =>
  key(
    "Escape",
    () => void store.set(press, new KeyboardEvent("keydown", { key: "Escape" }), false),
  );

beforeEach(async () => {
  history.replaceState(null, "", "/plant/1");
  localStorage.clear();
  document.body.replaceChildren();
  store = signedInStore();
  root = createRoot(document.body.appendChild(document.createElement("div")));
  await show(null);
  await act(async () => store.set(startDocks, docked));
});
afterEach(() => act(async () => root.unmount()));

test("an opened panel has the focus on its heading, and Escape brings it to what opened it", async () => {
  await focus("#rail");
  await key("Enter", () => store.set(openPanel, "layers"));
  await expect.poll(at).toBe("layers");
  expect(store.get(keyboardPanelAtom)).toBe("layers");
  await escape();
  expect(at()).toBe("rail");
  expect(store.get(keyboardPanelAtom)).toBe(null);
});

test("where what opened it is gone, the map has the focus", async () => {
  await focus("#rail");
  await key("l", () => store.set(openPanel, "layers"));
  await expect.poll(at).toBe("layers");
  document.querySelector("#rail")!.setAttribute("disabled", "");
  await escape();
  expect(at()).toBe("CANVAS");
});

test("a component that is chosen on the map, or by going from finding to finding, leaves the focus there", async () => {
  for (const from of ["canvas", "#rail"]) {
    await focus(from);
    const before = at();
    await key(from === "canvas" ? "Enter" : "j", () => store.set(showPanel, "component"));
    expect(at()).toBe(before);
  }
});

test("a component that is opened from a list has the focus in its card", async () => {
  await focus("#rail");
  await key("Enter", () => store.set(showPanel, "component"));
  await expect.poll(at).toBe("component");
});

test("a panel that is closed from within gives the focus back", async () => {
  await focus("#rail");
  await key("Enter", () => store.set(openPanel, "layers"));
  await expect.poll(at).toBe("layers");
  await focus("#in-layers");
  await key("Enter", () => store.set(closePanel, "layers"));
  await expect.poll(at).toBe("rail");
});

test("a page beside the map has the focus, and gives it back", async () => {
  await focus("#rail");
  await show("plant-settings");
  await expect.poll(at).toBe("plant-settings");
  await show(null);
  await expect.poll(at).toBe("rail");
});

test("Escape outside of panels, as on the map, is left to other commands", async () => {
  await focus("canvas");
  expect(store.set(press, new KeyboardEvent("keydown", { key: "Escape" }), false)).toBe(false);
});
