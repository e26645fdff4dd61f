// Short messages at bottom centre: what succeeded goes by itself, what failed stays until read.
import { faultWords } from "./fault.ts";

export type ToastAction = { readonly label: string; readonly run: () => void };
export type Toast = {
  readonly tone: "good" | "info" | "danger";
  readonly message: string;
  /** Reasons, shown smaller below. */
  readonly details?: readonly string[] | undefined;
  readonly action?: ToastAction | undefined;
  /** Milliseconds until it goes; null stays until dismissed. */
  readonly stays: number | null;
};

const GONE_AFTER_MS = 5000;
const listeners = new Set<(toast: Toast) => void>();

/** Calls back for every message; answers how to stop. The shell shows them. */
export function onToast(listener: (toast: Toast) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Says that something was done. */
export function showDone(message: string, action?: ToastAction): void {
  say({ tone: "good", message, action, stays: GONE_AFTER_MS });
}

/** Says something the user should know. */
export function showNote(message: string, action?: ToastAction): void {
  say({ tone: "info", message, action, stays: GONE_AFTER_MS });
}

/** Says what failed and why; stays until dismissed. */
export function showFault(cause: unknown): void {
  const { title, details } = faultWords(cause);
  say({ tone: "danger", message: title, details, stays: null });
}

function say(toast: Toast): void {
  for (const listener of listeners) listener(toast);
}
