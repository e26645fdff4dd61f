// @vitest-environment happy-dom
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, expect, test, vi } from "vitest";
import { Board } from "./board.tsx";
import { Month } from "./month.tsx";

vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
let root: Root;
afterEach(async () => {
  await act(async () => root.unmount());
  // Other files share the window.
  vi.restoreAllMocks();
});

async function show(content: React.ReactNode) {
  document.body.replaceChildren();
  root = createRoot(document.body.appendChild(document.createElement("div")));
  await act(async () => root.render(content));
}

/** The browser draws a column of 400 px; happy-dom has no layout. */
function withHeight() {
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(400);
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(240);
}

const dropped = vi.fn();
const board = (open: readonly string[], done: readonly string[]) => (
  <Board
    label="Board"
    tabsLabel="Columns"
    columns={[
      { id: "open", name: "Open", count: String(open.length), items: open },
      { id: "done", name: "Done", count: String(done.length), items: done },
      { id: "shut", name: "Shut", count: "0", items: [] },
    ]}
    cardPx={100}
    emptyLabel="Nothing"
    canDrag
    accepts={(_, to) => to !== "shut"}
    onDrop={dropped}
  >
    {(name, keys, drag) => (
      <div {...drag} data-card={name}>
        <button type="button" {...keys}>
          {name}
        </button>
      </div>
    )}
  </Board>
);
const drag = (type: string, at: Element) => {
  const event = new Event(type, { bubbles: true, cancelable: true });
  Object.assign(event, { dataTransfer: { setData: () => undefined, effectAllowed: "" } });
  return act(async () => at.dispatchEvent(event));
};
const column = (id: string) => document.querySelector(`[data-column="${id}"]`)!;
const tab = (name: string) =>
  [...document.querySelectorAll("[aria-label=Columns] button")].find((one) =>
    one.textContent.startsWith(name),
  )!;

test("of 10,000 cards only those in view exist", async () => {
  withHeight();
  await show(
    board(
      Array.from({ length: 1e4 }, (_, at) => `Card ${at}`),
      [],
    ),
  );
  const cards = column("open").querySelectorAll("li");
  expect(cards.length).toBeGreaterThan(3);
  expect(cards.length).toBeLessThan(30);
  expect(tab("Open").textContent).toBe("Open 10000");
});

test("a card is dropped on a column or on its tab, and never on its own", async () => {
  withHeight();
  await show(board(["Card"], []));
  const card = () => document.querySelector("[data-card=Card]")!;
  await drag("dragstart", card());
  expect(column("shut").getAttribute("data-closed")).toBe("true");
  expect(column("done").getAttribute("data-closed")).toBe("false");
  await drag("dragover", column("done"));
  expect(column("done").getAttribute("data-over")).toBe("true");
  await drag("drop", column("done"));
  expect(dropped.mock.calls).toEqual([["Card", "done"]]);
  dropped.mockClear();
  await drag("dragstart", card());
  await drag("drop", column("open"));
  expect(dropped).not.toHaveBeenCalled();
  // The reason is for whom shows the board to say.
  await drag("dragstart", card());
  await drag("drop", tab("Shut"));
  expect(dropped.mock.calls).toEqual([["Card", "shut"]]);
  expect(column("shut").getAttribute("data-closed")).toBe("false");
});

test("something from elsewhere is no card", async () => {
  dropped.mockClear();
  await show(board(["Card"], []));
  await drag("dragover", column("done"));
  await drag("drop", column("done"));
  expect(dropped).not.toHaveBeenCalled();
});

test("the days of a month are one stop of the Tab key, and say what is due", async () => {
  const calls: string[] = [];
  const month = (active: string) => (
    <Month
      label="December 2026"
      month="2026-12"
      weekdays={[
        { short: "Mo", long: "Monday" },
        { short: "Tu", long: "Tuesday" },
      ]}
      weeks={[["2026-11-30", "2026-12-01"]]}
      today="2026-12-01"
      active={active}
      chosen={null}
      dayOf={(day) => ({
        label: `Day ${day}`,
        count: day === "2026-12-01" ? "3" : "",
        isLate: true,
      })}
      afterKey={(_, key) => (key === "ArrowLeft" ? "2026-11-30" : null)}
      onActive={(day) => calls.push(`to ${day}`)}
      onChoose={(day) => calls.push(`choose ${day}`)}
      onStep={(step) => calls.push(`step ${step}`)}
      onToday={() => calls.push("today")}
      words={{ before: "Before", after: "After", today: "Today" }}
    />
  );
  await show(month("2026-12-01"));
  const days = () => [...document.querySelectorAll<HTMLElement>("td button")];
  expect(days().map(({ tabIndex }) => tabIndex)).toEqual([-1, 0]);
  expect(days().map((day) => day.getAttribute("aria-current"))).toEqual([null, "date"]);
  expect(days().map(({ textContent }) => textContent)).toEqual(["30", "13"]);
  const press = (key: string) =>
    act(async () => {
      const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
      days()[1]!.dispatchEvent(event);
    });
  await press("a");
  await press("ArrowLeft");
  await act(async () => root.render(month("2026-11-30")));
  expect(document.activeElement).toBe(days()[0]);
  await act(async () => days()[0]!.click());
  expect(calls).toEqual(["to 2026-11-30", "choose 2026-11-30"]);
});
