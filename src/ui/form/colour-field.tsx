// A colour field: the browser's colour picker, and a text field for #rrggbb.
import { useId, type ReactNode } from "react";
import { RequiredMark } from "./field-label.tsx";
import { TextField } from "./field.tsx";
import css from "./colour-field.module.css";

export type ColourFieldProps = {
  label: string;
  /** Accessible name of the picker. */
  pickLabel: string;
  value: string;
  onChange: (value: string) => void;
  error?: string | null;
  isDisabled?: boolean;
  isRequired?: boolean;
  /** Shown below the field. */
  note?: ReactNode;
};

export function ColourField(props: ColourFieldProps) {
  const {
    label,
    pickLabel,
    value,
    onChange,
    error,
    isDisabled = false,
    isRequired = false,
    note,
  } = props;
  const noteId = useId();
  const isColour = /^#[0-9a-f]{6}$/i.test(value);
  return (
    <div className={css.colour}>
      <span className={css.label} aria-hidden="true">
        {label}
        {isRequired ? <RequiredMark /> : null}
      </span>
      <div className={css.row}>
        <input
          type="color"
          className={css.pick}
          data-empty={value === ""}
          aria-label={pickLabel}
          value={isColour ? value : "#cccccc"}
          disabled={isDisabled}
          onChange={(event) => onChange(event.target.value)}
        />
        <TextField
          label={label}
          isRequired={isRequired}
          labelHidden
          value={value}
          onChange={(text) => onChange(normalizedColour(text))}
          error={error}
          isDisabled={isDisabled}
          aria-describedby={noteId}
        />
      </div>
      <div id={noteId} className={css.note}>
        {note}
      </div>
    </div>
  );
}

/** "#8a3b12" for pasted forms such as "8A3B12" or " #8a3b12 ". */
function normalizedColour(text: string): string {
  const digits = text.trim().replace(/^#*/, "").toLowerCase();
  return digits === "" ? "" : `#${digits.slice(0, 8)}`;
}
