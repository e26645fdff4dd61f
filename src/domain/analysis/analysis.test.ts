import { describe, expect, it } from "vitest";
import type { Permission } from "../account/permission.ts";
import {
  analysisStates,
  cloneTwinRefusal,
  createAnalysisRefusal,
  deleteTwinRefusal,
  exportRefusal,
  hasResults,
  importResultRefusal,
  modifyValueRefusal,
  releaseRefusal,
  removeAnalysisRefusal,
  removeResultsRefusal,
  visibilities,
} from "./analysis.ts";
import { isFinal, taskStates } from "./task.ts";

const holding = (...permissions: Permission[]) => ({ permissions: new Set(permissions) });
const released = { reason: "analysis_released" };

describe("an analysis", () => {
  it("is the only one of its plant until its data are complete, or it is released", () => {
    const beside = (visibility: "not_released" | "released") =>
      analysisStates.filter((state) => createAnalysisRefusal([{ state, visibility }]) === null);
    expect(beside("not_released")).toEqual([
      "DATA_COMPLETE",
      "DATA_COMPLETE_VERIFIED",
      "PROCESSING",
      "FINISHED",
    ]);
    expect(beside("released")).toEqual(analysisStates);
    expect(createAnalysisRefusal([])).toBe(null);
    const empty = { state: "EMPTY", visibility: "not_released" } as const;
    const finished = { state: "FINISHED", visibility: "released" } as const;
    expect(createAnalysisRefusal([finished, empty])).toEqual({ reason: "analysis_incomplete" });
  });

  it("needs a digital twin that is copied only to a plant without one", () => {
    expect(cloneTwinRefusal({ twin_version: 0 })).toBe(null);
    expect(cloneTwinRefusal({ twin_version: 1 })).toEqual({ reason: "twin_exists" });
  });

  it("accepts results after its verification and before its release, if the plant has a twin", () => {
    const outcomes = analysisStates.map((state) => [
      state,
      importResultRefusal({ state, visibility: "not_released" }, { digitized: true })?.reason,
    ]);
    expect(outcomes).toEqual([
      ["EMPTY", "analysis_not_verified"],
      ["UPLOADING", "analysis_not_verified"],
      ["UPLOAD_FAILED", "analysis_not_verified"],
      ["DATA_INCOMPLETE", "analysis_not_verified"],
      ["DATA_COMPLETE", "analysis_not_verified"],
      ["DATA_COMPLETE_VERIFIED", undefined],
      ["PROCESSING", undefined],
      ["FINISHED", undefined],
    ]);
    const finished = (visibility: (typeof visibilities)[number], digitized: boolean) =>
      importResultRefusal({ state: "FINISHED", visibility }, { digitized });
    expect(finished("released", true)).toEqual(released);
    expect(finished("invisible", true)).toBeNull();
    expect(finished("released", false)).toEqual({ reason: "plant_without_twin" });
  });

  it("can only be released with results, and withdrawn at any time", () => {
    for (const key_figure_ids of [[], [1]]) {
      expect(hasResults({ key_figure_ids })).toBe(key_figure_ids.length > 0);
      for (const wanted of visibilities) {
        const before = { visibility: "not_released", key_figure_ids } as const;
        const isRefused = wanted === "released" && key_figure_ids.length === 0;
        const isSame = wanted === before.visibility;
        const refusal = isSame
          ? { reason: "visibility_same" }
          : isRefused
            ? { reason: "analysis_without_result" }
            : null;
        expect(releaseRefusal({ is_super_admin: true }, before, wanted)).toEqual(refusal);
        // Only super admins protect results from other staff.
        expect(releaseRefusal({ is_super_admin: false }, before, wanted)).toEqual(
          wanted === "protected" ? { reason: "permission_missing" } : refusal,
        );
      }
    }
  });

  it("protects itself, its results and its values once released", () => {
    for (const visibility of visibilities) {
      const expected = visibility === "released" ? released : null;
      expect(removeAnalysisRefusal({ visibility })).toEqual(expected);
      expect(removeResultsRefusal({ visibility })).toEqual(expected);
      expect(modifyValueRefusal(holding(), { visibility })).toEqual(expected);
      expect(modifyValueRefusal(holding("UPDATE_PROTECTED_ANALYSIS"), { visibility })).toBeNull();
    }
  });

  it("needs the download permission only for export as a file", () => {
    const may = holding("DOWNLOAD_ANALYSIS_RESULT_FILE");
    expect(exportRefusal(holding(), { csv: "1" })).toEqual({ reason: "permission_missing" });
    expect(exportRefusal(may, { csv: "1" })).toBeNull();
    for (const ask of [{}, { csv: "0" as const }]) expect(exportRefusal(holding(), ask)).toBeNull();
  });

  it("prevents deleting the twin once it has results", () => {
    expect(deleteTwinRefusal({ analyses_with_results: 0 })).toBeNull();
    expect(deleteTwinRefusal({ analyses_with_results: 2 })).toEqual({
      reason: "twin_has_results",
      values: { count: 2 },
    });
  });
});

it("a task is final if it succeeded, failed or was cancelled", () => {
  expect(taskStates.filter((state) => isFinal({ state }))).toEqual([
    "SUCCESSFUL",
    "FAILED",
    "CANCELLED",
  ]);
});
