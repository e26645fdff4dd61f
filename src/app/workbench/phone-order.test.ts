import { expect, test } from "vitest";
import { panels } from "../../panels/index.ts";
import { phoneOrder } from "./phone-order.ts";

const ids = (mayObserve: boolean) => phoneOrder(panels, mayObserve).map(({ id }) => id);

test("in the field, observations, finding, work orders and the card come first, and the rest keeps its order", () => {
  const first = ["observations", "find", "work-orders", "component"];
  expect(ids(true).slice(0, 4)).toEqual(first);
  const rest = panels.map(({ id }) => id).filter((id) => !first.includes(id));
  expect(ids(true).slice(4)).toEqual(rest);
});

test("a person who only reads has the order of the rail", () => {
  expect(ids(false)).toEqual(panels.map(({ id }) => id));
});
