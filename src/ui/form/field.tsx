// Text and number fields with label, hint and error, linked for screen readers.
import {
  FieldError,
  Input,
  Label,
  NumberField as AriaNumberField,
  SearchField as AriaSearchField,
  Text,
  TextArea as AriaTextArea,
  TextField as AriaTextField,
  Button,
  type NumberFieldProps as AriaNumberProps,
  type SearchFieldProps as AriaSearchProps,
  type TextFieldProps as AriaTextProps,
} from "react-aria-components";
import { Search, X } from "lucide-react";
import type { ReactNode } from "react";
import { classes } from "../class-name.ts";
import css from "./field.module.css";

type Words = {
  label: string;
  /** Shows the label to screen readers only. */
  labelHidden?: boolean;
  hint?: ReactNode;
  /** The error text; sets the field invalid. */
  error?: string | null | undefined;
};

export type TextFieldProps = Omit<AriaTextProps, "children" | "className" | "style"> &
  Words & { placeholder?: string; lines?: number; inputMode?: "numeric" | "text" | "email" };

export function TextField({
  label,
  labelHidden,
  hint,
  error,
  placeholder,
  lines,
  inputMode,
  ...rest
}: TextFieldProps) {
  return (
    <AriaTextField {...rest} isInvalid={Boolean(error)} className={css.field!}>
      <FieldLabel label={label} hidden={labelHidden} required={rest.isRequired} />
      {lines === undefined ? (
        <Input className={css.input!} placeholder={placeholder} inputMode={inputMode} />
      ) : (
        <AriaTextArea
          className={classes(css.input, css.area)}
          rows={lines}
          placeholder={placeholder}
        />
      )}
      <FieldNotes hint={hint} error={error} />
    </AriaTextField>
  );
}

export type NumberFieldProps = Omit<AriaNumberProps, "children" | "className" | "style"> &
  Words & { unit?: string };

export function NumberField({ label, labelHidden, hint, error, unit, ...rest }: NumberFieldProps) {
  return (
    <AriaNumberField {...rest} isInvalid={Boolean(error)} className={css.field!}>
      <FieldLabel label={label} hidden={labelHidden} required={rest.isRequired} />
      <div className={css.withUnit}>
        <Input className={css.input!} />
        {unit ? <span className={css.unit}>{unit}</span> : null}
      </div>
      <FieldNotes hint={hint} error={error} />
    </AriaNumberField>
  );
}

export type SearchFieldProps = Omit<AriaSearchProps, "children" | "className" | "style"> & {
  label: string;
  placeholder?: string;
  clearLabel: string;
};

export function SearchField({ label, placeholder, clearLabel, ...rest }: SearchFieldProps) {
  return (
    <AriaSearchField {...rest} aria-label={label} className={css.search!}>
      <Search size={14} aria-hidden="true" />
      <Input className={css.searchInput!} placeholder={placeholder ?? label} />
      <Button className={css.clear!} aria-label={clearLabel}>
        <X size={14} aria-hidden="true" />
      </Button>
    </AriaSearchField>
  );
}

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
      {required ? (
        <span aria-hidden="true" className={css.required}>
          {" *"}
        </span>
      ) : null}
    </Label>
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
