// What every field has beside its value: label, hint and error, linked for screen readers.
import { FieldError, Label, Text } from "react-aria-components";
import type { ReactNode } from "react";
import css from "./field.module.css";

export type FieldWords = {
  label: string;
  /** Shows the label to screen readers only. */
  labelHidden?: boolean;
  hint?: ReactNode;
  /** The error text; sets the field invalid. */
  error?: string | null | undefined;
};

export function FieldLabel({
  label,
  hidden,
  required,
}: {
  label: string;
  hidden?: boolean | undefined;
  required?: boolean | undefined;
}) {
  return (
    <Label className={hidden ? "visually-hidden" : css.label!}>
      {label}
      {required ? <RequiredMark /> : null}
    </Label>
  );
}

/** Screen readers hear it from the field itself. */
export function RequiredMark() {
  return (
    <span aria-hidden="true" className={css.required}>
      {" *"}
    </span>
  );
}

export function FieldNotes({
  hint,
  error,
}: {
  hint?: ReactNode;
  error?: string | null | undefined;
}) {
  return (
    <>
      {hint && !error ? (
        <Text slot="description" className={css.hint!}>
          {hint}
        </Text>
      ) : null}
      <FieldError className={css.error!}>{error}</FieldError>
    </>
  );
}
