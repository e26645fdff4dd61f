// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { answerLeave, leave, leaveQuestionAtom } from "../../state/shell/leave.ts";
import { serve } from "../../state/shell/served.fixture.ts";
import { hide, show } from "../shown.fixture.tsx";
import { RefreshReminder } from "./refresh-reminder.tsx";

vi.mock("../../client/call.ts", () => import("../../state/shell/served.fixture.ts"));
vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
afterEach(hide);

const UNMEASURED = "GET /auth/analysis-result/{analysis_id}/is-unmeasured-holder";
const stale = [{ id: 8, name: "Winter", flown_at: "2026-12-01T10:00:00Z" }];

/** Leaves the page; whether that happened, and what was asked. */
async function tryToLeave(answer: unknown, permissions: Parameters<typeof show>[1]) {
  serve({ [UNMEASURED]: answer });
  const store = await show(<RefreshReminder id={7} />, permissions, [leaveQuestionAtom]);
  const go = vi.fn();
  leave(go);
  const kinds = store.get(leaveQuestionAtom)?.kinds ?? [];
  await answerLeave("stay");
  return { kinds, isGone: go.mock.calls.length > 0 };
}

const may = ["UPDATE_ANALYSIS_RESULT", "READ_ANALYSIS_RESULT"] as const;

test("leaving asks while newer analyses lack values of this one", async () => {
  const holder = { is_unmeasured_holder: true, newer: 1 };
  expect(await tryToLeave({ ...holder, stale }, may)).toEqual({
    kinds: ["refreshing"],
    isGone: false,
  });
  expect(await tryToLeave({ ...holder, stale: [] }, may)).toEqual({ kinds: [], isGone: true });
});

test("who cannot refresh them is not asked", async () => {
  const holder = { is_unmeasured_holder: true, newer: 1, stale };
  expect(await tryToLeave(holder, ["READ_ANALYSIS"])).toEqual({ kinds: [], isGone: true });
});
