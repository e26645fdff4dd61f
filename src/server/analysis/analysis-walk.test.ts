// 10,000 walks through the rules that the handlers ask, each step compared with models that know no table. The
// same walks over HTTP are in analysis-model.test.ts; they take a thousand times as long.
import { expect, it } from "vitest";
import { rolePermissions } from "../../domain/account/role.ts";
import {
  analysisDroneRefusal,
  changeAnalysisRefusal,
} from "../../domain/analysis/analysis-change.ts";
import {
  fileChangeRefusal,
  isDataComplete,
  keepsUploadChoice,
  nextState,
  stateEventRefusal,
  type StateEvent,
} from "../../domain/analysis/analysis-state.ts";
import { analysisStates, releaseRefusal, visibilities } from "../../domain/analysis/analysis.ts";
import { invoiceStates } from "../../domain/analysis/invoice.ts";
import { invoiceRefusal } from "../../domain/analysis/invoice-change.ts";
import { progressEvents, progressRefusal } from "../../domain/analysis/progress.ts";
import {
  cancelTaskRefusal,
  finishTaskRefusal,
  launchTaskRefusal,
  retryTaskRefusal,
  type Task,
} from "../../domain/analysis/task.ts";
import type { Refusal } from "../../domain/error.ts";
import { apply, chosenAct, seeded, type Act, type Model } from "./analysis-model.fixture.ts";

const walks = 10_000;
const steps = 14;

const viewerOf = (is_super_admin: boolean) => ({
  is_super_admin,
  permissions: new Set(rolePermissions[is_super_admin ? "super_admin" : "admin"]),
});

/** The analysis as the rules know it. */
const factsOf = (row: Model) => ({
  state: row.state,
  drone_id: row.has_drone ? 1 : null,
  file_count: row.files,
  running_uploads: row.uploads,
  visibility: row.visibility,
  complete_after_upload: row.is_wished,
  key_figure_ids: row.has_results ? [1] : [],
});

function follow(row: Model, event: StateEvent): Refusal | null {
  const next = nextState(event, factsOf(row));
  if ("refusal" in next) return next.refusal;
  row.state = next.state;
  if (!keepsUploadChoice(row.state)) row.is_wished = false;
  return null;
}

/** What the handlers do with the rules, on a row in memory. */
function decide(row: Model, act: Act): Refusal | null {
  const facts = factsOf(row);
  switch (act.act) {
    case "step": {
      const { event } = act;
      const refusal = progressRefusal(viewerOf(act.is_super), { analysis: facts, event });
      if (refusal) return refusal;
      if (event === "after_upload_chosen") row.is_wished = true;
      else if (event === "after_upload_withdrawn") row.is_wished = false;
      else return follow(row, event);
      return null;
    }
    case "drone": {
      const change = { analysis: facts, fields: ["drone_id"] as const };
      const refusal =
        changeAnalysisRefusal(viewerOf(act.is_super), change) ??
        (act.is_set === row.has_drone ? null : analysisDroneRefusal(facts, act.is_set ? 1 : null));
      if (!refusal) row.has_drone = act.is_set;
      return refusal;
    }
    case "begin": {
      const refusal = fileChangeRefusal(facts);
      if (refusal) return refusal;
      row.uploads += 1;
      return follow(row, "upload_started");
    }
    case "finish": {
      const refusal = fileChangeRefusal(facts);
      if (refusal) return refusal;
      const wasWished = row.is_wished;
      row.uploads -= 1;
      row.files += 1;
      const after: StateEvent[] = wasWished
        ? ["upload_finished", "data_completed"]
        : ["upload_finished"];
      for (const event of after) {
        if (stateEventRefusal(event, factsOf(row)) === null) follow(row, event);
      }
      return null;
    }
    case "cancel":
      row.uploads -= 1;
      if (stateEventRefusal("upload_cancelled", factsOf(row)) === null)
        follow(row, "upload_cancelled");
      return null;
    case "delete_file": {
      const refusal = fileChangeRefusal(facts);
      if (refusal) return refusal;
      row.files -= 1;
      return follow(row, "files_changed");
    }
    case "evaluate":
      return follow(row, act.is_ended ? "evaluation_failed" : "evaluation_started");
    case "show": {
      const refusal = releaseRefusal(viewerOf(false), facts, act.visibility);
      if (!refusal) row.visibility = act.visibility;
      return refusal;
    }
    case "results":
      row.has_results = act.is_there;
      return null;
    case "invoice": {
      const invoice_id = act.has_id ? "INV-000001" : null;
      const form = { invoice_state: act.state, invoice_id, invoice_link: null };
      const refusal = invoiceRefusal(form);
      if (refusal) return refusal;
      row.invoice_state = act.state;
      row.has_invoice = act.has_id;
      return null;
    }
  }
}

/** A walk begins in any state, with what an analysis in that state has. */
function beginning(below: (limit: number) => number): Model {
  const state = analysisStates[below(analysisStates.length)]!;
  const isClosed = isDataComplete(state);
  const uploads = state === "UPLOADING" ? 1 + below(2) : 0;
  return {
    state,
    has_drone: isClosed || below(2) === 0,
    files: state === "EMPTY" ? 0 : isClosed || state === "DATA_INCOMPLETE" ? 1 : below(2),
    uploads,
    is_wished: uploads > 0 && below(2) === 0,
    visibility: visibilities[below(3)]!,
    has_results: below(2) === 0,
    invoice_state: invoiceStates[below(invoiceStates.length)]!,
    has_invoice: true,
  };
}

it("an analysis follows the model, whatever is done to it in whatever order", () => {
  let taken = 0;
  const tried = new Set<string>();
  for (let walk = 0; walk < walks; walk += 1) {
    const below = seeded(walk);
    const row = beginning(below);
    const model = { ...row };
    const done: string[] = [];
    for (let at = 0; at < steps; at += 1) {
      const act = chosenAct(below, model);
      if (act.act === "step") tried.add(`${model.state} ${act.event}`);
      done.push(JSON.stringify(act));
      const expected = apply(model, act);
      const found = decide(row, act)?.reason ?? null;
      if (found === null) taken += 1;
      if (found !== expected || JSON.stringify(row) !== JSON.stringify(model)) {
        expect([walk, done, found, row]).toEqual([walk, done, expected, model]);
      }
    }
  }
  expect(tried.size).toBe(analysisStates.length * progressEvents.length);
  // Steps that are all refused would prove nothing.
  expect(taken).toBeGreaterThan(walks * 5);
});

type TaskAct =
  | "launch"
  | "begin"
  | "succeed"
  | "fail"
  | "die"
  | "step"
  | "cancel"
  | "finish"
  | "retry";
const taskActs: readonly TaskAct[] = [
  "launch",
  "begin",
  "succeed",
  "fail",
  "die",
  "step",
  "cancel",
  "finish",
  "retry",
];

type Row = Pick<Task, "name" | "state" | "end_requested" | "repeatable" | "repeated_by">;
const fresh = (): Row => ({
  name: "evaluate_analysis",
  state: "PENDING",
  end_requested: null,
  repeatable: true,
  repeated_by: null,
});

/** By hand, from decisions/tasks.md: one evaluation of an analysis at a time; the last one of the list is acted on. */
function taskModel(tasks: Row[], act: TaskAct): string | null {
  const last = tasks.at(-1);
  const isOpen = last !== undefined && (last.state === "PENDING" || last.state === "RUNNING");
  switch (act) {
    case "launch":
      if (!isOpen) tasks.push(fresh());
      return null;
    case "begin":
    case "die":
    case "step":
    case "succeed":
    case "fail":
      if (!last || !isOpen) return null;
      if (act === "begin") last.state = "RUNNING";
      if (last.state !== "RUNNING") return null;
      if (act === "step" || act === "begin") last.state = last.end_requested ?? "RUNNING";
      if (act === "succeed") last.state = "SUCCESSFUL";
      if (act === "fail") last.state = "FAILED";
      return null;
    case "cancel":
    case "finish":
      if (!last) return null;
      if (!isOpen) return "task_ended";
      if (last.end_requested) return "task_ending";
      if (last.state === "PENDING") last.state = act === "cancel" ? "CANCELLED" : "SUCCESSFUL";
      else last.end_requested = act === "cancel" ? "CANCELLED" : "SUCCESSFUL";
      return null;
    case "retry":
      if (!last) return null;
      if (last.state !== "FAILED" && last.state !== "CANCELLED") return "task_not_failed";
      last.repeated_by = tasks.length;
      tasks.push(fresh());
      return null;
  }
}

/** The same by the rules of the domain, as the handlers and the runner do it. */
function taskDecision(tasks: Row[], act: TaskAct): string | null {
  const last = tasks.at(-1);
  const isUnfinished =
    last !== undefined && cancelTaskRefusal({ ...last, end_requested: null }) === null;
  if (act === "launch") {
    expect(launchTaskRefusal({ state: "DATA_COMPLETE", visibility: "not_released" })).toBeNull();
    if (!isUnfinished) tasks.push(fresh());
    return null;
  }
  if (!last) return null;
  if (act === "cancel" || act === "finish") {
    const refusal = act === "cancel" ? cancelTaskRefusal(last) : finishTaskRefusal(last);
    if (refusal) return refusal.reason;
    const wanted = act === "cancel" ? "CANCELLED" : "SUCCESSFUL";
    if (last.state === "PENDING") last.state = wanted;
    else last.end_requested = wanted;
    return null;
  }
  if (act === "retry") {
    const refusal = retryTaskRefusal(last);
    if (refusal) return refusal.reason;
    last.repeated_by = tasks.length;
    tasks.push(fresh());
    return null;
  }
  if (!isUnfinished || (act !== "begin" && last.state !== "RUNNING")) return null;
  if (act === "begin" || act === "step") last.state = last.end_requested ?? "RUNNING";
  else if (act !== "die") last.state = act === "succeed" ? "SUCCESSFUL" : "FAILED";
  return null;
}

it("tasks of an analysis follow their model", () => {
  let refused = 0;
  for (let walk = 0; walk < walks; walk += 1) {
    const below = seeded(walk);
    const rows: Row[] = [];
    const model: Row[] = [];
    const done: TaskAct[] = [];
    for (let at = 0; at < steps; at += 1) {
      const act = taskActs[below(taskActs.length)]!;
      done.push(act);
      const expected = taskModel(model, act);
      const found = taskDecision(rows, act);
      if (found !== null) refused += 1;
      if (found !== expected || JSON.stringify(rows) !== JSON.stringify(model)) {
        expect([walk, done, found, rows]).toEqual([walk, done, expected, model]);
      }
    }
  }
  expect(refused).toBeGreaterThan(walks);
});
