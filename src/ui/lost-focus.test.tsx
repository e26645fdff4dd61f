// @vitest-environment happy-dom
import { act, useRef } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useLostFocus } from "./lost-focus.ts";

vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);

function Frame({ step }: { step: number }) {
  const frame = useRef<HTMLDivElement>(null);
  useLostFocus(frame, step);
  return (
    <div ref={frame} id="frame" tabIndex={-1}>
      <button key={step} type="button">
        {`step ${step}`}
      </button>
      <input />
    </div>
  );
}

let root: Root;
const show = (step: number) => act(async () => root.render(<Frame step={step} />));
const focused = () => document.activeElement;
const frames = () => new Promise((done) => setTimeout(done, 100));
beforeEach(async () => {
  document.body.replaceChildren();
  root = createRoot(document.body.appendChild(document.createElement("div")));
  await show(1);
});
afterEach(() => act(async () => root.unmount()));

test("an element that is shown takes no focus by itself", async () => {
  await frames();
  expect(focused()).toBe(document.body);
});

test("where a step takes its control away, the element has the focus", async () => {
  document.querySelector("button")!.focus();
  await show(2);
  await expect.poll(() => focused()?.id).toBe("frame");
});

test("a control that stays keeps the focus", async () => {
  const input = document.querySelector("input")!;
  input.focus();
  await show(2);
  await frames();
  expect(focused()).toBe(input);
});
