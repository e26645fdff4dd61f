import { describe, expect, it } from "vitest";
import { analysisStates } from "./analysis.ts";
import {
  cancelTaskRefusal,
  evaluationTask,
  finishTaskRefusal,
  isDeadLetter,
  launchTaskRefusal,
  requestedEnds,
  retryTaskRefusal,
  taskStates,
} from "./task.ts";

/** The reason in each state, in the order of the states; a dash where nothing stands against it. */
const rowOf = (refusalIn: (state: (typeof taskStates)[number]) => { reason: string } | null) =>
  taskStates.map((state) => refusalIn(state)?.reason ?? "-");

describe("a task", () => {
  // Columns: PENDING, RUNNING, SUCCESSFUL, FAILED, CANCELLED.
  const ended = ["-", "-", "task_ended", "task_ended", "task_ended"];

  it("is cancelled until it has ended, once", () => {
    expect(rowOf((state) => cancelTaskRefusal({ state, end_requested: null }))).toEqual(ended);
    for (const end_requested of requestedEnds) {
      expect(cancelTaskRefusal({ state: "RUNNING", end_requested })).toEqual({
        reason: "task_ending",
      });
    }
  });

  it("is said to be done only if it evaluates an analysis", () => {
    const finish = (name: string) =>
      rowOf((state) => finishTaskRefusal({ name, state, end_requested: null }));
    expect(finish(evaluationTask)).toEqual(ended);
    expect(finish("import_twin")).toEqual(taskStates.map(() => "task_not_of_analysis"));
    const ending = { name: evaluationTask, state: "RUNNING", end_requested: "CANCELLED" } as const;
    expect(finishTaskRefusal(ending)).toEqual({ reason: "task_ending" });
  });

  it("is run again after a failure or its end by users, once, while its files are there", () => {
    const retry = (about: { repeatable: boolean; repeated_by: number | null }) =>
      rowOf((state) => retryTaskRefusal({ state, ...about }));
    const not = "task_not_failed";
    expect(retry({ repeatable: true, repeated_by: null })).toEqual([not, not, not, "-", "-"]);
    for (const repeatable of [true, false]) {
      const again = "task_repeated";
      expect(retry({ repeatable, repeated_by: 7 })).toEqual([not, not, not, again, again]);
    }
    const gone = "task_files_gone";
    expect(retry({ repeatable: false, repeated_by: null })).toEqual([not, not, not, gone, gone]);
  });

  it("is a dead letter if it failed and was not repeated", () => {
    const dead = (repeated_by: number | null) =>
      taskStates.filter((state) => isDeadLetter({ state, repeated_by }));
    expect(dead(null)).toEqual(["FAILED"]);
    expect(dead(7)).toEqual([]);
  });

  it("evaluates an analysis whose data are complete, and that is not finished", () => {
    const visibility = "not_released";
    expect(
      analysisStates.filter((state) => launchTaskRefusal({ state, visibility }) === null),
    ).toEqual(["DATA_COMPLETE", "DATA_COMPLETE_VERIFIED", "PROCESSING"]);
    expect(launchTaskRefusal({ state: "EMPTY", visibility })).toEqual({
      reason: "analysis_not_complete",
    });
    // What a customer sees changes by a new release alone.
    expect(launchTaskRefusal({ state: "PROCESSING", visibility: "released" })).toEqual({
      reason: "evaluation_released",
    });
  });
});
