// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from "vitest";
import { keepFocus } from "./kept-focus.ts";

let end = () => undefined as void;
const one = (selector: string) => document.querySelector<HTMLElement>(selector)!;
const focused = () => document.activeElement;
const frames = () => new Promise((done) => setTimeout(done, 150));

beforeEach(() => {
  document.body.innerHTML = `
    <main tabindex="-1">
      <button id="before">before</button>
      <section data-panel="list">
        <h2 tabindex="-1">List</h2>
        <ul>
          <li id="first"><button>Remove 1</button></li>
          <li id="second"><button>Remove 2</button></li>
        </ul>
        <p><button id="once">Once</button></p>
      </section>
    </main>
    <section aria-live="polite" tabindex="-1"><ol><li id="message"><button>Close</button></li></ol></section>`;
  end = keepFocus(() => one("main"));
});
afterEach(() => end());

test("where a row is removed, the next row has the focus, and after the last one the row before", async () => {
  one("#first button").focus();
  one("#first").remove();
  await expect.poll(focused).toBe(one("#second button"));
  one("ul").prepend(
    Object.assign(document.createElement("li"), { innerHTML: "<a href='/'>0</a>" }),
  );
  one("#second").remove();
  await expect.poll(focused).toBe(one("li a"));
});

test("the only row leaves the focus to the heading around", async () => {
  one("#first").remove();
  one("#second button").focus();
  one("#second").remove();
  await expect.poll(focused).toBe(one("h2"));
});

test("a control that is disabled by its own press leaves the focus to the heading around", async () => {
  one("#once").focus();
  // A browser takes the focus from what is disabled.
  one("#once").blur();
  one("#once").setAttribute("disabled", "");
  await expect.poll(focused).toBe(one("h2"));
});

test("a message that goes, and a dialog, leave the focus to what had it before", async () => {
  one("#before").focus();
  one("#message button").focus();
  one("#message").remove();
  await expect.poll(focused).toBe(one("#before"));
  const dialog = document.body.appendChild(document.createElement("div"));
  dialog.setAttribute("role", "dialog");
  dialog.innerHTML = "<button>OK</button>";
  dialog.querySelector("button")!.focus();
  dialog.remove();
  await expect.poll(focused).toBe(one("#before"));
});

test("where all around has gone, the page's content has the focus", async () => {
  one("#once").focus();
  one("[data-panel]").remove();
  await expect.poll(focused).toBe(one("main"));
});

test("a press on empty ground takes the focus away as ever", async () => {
  one("#before").focus();
  one("#before").blur();
  one("#second").remove();
  await frames();
  expect(focused()).toBe(document.body);
});
