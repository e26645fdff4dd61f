import { expect, test } from "vitest";
import { limits } from "../limits.ts";
import { savedViewCountRefusal, savedViewRefusal, storedQuery } from "./saved-view.ts";

test("the author and staff can change a view, others cannot", () => {
  const view = { account_id: 7 };
  expect(savedViewRefusal({ account_id: 7, is_admin: false }, view)).toBe(null);
  expect(savedViewRefusal({ account_id: 8, is_admin: true }, view)).toBe(null);
  expect(savedViewRefusal({ account_id: 8, is_admin: false }, view)?.reason).toBe("view_not_own");
});

test("the number of own views is limited", () => {
  expect(savedViewCountRefusal({ count: limits.savedViews - 1 })).toBe(null);
  expect(savedViewCountRefusal({ count: limits.savedViews })?.reason).toBe("too_many_views");
});

test("a query is stored without unknown parts, and refused with unreadable ones", () => {
  expect(storedQuery("key_figure=4&analysis=2&utm=x")).toBe("analysis=2&key_figure=4");
  expect(storedQuery("at=1,2,3")).toBe(null);
});
