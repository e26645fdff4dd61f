// A colour: picked with the browser's own means, or typed as #rrggbb.
import { useId, type ReactNode } from "react";
import { TextField } from "./field.tsx";
import css from "./colour-field.module.css";

export type ColourFieldProps = {
  label: string;
  /** Read out for the picker beside the field. */
  pickLabel: string;
  value: string;
  onChange: (value: string) => void;
  error?: string | null;
  isDisabled?: boolean;
  /** Stands below the field. */
  note?: ReactNode;
};

export function ColourField(props: ColourFieldProps) {
  const { label, pickLabel, value, onChange, error, isDisabled = false, note } = props;
  const noteId = useId();
  const isColour = /^#[0-9a-f]{6}$/i.test(value);
  return (
    <div className={css.colour}>
      <span className={css.label} aria-hidden="true">
        {label}
      </span>
      <div className={css.row}>
        <input
          type="color"
          className={css.pick}
          aria-label={pickLabel}
          value={isColour ? value : "#cccccc"}
          disabled={isDisabled}
          onChange={(event) => onChange(event.target.value)}
        />
        <TextField
          label={label}
          labelHidden
          value={value}
          onChange={(text) => onChange(tidied(text))}
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

/** As pasted from elsewhere: "8A3B12", " #8a3b12 ". */
function tidied(text: string): string {
  const digits = text.trim().replace(/^#*/, "").toLowerCase();
  return digits === "" ? "" : `#${digits.slice(0, 8)}`;
}
