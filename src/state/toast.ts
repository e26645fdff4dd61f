// Short messages at bottom centre: what succeeded goes by itself, what failed stays until read.
import { toast } from "sonner";
import { faultWords } from "./fault.ts";

export type ToastAction = { readonly label: string; readonly run: () => void };

/** Says that something was done. */
export function showDone(message: string, action?: ToastAction): void {
  toast.success(
    message,
    action ? { action: { label: action.label, onClick: action.run } } : undefined,
  );
}

/** Says something the user should know; goes by itself. */
export function showNote(message: string): void {
  toast(message);
}

/** Says what failed and why; stays until dismissed. */
export function showFault(cause: unknown): void {
  const { title, details } = faultWords(cause);
  toast.error(title, {
    duration: Infinity,
    ...(details.length > 0 ? { description: details.slice(0, 3).join("\n") } : {}),
  });
}
