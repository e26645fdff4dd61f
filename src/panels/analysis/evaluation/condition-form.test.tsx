// @vitest-environment happy-dom
// A conditions file that is refused: each line at fault stays beside the field until the next file.
import { act } from "react";
import { afterEach, expect, test, vi } from "vitest";
import type { Analysis } from "../../../domain/analysis/analysis.ts";
import type { StoredConditions } from "../../../state/settings/evaluation.ts";
import { refusal, serve, serveAlso } from "../../../state/shell/served.fixture.ts";
import { settle } from "../../../state/shell/signed-in.fixture.ts";
import { hide, show } from "../../shown.fixture.tsx";
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
  serveAlso({ [IMPORT]: stored });
  expect(await choose()).toEqual([]);
});
