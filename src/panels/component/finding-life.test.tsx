// @vitest-environment happy-dom
// The history of a finding: who made each step, and that a file brought it.
import { act } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { undecided, type FindingStep } from "../../domain/finding/finding-life.ts";
import { hide, show, text } from "../shown.fixture.tsx";
import { FindingLives } from "./finding-life.tsx";

const step = (id: number, kind: FindingStep["kind"], user_name: string | null): FindingStep => ({
  id,
  kind,
  count: 1,
  changes: [{ field: "crew", old_value: null, new_value: `Crew ${id}` }],
  user_name,
  analysis_id: kind === "survey" ? 1 : null,
  analysis_name: kind === "survey" ? "Autumn" : null,
  created_at: "2026-11-30T10:00:00Z",
  undone_by: null,
  undone_at: null,
  withdrawn_at: null,
  work_order: null,
  changed_again: false,
});
const { steps } = vi.hoisted(() => ({ steps: [] as unknown[] }));
vi.mock("../../state/plant/finding/life.ts", async (original) => {
  const { atom } = await import("jotai");
  const value = { steps, comments: [] };
  return { ...(await original<object>()), historyOf: () => atom({ state: "ready", value }) };
});
vi.mock("../../state/plant/finding/component.ts", async (original) => {
  const { atom } = await import("jotai");
  const one = { component_type: "module", row: null, fault_type: 3, status: "open" };
  const life = { ...undecided, ...one, id: 1, dt_id: "M1", comments: 0, work_order: null };
  const findings = [{ ...one, life, isShown: true }];
  return { ...(await original<object>()), componentFindingsAtom: atom(findings) };
});
vi.mock("../../client/call.ts", () => import("../../state/shell/served.fixture.ts"));
vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
afterEach(hide);

test("a step that a file brought says so, beside who sent the file", async () => {
  steps.push(step(1, "person", "Ana"), step(2, "import", "Ben"), step(3, "survey", null));
  await show(<FindingLives />, ["READ_FINDING"]);
  await act(async () => {
    const all = [...document.querySelectorAll("button")];
    all.find((one) => one.textContent.startsWith("History"))!.click();
  });
  const said = [...document.querySelectorAll("ol small")].map((one) => one.textContent);
  expect(said.map((one) => one.replace(/, 30.*$/, ""))).toHaveLength(3);
  expect(said.filter((one) => one.startsWith("From a file"))).toHaveLength(1);
  expect(said.find((one) => one.startsWith("From a file"))).toContain("Ben");
  expect(text()).toContain("Ana");
});
