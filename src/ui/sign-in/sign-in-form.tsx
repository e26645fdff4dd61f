// The form of the sign-in pages. Uses plain elements to keep these pages small.
import { useId, type ComponentProps, type ReactNode } from "react";
import { classes } from "../class-name.ts";
import field from "../form/field.module.css";
import css from "./sign-in-form.module.css";

type FieldProps = {
  label: string;
  /** The error text; sets the field invalid. */
  error?: string | null | undefined;
  hint?: ReactNode;
  /** Content at the end of the field. */
  action?: ReactNode;
} & Omit<ComponentProps<"input">, "className" | "id">;

export function SignInField({ label, error, hint, action, ...input }: FieldProps) {
  const id = useId();
  return (
    <div className={field.field}>
      <label htmlFor={id} className={field.label}>
        {label}
        {input.required ? (
          <span aria-hidden="true" className={field.required}>
            {" *"}
          </span>
        ) : null}
      </label>
      <div className={css.line}>
        <input
          {...input}
          id={id}
          className={classes(field.input, action !== undefined && css.withAction)}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || hint ? `${id}-note` : undefined}
        />
        {action}
      </div>
      {error || hint ? (
        <div id={`${id}-note`} className={error ? field.error : field.hint} aria-live="polite">
          {error || hint}
        </div>
      ) : null}
    </div>
  );
}

/** A checkbox whose label may contain a link. */
export function SignInCheck({
  error,
  children,
  ...input
}: { error?: string | null | undefined; children: ReactNode } & Omit<
  ComponentProps<"input">,
  "className" | "id" | "type"
>) {
  const id = useId();
  return (
    <div className={field.field}>
      <div className={css.check}>
        <input
          {...input}
          id={id}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-note` : undefined}
        />
        <label htmlFor={id}>{children}</label>
      </div>
      {error ? (
        <div id={`${id}-note`} className={field.error} aria-live="polite">
          {error}
        </div>
      ) : null}
    </div>
  );
}

export type SignInOption = {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  readonly icon: ReactNode;
};

/** Radio options with a description each. */
export function SignInOptions({
  legend,
  name,
  options,
  value,
  onChange,
}: {
  legend: string;
  name: string;
  options: readonly SignInOption[];
  value: string;
  onChange: (id: string) => void;
}) {
  return (
    <fieldset className={css.options}>
      <legend className={css.legend}>{legend}</legend>
      {options.map(({ id, label, hint, icon }) => (
        <label key={id} className={css.option}>
          <input
            type="radio"
            name={name}
            value={id}
            checked={id === value}
            onChange={() => onChange(id)}
          />
          <span className={css.optionIcon}>{icon}</span>
          <span>
            <strong>{label}</strong>
            <small>{hint}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
