// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import type { Analysis } from "../../domain/analysis/analysis.ts";
import { isPermitted, type Permission } from "../../domain/account/permission.ts";
import { serve } from "../../state/shell/served.fixture.ts";
import { hide, links, show } from "../shown.fixture.tsx";
import { ResultsTab } from "./results-tab.tsx";
import { analysisTabs } from "./tabs.ts";

vi.mock("../../client/call.ts", () => import("../../state/shell/served.fixture.ts"));
vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
afterEach(hide);

const analysis = {
  id: 7,
  plant_id: 2,
  state: "PROCESSING",
  visibility: "not_released",
  released_at: null,
  image_count: 0,
  key_figure_ids: [1],
} as unknown as Analysis;
const onMap = "/plant/2?analysis=7";
const importing = "/plant/2?analysis=7&panel=result-import";

async function linksOf(more: Partial<Analysis>, may: boolean): Promise<string[]> {
  serve({});
  const permissions: readonly Permission[] = may
    ? ["READ_ANALYSIS_RESULT", "IMPORT_ANALYSIS_RESULT"]
    : ["READ_ANALYSIS_RESULT"];
  await show(<ResultsTab analysis={{ ...analysis, ...more }} />, permissions);
  return links();
}

test("the results lead to the map, and to the import while they may be replaced", async () => {
  expect(await linksOf({}, true)).toEqual([onMap, importing]);
  expect(await linksOf({ key_figure_ids: [] }, true)).toEqual([onMap, importing]);
  // Once released, nothing is imported again.
  expect(await linksOf({ visibility: "released" }, true)).toEqual([onMap]);
  // The data must be complete first.
  expect(await linksOf({ state: "DATA_INCOMPLETE" }, true)).toEqual([onMap]);
  expect(await linksOf({}, false)).toEqual([onMap]);
});

test("the files of an analysis are for those who upload or download", () => {
  const files = analysisTabs.find(({ id }) => id === "upload")!;
  const opens = (...permissions: readonly Permission[]) =>
    isPermitted(files.permission, new Set(permissions));
  expect(opens("UPLOAD_ANALYSIS_FILE")).toBe(true);
  expect(opens("DOWNLOAD_ANALYSIS_FILE")).toBe(true);
  expect(opens("UPDATE_ANALYSIS", "READ_ANALYSIS")).toBe(false);
});
