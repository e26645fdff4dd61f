// A model of an analysis, written from the decision and not from the table: what each act must lead to.
import { progressEvents, type ProgressEvent } from "../../domain/analysis/progress.ts";
import type { AnalysisState, Visibility } from "../../domain/analysis/analysis.ts";
import { invoiceStates, type InvoiceState } from "../../domain/analysis/invoice.ts";

export type Model = {
  state: AnalysisState;
  has_drone: boolean;
  files: number;
  uploads: number;
  is_wished: boolean;
  visibility: Visibility;
  has_results: boolean;
  invoice_state: InvoiceState;
  has_invoice: boolean;
};

export type Act =
  | { readonly act: "step"; readonly event: ProgressEvent; readonly is_super: boolean }
  | { readonly act: "drone"; readonly is_set: boolean; readonly is_super: boolean }
  | { readonly act: "begin" | "finish" | "cancel" | "delete_file" }
  | { readonly act: "evaluate"; readonly is_ended: boolean }
  | { readonly act: "show"; readonly visibility: "released" | "not_released" | "invisible" }
  | { readonly act: "results"; readonly is_there: boolean }
  | { readonly act: "invoice"; readonly state: InvoiceState; readonly has_id: boolean };

/** A number below `limit`, the same in every run of the test. */
export function seeded(seed: number): (limit: number) => number {
  let value = seed + 1;
  return (limit) => {
    value = (value * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((value / 2_147_483_648) * limit);
  };
}

export function chosenAct(below: (limit: number) => number, { uploads, files }: Model): Act {
  const one = <T>(values: readonly T[]): T => values[below(values.length)]!;
  const is_super = below(3) === 0;
  const acts: (() => Act)[] = [
    () => ({ act: "step", event: one(progressEvents), is_super }),
    () => ({ act: "step", event: one(progressEvents), is_super }),
    () => ({ act: "step", event: "data_completed", is_super }),
    () => ({ act: "drone", is_set: below(4) > 0, is_super }),
    () => ({ act: "begin" }),
    () => ({ act: uploads > 0 ? one(["finish", "finish", "cancel"]) : "begin" }),
    () => ({ act: files > 0 && below(3) === 0 ? "delete_file" : "begin" }),
    () => ({ act: "evaluate", is_ended: below(2) === 0 }),
    () => ({ act: "show", visibility: one(["released", "not_released", "invisible"]) }),
    () => ({ act: "results", is_there: below(2) === 0 }),
    () => ({ act: "invoice", state: one(invoiceStates), has_id: below(2) === 0 }),
  ];
  return one(acts)();
}

/** Changes the model, or answers why the act is refused. */
export function apply(model: Model, act: Act): string | null {
  switch (act.act) {
    case "step":
      return step(model, act.event, act.is_super);
    case "drone":
      if (isClosed(model) && !act.is_super) return "analysis_complete_change";
      if (isClosed(model) && !act.is_set) return "analysis_without_drone";
      model.has_drone = act.is_set;
      return null;
    case "begin":
      if (isClosed(model)) return "analysis_data_complete";
      model.uploads += 1;
      model.state = "UPLOADING";
      return null;
    case "finish": {
      const wasWished = model.is_wished;
      model.uploads -= 1;
      model.files += 1;
      rest(model);
      if (wasWished && model.uploads === 0 && model.has_drone) to(model, "DATA_COMPLETE");
      return null;
    }
    case "cancel":
      model.uploads -= 1;
      rest(model);
      return null;
    case "delete_file":
      if (isClosed(model)) return "analysis_data_complete";
      model.files -= 1;
      rest(model);
      return null;
    case "evaluate":
      if (act.is_ended) {
        if (model.state !== "PROCESSING") return "analysis_state_wrong";
        to(model, "DATA_COMPLETE_VERIFIED");
        return null;
      }
      if (model.state !== "DATA_COMPLETE_VERIFIED" && model.state !== "PROCESSING") {
        return "analysis_state_wrong";
      }
      to(model, "PROCESSING");
      return null;
    case "show":
      if (act.visibility === model.visibility) return "visibility_same";
      if (act.visibility === "released" && !model.has_results) return "analysis_without_result";
      model.visibility = act.visibility;
      return null;
    case "results":
      model.has_results = act.is_there;
      return null;
    case "invoice": {
      const isNamed = act.state === "DRAFT" || act.state === "SENT" || act.state === "PAID";
      if (isNamed && !act.has_id) return "invoice_without_id";
      model.invoice_state = act.state;
      model.has_invoice = act.has_id;
      return null;
    }
  }
}

const open = ["EMPTY", "UPLOADING", "UPLOAD_FAILED", "DATA_INCOMPLETE"];
const isClosed = ({ state }: Model) => !open.includes(state);

function to(model: Model, state: AnalysisState): void {
  model.state = state;
  if (state !== "UPLOADING" && state !== "UPLOAD_FAILED") model.is_wished = false;
}

/** Where the analysis rests when an upload or a file is gone. */
function rest(model: Model): void {
  if (model.uploads > 0) to(model, "UPLOADING");
  else to(model, model.files > 0 ? "DATA_INCOMPLETE" : "EMPTY");
}

function step(model: Model, event: ProgressEvent, isSuper: boolean): string | null {
  const { state } = model;
  const wrong = "analysis_state_wrong";
  switch (event) {
    case "data_completed":
      if (isClosed(model)) return wrong;
      if (!model.has_drone) return "analysis_without_drone";
      if (model.uploads > 0) return "analysis_uploading";
      if (model.files === 0) return "analysis_without_files";
      to(model, "DATA_COMPLETE");
      return null;
    case "after_upload_chosen":
      if (state !== "UPLOADING" && state !== "UPLOAD_FAILED") return "nothing_uploading";
      if (model.is_wished) return "after_upload_chosen_already";
      if (!model.has_drone) return "analysis_without_drone";
      model.is_wished = true;
      return null;
    case "after_upload_withdrawn":
      if (!model.is_wished) return "after_upload_not_chosen";
      model.is_wished = false;
      return null;
    case "data_reopened":
      if (state !== "DATA_COMPLETE" && state !== "DATA_COMPLETE_VERIFIED") return wrong;
      to(model, model.files > 0 ? "DATA_INCOMPLETE" : "EMPTY");
      return null;
    case "data_verified":
      if (state !== "DATA_COMPLETE") return wrong;
      to(model, "DATA_COMPLETE_VERIFIED");
      return null;
    case "analysis_finished":
      if (state !== "DATA_COMPLETE_VERIFIED" && state !== "PROCESSING") return wrong;
      to(model, "FINISHED");
      return null;
    case "analysis_reopened":
      if (state !== "FINISHED") return wrong;
      if (model.visibility === "released" && !isSuper) return "analysis_released";
      to(model, "PROCESSING");
      return null;
  }
}
