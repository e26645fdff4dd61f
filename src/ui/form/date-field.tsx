// A date field. Uses the browser's own, which works well on phones and with screen readers.
import { TextField as AriaTextField, Input } from "react-aria-components";
import type { ReactNode } from "react";
import { FieldLabel, FieldNotes } from "./field-label.tsx";
import css from "./field.module.css";

export type DateFieldProps = {
  label: string;
  /** YYYY-MM-DD, empty for none. */
  value: string;
  onChange: (day: string) => void;
  /** Earliest and latest selectable day. */
  min?: string;
  max?: string;
  hint?: ReactNode;
  error?: string | null | undefined;
  isRequired?: boolean;
  isDisabled?: boolean;
};

export function DateField({ label, min, max, hint, error, ...rest }: DateFieldProps) {
  return (
    <AriaTextField
      {...rest}
      type="date"
      validationBehavior="aria"
      isInvalid={Boolean(error)}
      className={css.field!}
    >
      <FieldLabel label={label} required={rest.isRequired} />
      <Input className={css.input!} min={min} max={max} />
      <FieldNotes hint={hint} error={error} />
    </AriaTextField>
  );
}
