// Text fields with label, hint and error, linked for screen readers.
import {
  Input,
  SearchField as AriaSearchField,
  TextArea as AriaTextArea,
  TextField as AriaTextField,
  Button,
  type SearchFieldProps as AriaSearchProps,
  type TextFieldProps as AriaTextProps,
} from "react-aria-components";
import { Search, X } from "lucide-react";
import { classes } from "../class-name.ts";
import { ownKeys } from "./own-keys.ts";
import { FieldLabel, FieldNotes, type FieldWords } from "./field-label.tsx";
import css from "./field.module.css";

export type TextFieldProps = Omit<AriaTextProps, "children" | "className" | "style"> &
  FieldWords & { placeholder?: string; lines?: number; inputMode?: "numeric" | "text" | "email" };

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
    <AriaTextField
      {...rest}
      {...(rest.onKeyDown && { onKeyDown: ownKeys(rest.onKeyDown) })}
      validationBehavior="aria"
      isInvalid={Boolean(error)}
      className={css.field!}
    >
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
