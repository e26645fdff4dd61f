import { expect, test } from "vitest";
import { orderProgress } from "./work-order-progress.ts";

const order = { finding_ids: [4, 5, 6, 7] };
const lives = [
  { id: 1, status: "done" },
  { id: 4, status: "done" },
  { id: 5, status: "open" },
  { id: 6, status: "verified" },
] as const;

test("the findings of the order that are done are counted, not those of others", () => {
  expect(orderProgress(order, lives)).toEqual({ done: 2, of: 4 });
  expect(orderProgress({ finding_ids: [] }, lives)).toEqual({ done: 0, of: 0 });
});

test("a finding that is not known is not done", () => {
  expect(orderProgress({ finding_ids: [7, 8] }, lives)).toEqual({ done: 0, of: 2 });
  expect(orderProgress(order, [])).toEqual({ done: 0, of: 4 });
});

test("nothing is said before the findings are known", () => {
  expect(orderProgress(order, undefined)).toBeNull();
});
