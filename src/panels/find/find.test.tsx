// @vitest-environment happy-dom
// What the search lists says how many there are, and leads to more of them.
import { act } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { searchAtom, searchTextAtom } from "../../state/plant/component/search.ts";
import { ready } from "../../state/shell/loaded.ts";
import { serve } from "../../state/shell/served.fixture.ts";
import { hide, show, text } from "../shown.fixture.tsx";
import { Find } from "./find.tsx";

vi.mock("../../client/call.ts", () => import("../../state/shell/served.fixture.ts"));
vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
afterEach(hide);

const rows = (count: number) =>
  Array.from({ length: count }, (_, row) => {
    return { component_type: "module" as const, row, dt_id: `m-${row}`, pcs: "" };
  });

test.each([
  [50, 1234, false, "50 of 1,234 components found"],
  [50, 2000, true, "50 of more than 2,000 components found"],
  [50, 50, false, null],
])("%i of %i found (more: %s) are said", async (listed, count, isMore, words) => {
  serve({});
  const store = await show(<Find />, [], [searchAtom, searchTextAtom]);
  await act(async () => {
    store.set(searchTextAtom, "m");
    store.set(searchAtom, ready({ found: rows(listed), count, isMore }));
  });
  expect(document.querySelectorAll("li")).toHaveLength(listed);
  const said = document.querySelector("[role=status]")?.textContent ?? null;
  expect(said).toBe(words);
  expect(text().includes("Show more")).toBe(words !== null);
});
