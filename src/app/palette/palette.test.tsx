// @vitest-environment happy-dom
import { Provider } from "jotai";
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, expect, it, vi } from "vitest";
import { paletteOpenAtom, registerFinder, type Found } from "../../state/shell/shortcut.ts";
import { signedInStore } from "../../state/shell/signed-in.fixture.ts";
import { Palette } from "./palette.tsx";

vi.mock("../../state/shell/locale.ts", async (original) => ({
  ...(await original<object>()),
  t: (key: string) => key,
}));
vi.mock("../../client/call.ts", () => ({ call: async () => [] }));
vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);

let root: Root | null = null;
afterEach(async () => {
  await act(async () => root?.unmount());
});

async function opened(find: (text: string) => Promise<readonly Found[]>) {
  const store = signedInStore();
  store.set(registerFinder, { id: "slow", group: "plants:title", find });
  store.set(paletteOpenAtom, true);
  const host = document.body.appendChild(document.createElement("div"));
  root = createRoot(host);
  await act(async () =>
    root!.render(
      <Provider store={store}>
        <Palette />
      </Provider>,
    ),
  );
  const input = document.querySelector("input")!;
  const type = (text: string) =>
    act(async () => {
      const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!;
      set!.call(input, text);
      input.dispatchEvent(new Event("input", { bubbles: true }));
    });
  const enter = () =>
    act(async () =>
      input.dispatchEvent(
        new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }),
      ),
    );
  return { type, enter };
}
const rest = () => act(() => new Promise((done) => setTimeout(done, 20)));

it("runs a result that arrives after Enter, once", async () => {
  const run = vi.fn();
  let answer: (found: readonly Found[]) => void = () => undefined;
  const { type, enter } = await opened(() => new Promise((done) => (answer = done)));
  await type("zzqx");
  await enter();
  expect(run).not.toHaveBeenCalled();
  await act(async () => answer([{ id: "p1", label: "Plant", run }]));
  await rest();
  expect(run).toHaveBeenCalledTimes(1);
});

it("runs nothing if the text changed after Enter", async () => {
  const run = vi.fn();
  const { type, enter } = await opened(async (text) =>
    text === "zzqx" ? [] : [{ id: "p1", label: "Plant", run }],
  );
  await type("zzqx");
  await enter();
  await type("zzqxy");
  await rest();
  expect(run).not.toHaveBeenCalled();
});
