import { describe, expect, it } from "vitest";
import { analysisStates } from "./analysis.ts";
import {
  fileChangeRefusal,
  isDataComplete,
  keepsUploadChoice,
  nextState,
  stateEventRefusal,
  stateEvents,
  type StateEvent,
  type StateFacts,
} from "./analysis-state.ts";

const full = { drone_id: 1, file_count: 3, running_uploads: 0 };
/** Where an event leads from each state, in the order of the states; a dash where it is refused. */
const rowOf = (event: StateEvent, facts: Omit<StateFacts, "state"> = full) =>
  analysisStates.map((state) => {
    const next = nextState(event, { state, ...facts });
    return "state" in next ? next.state : "-";
  });

it("data are not complete while chosen files are not sent", () => {
  const facts = { state: "DATA_INCOMPLETE", ...full } as const;
  expect(stateEventRefusal("data_completed", facts)).toBeNull();
  expect(stateEventRefusal("data_completed", { ...facts, selected_files: 2 })).toEqual({
    reason: "analysis_files_selected",
  });
});

describe("the state machine of an analysis", () => {
  // Columns: EMPTY, UPLOADING, UPLOAD_FAILED, DATA_INCOMPLETE, DATA_COMPLETE, ..._VERIFIED, PROCESSING, FINISHED.
  const I = "DATA_INCOMPLETE";
  const V = "DATA_COMPLETE_VERIFIED";
  const P = "PROCESSING";
  const C = "DATA_COMPLETE";
  const U = "UPLOADING";
  it.each([
    ["upload_started", [U, U, U, U, "-", "-", "-", "-"]],
    ["upload_finished", ["-", I, I, "-", "-", "-", "-", "-"]],
    ["upload_failed", ["-", "UPLOAD_FAILED", "-", "-", "-", "-", "-", "-"]],
    ["upload_cancelled", ["-", I, I, "-", "-", "-", "-", "-"]],
    ["files_changed", [I, I, I, I, "-", "-", "-", "-"]],
    ["data_completed", ["-", C, C, C, "-", "-", "-", "-"]],
    ["data_reopened", ["-", "-", "-", "-", I, I, "-", "-"]],
    ["data_verified", ["-", "-", "-", "-", V, "-", "-", "-"]],
    ["evaluation_started", ["-", "-", "-", "-", "-", P, P, "-"]],
    ["evaluation_failed", ["-", "-", "-", "-", "-", "-", V, "-"]],
    ["analysis_finished", ["-", "-", "-", "-", "-", "FINISHED", "FINISHED", "-"]],
    ["analysis_reopened", ["-", "-", "-", "-", "-", "-", "-", P]],
  ] as const)("goes its way at %s", (event, expected) => {
    expect(rowOf(event)).toEqual(expected);
  });

  it("is tested for every event", () => expect(stateEvents).toHaveLength(12));

  it("stays uploading while another upload runs, and is empty again without a file", () => {
    const running = { ...full, running_uploads: 1 };
    expect(rowOf("upload_finished", running)[1]).toBe("UPLOADING");
    expect(rowOf("upload_cancelled", { ...full, file_count: 0 })[1]).toBe("EMPTY");
    expect(rowOf("files_changed", { ...full, file_count: 0 })[3]).toBe("EMPTY");
    expect(rowOf("files_changed", { ...full, file_count: 1 })[3]).toBe("DATA_INCOMPLETE");
    expect(rowOf("files_changed", running)[3]).toBe("UPLOADING");
  });

  it("has complete data only with a drone, files and no running upload", () => {
    const facts = { state: "DATA_INCOMPLETE", ...full } as const;
    const reasonOf = (changes: Partial<StateFacts>) =>
      stateEventRefusal("data_completed", { ...facts, ...changes })?.reason;
    expect(reasonOf({})).toBeUndefined();
    expect(reasonOf({ drone_id: null })).toBe("analysis_without_drone");
    expect(reasonOf({ file_count: 0 })).toBe("analysis_without_files");
    expect(reasonOf({ running_uploads: 1 })).toBe("analysis_uploading");
    expect(reasonOf({ state: "FINISHED" })).toBe("analysis_state_wrong");
  });

  it("takes files until its data are complete", () => {
    for (const state of analysisStates) {
      const isOpen = !isDataComplete(state);
      expect(fileChangeRefusal({ state })).toEqual(
        isOpen ? null : { reason: "analysis_data_complete" },
      );
    }
    expect(analysisStates.filter(isDataComplete)).toHaveLength(4);
  });

  it("forgets the choice for the end of the upload where no upload is left to end", () => {
    expect(analysisStates.filter(keepsUploadChoice)).toEqual(["UPLOADING", "UPLOAD_FAILED"]);
  });
});
