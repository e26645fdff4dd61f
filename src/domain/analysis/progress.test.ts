import { describe, expect, it } from "vitest";
import type { Permission } from "../account/permission.ts";
import { analysisStates } from "./analysis.ts";
import {
  progressEvents,
  progressRefusal,
  stepsFrom,
  type ProgressEvent,
  type ProgressFacts,
} from "./progress.ts";

const facts: ProgressFacts = {
  state: "DATA_INCOMPLETE",
  drone_id: 1,
  file_count: 3,
  running_uploads: 0,
  visibility: "not_released",
  complete_after_upload: false,
};
const reasonOf = (
  event: ProgressEvent,
  changes: Partial<ProgressFacts> = {},
  permissions: readonly Permission[] = ["UPDATE_ANALYSIS"],
) =>
  progressRefusal(
    { permissions: new Set(permissions) },
    { analysis: { ...facts, ...changes }, event },
  )?.reason ?? "-";

describe("a step of an analysis", () => {
  it("is taken by those who only upload where it ends the upload", () => {
    const barred = progressEvents.filter(
      (event) => reasonOf(event, {}, ["UPLOAD_ANALYSIS_FILE"]) === "permission_missing",
    );
    expect(barred).toEqual([
      "data_reopened",
      "data_verified",
      "analysis_finished",
      "analysis_reopened",
    ]);
  });

  it("names what is missing of an empty analysis rather than its state", () => {
    const empty = { state: "EMPTY", file_count: 0 } as const;
    expect(reasonOf("data_completed", empty)).toBe("analysis_without_files");
    expect(reasonOf("data_completed", { ...empty, drone_id: null })).toBe("analysis_without_drone");
    expect(reasonOf("data_verified", empty)).toBe("analysis_state_wrong");
    expect(reasonOf("data_completed")).toBe("-");
  });

  it("reopens what is released only for those who may change protected results", () => {
    const released = { state: "FINISHED", visibility: "released" } as const;
    expect(reasonOf("analysis_reopened", { ...released, visibility: "invisible" })).toBe("-");
    expect(reasonOf("analysis_reopened", released)).toBe("analysis_released");
    expect(
      reasonOf("analysis_reopened", released, ["UPDATE_ANALYSIS", "UPDATE_PROTECTED_ANALYSIS"]),
    ).toBe("-");
    expect(reasonOf("analysis_finished", { ...released, state: "PROCESSING" })).toBe("-");
  });

  it("is chosen for the end of the upload once, while one runs or failed, with a drone", () => {
    const choosing = analysisStates.filter(
      (state) => reasonOf("after_upload_chosen", { state }) === "-",
    );
    expect(choosing).toEqual(["UPLOADING", "UPLOAD_FAILED"]);
    const uploading = { state: "UPLOADING", running_uploads: 1 } as const;
    expect(reasonOf("after_upload_chosen", { ...uploading, drone_id: null })).toBe(
      "analysis_without_drone",
    );
    const chosen = { ...uploading, complete_after_upload: true };
    expect(reasonOf("after_upload_chosen", chosen)).toBe("after_upload_chosen_already");
    expect(reasonOf("after_upload_withdrawn", chosen)).toBe("-");
    expect(reasonOf("after_upload_withdrawn", uploading)).toBe("after_upload_not_chosen");
  });

  it("is offered where the state machine takes it, the next one first", () => {
    for (const state of analysisStates) {
      for (const complete_after_upload of [false, true]) {
        const isUploading = state === "UPLOADING";
        const changes = {
          state,
          complete_after_upload,
          running_uploads: isUploading ? 1 : 0,
          file_count: state === "EMPTY" ? 0 : 3,
        };
        const reasons = stepsFrom(changes).map((event) => reasonOf(event, changes));
        // Nothing can be complete before there is a file; the button says so.
        const expected = state === "EMPTY" ? "analysis_without_files" : "-";
        expect([state, reasons]).toEqual([state, reasons.map(() => expected)]);
        expect(reasons.length).toBeGreaterThan(0);
      }
    }
  });
});
