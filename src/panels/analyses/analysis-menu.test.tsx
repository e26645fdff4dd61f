// @vitest-environment happy-dom
import { act } from "react";
import { afterEach, expect, test, vi } from "vitest";
import type { Analysis } from "../../domain/analysis/analysis.ts";
import { serve } from "../../state/shell/served.fixture.ts";
import { settle } from "../../state/shell/signed-in.fixture.ts";
import { hide, show, text } from "../shown.fixture.tsx";
import { AnalysisMenu } from "./analysis-menu.tsx";

vi.mock("../../client/call.ts", () => import("../../state/shell/served.fixture.ts"));
vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
afterEach(hide);

const analysis = {
  id: 7,
  plant_id: 2,
  name: "Autumn",
  state: "FINISHED",
  key_figure_ids: [1],
} as unknown as Analysis;

/** The entry that removes the results, in the open menu of an analysis. */
async function removalIn(visibility: Analysis["visibility"]): Promise<HTMLElement> {
  serve({});
  await show(<AnalysisMenu analysis={{ ...analysis, visibility }} />, ["DELETE_ANALYSIS_RESULT"]);
  const button = document.querySelector("button")!;
  await act(async () => {
    button.focus();
    for (const type of ["keydown", "keyup"]) {
      button.dispatchEvent(new KeyboardEvent(type, { key: "Enter", bubbles: true }));
    }
    button.click();
    await settle();
  });
  const entries = [...document.querySelectorAll<HTMLElement>("[role=menuitem]")];
  const found = entries.find((entry) => entry.textContent?.startsWith("Delete results"));
  if (!found) throw new Error(`no entry "Delete results" in: ${text()}`);
  return found;
}

test("the results of a released analysis cannot be removed, and the menu says why", async () => {
  const refused = await removalIn("released");
  expect(refused.getAttribute("aria-disabled")).toBe("true");
  expect(refused.textContent).toContain("The results are released and can’t be changed.");
  await act(async () => refused.click());
  expect(document.querySelector("[role=alertdialog]")).toBeNull();
});

test("the results of another analysis are removed after a question", async () => {
  const offered = await removalIn("not_released");
  expect(offered.getAttribute("aria-disabled")).toBeNull();
  await act(async () => {
    offered.click();
    await settle();
  });
  const question = document.querySelector("[role=alertdialog]");
  expect(question?.textContent).toContain("Delete the results of Autumn?");
});
