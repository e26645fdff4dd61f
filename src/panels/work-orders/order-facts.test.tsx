// @vitest-environment happy-dom
// What a work order says of its findings while they are not known: never that they are done.
import { act } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { WorkOrder } from "../../domain/work-order/work-order.ts";
import { hide, show, text } from "../shown.fixture.tsx";
import { OrderFacts } from "./order-facts.tsx";
import { PrintOrder } from "./order-sheet.tsx";
import { Stops } from "./stops.tsx";
import { useOrderStatus } from "./use-order-status.tsx";
import { WorkOrders } from "./work-orders.tsx";

const { lives, changed, retried, orders } = vi.hoisted(() => ({
  orders: { of: [] as WorkOrder[] },
  retried: vi.fn(async () => undefined),
  lives: { of: { state: "loading" } as { state: string; value?: object[]; fault?: object } },
  changed: vi.fn(async () => undefined),
}));
vi.mock("../../state/account/ask.ts", async (original) => {
  const { atom } = await import("jotai");
  return { ...(await original<object>()), askAtom: atom(() => () => null) };
});
vi.mock("../../state/plant/finding/life.ts", async (original) => {
  const { atom } = await import("jotai");
  return { ...(await original<object>()), livesAtom: atom(() => lives.of) };
});
vi.mock("../../state/plant/work-order/order.ts", async (original) => {
  const { atom } = await import("jotai");
  return {
    ...(await original<object>()),
    newestOrder: atom(null, (_get, _set, order: object) => order),
    changeOrder: atom(null, changed),
    workOrdersAtom: atom(() => ({ state: "ready", value: orders.of })),
    reloadOrders: async () => undefined,
  };
});
vi.mock("../../state/shell/retry.ts", async (original) => {
  const { atom } = await import("jotai");
  return { ...(await original<object>()), retryLoads: atom(null, retried) };
});
vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
beforeEach(() => {
  changed.mockClear();
  retried.mockClear();
  orders.of = [order];
});
afterEach(hide);

const order = {
  id: 1,
  number: 1,
  title: "North",
  status: "in_work",
  priority: "normal",
  due_on: null,
  finding_ids: [4, 5, 6],
  assignee_id: null,
  assignee_name: null,
  crew: null,
} as unknown as WorkOrder;
const ready = [
  { id: 4, status: "done" },
  { id: 5, status: "open" },
];

function Finish({ of = order }: { of?: WorkOrder }) {
  const { reason, setStatus } = useOrderStatus();
  const why = reason(of, "done");
  return (
    <button type="button" onClick={() => setStatus(of, "done")}>
      {why ?? "may finish"}
    </button>
  );
}

test.each(["loading", "failed", "idle"])(
  "counts nothing as done while findings are %s",
  async (state) => {
    lives.of = { state };
    await show(<OrderFacts order={order} />);
    expect(text()).toContain("3 findings");
    expect(text()).not.toContain("done");
  },
);

test.each(["loading", "failed", "idle"])(
  "is not called empty while findings are %s",
  async (state) => {
    lives.of = {
      state,
      ...(state === "failed" && { fault: { code: "", message: "", problems: [] } }),
    };
    await show(<Stops order={order} />);
    expect(text()).not.toContain("no findings");
    await show(<Stops order={{ ...order, finding_ids: [] }} />);
    expect(text()).toContain("This work order has no findings.");
  },
);

test("counts what is known to be done", async () => {
  lives.of = { state: "ready", value: ready };
  await show(<OrderFacts order={order} />);
  expect(text()).toContain("1 of 3 done");
});

/** What the button says where the keyboard is on it. */
async function tip(): Promise<string> {
  await act(async () => {
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "Tab", bubbles: true }));
    document.querySelector("button")!.focus();
  });
  return document.querySelector("[role=tooltip]")?.textContent ?? "";
}

const failure = { code: "DISCONNECT", message: "No connection to server", problems: [] };
const reasons = [
  [{ state: "loading" }, "are not loaded yet. Try again in a moment."],
  [
    { state: "failed", fault: failure },
    "could not be loaded. Load them again in this panel. Reason: No connection to server",
  ],
] as const;

test.each(reasons)("is not finished or printed without its findings: %s", async (state, said) => {
  lives.of = state;
  await show(<Finish />);
  expect(text()).toBe(`The findings of the work order ${said}`);
  await show(<PrintOrder order={order} />);
  expect(await tip()).toBe(`Print the work order: The findings of the work order ${said}`);
  // An order that names none waits for nothing.
  const bare = { ...order, finding_ids: [] };
  await show(<Finish of={bare} />);
  expect(text()).toBe("may finish");
  await show(<PrintOrder order={bare} />);
  expect(await tip()).toBe("Print the work order");
});

test.each([
  ["in the list", () => <WorkOrders />],
  ["in an order", () => <Stops order={order} />],
])("says %s that findings could not be loaded, and loads them again", async (_, part) => {
  lives.of = { state: "failed", fault: failure };
  await show(part());
  expect(text()).toContain("The findings could not be loaded");
  expect(text()).toContain("No connection to server");
  const again = [...document.querySelectorAll("button")].find(
    ({ textContent }) => textContent === "Try again",
  );
  await act(async () => again!.click());
  expect(retried).toHaveBeenCalledOnce();
  lives.of = { state: "ready", value: ready };
  await show(part());
  expect(text()).not.toContain("could not be loaded");
});

test("is finished at once by those who may not see findings", async () => {
  lives.of = { state: "idle" };
  await show(<Finish />);
  expect(text()).toBe("may finish");
  await act(async () => document.querySelector("button")!.click());
  expect(changed).toHaveBeenCalledOnce();
});
