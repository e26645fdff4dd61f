// Leads to the control that a form refused.
import css from "./field.module.css";

/** Each rule of the field has names of its own; the first one is the field's. */
const [field = ""] = css.field!.split(" ");

/**
 * Focuses the control and brings all of its field into view: what is wrong, and what can be chosen instead, stand below the
 * control, where the buttons of the form would hide them.
 */
export function showRefused(control: HTMLElement | null | undefined): void {
  if (!control) return;
  control.focus();
  (control.closest(`.${CSS.escape(field)}`) ?? control).scrollIntoView({ block: "nearest" });
}
