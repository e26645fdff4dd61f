// Enter in a dialog presses its confirming button.
import type { KeyboardEvent } from "react";

/** Elements that use Enter themselves: buttons and links are pressed, a text area gets another line. */
const ownUse = "button, a, textarea, select, summary, [role=option], [role=menuitem]";

/**
 * The confirming button is the primary one among the actions. A dangerous act is never confirmed so: its
 * button must be reached.
 */
export function confirmOnEnter(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, currentTarget, repeat, nativeEvent } = event;
  const isPlain = !event.shiftKey && !event.ctrlKey && !event.altKey && !event.metaKey;
  // A key that is held down opened the dialog; one during composition chooses a character.
  if (key !== "Enter" || !isPlain || repeat || nativeEvent.isComposing) return;
  if (event.isDefaultPrevented() || !(target instanceof HTMLElement)) return;
  // React passes on the keys of lists that a dialog opens elsewhere on the page.
  if (!currentTarget.contains(target) || target.closest(ownUse)) return;
  const button = currentTarget.querySelector<HTMLButtonElement>("footer button[data-kind=primary]");
  if (!button || button.disabled || button.ariaDisabled === "true") return;
  // The browser submits a form whose field has the focus.
  if (button.form && button.form === target.closest("form")) return;
  event.preventDefault();
  button.click();
}
