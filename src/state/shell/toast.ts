// Short messages at bottom centre: a success disappears by itself, a failure stays until dismissed.
import { faultWords } from "./fault.ts";

export type ToastAction = { readonly label: string; readonly run: () => void };
export type Toast = {
  readonly tone: "good" | "info" | "danger";
  readonly message: string;
  /** Reasons, shown smaller below. */
  readonly details?: readonly string[] | undefined;
  readonly action?: ToastAction | undefined;
  /** Milliseconds until it disappears; null until dismissed. */
  readonly durationMs: number | null;
};

const DURATION_MS = 5000;
const listeners = new Set<(toast: Toast) => void>();

/** Calls back for every message; the shell shows them. Returns the stop function. */
export function onToast(listener: (toast: Toast) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows a success. */
export function showDone(message: string, action?: ToastAction): void {
  emit({ tone: "good", message, action, durationMs: DURATION_MS });
}

/** Shows information. */
export function showNote(message: string, action?: ToastAction): void {
  emit({ tone: "info", message, action, durationMs: DURATION_MS });
}

/** Shows what failed and why, until dismissed. */
export function showFault(cause: unknown): void {
  const { title, details } = faultWords(cause);
  emit({ tone: "danger", message: title, details, durationMs: null });
}

/** Shows what failed in the product's own words, until dismissed. */
export function showFailure(message: string): void {
  emit({ tone: "danger", message, durationMs: null });
}

function emit(toast: Toast): void {
  for (const listener of listeners) listener(toast);
}
