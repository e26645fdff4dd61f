// @vitest-environment happy-dom
// The board of findings: a second move waits for the first one, and is made of the findings as that left them.
import { act, useEffect } from "react";
import type { PrimitiveAtom } from "jotai";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ListedFinding } from "../../domain/finding/finding-list.ts";
import { undecided } from "../../domain/finding/finding-life.ts";
import { allFindingsAtom } from "../../state/plant/finding/listed.ts";
import { hide, show } from "../shown.fixture.tsx";
import { useMove } from "./use-move.tsx";

const { changed } = vi.hoisted(() => ({
  changed: vi.fn<(...asked: unknown[]) => Promise<void>>(),
}));
vi.mock("../../state/plant/finding/life.ts", async (original) => {
  const { atom } = await import("jotai");
  return { ...(await original<object>()), changeFindings: atom(null, changed) };
});
vi.mock("../../state/plant/analysis/analysis.ts", async (original) => {
  const { atom } = await import("jotai");
  return { ...(await original<object>()), analysisIdAtom: atom(12) };
});
vi.mock("../../state/plant/finding/listed.ts", async (original) => {
  const { atom } = await import("jotai");
  return {
    ...(await original<object>()),
    chosenFindingsAtom: atom([]),
    isChosenAtom: atom(() => () => false),
    allFindingsAtom: atom({ state: "ready", value: [] }),
  };
});
vi.mock("../../client/call.ts", () => import("../../state/shell/served.fixture.ts"));
vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);

const finding = (id: number, revision = 1): ListedFinding => {
  const life = {
    ...undecided,
    id,
    dt_id: `M${id}`,
    component_type: "module",
    fault_type: 3,
    revision,
  };
  return { component_type: "module", row: id, fault_type: 3, status: "open", life } as never;
};
let move: ReturnType<typeof useMove>["move"];
function Board() {
  const found = useMove();
  useEffect(() => {
    move = found.move;
  });
  return null;
}
let ends: (() => void)[];
let store: Awaited<ReturnType<typeof show>>;
/** What the server has made of them is known here. */
const load = (...value: ListedFinding[]) =>
  store.set(allFindingsAtom as PrimitiveAtom<object>, { state: "ready", value });

beforeEach(async () => {
  ends = [];
  changed.mockReset().mockImplementation(() => new Promise((end) => ends.push(end)));
  store = await show(<Board />, ["READ_FINDING", "UPDATE_FINDING"]);
});
afterEach(hide);
const targets = () => changed.mock.calls.map((call) => call[2]);

test("a move is not dropped while another one is on its way", async () => {
  load(finding(1), finding(2));
  await act(async () => {
    move(finding(1), "in_work");
    move(finding(2), "in_work");
  });
  expect(targets()).toMatchObject([[{ dt_id: "M1" }]]);
  await act(async () => ends[0]!());
  expect(targets()).toMatchObject([[{ dt_id: "M1" }], [{ dt_id: "M2" }]]);
});

test("a second move of the same card is based on what the first one made", async () => {
  load(finding(1));
  await act(async () => {
    move(finding(1), "in_work");
    move(finding(1), "done");
  });
  load(finding(1, 2));
  await act(async () => ends[0]!());
  expect(targets()).toMatchObject([[{ revision: 1 }], [{ revision: 2 }]]);
});
