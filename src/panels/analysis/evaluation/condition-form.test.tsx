// @vitest-environment happy-dom
// A conditions file that is refused: each line at fault stays beside the field until the next file.
import { act } from "react";
import { afterEach, expect, test, vi } from "vitest";
import type { Analysis } from "../../../domain/analysis/analysis.ts";
import type { StoredConditions } from "../../../state/settings/evaluation.ts";
import { asked, refusal, serve, serveAlso } from "../../../state/shell/served.fixture.ts";
import { settle } from "../../../state/shell/signed-in.fixture.ts";
import { hide, show, text } from "../../shown.fixture.tsx";
import { ConditionForm } from "./condition-form.tsx";

vi.mock("../../../client/call.ts", () => import("../../../state/shell/served.fixture.ts"));
vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
afterEach(hide);

const IMPORT = "POST /auth/analysis/{id}/survey-conditions/import";
const stored: StoredConditions = {
  rows: [],
  rasters: [],
  proposed: [],
  left_out: [],
  time_zone: "America/Santiago",
  has_log: false,
  is_outdated: false,
};

async function choose(): Promise<string[]> {
  const input = document.querySelector<HTMLInputElement>("input[type=file]")!;
  const file = new File(["time,wind"], "conditions.csv", { type: "text/csv" });
  Object.defineProperty(input, "files", { value: [file], configurable: true });
  await act(async () => {
    input.dispatchEvent(new Event("change", { bubbles: true }));
    await settle();
  });
  return [...document.querySelectorAll("[role=alert] div div")].map(
    (line) => line.textContent ?? "",
  );
}

test("names the file and each line, and is gone with a good file", async () => {
  const line = (at: number, value: string) => ({
    reason: "condition_value_bad",
    file: "conditions.csv",
    line: at,
    field: "wind",
    values: { value, least: 0, greatest: 60 },
  });
  serve({ [IMPORT]: refusal("FILE_REFUSED", { problems: [line(3, "x"), line(5, "300")] }) });
  await show(<ConditionForm analysis={{ id: 7 } as Analysis} stored={stored} />, [
    "UPDATE_ANALYSIS",
  ]);
  expect((await choose()).slice(-2)).toEqual([
    "conditions.csv, line 3, wind: “x” is not a number from 0 to 60.",
    "conditions.csv, line 5, wind: “300” is not a number from 0 to 60.",
  ]);
  serveAlso({ [IMPORT]: { ...stored, night_lines: 2 } });
  expect(await choose()).toEqual([]);
});

test("asks for the zone of times that state none, and reads the file again with it", async () => {
  const problem = {
    reason: "condition_time_zone",
    file: "conditions.csv",
    line: 2,
    field: "time",
    values: { value: "2026-11-20 12:00:00" },
  };
  serve({ [IMPORT]: refusal("FILE_REFUSED", { problems: [problem] }) });
  await show(<ConditionForm analysis={{ id: 7 } as Analysis} stored={stored} />, [
    "UPDATE_ANALYSIS",
  ]);
  await choose();
  expect(text()).toContain("The times in conditions.csv have no time zone");
  expect(text()).toContain("America/Santiago (plant)");
  serveAlso({ [IMPORT]: { ...stored, night_lines: 0 } });
  const again = [...document.querySelectorAll("button")].find(
    ({ textContent }) => textContent === "Import with this zone",
  )!;
  await act(async () => {
    again.click();
    await settle();
  });
  expect(text()).not.toContain("have no time zone");
  expect(asked.at(-1)).toMatchObject([
    IMPORT.replace("{id}", "7"),
    { time_zone: "America/Santiago" },
  ]);
});
