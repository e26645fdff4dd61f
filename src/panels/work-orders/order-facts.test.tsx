// @vitest-environment happy-dom
// What a work order says of its findings while they are not known: never that they are done.
import { act } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { WorkOrder } from "../../domain/work-order/work-order.ts";
import { hide, show, text } from "../shown.fixture.tsx";
import { OrderFacts } from "./order-facts.tsx";
import { Stops } from "./stops.tsx";
import { useOrderStatus } from "./use-order-status.tsx";

const { lives, changed } = vi.hoisted(() => ({
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
  };
});
vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
beforeEach(() => changed.mockClear());
afterEach(hide);

const order = {
  id: 1,
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

function Finish() {
  const { reason, setStatus } = useOrderStatus();
  const why = reason(order, "done");
  return (
    <button type="button" onClick={() => setStatus(order, "done")}>
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

test.each(["loading", "failed"])(
  "is not finished without a question while findings are %s",
  async (state) => {
    lives.of = { state };
    await show(<Finish />);
    expect(text()).toBe(
      "The findings of the work order are not loaded yet. Try again in a moment.",
    );
  },
);

test("is finished at once by those who may not see findings", async () => {
  lives.of = { state: "idle" };
  await show(<Finish />);
  expect(text()).toBe("may finish");
  await act(async () => document.querySelector("button")!.click());
  expect(changed).toHaveBeenCalledOnce();
});
